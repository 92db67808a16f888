//! The methodology and the limitations of a report.

use super::{ReportSection, ResearchReport, Sentence};
use crate::evidence::Evidence;
use crate::model::ModelContribution;
use crate::publication_status::PublicationStatus;
use crate::rounds::ResearchOutcome;
use crate::study::Design;
use referee_bibliography::render;
use referee_records::source_name;
use referee_text::Language;
use std::collections::BTreeSet;

/// Formats a number of papers: `1 paper`, `2 papers`.
pub(super) fn papers(number: usize) -> String {
    crate::hypotheses::counted(number, "paper")
}

/// Lists the sources searched by their display names; returns `none` without sources.
pub(super) fn sources(report: &ResearchReport, none: &str) -> String {
    let names: Vec<&str> = report.sources_searched.iter().map(|name| shown(name)).collect();
    if names.is_empty() { none.to_owned() } else { names.join(", ") }
}

/// Returns the display name of a source.
fn shown(source: &str) -> &str {
    source_name(Language::English, source)
}

/// Returns the English name of a language for its code of ISO 639-1 or 639-2; other codes are kept.
fn language_name(code: &str) -> &str {
    match code.split(['-', '_']).next().unwrap_or(code) {
        "en" | "eng" => "English",
        "es" | "spa" => "Spanish",
        "fr" | "fre" | "fra" => "French",
        "de" | "ger" | "deu" => "German",
        "pt" | "por" => "Portuguese",
        "it" | "ita" => "Italian",
        "nl" | "dut" | "nld" => "Dutch",
        "ru" | "rus" => "Russian",
        "pl" | "pol" => "Polish",
        "tr" | "tur" => "Turkish",
        "zh" | "chi" | "zho" => "Chinese",
        "ja" | "jpn" => "Japanese",
        "ko" | "kor" => "Korean",
        _ => code,
    }
}

/// Describes how the evidence was searched, counted and judged.
pub(super) fn methodology(outcome: &ResearchOutcome, report: &ResearchReport) -> ReportSection {
    let mut sentences = Vec::new();
    let failed: BTreeSet<String> = outcome
        .searches
        .iter()
        .filter_map(|one| Some(format!("{} {}", shown(&one.asked.source), one.asked.problem.as_ref()?)))
        .collect();
    sentences.push(Sentence::counted(format!(
        "Sources searched: {}. Searches: {} in {}; {}.",
        sources(report, "none"),
        outcome.searches.len(),
        crate::hypotheses::counted(outcome.rounds as usize, "round"),
        outcome.stop.describe()
    )));
    for one in &outcome.searches {
        let hits = one
            .asked
            .hits
            .map_or_else(|| "no answer".to_owned(), |hits| crate::hypotheses::counted(hits, "record"));
        sentences.push(Sentence::counted(format!(
            "{}, round {}, {}: {} ({hits}).",
            one.date,
            one.round,
            shown(&one.asked.source),
            one.asked.words
        )));
    }
    for failure in failed {
        sentences.push(Sentence::counted(format!("Not searched: {failure}.")));
    }
    let flow = &report.flow;
    sentences.push(Sentence::counted(format!(
        "Flow: {} returned; {} on the question; {} retracted and excluded; {} included; {} quoted.",
        crate::hypotheses::counted(flow.hits, "record"),
        crate::hypotheses::counted(flow.works, "distinct work"),
        flow.retracted,
        flow.works - flow.retracted,
        flow.quoted
    )));
    sentences.push(Sentence::counted(
        "Hypotheses link statements that a vocabulary and patterns find in single sentences of titles and abstracts; their status depends on how many papers state or contradict each step.",
    ));
    sentences.push(Sentence::counted(took_part(outcome, report)));
    sentences.extend(outcome.compared.describe().map(Sentence::counted));
    sentences.push(Sentence::counted(format!(
        "Sufficiency of the evidence, judged by {}: mechanism: {}; clinical: {}.",
        if outcome.judgement.judged_by == "counted" { "counting" } else { &outcome.judgement.judged_by },
        outcome.judgement.mechanism_reason,
        outcome.judgement.clinical_reason
    )));
    ReportSection { title: "Methodology".to_owned(), sentences }
}

