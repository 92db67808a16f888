//! Tests which questions are asked, in which order, and when enough is known.

use super::*;
use crate::judge::{Disclosable, SourceQuestion, Unasked, plan};
use referee_literature::online;
use std::collections::HashSet;
use std::sync::Mutex;

/// An online source with fixed records, which answers only questions that it was asked before.
pub(super) struct Played {
    name: &'static str,
    records: Vec<Record>,
    down: bool,
    scarce: bool,
    asked: Mutex<HashSet<String>>,
}

impl Source for Played {
    fn name(&self) -> &str {
        self.name
    }

    fn covers(&self, work: &Work) -> Coverage {
        service(self.name).covers(work)
    }

    fn is_scarce(&self) -> bool {
        self.scarce
    }

    fn ask(&self, question: &Question) -> Answer {
        if !service(self.name).answers(question) {
            return Answer::None(SourceError::Unsuited);
        }
        if !self.asked.lock().unwrap().contains(&format!("{question:?}")) {
            return Answer::None(SourceError::NotAsked);
        }
        if self.down {
            return Answer::None(SourceError::Timeout);
        }
        let found = match question {
            Question::Identifier(identifier) => online::bearing(&self.records, identifier),
            Question::Like(_) | Question::Subject(_) => online::relevant(question, &self.records),
        };
        Answer::from(found)
    }
}

fn service(name: &str) -> &'static dyn online::Service {
    *online::all().iter().find(|service| service.name() == name).unwrap()
}

/// A set of online sources by name, each with its records.
pub(super) struct Web {
    sources: Vec<Arc<dyn Source>>,
    played: Vec<Arc<Played>>,
}

