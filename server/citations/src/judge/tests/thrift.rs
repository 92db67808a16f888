//! Tests the questions to scarce sources, and to arXiv, which answers few requests.

use super::planning::Web;
use super::*;
use crate::judge::Disclosable;

const NO_RECORDS: &[Record] = &[];

/// Returns a paper outside of medicine, without an identifier.
fn described() -> Work {
    Work {
        kind: WorkKind::Article,
        title: Some(String::from("Sequential halving for the scheduling of harbour cranes")),
        authors: vec![Name::person("Brandt", "Ida")],
        container: Some(String::from("Journal of Machine Learning Research")),
        date: Some(Date { year: 2018, month: None, day: None }),
        ..Work::default()
    }
}

fn searched(rounds: &[Vec<(String, Question)>]) -> Vec<&str> {
    let asks = rounds.iter().flatten().filter(|(_, question)| matches!(question, Question::Like(_)));
    asks.map(|(name, _)| name.as_str()).collect()
}

fn without_keys(crossref: &[Record], openalex: &[Record]) -> Web {
    let sources = [
        ("crossref", crossref),
        ("europepmc", NO_RECORDS),
        ("openalex", openalex),
        ("pubmed", NO_RECORDS),
        ("semanticscholar", NO_RECORDS),
    ];
    Web::with_scarce(&sources, &[], &["openalex", "semanticscholar"])
}

#[test]
fn what_crossref_has_is_not_searched_for_at_openalex_without_a_key() {
    let web = without_keys(&[record(described())], NO_RECORDS);
    let rounds = web.ask(&described(), Disclosable::Everything);
    assert_eq!(searched(&rounds), ["crossref"]);
    assert_eq!(web.judge(&described()).verdict, Verdict::Verified);
}

#[test]
fn the_silence_of_openalex_is_asked_for_once_and_last_before_an_accusation() {
    let web = without_keys(NO_RECORDS, NO_RECORDS);
    let rounds = web.ask(&described(), Disclosable::Everything);
    assert_eq!(searched(&rounds).last(), Some(&"openalex"), "{rounds:?}");
    assert_eq!(searched(&rounds).iter().filter(|name| **name == "openalex").count(), 1);
    assert_eq!(web.judge(&described()).verdict, Verdict::NotFound);
}

#[test]
fn what_openalex_alone_has_is_found_without_a_key() {
    let web = without_keys(NO_RECORDS, &[record(described())]);
    assert_eq!(web.check(&described()).verdict, Verdict::Verified);
}

#[test]
fn a_reference_is_not_said_to_differ_from_another_work_of_nearly_the_same_title() {
    let near = Work {
        title: Some(String::from("Sequential halving for the scheduling of harbour pilots")),
        ..described()
    };
    let web = without_keys(&[record(near)], &[record(described())]);
    assert_eq!(web.check(&described()).verdict, Verdict::Verified);
}

#[test]
fn with_a_key_openalex_is_searched_first() {
    let sources = [("crossref", NO_RECORDS), ("openalex", &[record(described())][..])];
    let rounds = Web::of(&sources).ask(&described(), Disclosable::Everything);
    assert_eq!(searched(&rounds), ["openalex"]);
}

#[test]
fn an_openalex_without_an_answer_leaves_the_reference_unchecked() {
    let sources = [("crossref", NO_RECORDS), ("europepmc", NO_RECORDS), ("openalex", NO_RECORDS)];
    let web = Web::with_scarce(&sources, &["openalex"], &["openalex"]);
    assert_eq!(web.check(&described()).verdict, Verdict::Unchecked);
}

/// Returns an arXiv preprint, cited by its number.
fn preprint() -> Work {
    Work {
        kind: WorkKind::Preprint,
        container: Some(String::from("arXiv")),
        identifiers: [Identifier::Arxiv(String::from("2401.90001"), None)].into_iter().collect(),
        ..described()
    }
}

fn around_arxiv(describing: &[Record], down: &[&str]) -> Web {
    let sources =
        [("datacite", describing), ("openalex", NO_RECORDS), ("doi", describing), ("arxiv", describing)];
    Web::with_scarce(&sources, down, &["openalex"])
}

