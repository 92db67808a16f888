//! Tests identifiers that belong to another work, and identifiers that no source knows.

use super::*;

fn other() -> Work {
    Work {
        title: Some(String::from("Sodium excretion after saline infusion in the rat")),
        authors: people(&[("Petrov", "I"), ("Haddad", "S")]),
        date: year(1999),
        container: Some(String::from("Kidney international")),
        container_short: None,
        volume: Some(String::from("55")),
        pages: Some(String::from("1-9")),
        identifiers: [Identifier::Pmid(9_999_999), doi("10.1046/kidney.1")].into_iter().collect(),
        ..trial()
    }
}

#[test]
fn an_identifier_of_another_work_is_misidentified_and_the_right_one_is_known() {
    let claim = Work { identifiers: [doi("10.1046/kidney.1")].into_iter().collect(), ..trial() };
    let judgement = verdict_of(&claim, &complete([other(), trial()]));
    assert_eq!(judgement.verdict, Verdict::Misidentified);
    assert_eq!(judgement.record.unwrap().work.identifiers.doi(), Some("10.1056/nejm.1"));
    let (identifier, record) = judgement.other.unwrap();
    assert_eq!((identifier, record.work.title), (doi("10.1046/kidney.1"), other().title));
}

#[test]
fn one_wrong_identifier_beside_a_right_one_is_misidentified() {
    let claim = Work {
        identifiers: [doi("10.1056/nejm.1"), Identifier::Pmid(9_999_999)].into_iter().collect(),
        ..trial()
    };
    let judgement = verdict_of(&claim, &complete([other(), trial()]));
    assert_eq!(
        (judgement.verdict, judgement.other.unwrap().0),
        (Verdict::Misidentified, Identifier::Pmid(9_999_999))
    );
}

#[test]
fn an_identifier_that_nobody_knows_is_serious_in_a_complete_library_only() {
    let claim = Work { identifiers: [doi("10.9999/invented.7")].into_iter().collect(), ..trial() };
    assert_differs(&claim, trial(), &["doi"]);
    let without = Work { identifiers: [Identifier::Pmid(11_832_527)].into_iter().collect(), ..trial() };
    assert_eq!(verdict_of(&claim, &shelf([without], Coverage::Partial)).verdict, Verdict::Verified);
}

#[test]
fn a_bare_identifier_is_verified_by_being_found() {
    let bare = |identifier| Work { identifiers: [identifier].into_iter().collect(), ..Work::default() };
    assert_verified(&bare(doi("10.1056/nejm.1")), trial());
    let stray = bare(doi("10.9999/invented.7"));
    assert_eq!(verdict_of(&stray, &complete([trial()])).verdict, Verdict::NotFound);
    assert_eq!(verdict_of(&stray, &shelf([trial()], Coverage::Partial)).verdict, Verdict::Unchecked);
}

#[test]
fn a_real_identifier_under_an_invented_title_is_misidentified_or_differs() {
    let invented = Work {
        title: Some(String::from("Coconut reasoning for quantum citation alignment")),
        volume: None,
        pages: None,
        authors: people(&[("Example", "Alice")]),
        ..trial()
    };
    assert_eq!(verdict_of(&invented, &complete([trial()])).verdict, Verdict::Misidentified);
    let real_authors = Work { authors: trial().authors, ..invented };
    assert_differs(&real_authors, trial(), &["title"]);
}

#[test]
fn a_trial_registration_in_an_article_is_not_its_identifier() {
    let registration = Identifier::Trial(String::from("NCT01234567"));
    let mut elsewhere = other();
    elsewhere.identifiers.insert(registration.clone());
    let mut claim = trial();
    claim.identifiers.insert(registration);
    assert_eq!(verdict_of(&claim, &complete([elsewhere, trial()])).verdict, Verdict::Verified);
}

#[test]
fn a_chapter_may_carry_the_doi_of_its_book() {
    let book = Work {
        kind: WorkKind::Book,
        title: Some(String::from("Handbook of renal physiology")),
        identifiers: [doi("10.1007/book")].into_iter().collect(),
        ..Work::default()
    };
    let chapter = Work {
        kind: WorkKind::Chapter,
        title: Some(String::from("Handling of sodium")),
        container: Some(String::from("Handbook of Renal Physiology")),
        identifiers: [doi("10.1007/book")].into_iter().collect(),
        ..Work::default()
    };
    assert_verified(&chapter, book);
}

#[test]
fn the_doi_of_a_figure_is_that_of_the_work() {
    let claim = Work { identifiers: [doi("10.1056/nejm.1.g002")].into_iter().collect(), ..trial() };
    assert_verified(&claim, trial());
}

#[test]
fn an_update_of_a_review_does_not_accuse_the_version_before() {
    let version = |number: &str, on: i32| Work {
        title: Some(String::from(
            "Interventions for preventing falls in older people living in the community",
        )),
        container: Some(String::from("Cochrane Database of Systematic Reviews")),
        container_short: None,
        volume: None,
        pages: Some(String::from("CD007146")),
        date: year(on),
        identifiers: [doi(&format!("10.1002/14651858.cd007146.pub{number}"))].into_iter().collect(),
        ..trial()
    };
    let judgement = verdict_of(&version("2", 2009), &shelf([version("3", 2012)], Coverage::Partial));
    assert_eq!(judgement.verdict, Verdict::Unchecked);
}

#[test]
fn only_a_register_says_that_an_identifier_is_not_registered() {
    let stray = doi("10.9999/invented.7");
    let claim = Work { identifiers: [stray.clone()].into_iter().collect(), ..Work::default() };
    let empty = |name| -> Arc<dyn Source> {
        Arc::new(Shelf { name, records: Vec::new(), coverage: Coverage::Complete, silent: false })
    };
    let denied = judge(&claim, &gather(&claim, &[empty("doi")]));
    assert_eq!(denied.verdict, Verdict::NotFound);
    assert_eq!(denied.unregistered, [(stray, String::from("doi"))]);
    // A library on this machine may be older than the identifier.
    let absent = judge(&claim, &gather(&claim, &[empty("library")]));
    assert_eq!((absent.verdict, absent.unregistered.len()), (Verdict::NotFound, 0));
}