impl Web {
    pub(super) fn of(sources: &[(&'static str, &[Record])]) -> Web {
        Web::with(sources, &[])
    }

    pub(super) fn with(sources: &[(&'static str, &[Record])], down: &[&str]) -> Web {
        Web::with_scarce(sources, down, &[])
    }

    /// Returns a set of sources, some of them scarce.
    pub(super) fn with_scarce(sources: &[(&'static str, &[Record])], down: &[&str], scarce: &[&str]) -> Web {
        let played: Vec<Arc<Played>> = sources
            .iter()
            .map(|(name, records)| {
                Arc::new(Played {
                    name,
                    records: records
                        .iter()
                        .map(|record| Record { source: (*name).to_owned(), ..record.clone() })
                        .collect(),
                    down: down.contains(name),
                    scarce: scarce.contains(name),
                    asked: Mutex::default(),
                })
            })
            .collect();
        Web { sources: played.iter().map(|source| Arc::clone(source) as Arc<dyn Source>).collect(), played }
    }

    pub(super) fn sources(&self) -> &[Arc<dyn Source>] {
        &self.sources
    }

    /// Asks until nothing more is worth asking; returns the rounds of questions.
    pub(super) fn ask(&self, claim: &Work, reach: Disclosable) -> Vec<Vec<SourceQuestion>> {
        let mut rounds = Vec::new();
        loop {
            let asks = plan(claim, reach, &self.sources);
            if asks.is_empty() {
                return rounds;
            }
            assert!(rounds.len() < 20, "it does not end: {asks:?}");
            for (name, question) in &asks {
                let source = self.played.iter().find(|source| source.name == name).unwrap();
                let new = source.asked.lock().unwrap().insert(format!("{question:?}"));
                assert!(new, "{name} is asked twice: {question:?}");
            }
            rounds.push(asks);
        }
    }

    pub(super) fn judge(&self, claim: &Work) -> Judgement {
        judge(claim, &gather(claim, &self.sources))
    }

    pub(super) fn check(&self, claim: &Work) -> Judgement {
        self.ask(claim, Disclosable::Everything);
        self.judge(claim)
    }
}

fn names(rounds: &[Vec<SourceQuestion>]) -> Vec<Vec<&str>> {
    rounds.iter().map(|asks| asks.iter().map(|(name, _)| name.as_str()).collect()).collect()
}

const NO_RECORDS: &[Record] = &[];

#[test]
fn a_doi_that_fits_ends_the_asking() {
    let web = Web::of(&[
        ("pubmed", NO_RECORDS),
        ("crossref", &[record(trial())]),
        ("openalex", NO_RECORDS),
        ("doi", NO_RECORDS),
    ]);
    let claim = Work { identifiers: [doi("10.1056/nejm.1")].into_iter().collect(), ..trial() };
    let rounds = web.ask(&claim, Disclosable::Everything);
    assert_eq!(rounds.first().unwrap().len(), 1, "{rounds:?}");
    assert!(
        rounds.iter().flatten().all(|(_, question)| matches!(question, Question::Identifier(_))),
        "{rounds:?}"
    );
    assert_eq!(web.judge(&claim).verdict, Verdict::Verified);
}

#[test]
fn what_pubmed_announces_is_asked_about_what_crossref_has() {
    let web = Web::of(&[("pubmed", &[record(trial())]), ("crossref", &[record(trial())])]);
    let claim = Work { identifiers: [doi("10.1056/nejm.1")].into_iter().collect(), ..trial() };
    let rounds = web.ask(&claim, Disclosable::Everything);
    assert_eq!(names(&rounds), [vec!["crossref"], vec!["pubmed"]]);
}

#[test]
fn titles_are_asked_where_one_may_ask_often_before_the_searches_that_rank() {
    let web = Web::of(&[
        ("europepmc", NO_RECORDS),
        ("crossref", NO_RECORDS),
        ("pubmed", NO_RECORDS),
        ("openalex", NO_RECORDS),
    ]);
    let rounds = web.ask(&described(), Disclosable::Everything);
    assert_eq!(names(&rounds)[0], ["europepmc"]);
    assert!(names(&rounds).iter().position(|asks| asks.contains(&"crossref")).unwrap() > 1, "{rounds:?}");
    assert_eq!(web.judge(&described()).verdict, Verdict::NotFound);
}

#[test]
fn a_title_that_is_found_is_not_searched_any_further() {
    let web = Web::of(&[
        ("europepmc", &[record(trial())]),
        ("crossref", &[record(trial())]),
        ("pubmed", NO_RECORDS),
    ]);
    let rounds = web.ask(&described(), Disclosable::Everything);
    let searches =
        rounds.iter().flatten().filter(|(_, question)| matches!(question, Question::Like(_))).count();
    assert_eq!(searches, 1, "{rounds:?}");
    assert_eq!(web.judge(&described()).verdict, Verdict::Verified);
}

#[test]
fn nothing_but_identifiers_leaves_a_clinical_note() {
    let names = [
        "pubmed",
        "crossref",
        "europepmc",
        "openalex",
        "doi",
        "datacite",
        "arxiv",
        "idconv",
        "clinicaltrials",
        "semanticscholar",
    ];
    let sources: Vec<(&'static str, &[Record])> = names.iter().map(|name| (*name, NO_RECORDS)).collect();
    for claim in [trial(), described(), Work { identifiers: trial().identifiers, ..Work::default() }] {
        let web = Web::of(&sources);
        let rounds = web.ask(&claim, Disclosable::Identifiers);
        for (name, question) in rounds.iter().flatten() {
            let tells_title =
                format!("{question:?}").contains("Metformin") || format!("{question:?}").contains("England");
            assert!(!tells_title, "{name} {question:?}");
        }
        if !claim.identifiers.is_empty() {
            assert!(!rounds.is_empty());
        }
    }
}

#[test]
fn a_reference_is_open_until_everybody_was_asked() {
    let web = Web::of(&[("europepmc", NO_RECORDS), ("crossref", NO_RECORDS), ("pubmed", NO_RECORDS)]);
    let before = gather(&described(), &web.sources);
    assert_eq!(before.unasked, Unasked::Descriptions);
    let judgement = judge(&described(), &before);
    assert_eq!(
        (judgement.verdict, judgement.unchecked_because),
        (Verdict::Unchecked, Some(SourceError::NotAsked))
    );
    web.ask(&described(), Disclosable::Everything);
    assert_eq!(gather(&described(), &web.sources).unasked, Unasked::Nothing);
}

#[test]
fn a_source_that_is_switched_off_is_not_missed_and_one_that_is_down_is() {
    let fabricated = Work {
        title: Some(String::from("Coconut reasoning in adults with citations and gout")),
        ..described()
    };
    let few = Web::of(&[("europepmc", NO_RECORDS), ("crossref", NO_RECORDS)]);
    assert_eq!(few.check(&fabricated).verdict, Verdict::NotFound);
    for down in ["europepmc", "crossref", "pubmed"] {
        let web = Web::with(
            &[("europepmc", NO_RECORDS), ("crossref", NO_RECORDS), ("pubmed", NO_RECORDS)],
            &[down],
        );
        assert_eq!(web.check(&fabricated).verdict, Verdict::Unchecked, "{down}");
    }
    assert_eq!(Web::of(&[("doi", NO_RECORDS)]).check(&fabricated).verdict, Verdict::Uncovered);
}

#[test]
fn another_source_is_asked_for_an_identifier_where_the_first_is_down() {
    let known = [record(trial())];
    let web = Web::with(
        &[("pubmed", NO_RECORDS), ("europepmc", &known), ("crossref", NO_RECORDS)],
        &["pubmed", "crossref"],
    );
    assert_eq!(web.check(&trial()).verdict, Verdict::Verified);
}

#[test]
fn a_journal_that_nobody_lists_is_no_ground_for_an_accusation() {
    let sources: &[(&'static str, &[Record])] = &[
        ("pubmed", NO_RECORDS),
        ("europepmc", NO_RECORDS),
        ("crossref", NO_RECORDS),
        ("openalex", NO_RECORDS),
        ("semanticscholar", NO_RECORDS),
    ];
    let regional = Work {
        title: Some(String::from("Prevalence of intestinal parasites in schoolchildren of a rural district")),
        container: Some(String::from("Boletín de Salud de la Provincia")),
        container_short: None,
        ..described()
    };
    let web = Web::of(sources);
    let rounds = web.ask(&regional, Disclosable::Everything);
    assert_eq!(web.judge(&regional).verdict, Verdict::Unchecked);
    let about_journal = |question: &Question| matches!(question, Question::Like(work) if work.title.is_none() && work.volume.is_none());
    assert!(rounds.iter().flatten().any(|(_, question)| about_journal(question)), "{rounds:?}");
}

#[test]
fn a_journal_that_a_source_has_other_articles_of_is_listed() {
    let other = record(Work { title: Some(String::from("Another subject altogether")), ..described() });
    let local = |work: Work| Work {
        container: Some(String::from("Annals of Parish Medicine")),
        container_short: None,
        ..work
    };
    let known = [Record { work: local(other.work.clone()), ..other }];
    let sources: &[(&'static str, &[Record])] =
        &[("pubmed", NO_RECORDS), ("europepmc", &known), ("crossref", NO_RECORDS)];
    let claim = local(Work {
        title: Some(String::from("Coconut reasoning in parishes with gout and citations")),
        ..described()
    });
    assert_eq!(Web::of(sources).check(&claim).verdict, Verdict::NotFound);
    let older = Work { date: year(1931), ..claim };
    assert_eq!(Web::of(sources).check(&older).verdict, Verdict::Unchecked, "long before it was listed");
}

#[test]
fn kinds_that_no_source_lists_are_uncovered_wherever_they_are_looked_for() {
    for kind in [WorkKind::WebPage, WorkKind::Thesis, WorkKind::Software, WorkKind::Report, WorkKind::Other] {
        let web = Web::of(&[
            ("pubmed", NO_RECORDS),
            ("crossref", NO_RECORDS),
            ("openalex", NO_RECORDS),
            ("europepmc", NO_RECORDS),
        ]);
        let claim = Work { kind, ..described() };
        assert_eq!(web.check(&claim).verdict, Verdict::Uncovered, "{kind:?}");
    }
}

#[test]
fn the_plan_is_the_same_twice() {
    let web = Web::of(&[("pubmed", NO_RECORDS), ("crossref", NO_RECORDS), ("europepmc", NO_RECORDS)]);
    assert_eq!(
        plan(&trial(), Disclosable::Everything, &web.sources),
        plan(&trial(), Disclosable::Everything, &web.sources)
    );
}

#[test]
fn a_journal_that_exists_in_other_years_only_is_wrong_beside_the_right_place() {
    let parish = |work: Work| Work {
        container: Some(String::from("Annals of Parish Medicine")),
        container_short: None,
        ..work
    };
    let later = trial().year().map(|year| year + 12).and_then(year);
    let other = record(Work {
        title: Some(String::from("Another subject altogether")),
        date: later,
        identifiers: Default::default(),
        ..parish(trial())
    });
    let known = [other];
    let own = [record(trial())];
    let sources: &[(&'static str, &[Record])] =
        &[("pubmed", &own), ("europepmc", &known), ("crossref", NO_RECORDS), ("openalex", NO_RECORDS)];
    let judgement = Web::of(sources).check(&parish(described()));
    assert_eq!(serious(&judgement), ["journal"], "{judgement:?}");
}

#[test]
fn the_references_to_one_journal_share_the_question_about_it() {
    use crate::judge::questions::{journal, journal_of_any_year};
    let cited = |kind: WorkKind, cited: i32| Work { kind, date: year(cited), ..trial() };
    let first = cited(WorkKind::Article, 2011);
    for other in [cited(WorkKind::Article, 2019), cited(WorkKind::ConferencePaper, 2010)] {
        assert_eq!(journal(&first), journal(&other));
        assert_eq!(journal_of_any_year(&first), journal_of_any_year(&other));
    }
    assert_ne!(journal(&first), journal(&cited(WorkKind::Article, 2021)));
}

#[test]
fn a_journal_is_listed_in_the_years_between_two_of_its_records() {
    let parish = |work: Work, at: i32| Work {
        container: Some(String::from("Annals of Parish Medicine")),
        container_short: None,
        date: year(at),
        ..work
    };
    let other = |at: i32| {
        record(Work {
            title: Some(String::from("Another subject altogether")),
            identifiers: Default::default(),
            ..parish(trial(), at)
        })
    };
    let claim = parish(
        Work {
            title: Some(String::from("Coconut reasoning in parishes with gout and citations")),
            ..described()
        },
        2012,
    );
    let verdict = |years: &[i32]| {
        let known: Vec<Record> = years.iter().copied().map(other).collect();
        let sources: &[(&'static str, &[Record])] =
            &[("pubmed", NO_RECORDS), ("europepmc", &known), ("crossref", NO_RECORDS)];
        Web::of(sources).check(&claim).verdict
    };
    assert_eq!(verdict(&[2006, 2018]), Verdict::NotFound);
    assert_eq!(verdict(&[2006]), Verdict::Unchecked, "no longer listed, for all one knows");
    assert_eq!(verdict(&[2018]), Verdict::Unchecked, "listed only later, for all one knows");
}