#[test]
fn a_paper_of_arxiv_is_verified_while_arxiv_is_down_and_the_withdrawal_is_unchecked() {
    let web = around_arxiv(&[record(preprint())], &["arxiv"]);
    let judgement = web.check(&preprint());
    assert_eq!(judgement.verdict, Verdict::Verified, "{judgement:?}");
    assert_eq!(judgement.withdrawal_unchecked, Some((String::from("arxiv"), SourceError::Timeout)));
    let arxiv = judgement.consulted.iter().find(|consulted| consulted.name == "arxiv");
    assert_eq!(arxiv.map(|arxiv| arxiv.outcome), Some(Outcome::Error));
}

#[test]
fn a_reference_that_differs_is_said_to_differ_while_arxiv_is_down() {
    let claim = Work { authors: vec![Name::person("Quill", "Xenia")], ..preprint() };
    let judgement = around_arxiv(&[record(preprint())], &["arxiv"]).check(&claim);
    assert_eq!(judgement.verdict, Verdict::Differs, "{judgement:?}");
}

#[test]
fn arxiv_is_asked_last_and_answers_for_withdrawals() {
    let withdrawn = Record {
        notices: vec![Notice {
            kind: NoticeKind::Withdrawal,
            date: None,
            identifiers: Vec::new(),
            source: String::from("arxiv"),
            reason: None,
        }],
        ..record(preprint())
    };
    let plain = [record(preprint())];
    let sources = [("datacite", &plain[..]), ("openalex", &plain), ("arxiv", &[withdrawn][..])];
    let web = Web::of(&sources);
    for claim in [preprint(), Work { identifiers: Default::default(), ..preprint() }] {
        let rounds = web.ask(&claim, Disclosable::Everything);
        let asked: Vec<&str> = rounds.iter().flatten().map(|(name, _)| name.as_str()).collect();
        if !asked.is_empty() {
            assert!(asked.iter().position(|name| *name == "arxiv").is_none_or(|at| at + 1 == asked.len()));
        }
        let judgement = web.judge(&claim);
        assert_eq!(judgement.notices.len(), 1, "{judgement:?}");
        assert_eq!(judgement.withdrawal_unchecked, None);
    }
}

#[test]
fn a_number_that_datacite_and_doi_org_do_not_know_is_not_found_whatever_arxiv_does() {
    for down in [&[][..], &["arxiv"]] {
        let judgement = around_arxiv(NO_RECORDS, down).check(&preprint());
        assert_eq!(judgement.verdict, Verdict::NotFound, "{down:?} {judgement:?}");
    }
    // A number alone needs no search for its title.
    let bare = Work { identifiers: preprint().identifiers, ..Work::default() };
    let judgement = around_arxiv(NO_RECORDS, &["arxiv", "openalex"]).check(&bare);
    assert_eq!(judgement.verdict, Verdict::NotFound, "{judgement:?}");
    for down in [&["doi"][..], &["datacite"], &["doi", "arxiv"], &["datacite", "arxiv"]] {
        let judgement = around_arxiv(NO_RECORDS, down).check(&preprint());
        assert_eq!(judgement.verdict, Verdict::Unchecked, "{down:?} {judgement:?}");
    }
}

#[test]
fn an_arxiv_number_and_its_doi_are_asked_for_once() {
    let number = Identifier::Arxiv(String::from("2401.90001"), Some(2));
    let doi = Identifier::Doi(String::from("10.48550/arxiv.2401.90001"));
    let claim = Work { identifiers: [doi, number].into_iter().collect(), ..preprint() };
    let web = around_arxiv(&[record(preprint())], &[]);
    let rounds = web.ask(&claim, Disclosable::Everything);
    let of = |wanted: &str| rounds.iter().flatten().filter(|(name, _)| name == wanted).count();
    assert_eq!((of("openalex"), of("datacite"), of("arxiv")), (1, 1, 1), "{rounds:?}");
    assert_eq!(web.judge(&claim).verdict, Verdict::Verified);
}
