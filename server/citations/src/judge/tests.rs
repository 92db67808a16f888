//! Tests for known causes of false alarms and of missed falsifications in other checkers.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

mod absence;
mod authors;
mod computing;
mod conferences;
mod dates_and_places;
mod homonyms;
mod identifiers;
mod journals;
mod listed;
mod notices;
mod planning;
mod printed;
mod several_sources;
mod thrift;
mod titles;
mod versions;

use super::{gather, judge};
use crate::{AuthorChange, Judgement, Outcome, Verdict, Weight};
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_records::{
    Answer, Coverage, Notice, NoticeKind, Question, Record, Relation, RelationKind, Source, SourceError,
};
use std::sync::Arc;

/// A source that returns all its records for every description.
struct Shelf {
    name: &'static str,
    records: Vec<Record>,
    coverage: Coverage,
    silent: bool,
}

impl Source for Shelf {
    fn name(&self) -> &str {
        self.name
    }

    fn covers(&self, _: &Work) -> Coverage {
        self.coverage
    }

    fn ask(&self, question: &Question) -> Answer {
        match question {
            _ if self.silent => Answer::None(SourceError::Unavailable),
            Question::Identifier(identifier) => {
                let bears = |record: &&Record| {
                    record.work.identifiers.iter().any(|own| own.canonical() == identifier.canonical())
                };
                Answer::from(self.records.iter().filter(bears).cloned().collect::<Vec<_>>())
            }
            Question::Like(_) | Question::Subject(_) => Answer::from(self.records.clone()),
        }
    }
}

/// A service that knows nothing of the reference yet.
struct UnaskedService(&'static str);

impl Source for UnaskedService {
    fn name(&self) -> &str {
        self.0
    }

    fn covers(&self, _: &Work) -> Coverage {
        Coverage::Partial
    }

    fn ask(&self, _: &Question) -> Answer {
        Answer::None(SourceError::NotAsked)
    }
}

fn complete(records: impl IntoIterator<Item = Work>) -> Arc<dyn Source> {
    shelf(records, Coverage::Complete)
}

fn shelf(records: impl IntoIterator<Item = Work>, coverage: Coverage) -> Arc<dyn Source> {
    Arc::new(Shelf {
        name: "library",
        records: records.into_iter().map(record).collect(),
        coverage,
        silent: false,
    })
}

fn record(work: Work) -> Record {
    Record::new("pubmed", work)
}

fn verdict_of(claim: &Work, source: &Arc<dyn Source>) -> Judgement {
    let sources = [source.clone()];
    judge(claim, &gather(claim, &sources))
}

#[track_caller]
fn assert_verified(claim: &Work, recorded: Work) {
    let judgement = verdict_of(claim, &complete([recorded]));
    assert_eq!((judgement.verdict, judgement.differences), (Verdict::Verified, Vec::new()));
}

/// Returns the fields that differ seriously.
fn serious(judgement: &Judgement) -> Vec<&'static str> {
    judgement
        .differences
        .iter()
        .filter(|difference| difference.weight == Weight::Serious)
        .map(|difference| difference.field)
        .collect()
}

#[track_caller]
fn assert_differs(claim: &Work, recorded: Work, fields: &[&str]) {
    let judgement = verdict_of(claim, &complete([recorded]));
    assert_eq!((judgement.verdict, serious(&judgement).as_slice()), (Verdict::Differs, fields));
}

fn people(names: &[(&str, &str)]) -> Vec<Name> {
    names.iter().map(|(family, given)| Name::person(*family, *given)).collect()
}

fn year(year: i32) -> Option<Date> {
    Some(Date { year, month: None, day: None })
}

/// Returns a trial in a medical journal, with all fields.
fn trial() -> Work {
    Work {
        kind: WorkKind::Article,
        title: Some(String::from(
            "Metformin and lifestyle change in adults with impaired glucose tolerance: a randomised trial",
        )),
        authors: people(&[
            ("Kessler", "Anna M"),
            ("Okafor", "Ben"),
            ("Lindqvist", "Carl"),
            ("Moreau", "Denise"),
        ]),
        container: Some(String::from("The New England journal of medicine")),
        container_short: Some(String::from("N Engl J Med")),
        date: year(2012),
        volume: Some(String::from("346")),
        issue: Some(String::from("6")),
        pages: Some(String::from("393-403")),
        identifiers: [Identifier::Pmid(11_832_527), doi("10.1056/nejm.1")].into_iter().collect(),
        ..Work::default()
    }
}

/// Returns the trial without identifiers, so that it has to be found by its description.
fn described() -> Work {
    Work { identifiers: Default::default(), ..trial() }
}

fn doi(text: &str) -> Identifier {
    Identifier::Doi(text.to_owned())
}

fn titled(title: &str) -> Work {
    Work { title: Some(title.to_owned()), ..described() }
}

/// Asserts that a claim with one title is verified by a record with another, everything else equal.
#[track_caller]
fn assert_one_title(claimed: &str, recorded: &str) {
    assert_verified(&titled(claimed), titled(recorded));
}

#[track_caller]
fn assert_two_titles(claimed: &str, recorded: &str) {
    assert_differs(&titled(claimed), titled(recorded), &["title"]);
}

fn by(names: &[(&str, &str)]) -> Work {
    Work { authors: people(names), ..described() }
}

#[track_caller]
fn assert_one_list(claimed: &[(&str, &str)], recorded: &[(&str, &str)]) {
    assert_verified(&by(claimed), by(recorded));
}

#[track_caller]
fn assert_two_lists(claimed: &[(&str, &str)], recorded: &[(&str, &str)]) {
    assert_differs(&by(claimed), by(recorded), &["authors"]);
}

fn in_journal(name: &str) -> Work {
    Work { container: Some(name.to_owned()), container_short: None, ..described() }
}

#[track_caller]
fn assert_one_journal(claimed: &str, recorded: &str) {
    assert_verified(&in_journal(claimed), in_journal(recorded));
}

#[track_caller]
fn assert_two_journals(claimed: &str, recorded: &str) {
    assert_differs(&in_journal(claimed), in_journal(recorded), &["journal"]);
}

proptest::proptest! {
    #[test]
    fn judging_never_fails_and_says_the_same_twice(title in "\\PC{0,60}", other in "\\PC{0,60}", family in "\\PC{0,20}", volume in "\\PC{0,8}", pages in "\\PC{0,12}", cited in proptest::num::i32::ANY) {
        let claim = Work {
            title: (!title.is_empty()).then_some(title.clone()),
            authors: vec![Name::person(family.clone(), title.clone())],
            container: (!other.is_empty()).then_some(other.clone()),
            volume: (!volume.is_empty()).then_some(volume),
            pages: (!pages.is_empty()).then_some(pages),
            date: year(cited),
            ..Work::default()
        };
        let recorded = Work { title: (!other.is_empty()).then_some(other), container: (!title.is_empty()).then_some(title), ..claim.clone() };
        let source = complete([recorded, trial()]);
        proptest::prop_assert_eq!(verdict_of(&claim, &source), verdict_of(&claim, &source));
        let itself = verdict_of(&claim, &complete([claim.clone()]));
        proptest::prop_assert!(matches!(itself.verdict, Verdict::Verified | Verdict::NotFound | Verdict::Unchecked), "{:?}", itself);
    }
}
