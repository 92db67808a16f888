//! Writing a report without a language model: it counts, and it quotes.

use super::{Flow, ReportReference, ReportSection, ResearchReport, Sentence, TestedHypothesis};
use crate::clock;
use crate::evidence::Evidence;
use crate::hypotheses::{Assertion, Confidence, HypothesisAssessment, MechanismHypothesis, Status};
use crate::model::Part;
use crate::model::report::Written;
use crate::passage::{Passage, Place};
use crate::publication_status::PublicationStatus;
use crate::rounds::Outcome;
use crate::sentences::truncate_at_sentence;
use crate::study::Design;
use referee_bibliography::render;
use std::collections::{BTreeMap, BTreeSet};

/// What is said where there is no evidence.
pub const NO_EVIDENCE: &str = "Cannot generate report: No evidence collected.";

/// The name of that state for programs.
pub const NO_EVIDENCE_ID: &str = "report-no-evidence";

/// There is no evidence, so there is no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{NO_EVIDENCE}")]
pub struct NoEvidence;

/// How many works a section of findings quotes.
const QUOTED: usize = 10;

/// How long a summary is at most, in characters.
const SUMMARY: usize = 500;

/// Writes the report of what was found.
///
/// # Errors
///
/// Where no evidence was found that was not retracted.
pub fn compose(outcome: &Outcome) -> Result<ResearchReport, NoEvidence> {
    compose_with(outcome, None)
}

/// Writes the report with what a language model wrote for it. Everything that is counted stays as it is.
///
/// # Errors
///
/// Where no evidence was found that was not retracted.
pub fn compose_with(outcome: &Outcome, written: Option<Written>) -> Result<ResearchReport, NoEvidence> {
    let sound: Vec<&Evidence> =
        outcome.evidence.iter().filter(|one| one.standing != PublicationStatus::Retracted).collect();
    if sound.is_empty() {
        return Err(NoEvidence);
    }
    let assessment = &outcome.assessment;
    let (clinical, laboratory): (Vec<&Evidence>, Vec<&Evidence>) =
        sound.iter().copied().partition(|one| one.study.is_clinical());
    let choose = |all: &[&Evidence]| -> Vec<Evidence> {
        let owned: Vec<Evidence> = all.iter().map(|one| (*one).clone()).collect();
        outcome.compared.choose(&outcome.question, &owned, QUOTED)
    };
    let written = written.unwrap_or_default();
    let part = (!written.part.model.is_empty()).then(|| written.part.clone());
    // Where a model wrote a section, what is counted follows it; what would only have been quoted is left out.
    let quoted = |sentences: &[Sentence], all: &[&Evidence]| {
        if sentences.is_empty() { choose(all) } else { Vec::new() }
    };
    let behind = |sentences: Vec<Sentence>, mut section: ReportSection| {
        section.sentences.splice(0..0, sentences);
        section
    };
    let others = quoted(&written.mechanistic, &laboratory);
    let mechanistic_findings =
        behind(written.mechanistic, mechanistic(assessment, &others, &outcome.evidence));
    let others = quoted(&written.clinical, &clinical);
    let clinical_findings = behind(written.clinical, clinical_section(&clinical, &others));
    let drug_candidates = candidates(assessment);
    let hypotheses_tested: Vec<TestedHypothesis> = assessment
        .hypotheses
        .iter()
        .map(|one| TestedHypothesis {
            mechanism: format!("{}: {}", one.mechanism(), one.outcome()),
            supporting: one.supporting_evidence.clone(),
            contradicting: one.contradicting_evidence.clone(),
            status: one.status(),
        })
        .collect();
    let mut sources_searched: Vec<String> =
        outcome.searches.iter().map(|searched| searched.asked.source.clone()).collect();
    sources_searched.sort();
    sources_searched.dedup();
    let mut report = ResearchReport {
        title: format!("Evidence report: {}", outcome.question.trim_end_matches(['?', '.', ' '])),
        executive_summary: String::new(),
        research_question: outcome.question.clone(),
        methodology: ReportSection::default(),
        hypotheses_tested,
        mechanistic_findings,
        clinical_findings,
        drug_candidates,
        limitations: Vec::new(),
        conclusion: Vec::new(),
        references: Vec::new(),
        sources_searched,
        total_papers_reviewed: outcome.evidence.len(),
        search_iterations: outcome.rounds,
        confidence_score: best(assessment).map_or_else(Confidence::default, |one| one.confidence),
        flow: Flow::default(),
        date: clock::iso(clock::today()),
        made_by: match &part {
            Some(part) if part.error.is_none() => {
                format!(
                    "Written by {}, each sentence checked against what it cites; the rest counted and quoted",
                    part.model
                )
            }
            _ => "Counted and quoted".to_owned(),
        },
        model: part,
        embedding: outcome.compared.part.clone(),
    };
    report.conclusion = written.conclusion;
    report.conclusion.extend(conclusion(outcome, &clinical));
    report.references = references(&report, &outcome.evidence);
    report.flow = Flow {
        hits: outcome.searches.iter().filter_map(|searched| searched.asked.hits).sum(),
        works: outcome.evidence.len(),
        retracted: outcome.evidence.len() - sound.len(),
        without_abstract: sound.iter().filter(|one| one.record.work.summary.is_none()).count(),
        quoted: report.references.len(),
    };
    report.methodology = methodology(outcome, &report);
    report.limitations = limitations(outcome, &report, &sound);
    report.executive_summary = summary(outcome, &report, &clinical);
    Ok(report)
}

