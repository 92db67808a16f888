//! Tests preprints and their articles.

use super::*;

fn preprint() -> Work {
    Work {
        kind: WorkKind::Preprint,
        container: Some(String::from("medRxiv")),
        container_short: None,
        date: year(2010),
        volume: None,
        issue: None,
        pages: None,
        identifiers: [doi("10.1101/2010.01.01.123456")].into_iter().collect(),
        ..trial()
    }
}

#[test]
fn a_preprint_whose_article_is_known_is_right_and_the_article_is_told() {
    let judgement = verdict_of(&preprint(), &complete([preprint(), trial()]));
    assert_eq!(judgement.verdict, Verdict::Verified);
    assert_eq!(judgement.published.unwrap().work.identifiers.doi(), Some("10.1056/nejm.1"));
    let cited_by_number = Work {
        container: Some(String::from("arXiv preprint arXiv:1001.00001")),
        kind: WorkKind::Article,
        identifiers: Default::default(),
        ..preprint()
    };
    let judgement = verdict_of(&cited_by_number, &complete([trial()]));
    assert_eq!((judgement.verdict, judgement.published.is_some()), (Verdict::Verified, true));
}

#[test]
fn an_article_with_the_number_of_its_preprint_is_right() {
    let claim = Work { identifiers: [doi("10.1101/2010.01.01.123456")].into_iter().collect(), ..trial() };
    let judgement = verdict_of(&claim, &complete([preprint(), trial()]));
    assert_eq!((judgement.verdict, judgement.other), (Verdict::Verified, None));
}

#[test]
fn a_preprint_cited_as_published_is_serious_where_the_article_would_be_known() {
    let claim = Work { date: year(2010), volume: None, pages: None, ..described() };
    assert_differs(&claim, preprint(), &["journal"]);
    assert_eq!(verdict_of(&claim, &shelf([preprint()], Coverage::Partial)).verdict, Verdict::Verified);
}

#[test]
fn the_published_version_is_followed_by_its_link() {
    let mut linked = record(preprint());
    linked.relations.push(Relation { kind: RelationKind::PublishedAs, identifier: doi("10.1056/nejm.1") });
    let renamed = Work { title: Some(String::from("Preventing diabetes with a drug or a diet")), ..trial() };
    let source: Arc<dyn Source> = Arc::new(Shelf {
        name: "library",
        records: vec![linked, record(renamed)],
        coverage: Coverage::Complete,
        silent: false,
    });
    let judgement = verdict_of(&preprint(), &source);
    assert_eq!(
        (judgement.verdict, judgement.published.map(|record| record.work.container)),
        (Verdict::Verified, Some(trial().container))
    );
}
