//! Tests papers of computing when some of the general indexes do not answer.

use super::planning::Web;
use super::*;
use crate::judge::{Disclosable, judge_and_plan};

const EVERYBODY: [&str; 7] =
    ["crossref", "openalex", "europepmc", "semanticscholar", "dblp", "openreview", "pubmed"];

fn paper(venue: &str, kind: WorkKind, published: i32) -> Work {
    Work {
        kind,
        title: Some(String::from("Harbours that learn their own tides from the letters of pilots")),
        authors: people(&[("Marsh", "Yorick"), ("Quill", "Xenia")]),
        container: Some(venue.to_owned()),
        date: year(published),
        ..Work::default()
    }
}

fn iclr() -> Work {
    paper("International Conference on Learning Representations", WorkKind::ConferencePaper, 2022)
}

fn jmlr() -> Work {
    paper("Journal of Machine Learning Research", WorkKind::Article, 2021)
}

/// Returns the verdict after all questions, and the sources that were asked.
fn verdict(claim: &Work, held: &[(&'static str, &[Record])], down: &[&str]) -> (Judgement, Vec<String>) {
    let of = |name: &'static str| {
        held.iter().find(|(holder, _)| *holder == name).map_or(&[][..], |(_, held)| held)
    };
    let sources: Vec<(&'static str, &[Record])> = EVERYBODY.iter().map(|name| (*name, of(name))).collect();
    let web = Web::with(&sources, down);
    let rounds = web.ask(claim, Disclosable::Everything);
    let asked = rounds.into_iter().flatten().map(|(name, _)| name).collect();
    (judge_and_plan(claim, Disclosable::Everything, web.sources()).0, asked)
}

#[test]
fn an_invented_paper_is_not_found_although_an_index_of_every_field_cannot_be_asked() {
    for claim in [iclr(), jmlr()] {
        for down in [&["openalex"][..], &["openalex", "semanticscholar"], &["crossref"]] {
            let (judgement, asked) = verdict(&claim, &[], down);
            assert_eq!(judgement.verdict, Verdict::NotFound, "{down:?} {:?}", claim.container);
            assert!(asked.contains(&String::from("dblp")), "{asked:?}");
        }
    }
}

#[test]
fn an_outage_of_who_lists_the_venue_is_never_silence() {
    for down in [
        &["openalex", "dblp"][..],
        &["openalex", "crossref"],
        &["openalex", "openreview"],
        &["openalex", "dblp", "openreview"],
    ] {
        let (judgement, _) = verdict(&iclr(), &[], down);
        assert_eq!(judgement.verdict, Verdict::Unchecked, "{down:?}");
        assert!(judgement.unchecked_because.is_some(), "{down:?}");
    }
    // OpenReview lacks the papers of this journal, so the verdict does not wait for it.
    let (judgement, asked) = verdict(&jmlr(), &[], &["openalex", "openreview"]);
    assert_eq!(judgement.verdict, Verdict::NotFound);
    assert!(!asked.contains(&String::from("openreview")), "{asked:?}");
    // A failing source of the work's other fields is not a general index.
    let (judgement, _) = verdict(&jmlr(), &[], &["openalex", "europepmc"]);
    assert_eq!(judgement.verdict, Verdict::Unchecked);
}

#[test]
fn nobody_is_asked_who_is_not_needed() {
    let (judgement, asked) = verdict(&iclr(), &[], &[]);
    assert_eq!(judgement.verdict, Verdict::NotFound, "the general indexes list it");
    assert!(
        !asked.contains(&String::from("dblp")) && !asked.contains(&String::from("openreview")),
        "{asked:?}"
    );
    let record = [record(jmlr())];
    let (judgement, asked) = verdict(&jmlr(), &[("crossref", &record)], &["openalex"]);
    assert_eq!(judgement.verdict, Verdict::Verified);
    assert!(!asked.contains(&String::from("dblp")), "{asked:?}");
}

#[test]
fn a_paper_that_one_of_them_has_is_verified_and_openreview_is_asked_last() {
    let held = [record(iclr())];
    let (judgement, asked) = verdict(&iclr(), &[("dblp", &held)], &["openalex"]);
    assert_eq!(judgement.verdict, Verdict::Verified);
    assert!(!asked.contains(&String::from("openreview")), "{asked:?}");
    let (judgement, _) = verdict(&iclr(), &[("openreview", &held)], &["openalex", "dblp"]);
    assert_eq!(judgement.verdict, Verdict::Verified, "dblp is down, and OpenReview has it");
}

#[test]
fn a_venue_that_no_index_of_every_field_lists_is_decided_by_who_lists_it() {
    let claim = paper(
        "The Tenth International Conference on Learning Representations",
        WorkKind::ConferencePaper,
        2022,
    );
    let (judgement, asked) = verdict(&claim, &[], &[]);
    assert_eq!(judgement.verdict, Verdict::NotFound);
    assert!(asked.contains(&String::from("dblp")), "{asked:?}");
    // Too new, or a workshop: no source is certain to list it.
    for claim in
        [Work { date: year(2026), ..claim.clone() }, paper("ICLR 2022 Workshop on Boats", claim.kind, 2022)]
    {
        let (judgement, _) = verdict(&claim, &[], &["openalex"]);
        assert_eq!(judgement.verdict, Verdict::Unchecked, "{:?}", claim.container);
    }
}

#[test]
fn other_fields_do_not_ask_there() {
    let claim = paper("Physical Review Letters", WorkKind::Article, 2019);
    let (judgement, asked) = verdict(&claim, &[], &["openalex"]);
    assert_eq!(judgement.verdict, Verdict::Unchecked);
    assert!(!asked.contains(&String::from("dblp")), "{asked:?}");
}

#[test]
fn a_program_is_verified_by_the_registry_at_its_address_and_never_accused() {
    let program = |title: &str| Work {
        kind: WorkKind::Software,
        title: Some(title.to_owned()),
        authors: people(&[("Quill", "Xenia")]),
        date: year(2019),
        url: Some(String::from("https://github.com/quill/tidewright")),
        ..Work::default()
    };
    let registered = Work { authors: Vec::new(), date: None, ..program("tidewright: Tables of Tides") };
    let web = |held: &[Record], down: &[&str], claim: &Work| {
        let web = Web::with(&[("datacite", &[]), ("pypi", &[]), ("github", held)], down);
        web.ask(claim, Disclosable::Everything);
        judge_and_plan(claim, Disclosable::Everything, web.sources()).0.verdict
    };
    let held = [record(registered.clone())];
    assert_eq!(web(&held, &[], &program("tidewright: Tables of Tides")), Verdict::Verified);
    assert_eq!(web(&held, &[], &program("tidewright")), Verdict::Verified);
    let elsewhere =
        [record(Work { url: Some(String::from("https://github.com/other/tidewright")), ..registered })];
    assert_eq!(
        web(&elsewhere, &[], &program("tidewright")),
        Verdict::Uncovered,
        "another program of that name"
    );
    assert_eq!(web(&[], &[], &program("tidewright")), Verdict::Uncovered);
    assert_eq!(web(&held, &["github"], &program("tidewright")), Verdict::Uncovered);
}