/// The hypothesis that a reader is told first.
fn best(assessment: &HypothesisAssessment) -> Option<&MechanismHypothesis> {
    assessment.primary_hypothesis.as_ref().or(assessment.hypotheses.first())
}

fn papers(number: usize) -> String {
    crate::hypotheses::counted(number, "paper")
}

/// Who says it, when and in what kind of study.
fn says(evidence: &Evidence) -> String {
    format!("{} ({})", render::short(&evidence.record.work), evidence.study.describe())
}

/// The sentence that a work is quoted with: the best of its abstract, else its title.
fn quoted(evidence: &Evidence) -> Option<Sentence> {
    let passage: Option<&Passage> = evidence
        .passages
        .iter()
        .find(|passage| passage.place == Place::Abstract)
        .or_else(|| evidence.passages.first());
    let quote = match passage {
        Some(passage) => passage.text.clone(),
        None => evidence.record.work.full_title()?,
    };
    let titled = passage.is_none_or(|passage| passage.place == Place::Title);
    let verb = if titled { "is titled" } else { "reports" };
    Some(Sentence {
        text: format!("{} {verb}: ", says(evidence)),
        quote: Some(quote),
        evidence: vec![evidence.handle.clone()],
    })
}

fn mechanistic(assessment: &HypothesisAssessment, chosen: &[Evidence], all: &[Evidence]) -> ReportSection {
    let mut section = ReportSection { title: "Mechanistic Findings".to_owned(), sentences: Vec::new() };
    let mut shown: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut hops: BTreeSet<(&str, &str)> = BTreeSet::new();
    for hop in assessment.hypotheses.iter().flat_map(|one| one.hops.iter().chain(&one.direct)) {
        if !hops.insert((hop.from.as_str(), hop.to.as_str())) {
            continue;
        }
        let (supporting, contradicting) = hop.counts();
        section.sentences.push(Sentence::counted(format!(
            "“{}” is stated by {} and contradicted by {contradicting}.",
            hop.says(),
            papers(supporting)
        )));
        let sides = [("For", &hop.supporting), ("Against", &hop.contradicting)];
        for (side, quote) in
            sides.iter().flat_map(|(side, quotes)| quotes.iter().take(2).map(move |quote| (*side, quote)))
        {
            let Some(one) = all.iter().find(|one| one.handle == quote.work) else { continue };
            if shown.insert((quote.work.as_str(), quote.text.as_str())) {
                let denied = if quote.assertion == Assertion::Denied { ", denying it" } else { "" };
                section.sentences.push(Sentence {
                    text: format!("{side}{denied}, {}: ", says(one)),
                    quote: Some(quote.text.clone()),
                    evidence: vec![quote.work.clone()],
                });
            }
        }
    }
    for sentence in chosen.iter().filter_map(quoted) {
        let known = sentence.evidence.first().zip(sentence.quote.as_ref());
        if !known.is_some_and(|(work, quote)| shown.contains(&(work.as_str(), quote.as_str()))) {
            section.sentences.push(sentence);
        }
    }
    if section.sentences.is_empty() {
        section.sentences.push(Sentence::counted("No work in this evidence speaks of a mechanism."));
    }
    section
}

fn clinical_section(all: &[&Evidence], chosen: &[Evidence]) -> ReportSection {
    let mut section = ReportSection { title: "Clinical Findings".to_owned(), sentences: Vec::new() };
    if all.is_empty() {
        section.sentences.push(Sentence::counted("No study in people is among the evidence."));
        return section;
    }
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for one in all {
        *kinds.entry(one.study.describe()).or_default() += 1;
    }
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| format!("{kind}: {count}")).collect();
    section.sentences.push(Sentence::counted(format!(
        "{} of the evidence {} in people ({}).",
        papers(all.len()),
        if all.len() == 1 { "is a study" } else { "are studies" },
        kinds.join("; ")
    )));
    section.sentences.extend(chosen.iter().filter_map(quoted));
    section
}

