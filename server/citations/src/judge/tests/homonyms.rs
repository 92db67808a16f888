//! Tests works that share a title.

use super::*;

#[test]
fn of_works_with_one_title_the_one_by_these_authors_is_meant() {
    let elsewhere = Work {
        authors: people(&[("Rossi", "M"), ("Tanaka", "K")]),
        container: Some(String::from("Gut")),
        container_short: None,
        volume: Some(String::from("9")),
        pages: Some(String::from("5-8")),
        identifiers: [doi("10.1136/gut.9")].into_iter().collect(),
        ..trial()
    };
    let judgement = verdict_of(&described(), &complete([elsewhere.clone(), trial()]));
    assert_eq!(judgement.verdict, Verdict::Verified);
    assert_eq!(verdict_of(&described(), &shelf([elsewhere], Coverage::Partial)).verdict, Verdict::Unchecked);
}

#[test]
fn a_work_of_other_people_at_another_venue_in_another_year_is_another_work() {
    let others = Work {
        authors: people(&[("Rossi", "M"), ("Tanaka", "K")]),
        container: Some(String::from("Current Protocols in Bioinformatics")),
        container_short: None,
        date: year(2017),
        volume: Some(String::from("18")),
        pages: Some(String::from("77-79")),
        identifiers: [doi("10.1002/other.1")].into_iter().collect(),
        ..trial()
    };
    assert_eq!(verdict_of(&described(), &complete([others.clone()])).verdict, Verdict::NotFound);
    assert_eq!(verdict_of(&described(), &shelf([others], Coverage::Partial)).verdict, Verdict::Unchecked);
}

#[test]
fn an_erratum_of_the_same_title_is_not_the_work() {
    let erratum = Work {
        title: Some(format!("Erratum: {}", trial().title.unwrap())),
        volume: Some(String::from("347")),
        pages: Some(String::from("12")),
        identifiers: [doi("10.1056/erratum")].into_iter().collect(),
        ..trial()
    };
    let judgement = verdict_of(&described(), &complete([erratum, trial()]));
    assert_eq!(judgement.record.unwrap().work.identifiers.doi(), Some("10.1056/nejm.1"));
}

#[test]
fn a_short_title_alone_is_not_enough() {
    let editorial = Work { title: Some(String::from("Editorial")), ..described() };
    let claim = Work {
        authors: people(&[("Rossi", "M")]),
        container: Some(String::from("Gut")),
        container_short: None,
        volume: Some(String::from("2")),
        pages: Some(String::from("77")),
        ..editorial.clone()
    };
    assert_eq!(
        verdict_of(&claim, &shelf([editorial.clone()], Coverage::Partial)).verdict,
        Verdict::Unchecked
    );
    assert_eq!(verdict_of(&claim, &complete([editorial])).verdict, Verdict::NotFound);
}

#[test]
fn another_year_of_a_series_is_not_accused_by_a_library_that_may_lack_it() {
    let report = |year_cited: i32, volume: &str, page: &str| Work {
        title: Some(format!("Heart disease and stroke statistics {year_cited} update")),
        date: year(year_cited),
        volume: Some(volume.to_owned()),
        pages: Some(page.to_owned()),
        ..described()
    };
    let judgement = verdict_of(
        &report(2019, "139", "e56-e528"),
        &shelf([report(2018, "137", "e67-e492")], Coverage::Partial),
    );
    assert_eq!(judgement.verdict, Verdict::Unchecked);
}
