//! Tests years, volumes and pages.

use super::*;

#[test]
fn a_year_more_or_less_is_a_hint_and_the_year_online_is_right() {
    let later = Work { date: year(2013), ..trial() };
    let judgement = verdict_of(&later, &complete([trial()]));
    let weights: Vec<Weight> = judgement.differences.iter().map(|difference| difference.weight).collect();
    assert_eq!((judgement.verdict, weights), (Verdict::Verified, vec![Weight::Hint]));
    assert_verified(&later, Work { online_date: year(2013), date: year(2014), ..trial() });
    assert_differs(&Work { date: year(2016), ..trial() }, trial(), &["year"]);
}

#[test]
fn a_work_ahead_of_print_has_no_volume_and_no_pages() {
    let early = Work { volume: None, issue: None, pages: None, ..trial() };
    assert_verified(&early, trial());
    assert_verified(&trial(), early);
}

#[test]
fn volume_and_first_page_together_are_serious_one_alone_is_slight() {
    let page = Work { pages: Some(String::from("511-519")), ..trial() };
    assert_eq!(serious(&verdict_of(&page, &complete([trial()]))), [""; 0]);
    let both = Work { volume: Some(String::from("12")), ..page };
    assert_eq!(serious(&verdict_of(&both, &complete([trial()]))), ["volume", "pages"]);
}

#[test]
fn without_a_venue_an_earlier_year_may_be_that_of_the_preprint() {
    let early = Work {
        container: None,
        container_short: None,
        date: year(2010),
        volume: None,
        pages: None,
        ..described()
    };
    let judgement = verdict_of(&early, &complete([trial()]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
}

#[test]
fn a_journal_may_print_two_years_after_it_published_online() {
    let printed = Work { date: year(2014), ..trial() };
    let judgement = verdict_of(&printed, &complete([trial()]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
    // A year before the record's cannot be the year of print.
    assert_differs(&Work { date: year(2010), ..trial() }, trial(), &["year"]);
}

/// Returns a reference that gives its place in a journal and nothing else.
fn place_alone(pages: &str) -> Work {
    Work { title: None, authors: Vec::new(), pages: Some(String::from(pages)), ..described() }
}

#[test]
fn a_place_in_a_journal_from_its_first_page_to_its_last_is_that_of_one_work() {
    let judgement = verdict_of(&place_alone("393-403"), &complete([trial()]));
    assert_eq!(judgement.verdict, Verdict::Verified);
    assert_eq!(judgement.record.unwrap().work.title, trial().title);
    // Another last page, another year, another volume, only a first page: too little, and no
    // accusation.
    let other_year = Work { date: year(2013), ..place_alone("393-403") };
    let other_volume = Work { volume: Some(String::from("347")), ..place_alone("393-403") };
    for other in [place_alone("393-404"), place_alone("393"), other_year, other_volume] {
        let judgement = verdict_of(&other, &complete([trial()]));
        assert_eq!((judgement.verdict, judgement.record), (Verdict::Unchecked, None), "{other:?}");
    }
}

#[test]
fn a_place_of_two_works_is_that_of_none() {
    let letter = Work {
        title: Some(String::from("Letters about metformin")),
        identifiers: [doi("10.1056/letters")].into_iter().collect(),
        ..trial()
    };
    let judgement = verdict_of(&place_alone("393-403"), &complete([trial(), letter]));
    assert_eq!((judgement.verdict, judgement.record), (Verdict::Unchecked, None));
}

#[test]
fn a_reply_on_another_page_is_another_reply() {
    let reply = |page: &str| Work {
        title: Some(String::from("Reply")),
        authors: Vec::new(),
        pages: Some(String::from(page)),
        identifiers: Default::default(),
        ..trial()
    };
    assert_eq!(
        verdict_of(&reply("501"), &shelf([reply("501")], Coverage::Partial)).verdict,
        Verdict::Verified
    );
    assert_eq!(
        verdict_of(&reply("501"), &shelf([reply("988")], Coverage::Partial)).verdict,
        Verdict::Unchecked
    );
}