fn candidates(assessment: &HypothesisAssessment) -> Vec<Sentence> {
    let mut by_drug: BTreeMap<&str, (BTreeSet<&str>, usize)> = BTreeMap::new();
    for one in &assessment.hypotheses {
        let entry = by_drug.entry(one.drug.as_str()).or_default();
        entry.0.extend(one.supporting_evidence.iter().map(String::as_str));
        entry.1 += 1;
    }
    by_drug
        .into_iter()
        .map(|(drug, (works, hypotheses))| Sentence {
            text: format!(
                "{drug}: {} in {}",
                if hypotheses == 1 { "1 hypothesis".to_owned() } else { format!("{hypotheses} hypotheses") },
                papers(works.len())
            ),
            quote: None,
            evidence: works.into_iter().map(str::to_owned).collect(),
        })
        .collect()
}

fn methodology(outcome: &Outcome, report: &ResearchReport) -> ReportSection {
    let mut sentences = Vec::new();
    let failed: BTreeSet<String> = outcome
        .searches
        .iter()
        .filter_map(|one| Some(format!("{} {}", one.asked.source, one.asked.problem.as_ref()?)))
        .collect();
    sentences.push(Sentence::counted(format!(
        "Sources searched: {}. Searches: {} in {}; {}.",
        if report.sources_searched.is_empty() {
            "none".to_owned()
        } else {
            report.sources_searched.join(", ")
        },
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
            one.date, one.round, one.asked.source, one.asked.words
        )));
    }
    for failure in failed {
        sentences.push(Sentence::counted(format!("Not searched: {failure}.")));
    }
    let flow = &report.flow;
    sentences.push(Sentence::counted(format!(
        "Flow: {} records returned; {} distinct works that fit; {} retracted and left out; {} included; {} quoted.",
        flow.hits,
        flow.works,
        flow.retracted,
        flow.works - flow.retracted,
        flow.quoted
    )));
    sentences.push(Sentence::counted(
        "Hypotheses are chains of what single sentences of titles and abstracts state, found by a vocabulary and patterns; statuses are counts of distinct papers.",
    ));
    sentences.push(Sentence::counted(took_part(outcome, report)));
    sentences.extend(outcome.compared.describe().map(Sentence::counted));
    sentences.push(Sentence::counted(format!(
        "Judged by {}: mechanism {}/10 ({}); clinical {}/10 ({}).",
        if outcome.judgement.judged_by == "counted" { "counting" } else { &outcome.judgement.judged_by },
        outcome.judgement.mechanism_score,
        outcome.judgement.mechanism_reason,
        outcome.judgement.clinical_score,
        outcome.judgement.clinical_reason
    )));
    ReportSection { title: "Methodology".to_owned(), sentences }
}

/// What language models had to do with all this, where they failed too.
fn took_part(outcome: &Outcome, report: &ResearchReport) -> String {
    let parts = [
        ("proposed hypotheses", &outcome.assessment.model),
        ("judged", &outcome.judgement.model),
        ("wrote sentences", &report.model),
    ];
    let parts: Vec<(&str, &Part)> =
        parts.into_iter().filter_map(|(what, part)| Some((what, part.as_ref()?))).collect();
    if parts.is_empty() {
        return "No language model took part.".to_owned();
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
        out.push_str(" What is here was had without it.");
    }
    out.trim().to_owned()
}

fn limitations(outcome: &Outcome, report: &ResearchReport, sound: &[&Evidence]) -> Vec<Sentence> {
    let mut out = vec![Sentence::counted(
        "Titles and abstracts only: what stands in full texts was not read. The patterns miss much of what is worded otherwise, so absence here says nothing.",
    )];
    if report.flow.without_abstract > 0 {
        out.push(Sentence::counted(format!("{} had no abstract.", papers(report.flow.without_abstract))));
    }
    let languages: BTreeSet<&str> =
        sound.iter().filter_map(|one| one.record.work.language.as_deref()).collect();
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
        out.push(Sentence::counted(format!("Retracted and therefore not counted: {}.", names.join("; "))));
    }
    if !outcome.pages.is_empty() {
        let names: Vec<String> =
            outcome.pages.iter().map(|page| format!("{} ({})", page.title, page.url)).collect();
        out.push(Sentence::counted(format!(
            "Web pages that no record stands behind, not counted and not cited: {}.",
            names.join("; ")
        )));
    }
    let preprints = sound.iter().filter(|one| one.study.preprint).count();
    if preprints > 0 {
        out.push(Sentence::counted(format!("{} not reviewed by peers.", papers(preprints))));
    }
    let unknown = sound.iter().filter(|one| one.study.design == Design::Unknown).count();
    if unknown > 0 {
        out.push(Sentence::counted(format!("The kind of study is not stated for {}.", papers(unknown))));
    }
    let left_out = report.model.as_ref().map_or(0, |part| part.left_out.len());
    if left_out > 0 {
        out.push(Sentence::counted(format!(
            "Left out of what the language model wrote, because the cited texts do not hold it: {}.",
            crate::hypotheses::counted(left_out, "sentence")
        )));
    }
    out.extend(outcome.assessment.knowledge_gaps.iter().map(Sentence::counted));
    out.push(Sentence::counted(
        "Risk of bias, indirectness and imprecision need a reader's judgement; no certainty of evidence was assigned.",
    ));
    out
}

