#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use crate::record::Record;
use referee_bibliography::{Date, Identifier};

fn article(journal: &str, year: i32) -> Work {
    Work {
        kind: WorkKind::Article,
        title: Some(String::from("A title")),
        container: Some(journal.to_owned()),
        date: Some(Date { year, month: None, day: None }),
        ..Work::default()
    }
}

fn stated(source: &str, work: Work) -> Record {
    Record::new(source, work)
}

fn holdings() -> Inventory {
    let mut holdings = Inventory::default();
    holdings.add(&stated("pubmed", article("Acta Obscura", 2020)));
    holdings
}

fn covers(names: &[&str], work: &Work) -> Coverage {
    Completeness::from_names(names).unwrap().coverage(work, &holdings())
}

#[test]
fn nothing_is_absent_from_a_library_that_claims_nothing() {
    assert_eq!(covers(&[], &article("Lancet", 2010)), Coverage::Partial);
}

#[test]
fn a_complete_pubmed_has_the_articles_of_its_journals_and_no_others() {
    assert_eq!(covers(&["pubmed"], &article("Lancet", 2010)), Coverage::Complete);
    assert_eq!(covers(&["pubmed"], &article("Acta obscura", 2010)), Coverage::Complete);
    assert_eq!(covers(&["pubmed"], &article("Journal of Finance", 2010)), Coverage::Partial);
    assert_eq!(covers(&["pubmed"], &article("Health Economics", 2010)), Coverage::Partial);
    assert_eq!(
        covers(&["pubmed"], &Work { kind: WorkKind::ConferencePaper, ..article("NeurIPS", 2010) }),
        Coverage::None
    );
}

#[test]
fn a_work_newer_than_the_library_is_not_absent() {
    assert_eq!(covers(&["pubmed"], &article("Lancet", 2021)), Coverage::Partial);
    assert_eq!(covers(&["pubmed"], &Work { date: None, ..article("Lancet", 2000) }), Coverage::Partial);
    assert_eq!(covers(&["pubmed:2000-2024"], &article("Lancet", 2021)), Coverage::Complete);
    assert_eq!(covers(&["pubmed:2000-2024"], &article("Lancet", 1999)), Coverage::Partial);
    assert_eq!(covers(&["all"], &article("Lancet", 2021)), Coverage::Complete);
}

#[test]
fn a_slip_in_a_users_file_does_not_make_a_library_newer() {
    let mut holdings = holdings();
    holdings.add(&stated("bibtex", article("Acta Obscura", 2099)));
    let pubmed = Completeness::from_names(["pubmed"]).unwrap();
    assert_eq!(pubmed.coverage(&article("Lancet", 2025), &holdings), Coverage::Partial);
}

#[test]
fn what_no_source_lists_is_not_absent_from_any() {
    for kind in [
        WorkKind::WebPage,
        WorkKind::Thesis,
        WorkKind::Software,
        WorkKind::Standard,
        WorkKind::Patent,
        WorkKind::Report,
        WorkKind::Dataset,
        WorkKind::Book,
        WorkKind::Other,
    ] {
        for names in [&["pubmed"][..], &["all"], &["crossref", "arxiv", "dblp"], &[]] {
            assert_eq!(
                covers(names, &Work { kind, ..article("Lancet", 2010) }),
                Coverage::None,
                "{kind:?} {names:?}"
            );
        }
    }
}

#[test]
fn a_bare_doi_is_absent_only_where_its_publisher_is_known_to_register_papers() {
    let bare = |doi: &str| Work {
        identifiers: [Identifier::Doi(doi.to_owned())].into_iter().collect(),
        ..Work::default()
    };
    let holdings = {
        let mut inventory = holdings();
        let mut known = article("Lancet", 2020);
        known.identifiers = bare("10.1016/s0140-6736(20)1").identifiers;
        inventory.add(&stated("pubmed", known));
        inventory
    };
    let all = Completeness::everything();
    assert_eq!(all.coverage(&bare("10.1016/none"), &holdings), Coverage::Complete);
    assert_eq!(all.coverage(&bare("10.4242/none"), &holdings), Coverage::Partial);
    for repository in ["10.5281/zenodo.1", "10.6084/m9.figshare.1"] {
        assert_eq!(all.coverage(&bare(repository), &holdings), Coverage::None);
        let titled = Work { title: Some(String::from("Tables")), ..bare(repository) };
        assert_eq!(all.coverage(&titled, &holdings), Coverage::None);
    }
}

#[test]
fn a_preprint_is_absent_from_arxiv_only_where_it_is_said_to_be_there() {
    let mut preprint = Work { kind: WorkKind::Preprint, ..article("arXiv", 2010) };
    assert_eq!(covers(&["arxiv"], &preprint), Coverage::Complete);
    assert_eq!(covers(&["arxiv"], &article("arXiv preprint arXiv:2010.01234", 2010)), Coverage::Complete);
    preprint.container = Some(String::from("bioRxiv"));
    assert_eq!(covers(&["arxiv"], &preprint), Coverage::Partial);
    assert_eq!(covers(&["arxiv"], &article("Lancet", 2010)), Coverage::None);
}

#[test]
fn a_pubmed_number_that_cannot_have_been_given_is_absent() {
    let work = |pmid| Work { identifiers: [Identifier::Pmid(pmid)].into_iter().collect(), ..Work::default() };
    assert_eq!(covers(&["pubmed"], &work(99_999_999)), Coverage::Complete);
    assert_eq!(covers(&["pubmed"], &work(45_000_000)), Coverage::Partial);
}

#[test]
fn an_unknown_collection_is_said_and_the_others_stay() {
    let (completeness, problems) = Completeness::read(["pubmed", "scopus", "pubmed:soon"]);
    assert_eq!(problems.len(), 2);
    assert!(problems[0].to_string().contains("scopus") && problems[0].to_string().contains("crossref"));
    assert!(problems[1].to_string().contains("soon"));
    assert_eq!(completeness, Completeness::from_names(["pubmed"]).unwrap());
}

proptest::proptest! {
    #[test]
    fn any_name_is_read_or_refused(name in "\\PC*") {
        let _ = Completeness::from_names([name]);
    }
}
