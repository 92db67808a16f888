#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use crate::record::{NoticeKind, Relation, RelationKind};

fn record(source: &str, title: &str, identifiers: &[Identifier]) -> Record {
    Record::new(
        source,
        Work {
            title: Some(title.to_owned()),
            identifiers: identifiers.iter().cloned().collect(),
            ..Work::default()
        },
    )
}

fn merged(records: Vec<Record>) -> Vec<Record> {
    merge_all(
        records
            .into_iter()
            .enumerate()
            .map(|(number, record)| Statement { key: statement_key(&record, "file", number), record })
            .collect(),
    )
}

fn doi(text: &str) -> Identifier {
    Identifier::Doi(text.to_owned())
}

#[test]
fn the_better_source_comes_first_and_the_other_fills_the_gaps() {
    let mut user = record("bibtex", "Metformin and cancer: a review", &[doi("10.1/a")]);
    user.work.volume = Some(String::from("7"));
    let pubmed = record("pubmed", "Metformin and cancer", &[doi("10.1/a"), Identifier::Pmid(5)]);
    let all = merged(vec![user, pubmed]);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].source, "pubmed");
    assert_eq!(all[0].work.title.as_deref(), Some("Metformin and cancer"));
    assert_eq!(all[0].work.volume.as_deref(), Some("7"));
}

#[test]
fn a_wrong_doi_in_a_users_file_does_not_mix_two_works() {
    let user = record("bibtex", "Statins in primary prevention", &[doi("10.1/a"), Identifier::Pmid(9)]);
    let pubmed = record("pubmed", "Metformin and cancer", &[doi("10.1/a")]);
    let all = merged(vec![user, pubmed]);
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|record| (record.source == "pubmed") == record.work.identifiers.pmid().is_none()));
}

#[test]
fn two_pubmed_records_with_one_doi_stay_two() {
    let all = merged(vec![
        record("pubmed", "Abstracts of the meeting", &[doi("10.1/a"), Identifier::Pmid(1)]),
        record("pubmed", "Abstracts of the meeting", &[doi("10.1/a"), Identifier::Pmid(2)]),
    ]);
    assert_eq!(all.len(), 2);
}

#[test]
fn a_retraction_notice_marks_the_work_it_is_about() {
    let mut notice = record("pubmed", "Retraction: Metformin and cancer", &[Identifier::Pmid(2)]);
    notice.types.push(String::from("Retraction of Publication"));
    notice.relations.push(Relation { kind: RelationKind::NoticeAbout, identifier: Identifier::Pmid(1) });
    let all = merged(vec![notice, record("pubmed", "Metformin and cancer", &[Identifier::Pmid(1)])]);
    let work = all.iter().find(|record| record.work.identifiers.pmid() == Some(1)).unwrap();
    assert_eq!(work.notices.len(), 1);
    assert_eq!(work.notices[0].kind, NoticeKind::Retraction);
    assert_eq!(work.notices[0].identifiers, [Identifier::Pmid(2)]);
}

#[test]
fn one_retraction_told_by_two_sources_is_one_notice() {
    let notice = |source: &str, identifier, date| Notice {
        kind: NoticeKind::Retraction,
        date,
        identifiers: vec![identifier],
        source: source.to_owned(),
        reason: None,
    };
    let mut pubmed = record("pubmed", "A", &[doi("10.1/a")]);
    pubmed.notices.push(notice("pubmed", Identifier::Pmid(7), None));
    let mut watch = record("retraction-watch", "A", &[doi("10.1/a")]);
    watch.notices.push(notice(
        "retraction-watch",
        doi("10.1/r"),
        Some(Date { year: 2020, month: Some(2), day: None }),
    ));
    let all = merged(vec![watch, pubmed]);
    assert_eq!(all[0].notices.len(), 1);
    assert_eq!(all[0].notices[0].identifiers.len(), 2);
    assert_eq!(all[0].notices[0].date.unwrap().year, 2020);
}

#[test]
fn the_newer_of_two_versions_of_a_pubmed_record_replaces_the_older() {
    let mut old = record("pubmed", "Old", &[Identifier::Pmid(1)]);
    old.as_of = Some(Date { year: 2020, month: None, day: None });
    let mut new = record("pubmed", "New", &[Identifier::Pmid(1)]);
    new.as_of = Some(Date { year: 2021, month: None, day: None });
    for order in [vec![old.clone(), new.clone()], vec![new, old]] {
        let all = merged(order);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].work.title.as_deref(), Some("New"));
    }
}
