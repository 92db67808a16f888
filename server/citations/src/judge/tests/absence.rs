//! Tests the verdict when no source has the work.

use super::*;

fn fabricated() -> Work {
    Work {
        title: Some(String::from("Hallucinated coconut reasoning for citation alignment")),
        authors: people(&[("Example", "Alice")]),
        volume: None,
        pages: None,
        ..described()
    }
}

#[test]
fn not_found_needs_a_complete_source() {
    assert_eq!(verdict_of(&fabricated(), &complete([trial()])).verdict, Verdict::NotFound);
    assert_eq!(verdict_of(&fabricated(), &shelf([trial()], Coverage::Partial)).verdict, Verdict::Unchecked);
    assert_eq!(verdict_of(&fabricated(), &shelf([trial()], Coverage::None)).verdict, Verdict::Uncovered);
}

#[test]
fn an_outage_is_unchecked_whatever_the_others_say() {
    let down: Arc<dyn Source> =
        Arc::new(Shelf { name: "crossref", records: Vec::new(), coverage: Coverage::Complete, silent: true });
    let sources = [complete([trial()]), down];
    let judgement = judge(&fabricated(), &gather(&fabricated(), &sources));
    assert_eq!(
        (judgement.verdict, judgement.unchecked_because),
        (Verdict::Unchecked, Some(SourceError::Unavailable))
    );
    assert_eq!(
        judgement.consulted.iter().map(|consulted| consulted.outcome).collect::<Vec<_>>(),
        [Outcome::NoMatch, Outcome::Error]
    );
}

#[test]
fn half_an_answer_verifies_and_does_not_accuse() {
    let down: Arc<dyn Source> =
        Arc::new(Shelf { name: "crossref", records: Vec::new(), coverage: Coverage::Complete, silent: true });
    let sources = [complete([trial()]), down];
    assert_eq!(judge(&described(), &gather(&described(), &sources)).verdict, Verdict::Verified);
    let wrong = Work { authors: people(&[("Rossi", "M")]), ..described() };
    assert_eq!(judge(&wrong, &gather(&wrong, &sources)).verdict, Verdict::Unchecked);
}

#[test]
fn a_service_that_is_down_takes_nothing_back_of_what_the_library_knows_of_an_identifier() {
    let down = |name| -> Arc<dyn Source> {
        Arc::new(Shelf { name, records: Vec::new(), coverage: Coverage::Complete, silent: true })
    };
    let another = Work {
        title: Some(String::from("Renal handling of lithium in healthy volunteers")),
        authors: people(&[("Moreau", "C")]),
        identifiers: [doi("10.1093/lithium.4")].into_iter().collect(),
        ..trial()
    };
    let misidentified = Work { identifiers: another.identifiers.clone(), ..trial() };
    let wrong_people = Work { authors: people(&[("Rossi", "M"), ("Bianchi", "L")]), ..trial() };
    for (claim, expected) in [(misidentified, Verdict::Misidentified), (wrong_people, Verdict::Differs)] {
        let library = shelf([trial(), another.clone()], Coverage::Partial);
        let alone = judge(&claim, &gather(&claim, std::slice::from_ref(&library)));
        assert_eq!(alone.verdict, expected);
        let judgement =
            judge(&claim, &gather(&claim, &[library, down("crossref"), down("pubmed"), down("doi")]));
        assert_eq!((judgement.verdict, judgement.unchecked_because), (expected, None));
        assert_eq!(judgement.differences, alone.differences);
        // A service that knows nothing of this reference yet, and cannot be asked without a network.
        let library = shelf([trial(), another.clone()], Coverage::Partial);
        let sources: [Arc<dyn Source>; 3] =
            [library, Arc::new(UnaskedService("crossref")), Arc::new(UnaskedService("doi"))];
        let judgement = judge(&claim, &gather(&claim, &sources));
        assert_eq!((judgement.verdict, judgement.unchecked_because), (expected, None));
        // A service alone does not accuse a reference while another is down.
        let web: Arc<dyn Source> = Arc::new(Shelf {
            name: "europepmc",
            records: vec![record(trial()), record(another.clone())],
            coverage: Coverage::Complete,
            silent: false,
        });
        let judgement = judge(&claim, &gather(&claim, &[web, down("crossref")]));
        assert_eq!(judgement.verdict, Verdict::Unchecked);
    }
}

#[test]
fn a_kind_that_nobody_lists_is_verified_only_by_what_fits_in_everything() {
    let page = Work {
        kind: WorkKind::WebPage,
        title: trial().title,
        url: Some(String::from("https://example.org")),
        ..Work::default()
    };
    assert_eq!(verdict_of(&page, &shelf([trial()], Coverage::None)).verdict, Verdict::Uncovered);
    assert_eq!(verdict_of(&described(), &shelf([trial()], Coverage::None)).verdict, Verdict::Verified);
}

#[test]
fn too_little_to_go_by_is_unchecked() {
    let vague = Work { authors: people(&[("Kessler", "A")]), date: year(2012), ..Work::default() };
    assert_eq!(verdict_of(&vague, &complete([trial()])).verdict, Verdict::Unchecked);
}

#[test]
fn a_reference_without_title_is_known_by_its_place() {
    let short = Work { title: None, ..described() };
    assert_verified(&short, trial());
}

#[test]
fn without_sources_nothing_is_said() {
    assert_eq!(judge(&trial(), &gather(&trial(), &[])).verdict, Verdict::Unchecked);
}
