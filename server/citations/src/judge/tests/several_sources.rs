//! Tests one work that several sources describe differently.

use super::planning::Web;
use super::*;

const NO_RECORDS: &[Record] = &[];

fn registered(text: &str, agency: &str) -> Record {
    let work = Work { identifiers: [doi(text)].into_iter().collect(), ..Work::default() };
    Record { types: vec![agency.to_owned()], ..record(work) }
}

fn notice(kind: NoticeKind, year: i32) -> Notice {
    Notice {
        kind,
        date: Some(Date { year, month: None, day: None }),
        identifiers: Vec::new(),
        source: String::from("publisher"),
        reason: None,
    }
}

#[test]
fn one_record_that_fits_is_enough() {
    let translated = record(Work {
        title: Some(String::from("Metformina y estilo de vida en la intolerancia a la glucosa")),
        language: Some(String::from("es")),
        ..trial()
    });
    let initials =
        record(Work { authors: people(&[("Kessler", "A"), ("Okafor", "B")]), date: year(2011), ..trial() });
    let sound = record(trial());
    for (first, second) in
        [(&translated, &sound), (&initials, &sound), (&sound, &translated), (&sound, &initials)]
    {
        let web = Web::of(&[
            ("pubmed", std::slice::from_ref(first)),
            ("crossref", std::slice::from_ref(second)),
            ("europepmc", NO_RECORDS),
            ("openalex", NO_RECORDS),
        ]);
        let judgement = web.check(&trial());
        assert_eq!((judgement.verdict, serious(&judgement)), (Verdict::Verified, Vec::new()));
    }
}

#[test]
fn a_record_that_is_spoilt_in_one_source_is_no_other_work() {
    let spoilt = record(Work { title: Some(String::from("Front matter")), authors: Vec::new(), ..trial() });
    let sound = record(trial());
    let web = Web::of(&[
        ("pubmed", NO_RECORDS),
        ("crossref", &[spoilt]),
        ("europepmc", &[sound]),
        ("doi", NO_RECORDS),
    ]);
    let claim = Work { identifiers: [doi("10.1056/nejm.1")].into_iter().collect(), ..trial() };
    assert_eq!(web.check(&claim).verdict, Verdict::Verified);
}

#[test]
fn a_wrong_field_is_told_whatever_the_number_of_sources() {
    let sound = record(trial());
    let web = |reference: &Work| {
        Web::of(&[
            ("pubmed", std::slice::from_ref(&sound)),
            ("crossref", std::slice::from_ref(&sound)),
            ("europepmc", std::slice::from_ref(&sound)),
            ("openalex", std::slice::from_ref(&sound)),
        ])
        .check(reference)
    };
    for base in [trial(), described()] {
        let authors = Work { authors: people(&[("Rossi", "Maria"), ("Tanaka", "Ken")]), ..base.clone() };
        assert_eq!(serious(&web(&authors)), ["authors"]);
        let journal = Work { container: Some(String::from("Gut")), container_short: None, ..base.clone() };
        assert_eq!(serious(&web(&journal)), ["journal"]);
        let dated = Work { date: year(2005), ..base.clone() };
        assert_eq!(serious(&web(&dated)), ["year"]);
        let title =
            "Metformin and lifestyle change in children with impaired glucose tolerance: a randomised trial";
        let judgement = web(&Work { title: Some(title.to_owned()), ..base });
        assert!(
            serious(&judgement) == ["title"] || judgement.verdict == Verdict::Misidentified,
            "{judgement:?}"
        );
    }
}

#[test]
fn a_service_that_is_down_excuses_no_contradiction_of_the_register() {
    let other = record(Work {
        title: Some(String::from("Deep brain stimulation for essential tremor in the elderly")),
        authors: people(&[("Rossi", "Maria")]),
        container: Some(String::from("Brain")),
        container_short: None,
        date: year(2019),
        volume: Some(String::from("12")),
        pages: Some(String::from("1-9")),
        identifiers: [doi("10.1093/brain/1")].into_iter().collect(),
        ..trial()
    });
    let all = [record(trial()), other];
    let check = |claim: &Work, down: &[&str]| {
        let sources =
            [("crossref", &all[..]), ("europepmc", &all[..]), ("pubmed", &all[..]), ("openalex", NO_RECORDS)];
        Web::with(&sources, down).check(claim)
    };
    let swapped = Work { identifiers: [doi("10.1093/brain/1")].into_iter().collect(), ..trial() };
    let authors = people(&[("Rossi", "Maria"), ("Tanaka", "Ken")]);
    let by_others = Work { authors, identifiers: [doi("10.1056/nejm.1")].into_iter().collect(), ..trial() };
    for down in ["europepmc", "pubmed", "openalex"] {
        assert_eq!(check(&swapped, &[down]).verdict, Verdict::Misidentified, "{down}");
        assert_eq!(serious(&check(&by_others, &[down])), ["authors"], "{down}");
        // What another source could excuse is not held against the reference.
        let retitled = Work { title: Some(String::from("Metformin in the young")), ..by_others.clone() };
        let retitled = Work { authors: trial().authors, ..retitled };
        assert_eq!(check(&retitled, &["europepmc", "pubmed"]).verdict, Verdict::Unchecked, "{down}");
    }
    assert_eq!(check(&swapped, &["crossref"]).verdict, Verdict::Unchecked, "the register is down");
}

