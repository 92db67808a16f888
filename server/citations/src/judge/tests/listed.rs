//! Tests retractions that only a table of retracted works records.

use super::*;
use crate::judge::Disclosable;
use crate::judge_and_plan;
use referee_records::RetractionTable;

const DAY: Date = Date { year: 2026, month: Some(11), day: Some(28) };

fn table(identifiers: &[Identifier]) -> Arc<dyn Source> {
    Arc::new(RetractionTable::read(RetractionTable::build(DAY, identifiers)).unwrap())
}

fn doi(text: &str) -> Identifier {
    Identifier::doi(text).unwrap()
}

/// Returns the trial with one DOI.
fn work(of: &str) -> Work {
    Work { identifiers: [doi(of)].into_iter().collect(), ..trial() }
}

fn judged(claim: &Work, sources: &[Arc<dyn Source>]) -> Judgement {
    judge(claim, &gather(claim, sources))
}

fn named(name: &'static str, records: Vec<Record>) -> Arc<dyn Source> {
    Arc::new(Shelf { name, records, coverage: Coverage::Complete, silent: false })
}

#[test]
fn without_any_other_source_the_table_says_that_a_work_is_listed_and_nothing_else() {
    let judgement = judged(&work("10.5555/taken.1"), &[table(&[doi("10.5555/TAKEN.1")])]);
    assert_eq!((judgement.verdict, judgement.record.is_none()), (Verdict::Unchecked, true));
    assert!(judgement.consulted.is_empty(), "it is no source that was asked: {:?}", judgement.consulted);
    let listed = judgement.listed_retraction.unwrap();
    assert_eq!((listed.as_of, listed.denied_by.is_empty()), (DAY, true));
    assert_eq!(judgement.notices, [listed.notice()]);
    let clean = judged(&work("10.5555/taken.2"), &[table(&[doi("10.5555/taken.1")])]);
    assert_eq!((clean.listed_retraction, clean.notices.is_empty()), (None, true));
}

#[test]
fn the_identifiers_of_the_record_count_and_a_wrong_one_of_the_reference_does_not() {
    let claim = Work { identifiers: Default::default(), ..trial() };
    let library = named("library", vec![record(work("10.5555/taken.1"))]);
    let judgement = judged(&claim, &[Arc::clone(&library), table(&[doi("10.5555/taken.1")])]);
    assert_eq!(judgement.verdict, Verdict::Verified);
    assert!(judgement.listed_retraction.is_some());
    // The reference is to the trial, and has the DOI of a work that was retracted.
    let other =
        Work { title: Some("Something quite different about frogs".to_owned()), ..work("10.5555/frogs") };
    let library = named("library", vec![record(work("10.5555/taken.1")), record(other)]);
    let judgement = judged(&work("10.5555/frogs"), &[library, table(&[doi("10.5555/frogs")])]);
    assert_eq!((judgement.verdict, judgement.listed_retraction), (Verdict::Misidentified, None));
}

#[test]
fn an_announcement_is_not_the_work_that_it_is_about() {
    let table = table(&[doi("10.5555/taken.1")]);
    for title in
        ["Retraction: Zinc for colds", "Retraction notice to “Zinc for colds”", "Expression of concern: Zinc"]
    {
        let claim = Work { title: Some(title.to_owned()), ..work("10.5555/taken.1") };
        assert_eq!(judged(&claim, &[Arc::clone(&table)]).listed_retraction, None, "{title}");
    }
    let mut notice = record(work("10.5555/taken.1"));
    notice.relations = vec![Relation { kind: RelationKind::NoticeAbout, identifier: doi("10.5555/other") }];
    let judgement = judged(&work("10.5555/taken.1"), &[named("library", vec![notice]), table]);
    assert_eq!(judgement.listed_retraction, None);
}

#[test]
fn notices_of_a_source_decide_and_an_online_source_without_one_makes_it_doubtful() {
    let (claim, table) = (work("10.5555/taken.1"), table(&[doi("10.5555/taken.1")]));
    let with = |kinds: &[NoticeKind]| {
        let mut record = record(work("10.5555/taken.1"));
        let notice = |kind: &NoticeKind| Notice {
            kind: *kind,
            date: year(2020),
            identifiers: Vec::new(),
            source: "crossref".to_owned(),
            reason: None,
        };
        record.notices = kinds.iter().map(notice).collect();
        vec![record]
    };
    let confirmed = [named("crossref", with(&[NoticeKind::Retraction])), Arc::clone(&table)];
    let judgement = judged(&claim, &confirmed);
    assert_eq!((judgement.listed_retraction, judgement.notices.len()), (None, 1), "the notice says more");
    let back = with(&[NoticeKind::Retraction, NoticeKind::Reinstatement]);
    assert_eq!(judged(&claim, &[named("library", back), Arc::clone(&table)]).listed_retraction, None);
    let judgement = judged(&claim, &[named("crossref", with(&[])), Arc::clone(&table)]);
    assert_eq!(judgement.listed_retraction.unwrap().denied_by, ["crossref"]);
    assert!(judgement.notices.is_empty(), "nobody is accused in doubt");
    // A library may be older than the table, and OpenAlex does not report notices.
    for name in ["library", "openalex"] {
        let judgement = judged(&claim, &[named(name, with(&[])), Arc::clone(&table)]);
        assert_eq!((judgement.notices.len(), judgement.verdict), (1, Verdict::Verified), "{name}");
    }
}

#[test]
fn a_listed_work_that_the_library_has_is_confirmed_online() {
    let claim = work("10.5555/taken.1");
    let library = named("library", vec![record(claim.clone())]);
    let wanted = |sources: &[Arc<dyn Source>]| {
        let (_, wanted) = judge_and_plan(&claim, Disclosable::Identifiers, sources);
        wanted.iter().filter(|(service, _)| service == "crossref").count()
    };
    let asked = wanted(&[library, table(&[doi("10.5555/taken.1")]), Arc::new(UnaskedService("crossref"))]);
    assert_eq!(asked, 1);
}
