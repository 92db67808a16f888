//! Tests retractions, corrections, reinstatements.

use super::*;

fn announced(kinds: &[(NoticeKind, i32)]) -> Arc<dyn Source> {
    let mut work = record(trial());
    work.notices = kinds
        .iter()
        .map(|(kind, on)| Notice {
            kind: *kind,
            date: year(*on),
            identifiers: Vec::new(),
            source: String::from("pubmed"),
            reason: None,
        })
        .collect();
    Arc::new(Shelf { name: "library", records: vec![work], coverage: Coverage::Complete, silent: false })
}

fn kinds(judgement: &Judgement) -> Vec<NoticeKind> {
    judgement.notices.iter().map(|notice| notice.kind).collect()
}

#[test]
fn a_retraction_stands_beside_the_verdict() {
    let judgement = verdict_of(&trial(), &announced(&[(NoticeKind::Retraction, 2014)]));
    assert_eq!((judgement.verdict, kinds(&judgement)), (Verdict::Verified, vec![NoticeKind::Retraction]));
}

#[test]
fn a_reinstatement_takes_the_retraction_back_and_leaves_the_correction() {
    let source = announced(&[
        (NoticeKind::Correction, 2013),
        (NoticeKind::Retraction, 2014),
        (NoticeKind::Reinstatement, 2015),
    ]);
    assert_eq!(kinds(&verdict_of(&trial(), &source)), [NoticeKind::Correction]);
    let source = announced(&[
        (NoticeKind::Retraction, 2014),
        (NoticeKind::Reinstatement, 2015),
        (NoticeKind::Retraction, 2016),
    ]);
    assert_eq!(
        verdict_of(&trial(), &source).notices.iter().map(|notice| notice.date).collect::<Vec<_>>(),
        [year(2016)]
    );
}

#[test]
fn citing_the_notice_itself_is_legitimate() {
    let mut notice = record(Work {
        title: Some(format!("Retraction: {}", trial().title.unwrap())),
        identifiers: [doi("10.1056/notice")].into_iter().collect(),
        ..trial()
    });
    notice.relations.push(Relation { kind: RelationKind::NoticeAbout, identifier: doi("10.1056/nejm.1") });
    notice.notices = vec![Notice {
        kind: NoticeKind::Retraction,
        date: year(2014),
        identifiers: vec![doi("10.1056/notice")],
        source: String::from("crossref"),
        reason: None,
    }];
    let claim = notice.work.clone();
    let source: Arc<dyn Source> = Arc::new(Shelf {
        name: "library",
        records: vec![notice],
        coverage: Coverage::Complete,
        silent: false,
    });
    let judgement = verdict_of(&claim, &source);
    assert_eq!((judgement.verdict, kinds(&judgement)), (Verdict::Verified, Vec::new()));
}