#[test]
fn a_chimera_of_two_works_is_told() {
    let other = record(Work {
        title: Some(String::from("Deep brain stimulation for essential tremor in the elderly")),
        authors: people(&[("Rossi", "Maria")]),
        container: Some(String::from("Brain")),
        container_short: None,
        volume: Some(String::from("12")),
        pages: Some(String::from("1-9")),
        identifiers: [doi("10.1093/brain/1")].into_iter().collect(),
        ..trial()
    });
    let all = [record(trial()), other.clone()];
    let web = Web::of(&[("crossref", &all), ("europepmc", &all), ("pubmed", NO_RECORDS)]);
    let chimera = Work { title: trial().title, ..other.work };
    let judgement = web.check(&chimera);
    assert!(
        judgement.verdict == Verdict::Misidentified || serious(&judgement).contains(&"title"),
        "{judgement:?}"
    );
}

#[test]
fn a_long_title_over_foreign_names_is_told_wherever_it_is_said_to_have_appeared() {
    let elsewhere = Work {
        authors: people(&[("Rossi", "Maria"), ("Tanaka", "Ken")]),
        container: Some(String::from("Boletín de Salud de la Provincia")),
        container_short: None,
        volume: Some(String::from("3")),
        pages: Some(String::from("7-9")),
        ..described()
    };
    let known = [record(trial())];
    let sources: &[(&'static str, &[Record])] =
        &[("europepmc", &known), ("crossref", &known), ("openalex", &known), ("pubmed", NO_RECORDS)];
    assert!(serious(&Web::of(sources).check(&elsewhere)).contains(&"authors"));
    let down = Web::with(sources, &["crossref"]).check(&elsewhere);
    assert_eq!(serious(&down), Vec::<&str>::new(), "half an answer accuses nobody");
    // Many works have this title.
    let short = |work: Work| Work { title: Some(String::from("Standards of care")), ..work };
    let known = [record(short(trial()))];
    let sources: &[(&'static str, &[Record])] =
        &[("europepmc", &known), ("crossref", &known), ("openalex", &known)];
    assert_eq!(Web::of(sources).check(&short(elsewhere)).verdict, Verdict::Unchecked);
}

#[test]
fn a_doi_that_does_not_exist_is_told_with_the_work_and_without_it() {
    let invented = Work { identifiers: [doi("10.1056/nejm.999")].into_iter().collect(), ..trial() };
    let sources = |known: &'static str| {
        let records: Vec<Record> = if known.is_empty() { Vec::new() } else { vec![record(trial())] };
        Web::of(&[
            ("crossref", &records),
            ("doi", NO_RECORDS),
            ("europepmc", &records),
            ("openalex", NO_RECORDS),
        ])
    };
    assert_eq!(serious(&sources("known").check(&invented)), ["doi"]);
    assert_eq!(sources("").check(&invented).verdict, Verdict::NotFound);
    let book = Work { kind: WorkKind::Report, container: None, container_short: None, ..invented };
    assert_eq!(sources("").check(&book).verdict, Verdict::NotFound, "whatever kind of work it is");
}

#[test]
fn a_doi_that_exists_and_that_nobody_describes_accuses_nobody() {
    let claim = Work {
        identifiers: [doi("10.11340/x.1")].into_iter().collect(),
        container: Some(String::from("Sugaku no ayumi")),
        container_short: None,
        ..trial()
    };
    let exists = [registered("10.11340/x.1", "JaLC")];
    let web = Web::of(&[
        ("crossref", NO_RECORDS),
        ("doi", &exists),
        ("openalex", NO_RECORDS),
        ("europepmc", NO_RECORDS),
    ]);
    assert_eq!(web.check(&claim).verdict, Verdict::Unchecked);
    let bare = Work { identifiers: claim.identifiers, ..Work::default() };
    assert_ne!(web.check(&bare).verdict, Verdict::NotFound);
}

#[test]
fn what_is_down_leaves_a_misfit_unsaid() {
    let other = record(Work {
        title: Some(String::from("Deep brain stimulation for tremor")),
        authors: people(&[("Rossi", "M")]),
        container: Some(String::from("Brain")),
        pages: None,
        volume: None,
        ..trial()
    });
    let claim = Work { identifiers: [doi("10.1056/nejm.1")].into_iter().collect(), ..trial() };
    let sources: &[(&'static str, &[Record])] = &[
        ("crossref", std::slice::from_ref(&other)),
        ("europepmc", std::slice::from_ref(&other)),
        ("openalex", std::slice::from_ref(&other)),
    ];
    assert_eq!(Web::of(sources).check(&claim).verdict, Verdict::Misidentified);
    for down in ["europepmc", "openalex"] {
        let judgement = Web::with(sources, &[down]).check(&claim);
        assert_eq!((judgement.verdict, judgement.other), (Verdict::Unchecked, None), "{down}");
    }
}

#[test]
fn a_retraction_is_told_by_whoever_knows_of_it() {
    let retracted = Record { notices: vec![notice(NoticeKind::Retraction, 2020)], ..record(trial()) };
    let sound = record(trial());
    for (crossref, pubmed) in [(&retracted, &sound), (&sound, &retracted)] {
        let sources: &[(&'static str, &[Record])] = &[
            ("crossref", std::slice::from_ref(crossref)),
            ("pubmed", std::slice::from_ref(pubmed)),
            ("openalex", std::slice::from_ref(&sound)),
        ];
        for claim in [
            trial(),
            Work { identifiers: [doi("10.1056/nejm.1")].into_iter().collect(), ..trial() },
            Work { identifiers: [Identifier::Pmid(11_832_527)].into_iter().collect(), ..trial() },
        ] {
            let judgement = Web::of(sources).check(&claim);
            let kinds: Vec<NoticeKind> = judgement.notices.iter().map(|notice| notice.kind).collect();
            assert_eq!(kinds, [NoticeKind::Retraction], "{:?}", claim.identifiers);
        }
    }
}

#[test]
fn the_number_of_another_trial_is_told() {
    let number = Identifier::Trial(String::from("NCT01234567"));
    let registration = |title: &str| {
        record(Work {
            kind: WorkKind::Trial,
            title: Some(title.to_owned()),
            identifiers: [number.clone()].into_iter().collect(),
            ..Work::default()
        })
    };
    let claim = |kind, title: &str| Work {
        kind,
        title: Some(title.to_owned()),
        identifiers: [number.clone()].into_iter().collect(),
        ..Work::default()
    };
    let known = [registration("Metformin to Prevent Diabetes in Impaired Glucose Tolerance")];
    let web = || Web::of(&[("clinicaltrials", &known)]);
    assert_eq!(
        web().check(&claim(WorkKind::Trial, "Prevention of diabetes with metformin")).verdict,
        Verdict::Verified
    );
    let other = claim(WorkKind::Trial, "Apixaban for stroke prevention in atrial fibrillation");
    assert_eq!(web().check(&other).verdict, Verdict::Misidentified);
    assert_eq!(Web::of(&[("clinicaltrials", NO_RECORDS)]).check(&other).verdict, Verdict::NotFound);
    // An article may give the number of its trial in a note.
    let article =
        Work { identifiers: [number.clone(), doi("10.1056/nejm.1")].into_iter().collect(), ..trial() };
    let sound = [record(trial())];
    let both = |trials: &[Record]| {
        Web::of(&[("clinicaltrials", trials), ("crossref", &sound), ("europepmc", NO_RECORDS)])
            .check(&article)
            .verdict
    };
    assert_eq!(both(&known), Verdict::Verified);
    assert_eq!(
        both(&[registration("Cognitive Training for Insomnia in Shift Workers")]),
        Verdict::Misidentified
    );
}

/// Returns a book as an author cites it.
fn book() -> Work {
    Work {
        kind: WorkKind::Book,
        title: Some(String::from("The keeping of small archives")),
        authors: people(&[("Ahlgren", "Maja"), ("Boateng", "Kofi")]),
        publisher: Some(String::from("Northfield Press")),
        date: year(2012),
        identifiers: [Identifier::isbn("9780262517638").unwrap()].into_iter().collect(),
        ..Work::default()
    }
}

#[test]
fn a_book_is_verified_by_its_number_or_by_its_title() {
    let catalogued = record(Work {
        publisher: None,
        date: None,
        authors: people(&[("Ahlgren", "Maja")]),
        authors_truncated: true,
        ..book()
    });
    let web = |records: &[Record]| Web::of(&[("crossref", NO_RECORDS), ("openlibrary", records)]);
    let judgement = web(std::slice::from_ref(&catalogued)).check(&book());
    assert_eq!((judgement.verdict, serious(&judgement)), (Verdict::Verified, Vec::new()));
    let unnumbered = Work { identifiers: Default::default(), ..book() };
    let judgement = web(&[catalogued]).check(&unnumbered);
    assert_eq!((judgement.verdict, serious(&judgement)), (Verdict::Verified, Vec::new()));
}

#[test]
fn a_book_is_never_accused() {
    let other = record(Work {
        title: Some(String::from("Marine engines for beginners")),
        authors: people(&[("Castellanos", "Rita")]),
        date: None,
        ..book()
    });
    let unnumbered = Work { identifiers: Default::default(), ..book() };
    let alone = Work { title: None, authors: Vec::new(), publisher: None, date: None, ..book() };
    for claim in [book(), unnumbered, alone] {
        for (records, down) in
            [(NO_RECORDS, &[][..]), (std::slice::from_ref(&other), &[]), (NO_RECORDS, &["openlibrary"])]
        {
            let web = Web::with(&[("crossref", NO_RECORDS), ("openlibrary", records)], down);
            let judgement = web.check(&claim);
            let accused =
                matches!(judgement.verdict, Verdict::NotFound | Verdict::Misidentified | Verdict::Differs);
            assert!(!accused, "{claim:?}: {judgement:?}");
        }
    }
}

#[test]
fn a_venue_beside_the_doi_of_a_preprint_is_information_with_the_server() {
    let preprint = record(Work {
        kind: WorkKind::Preprint,
        container: None,
        container_short: None,
        publisher: None,
        volume: None,
        issue: None,
        pages: None,
        identifiers: [doi("10.1101/055319")].into_iter().collect(),
        ..trial()
    });
    let claim = Work {
        container: Some(String::from("Transactions on Sleep Engineering")),
        container_short: None,
        identifiers: [doi("10.1101/055319")].into_iter().collect(),
        ..trial()
    };
    let web = Web::of(&[
        ("crossref", std::slice::from_ref(&preprint)),
        ("europepmc", std::slice::from_ref(&preprint)),
        ("openalex", NO_RECORDS),
        ("doi", NO_RECORDS),
    ]);
    let judgement = web.check(&claim);
    let found: Vec<(&str, &str, Weight)> = judgement
        .differences
        .iter()
        .map(|difference| (difference.field, difference.recorded.as_str(), difference.weight))
        .collect();
    assert_eq!(found, [("journal", "bioRxiv or medRxiv", Weight::Slight)]);
}

#[test]
fn an_article_of_the_life_sciences_is_looked_for_where_one_may_ask_often_before_crossref() {
    let sound = record(trial());
    let web = Web::of(&[
        ("europepmc", NO_RECORDS),
        ("pubmed", NO_RECORDS),
        ("openalex", std::slice::from_ref(&sound)),
        ("crossref", std::slice::from_ref(&sound)),
    ]);
    let claim = Work { identifiers: Default::default(), ..trial() };
    let rounds = web.ask(&claim, crate::Disclosable::Everything);
    let searched = |name: &str| {
        rounds.iter().flatten().any(|(source, question)| {
            source == name && matches!(question, Question::Like(work) if work.title.is_some())
        })
    };
    assert!(searched("openalex") && !searched("crossref"), "{rounds:?}");
    assert_eq!(web.judge(&claim).verdict, Verdict::Verified);
}

#[test]
fn the_abstract_comes_from_the_source_that_has_one() {
    let summary =
        String::from("Metformin and lifestyle change lowered the incidence of diabetes by a third.");
    let bare = Record::new("crossref", trial());
    let full = Record::new("europepmc", Work { summary: Some(summary), ..trial() });
    let other_work = Record::new(
        "europepmc",
        Work {
            title: Some(String::from("Statins and stroke in adults with hypertension: a cohort")),
            identifiers: [doi("10.1056/nejm.2")].into_iter().collect(),
            ..full.work.clone()
        },
    );
    let claim = Work { identifiers: [doi("10.1056/nejm.1")].into_iter().collect(), ..trial() };
    let check = |second: Record| {
        Web::of(&[("crossref", std::slice::from_ref(&bare)), ("europepmc", &[second]), ("doi", NO_RECORDS)])
            .check(&claim)
    };
    let judgement = check(full.clone());
    assert_eq!(judgement.verdict, Verdict::Verified);
    let described = judgement.with_abstract.as_ref().or(judgement.record.as_ref());
    assert_eq!(described, Some(&full));
    assert_eq!(check(other_work).with_abstract, None);
}
