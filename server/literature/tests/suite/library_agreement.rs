//! Tests that the library on disk and the one in memory give the same answers.
use crate::library::{Place, doi, retraction};
use crate::made;
use proptest::prelude::*;
use referee_bibliography::{Date, Identifier, WorkKind};
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Relation, RelationKind};

fn any_identifier() -> impl Strategy<Value = Identifier> {
    prop_oneof![
        (0_u32..8).prop_map(|number| doi(&format!("10.1000/x{number}"))),
        (0_u32..4).prop_map(|number| doi(&format!("10.1101/2020.01.0{number}v1"))),
        (0_u32..4).prop_map(|number| doi(&format!("10.1101/2020.01.0{number}"))),
        (1_u32..8).prop_map(Identifier::Pmid),
        (1_u32..8).prop_map(Identifier::Pmcid),
        (0_u32..3, proptest::option::of(1_u16..3))
            .prop_map(|(number, version)| Identifier::Arxiv(format!("2103.0000{number}"), version)),
        (0_u32..3).prop_map(|number| doi(&format!("10.48550/arxiv.2103.0000{number}"))),
        (0_u32..3).prop_map(|number| Identifier::Trial(format!("NCT0000000{number}"))),
    ]
}

fn any_record() -> impl Strategy<Value = Record> {
    let sources =
        prop_oneof![Just("pubmed"), Just("crossref"), Just("ris"), Just("bibtex"), Just("retraction-watch")];
    let titles = prop_oneof![
        Just("Metformin in cancer"),
        Just("Metformin in cancer: a review"),
        Just("Statins and stroke")
    ];
    (
        proptest::collection::vec(any_identifier(), 0..4),
        sources,
        titles,
        proptest::option::of(2000_i32..2003),
        any::<bool>(),
        proptest::option::of(1_u32..8),
    )
        .prop_map(|(identifiers, source, title, as_of, retracted, about)| {
            let mut record = made::record(1);
            record.work.identifiers = identifiers.into_iter().collect();
            record.work.title = Some(title.to_owned());
            record.source = source.to_owned();
            record.as_of = as_of.map(|year| Date { year, month: None, day: None });
            if retracted {
                record.notices.push(retraction(source));
            }
            if let Some(pmid) = about {
                record.types = vec![String::from("Published Erratum")];
                record
                    .relations
                    .push(Relation { kind: RelationKind::NoticeAbout, identifier: Identifier::Pmid(pmid) });
            }
            record
        })
}

/// Formats one line per record, to find the cause of a failure.
fn listed(records: &[Record]) -> String {
    let line = |record: &Record| {
        let identifiers: Vec<String> = record.work.identifiers.iter().map(ToString::to_string).collect();
        format!(
            "{} {:?} [{}] as of {:?}, notices {:?}, about {:?}",
            record.source,
            record.work.title.as_deref().unwrap_or_default(),
            identifiers.join(", "),
            record.as_of.map(|date| date.year),
            record.notices.iter().map(|notice| notice.source.as_str()).collect::<Vec<_>>(),
            record.relations.iter().map(|relation| relation.identifier.to_string()).collect::<Vec<_>>(),
        )
    };
    records.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn assert_both_answer_the_same(records: Vec<Record>, asked: &[Identifier]) -> Vec<Vec<Record>> {
    let place = Place::with(records.clone());
    let told = listed(&records);
    let (disk, memory) = (place.library(), InMemoryLibrary::from_records(records, Completeness::nothing()));
    let mut out = Vec::new();
    for identifier in asked {
        let left = disk.get(identifier).unwrap();
        let right: Vec<Record> = memory.get(identifier).iter().map(|record| Record::clone(record)).collect();
        assert!(
            left == right,
            "{identifier} of\n{told}\n\non disk:\n{}\n\nin memory:\n{}",
            listed(&left),
            listed(&right)
        );
        out.push(left);
    }
    out
}

fn stated(source: &str, title: &str, identifiers: &[Identifier]) -> Record {
    let mut record = made::record(1);
    record.work.identifiers = identifiers.iter().cloned().collect();
    record.work.title = Some(title.to_owned());
    record.source = source.to_owned();
    record.as_of = None;
    record
}

#[test]
fn papers_that_share_a_trial_number_stay_apart() {
    let trial = Identifier::Trial(String::from("NCT00000001"));
    let records = vec![
        stated("ris", "Metformin in cancer", &[trial.clone(), doi("10.48550/arxiv.2103.00001")]),
        stated("bibtex", "Metformin in cancer", &[trial.clone(), Identifier::Pmcid(6)]),
        stated("crossref", "Metformin in cancer", &[Identifier::Pmcid(6)]),
    ];
    let found = assert_both_answer_the_same(records, &[Identifier::Pmcid(6), trial]);
    assert_eq!(found[0].len(), 1);
    assert!(found[0][0].work.identifiers.doi().is_none(), "{}", listed(&found[0]));
    assert_eq!(found[1].len(), 2, "{}", listed(&found[1]));
}

#[test]
fn a_chapter_is_not_the_book_whose_isbn_it_carries() {
    let isbn = Identifier::Isbn(String::from("9780306406157"));
    let of_kind = |source, kind, identifiers: &[Identifier]| {
        let mut record = stated(source, "Metformin in cancer", identifiers);
        record.work.kind = kind;
        record
    };
    let records = vec![
        of_kind("ris", WorkKind::Chapter, &[isbn.clone(), doi("10.1000/chapter")]),
        of_kind("bibtex", WorkKind::Book, std::slice::from_ref(&isbn)),
        of_kind("crossref", WorkKind::Book, &[isbn.clone(), doi("10.1000/book")]),
    ];
    let found = assert_both_answer_the_same(records, &[isbn, doi("10.1000/book")]);
    assert_eq!(found[0].len(), 2, "{}", listed(&found[0]));
    assert_eq!(found[1].len(), 1);
}

#[test]
fn notices_are_told_the_same_in_whatever_order_they_came() {
    let notice = |pmid, year| {
        let mut record = stated("pubmed", "Retraction", &[Identifier::Pmid(pmid)]);
        record.types = vec![String::from("Retraction of Publication")];
        record.as_of = Some(Date { year, month: None, day: None });
        record.relations.push(Relation { kind: RelationKind::NoticeAbout, identifier: Identifier::Pmid(1) });
        record
    };
    // A newer version of the first notice follows: on disk it is then stored after the second.
    let records = vec![
        stated("pubmed", "Metformin in cancer", &[Identifier::Pmid(1)]),
        notice(2, 2001),
        notice(3, 2001),
        notice(2, 2002),
    ];
    let found = assert_both_answer_the_same(records, &[Identifier::Pmid(1)]);
    assert!(!found[0][0].notices.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn both_libraries_answer_the_same_for_every_identifier(records in proptest::collection::vec(any_record(), 1..12), asked in proptest::collection::vec(any_identifier(), 20)) {
        assert_both_answer_the_same(records, &asked);
    }
}