/// Describes the contribution of language models, including failures.
fn took_part(outcome: &ResearchOutcome, report: &ResearchReport) -> String {
    let parts = [
        ("proposed hypotheses", &outcome.assessment.model),
        ("judged", &outcome.judgement.model),
        ("wrote sentences", &report.model),
    ];
    let parts: Vec<(&str, &ModelContribution)> =
        parts.into_iter().filter_map(|(what, part)| Some((what, part.as_ref()?))).collect();
    if parts.is_empty() {
        return "No language model was used.".to_owned();
    }
    let mut out = String::new();
    let did: Vec<String> = parts
        .iter()
        .filter(|(_, part)| part.error.is_none())
        .map(|(what, part)| format!("{} {what}", part.model))
        .collect();
    if !did.is_empty() {
        out = format!(
            "Language model: {}, from numbered evidence; quotations, numbers and citations were checked against the stored texts. ",
            did.join("; ")
        );
    }
    let mut failed: Vec<String> = parts.iter().filter_map(|(_, part)| part.complaint()).collect();
    failed.dedup();
    out.push_str(&failed.join(" "));
    if did.is_empty() {
        out.push_str(" The rest was compiled without it.");
    }
    out.trim().to_owned()
}

/// Lists the limits of the report: what was not read, not counted or not stated.
pub(super) fn limitations(
    outcome: &ResearchOutcome,
    report: &ResearchReport,
    sound: &[&Evidence],
) -> Vec<Sentence> {
    let mut out = vec![Sentence::counted(
        "Titles and abstracts only: full texts were not read. The patterns miss statements in other words, so what is missing here may still be known.",
    )];
    if report.flow.without_abstract > 0 {
        out.push(Sentence::counted(format!("{} had no abstract.", papers(report.flow.without_abstract))));
    }
    let languages: BTreeSet<&str> =
        sound.iter().filter_map(|one| one.record.work.language.as_deref()).map(language_name).collect();
    if !languages.is_empty() {
        out.push(Sentence::counted(format!(
            "Languages of the works: {}.",
            languages.into_iter().collect::<Vec<_>>().join(", ")
        )));
    }
    let retracted: Vec<&Evidence> =
        outcome.evidence.iter().filter(|one| one.standing == PublicationStatus::Retracted).collect();
    if !retracted.is_empty() {
        let names: Vec<String> = retracted.iter().map(|one| render::short(&one.record.work)).collect();
        out.push(Sentence::counted(format!("Retracted and therefore excluded: {}.", names.join("; "))));
    }
    if !outcome.pages.is_empty() {
        let names: Vec<String> =
            outcome.pages.iter().map(|page| format!("{} ({})", page.title, page.url)).collect();
        out.push(Sentence::counted(format!(
            "Web pages without a bibliographic record, neither counted nor cited: {}.",
            names.join("; ")
        )));
    }
    let preprints = sound.iter().filter(|one| one.study.preprint).count();
    if preprints > 0 {
        out.push(Sentence::counted(format!("{} not peer reviewed.", papers(preprints))));
    }
    let unknown = sound.iter().filter(|one| one.study.design == Design::Unknown).count();
    if unknown > 0 {
        out.push(Sentence::counted(format!("Study type unknown: {}.", papers(unknown))));
    }
    let left_out = report.model.as_ref().map_or(0, |part| part.left_out.len());
    if left_out > 0 {
        out.push(Sentence::counted(format!(
            "Removed from the language model's text because the cited sources do not support it: {}.",
            crate::hypotheses::counted(left_out, "sentence")
        )));
    }
    out.extend(outcome.assessment.knowledge_gaps.iter().map(Sentence::counted));
    out.push(Sentence::counted(
        "Risk of bias, indirectness and imprecision need a reader's judgement; no certainty of evidence was assigned.",
    ));
    out
}
