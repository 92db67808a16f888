//! Tests what is found for a sentence, and in which order.

use super::*;
use crate::publication_status::PublicationStatus;
use crate::testing::{library, record};
use crate::vocabulary::Vocabulary;

fn found(text: &str, sources: &[Arc<dyn Source>]) -> SearchResults {
    search(&Query::of(text, &Vocabulary::shipped()), sources, 10)
}

fn titles(text: &str, sources: &[Arc<dyn Source>]) -> Vec<String> {
    let found = found(text, sources);
    found.candidates.iter().filter_map(|candidate| candidate.record.work.title.clone()).collect()
}

#[test]
fn the_record_that_says_it_comes_first_with_the_sentence_that_does() {
    let sources = library(vec![
        record(1, "Sleep and memory in students", "We asked students how they slept."),
        record(
            2,
            "A kinase in the liver",
            "We studied rats. Metformin activated AMPK in hepatocytes. More work is needed.",
        ),
    ]);
    let found = found("Metformin activates AMPK.", &sources);
    let first = found.candidates.first().expect("a candidate");
    assert_eq!(first.handle, "pmid:2");
    assert_eq!(
        first.passage.as_ref().map(|passage| passage.text.as_str()),
        Some("Metformin activated AMPK in hepatocytes.")
    );
    assert_eq!(found.asked.len(), 1);
}

#[test]
fn retracted_work_comes_last_and_is_marked_and_announcements_do_not_come() {
    let mut retracted = record(1, "Metformin activates AMPK", "Metformin activates AMPK.");
    retracted.types.push("Retracted Publication".into());
    let mut notice = record(2, "Retraction: Metformin activates AMPK", "");
    notice.types.push("Retraction of Publication".into());
    let sources = library(vec![retracted, notice, record(3, "AMPK after metformin", "A drug and a kinase.")]);
    let found = found("Metformin activates AMPK", &sources);
    let standings: Vec<PublicationStatus> =
        found.candidates.iter().map(|candidate| candidate.standing).collect();
    assert_eq!(standings, [PublicationStatus::Sound, PublicationStatus::Retracted]);
}

#[test]
fn a_work_that_two_sources_have_is_one() {
    let mut sources = library(vec![record(1, "Metformin and AMPK", "")]);
    sources.extend(library(vec![record(1, "Metformin and AMPK", "Metformin activated AMPK.")]));
    assert_eq!(titles("metformin AMPK", &sources).len(), 1);
}

#[test]
fn a_work_that_shares_three_of_five_words_is_a_weak_match_and_not_nothing() {
    let sources = library(vec![record(1, "Statins and the hips of sailors", "")]);
    let found = found("Statins break hips of old sailors", &sources);
    assert_eq!(found.candidates.len(), 1, "{found:?}");
    assert!(found.candidates[0].is_weak(), "{:?}", found.candidates[0]);
}

#[test]
fn words_of_any_subject_do_not_decide_which_work_comes_first() {
    let sources = library(vec![
        record(
            1,
            "Kidney donation saves lives",
            "Each donor saves the lives of many. Breast milk and screening of donors are discussed.",
        ),
        record(2, "Mammography and survival", "Breast cancer screening lowered mortality in women."),
        record(3, "A survey of donors", "Donors were asked how they live."),
        record(4, "Breast cancer in men", "Breast cancer is rare in men. They live longer."),
    ]);
    let found = found("Breast cancer screening saves lives", &sources);
    let handles: Vec<&str> = found.candidates.iter().map(|one| one.handle.as_str()).collect();
    assert_eq!(handles.first(), Some(&"pmid:2"), "{handles:?}");
    let donation = found.candidates.iter().find(|one| one.handle == "pmid:1");
    assert!(donation.is_none_or(Candidate::is_weak), "it names no breast cancer");
}

#[test]
fn a_work_that_has_the_words_together_comes_before_one_that_strews_them() {
    let sources = library(vec![
        record(
            1,
            "Psychiatry of mitochondrial disease",
            "Stroke was seen. Fatigue is common. Depression came later.",
        ),
        record(2, "Mood after stroke", "After a stroke depression was found in one of three patients."),
        record(3, "Fatigue", "Fatigue is common after infections."),
    ]);
    assert_eq!(
        titles("Depression is common after stroke", &sources).first().map(String::as_str),
        Some("Mood after stroke")
    );
}

#[test]
fn nothing_is_offered_where_nothing_fits() {
    let sources = library(vec![record(1, "Sleep in students", "We asked students.")]);
    assert!(titles("chlorophyll of desert plants", &sources).is_empty());
    assert!(titles("", &sources).is_empty());
}

#[test]
fn a_work_that_has_one_of_two_subjects_is_a_weak_match() {
    let sources = library(vec![
        record(1, "Circuits in a mouse model of autism", "Autism is caused by changes of many genes."),
        record(2, "A cave in the mountains", "Bats sleep there."),
    ]);
    let vaccines = found("Vaccines do not cause autism", &sources).candidates;
    assert!(vaccines.iter().all(Candidate::is_weak), "{vaccines:?}");
    let autism = found("Autism is common", &sources).candidates;
    assert!(autism.first().is_some_and(|first| !first.is_weak()), "{autism:?}");
}