fn conclusion(outcome: &Outcome, clinical: &[&Evidence]) -> Vec<Sentence> {
    let mut out = Vec::new();
    match best(&outcome.assessment) {
        Some(best) => out.push(Sentence {
            text: format!(
                "The best supported chain is {} ({}): {} ({} for, {} against; confidence {}, a rank and no probability).",
                best.mechanism(),
                best.outcome(),
                best.status().as_str(),
                papers(best.supporting_evidence.len()),
                best.contradicting_evidence.len(),
                best.confidence
            ),
            quote: None,
            evidence: best.supporting_evidence.iter().chain(&best.contradicting_evidence).cloned().collect(),
        }),
        None => out.push(Sentence::counted(
            "The evidence at hand states no chain from a drug to an effect; this report draws no conclusion about a mechanism.",
        )),
    }
    if clinical.is_empty() {
        out.push(Sentence::counted("Nothing at hand was seen in people."));
    }
    if let Some(missing) =
        (!outcome.judgement.missing.is_empty()).then(|| outcome.judgement.missing.join("; "))
    {
        out.push(Sentence::counted(format!("Missing: {missing}.")));
    }
    out
}

/// 100 to 500 characters of what was counted.
fn summary(outcome: &Outcome, report: &ResearchReport, clinical: &[&Evidence]) -> String {
    let included = report.flow.works - report.flow.retracted;
    let trials = clinical.iter().filter(|one| one.study.design == Design::RandomisedTrial).count();
    let mut parts = vec![format!(
        "On “{}”, {} from {} were looked at; {} in people, {trials} of them randomised.",
        truncate_at_sentence(&outcome.question, 100),
        papers(included),
        if report.sources_searched.is_empty() {
            "no source".to_owned()
        } else {
            report.sources_searched.join(", ")
        },
        clinical.len()
    )];
    match best(&outcome.assessment) {
        Some(best) => parts.push(format!(
            "Best supported: {}, that is {} ({}, {} for and {} against).",
            best.mechanism(),
            best.outcome(),
            best.status().as_str(),
            best.supporting_evidence.len(),
            best.contradicting_evidence.len()
        )),
        None => parts.push("No chain from a drug to an effect is stated.".to_owned()),
    }
    let against = report
        .hypotheses_tested
        .iter()
        .filter(|one| matches!(one.status, Status::Contradicted | Status::Mixed))
        .count();
    if against > 0 {
        parts.push(format!(
            "{against} of {} hypotheses are mixed or contradicted.",
            report.hypotheses_tested.len()
        ));
    }
    parts.extend(outcome.assessment.knowledge_gaps.first().cloned());
    let mut out = String::new();
    for part in parts {
        if out.chars().count() + part.chars().count() < SUMMARY {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&part);
        }
    }
    while out.chars().count() < 100 {
        out.push_str(" Only titles and abstracts were read, and this summary was counted.");
    }
    truncate_at_sentence(&out, SUMMARY)
}

/// Every work that the report cites, in the order of its sections. What is not in the evidence cannot come here.
fn references(report: &ResearchReport, evidence: &[Evidence]) -> Vec<ReportReference> {
    let mut handles: Vec<String> = Vec::new();
    let hypotheses =
        report.hypotheses_tested.iter().flat_map(|one| one.supporting.iter().chain(&one.contradicting));
    let sections = [&report.mechanistic_findings, &report.clinical_findings];
    let cited = hypotheses.cloned().chain(sections.iter().flat_map(|section| section.citations())).chain(
        report
            .drug_candidates
            .iter()
            .chain(&report.conclusion)
            .flat_map(|sentence| sentence.evidence.clone()),
    );
    for handle in cited {
        if !handles.contains(&handle) {
            handles.push(handle);
        }
    }
    handles
        .into_iter()
        .filter_map(|handle| evidence.iter().find(|one| one.handle == handle))
        .zip(1..)
        .map(|(one, number)| ReportReference {
            number,
            handle: one.handle.clone(),
            work: one.record.work.clone(),
            source: one.record.source.clone(),
        })
        .collect()
}
