//! Composes a report without a language model, from counts and quotations.

use super::method::{limitations, methodology, papers, sources};
use super::quote::{attribution, direct_evidence, is_background, quoted, strongest_first};
use super::{Flow, ReportReference, ReportSection, ResearchReport, Sentence, TestedHypothesis};
use crate::clock;
use crate::evidence::Evidence;
use crate::hypotheses::relations::relations;
use crate::hypotheses::{
    Assertion, Confidence, Hop, HypothesisAssessment, MechanismHypothesis, Sign, Status, Tier, capitalised,
    first_of_each_work, of_most_works,
};
use crate::model::report::WrittenReport;
use crate::publication_status::PublicationStatus;
use crate::rounds::ResearchOutcome;
use crate::sentences::truncate_at_sentence;
use crate::study::Design;
use crate::vocabulary::{EntityKind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// The message that is shown without evidence.
pub const NO_EVIDENCE: &str = "Cannot generate report: No evidence collected.";

/// The machine-readable id of that state.
pub const NO_EVIDENCE_ID: &str = "report-no-evidence";

/// The error that evidence for a report is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{NO_EVIDENCE}")]
pub struct NoEvidence;

/// The maximum number of works that a section of findings quotes.
const MAX_QUOTED_WORKS: usize = 10;

/// The maximum number of quotations on each side of a step; if there are more papers, all are
/// cited.
const MAX_QUOTES_OF_HOP: usize = 2;

/// The maximum length of a summary, in characters.
const MAX_SUMMARY_CHARACTERS: usize = 500;

/// Composes the report of the evidence.
///
/// # Errors
///
/// If no evidence was found that was not retracted.
pub fn compose(outcome: &ResearchOutcome) -> Result<ResearchReport, NoEvidence> {
    compose_with(outcome, None)
}

/// Composes the report with the sections that a language model wrote. The counts stay unchanged.
///
/// # Errors
///
/// If no evidence was found that was not retracted.
pub fn compose_with(
    outcome: &ResearchOutcome,
    written: Option<WrittenReport>,
) -> Result<ResearchReport, NoEvidence> {
    let sound: Vec<&Evidence> =
        outcome.evidence.iter().filter(|one| one.standing != PublicationStatus::Retracted).collect();
    if sound.is_empty() {
        return Err(NoEvidence);
    }
    let assessment = &outcome.assessment;
    let (clinical, laboratory): (Vec<&Evidence>, Vec<&Evidence>) =
        sound.iter().copied().partition(|one| one.study.is_clinical());
    let choose = |all: &[&Evidence]| -> Vec<Evidence> {
        let on_question = all.iter().filter(|one| outcome.on_question.contains_key(&one.handle));
        let quotable = on_question.filter(|one| quoted(outcome, one).is_some());
        let owned: Vec<Evidence> = quotable.map(|one| (*one).clone()).collect();
        strongest_first(outcome.compared.choose(&outcome.question, &owned, MAX_QUOTED_WORKS))
    };
    let written = written.unwrap_or_default();
    let part = (!written.part.model.is_empty()).then(|| written.part.clone());
    // In a section that a model wrote, the counts follow its text, and sentences that would only be
    // quoted are left out.
    let quoted = |sentences: &[Sentence], all: &[&Evidence]| {
        if sentences.is_empty() { choose(all) } else { Vec::new() }
    };
    let behind = |sentences: Vec<Sentence>, mut section: ReportSection| {
        section.sentences.splice(0..0, sentences);
        section
    };
    let others = quoted(&written.mechanistic, &laboratory);
    let mut mechanistic_findings = behind(written.mechanistic, mechanistic(outcome, &others));
    let unread = unquotable(outcome, &laboratory, &mechanistic_findings.citations());
    mechanistic_findings.sentences.extend(left_to_read(&[], &unread));
    let others = quoted(&written.clinical, &clinical);
    let mut quoted_already = mechanistic_findings.citations();
    quoted_already.extend(written.clinical.iter().flat_map(|sentence| sentence.evidence.clone()));
    let unquotable = unquotable(outcome, &clinical, &quoted_already);
    quoted_already.extend(others.iter().map(|one| one.handle.clone()));
    quoted_already.extend(unquotable.iter().cloned());
    let unquoted: Vec<String> = clinical
        .iter()
        .filter(|one| outcome.on_question.contains_key(&one.handle) && !quoted_already.contains(&one.handle))
        .map(|one| one.handle.clone())
        .collect();
    let clinical_findings =
        behind(written.clinical, clinical_section(outcome, &clinical, &others, &unquoted, &unquotable));
    let drug_candidates = candidates(assessment);
    let hypotheses_tested: Vec<TestedHypothesis> = assessment
        .hypotheses
        .iter()
        .filter(|one| one.tier == Tier::Stated)
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
        total_papers_reviewed: outcome.counted_works(),
        search_iterations: outcome.rounds,
        confidence_score: best(assessment).map_or_else(Confidence::default, |one| one.confidence),
        flow: Flow::default(),
        date: clock::iso(clock::today()),
        made_by: match &part {
            Some(part) if part.error.is_none() => {
                format!(
                    "Written by {} with each sentence checked against the sources it cites; the rest compiled without a language model",
                    part.model
                )
            }
            _ => "Compiled without a language model".to_owned(),
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
        quoted: report
            .references
            .iter()
            .filter(|one| ![&unquotable, &unquoted, &unread].iter().any(|all| all.contains(&one.handle)))
            .count(),
    };
    report.methodology = methodology(outcome, &report);
    report.limitations = limitations(outcome, &report, &sound);
    report.executive_summary = summary(outcome, &report, &clinical);
    Ok(report)
}

/// Returns the hypothesis that the report mentions first.
fn best(assessment: &HypothesisAssessment) -> Option<&MechanismHypothesis> {
    let stated = || assessment.hypotheses.iter().find(|one| one.tier == Tier::Stated);
    assessment.primary_hypothesis.as_ref().or_else(stated)
}

/// Returns the hypothesis that the report mentions first. `None` if each of its steps has only one
/// paper and a study in people contradicts its outcome.
fn told<'a>(outcome: &'a ResearchOutcome, clinical: &[&Evidence]) -> Option<&'a MechanismHypothesis> {
    best(&outcome.assessment).filter(|best| {
        let is_thin = best.hops.len() > 1 && best.hops.iter().all(|hop| hop.counts().0 < 2);
        let differs = best.direct.as_ref().is_some_and(|direct| {
            direct.sign.is_directed() && best.sign().is_directed() && direct.sign != best.sign()
        });
        !(is_thin && (differs || is_denied_in_people(outcome, best, clinical)))
    })
}

/// Returns whether a study in people denies the outcome of a chain, or states the opposite.
fn is_denied_in_people(
    outcome: &ResearchOutcome,
    chain: &MechanismHypothesis,
    clinical: &[&Evidence],
) -> bool {
    let vocabulary = Vocabulary::shipped();
    let (Some(drug), Some(effect)) = (vocabulary.find(&chain.drug), vocabulary.find(&chain.effect)) else {
        return false;
    };
    let naming = clinical.iter().filter_map(|one| outcome.on_question.get(&one.handle)).flatten();
    naming.flat_map(|passage| relations(&passage.text, &vocabulary)).any(|said| {
        let is_pair = said.subject == drug && said.object == effect;
        let is_same = said.sign == chain.sign();
        let differs = said.sign.is_directed() && chain.sign().is_directed() && !is_same;
        is_pair
            && match said.assertion {
                Assertion::Denied => !differs,
                Assertion::Stated => differs,
                Assertion::Supposed => false,
            }
    })
}

fn mechanistic(outcome: &ResearchOutcome, chosen: &[Evidence]) -> ReportSection {
    let (assessment, all) = (&outcome.assessment, &outcome.evidence);
    let mut section = ReportSection { title: "Mechanistic Findings".to_owned(), sentences: Vec::new() };
    let mut shown: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut hops: BTreeSet<(&str, &str)> = BTreeSet::new();
    // A drug's target is reported even if the next step is only a co-occurrence.
    let stated = assessment.hypotheses.iter().flat_map(|one| one.hops.iter().chain(&one.direct));
    for hop in stated.filter(|hop| hop.tier == Tier::Stated) {
        // The use of a drug is not a mechanism.
        if hop.sign == Sign::UsedFor || !hops.insert((hop.from.as_str(), hop.to.as_str())) {
            continue;
        }
        let (supporting, contradicting) = hop.counts();
        let sides = [("For", &hop.supporting), ("Against", &hop.contradicting)];
        // If more papers are counted than quoted, cite all of them.
        let evidence = if supporting.max(contradicting) > MAX_QUOTES_OF_HOP {
            let all = sides.iter().flat_map(|(_, quotes)| first_of_each_work(quotes));
            all.map(|quote| quote.work.clone()).collect::<BTreeSet<_>>().into_iter().collect()
        } else {
            Vec::new()
        };
        section.sentences.push(Sentence {
            text: format!(
                "“{}” is stated by {} and contradicted by {contradicting}.",
                hop.says(),
                papers(supporting)
            ),
            quote: None,
            evidence,
        });
        for (side, quote) in sides.iter().flat_map(|(side, quotes)| {
            of_most_works(quotes).into_iter().take(MAX_QUOTES_OF_HOP).map(move |quote| (*side, quote))
        }) {
            let Some(one) = all.iter().find(|one| one.handle == quote.work) else { continue };
            if shown.insert((quote.work.as_str(), quote.text.as_str())) {
                let denied = if quote.assertion == Assertion::Denied { " (denied)" } else { "" };
                let known = if is_background(one, &quote.text) { " (background)" } else { "" };
                section.sentences.push(Sentence {
                    text: format!("{side}{denied}{known}, {}: ", attribution(one)),
                    quote: Some(quote.text.clone()),
                    evidence: vec![quote.work.clone()],
                });
            }
        }
    }
    section.sentences.extend(by_kind_of_study(outcome, chosen, &shown));
    if section.sentences.is_empty() {
        section.sentences.push(Sentence::counted(
            "No sentence that mentions the terms of the question describes a mechanism.",
        ));
    }
    section
}

/// Returns the handles of the studies that state no result about the question in a single sentence
/// and are quoted nowhere else.
fn unquotable(outcome: &ResearchOutcome, all: &[&Evidence], quoted_already: &[String]) -> Vec<String> {
    let is_on_question = |one: &&&Evidence| outcome.on_question.contains_key(&one.handle);
    all.iter()
        .filter(is_on_question)
        .filter(|one| quoted(outcome, one).is_none() && !quoted_already.contains(&one.handle))
        .map(|one| one.handle.clone())
        .collect()
}

fn clinical_section(
    outcome: &ResearchOutcome,
    all: &[&Evidence],
    chosen: &[Evidence],
    unquoted: &[String],
    unquotable: &[String],
) -> ReportSection {
    let mut section = ReportSection { title: "Clinical Findings".to_owned(), sentences: Vec::new() };
    let (named, others): (Vec<&Evidence>, Vec<&Evidence>) =
        all.iter().copied().partition(|one| outcome.on_question.contains_key(&one.handle));
    let left_out = match others.len() {
        0 => ".".to_owned(),
        1 => "; 1 that does not was excluded.".to_owned(),
        count => format!("; {count} that do not were excluded."),
    };
    let counts = if all.is_empty() {
        "No human study was found.".to_owned()
    } else if named.is_empty() {
        format!("No human study mentions the terms of the question{left_out}")
    } else {
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for one in &named {
            *kinds.entry(one.study.describe()).or_default() += 1;
        }
        let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| format!("{kind}: {count}")).collect();
        let count = match named.len() {
            1 => "1 human study mentions".to_owned(),
            count => format!("{count} human studies mention"),
        };
        format!("{count} the terms of the question ({}){left_out}", kinds.join("; "))
    };
    section.sentences.push(Sentence::counted(counts));
    section.sentences.extend(by_kind_of_study(outcome, chosen, &BTreeSet::new()));
    section.sentences.extend(left_to_read(unquoted, unquotable));
    section
}

/// The quotations of works by kind of study, each kind after an introductory line. Omits those in `shown`.
fn by_kind_of_study(
    outcome: &ResearchOutcome,
    chosen: &[Evidence],
    shown: &BTreeSet<(&str, &str)>,
) -> Vec<Sentence> {
    let new = |one: &Evidence| {
        let sentence = quoted(outcome, one)?;
        let known = sentence.evidence.first().zip(sentence.quote.as_ref());
        let is_shown = known.is_some_and(|(work, quote)| shown.contains(&(work.as_str(), quote.as_str())));
        (!is_shown).then(|| (capitalised(&one.study.describe()), sentence))
    };
    let all: Vec<(String, Sentence)> = chosen.iter().filter_map(new).collect();
    let mut out = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for (kind, _) in &all {
        if !known.insert(kind) {
            continue;
        }
        let of_kind: Vec<&Sentence> =
            all.iter().filter(|(other, _)| other == kind).map(|(_, sentence)| sentence).collect();
        let order = if of_kind.len() > 1 { ", newest first" } else { "" };
        out.push(Sentence::counted(format!("{kind}: {} quoted{order}.", of_kind.len())));
        out.extend(of_kind.into_iter().cloned());
    }
    out
}

/// Lists the studies left to read: those not quoted for lack of room, and those without a sentence that states a
/// result.
fn left_to_read(unquoted: &[String], unquotable: &[String]) -> Vec<Sentence> {
    let all = [
        (unquoted, format!("{{}} not quoted because a section quotes at most {MAX_QUOTED_WORKS}")),
        (unquotable, "{} not quoted because no single sentence states a result on the question".to_owned()),
    ];
    let line = |(works, text): (&[String], String)| {
        let (studies, verb) = match works.len() {
            0 => return None,
            1 => ("1 study".to_owned(), "is"),
            count => (format!("{count} studies"), "are"),
        };
        Some(Sentence {
            text: format!(
                "{studies} {}, and should be read in full{}.",
                text.replace("{}", verb),
                if works.len() > MAX_QUOTED_WORKS { ", such as" } else { "" }
            ),
            quote: None,
            evidence: works.iter().take(MAX_QUOTED_WORKS).cloned().collect(),
        })
    };
    all.into_iter().filter_map(line).collect()
}

/// Counts the hypotheses and works of each drug. A chain may also begin at a molecule, a condition
/// or an exposure, which are not drugs.
fn candidates(assessment: &HypothesisAssessment) -> Vec<Sentence> {
    let vocabulary = Vocabulary::shipped();
    let is_drug = |name: &str| {
        let known = vocabulary.find(name).and_then(|id| vocabulary.get(id));
        known.is_none_or(|entity| entity.kind == EntityKind::Drug) && !vocabulary.is_exposure(name)
    };
    let mut by_drug: BTreeMap<&str, (BTreeSet<&str>, usize)> = BTreeMap::new();
    let stated = assessment.hypotheses.iter().filter(|one| one.tier == Tier::Stated);
    for one in stated.filter(|one| is_drug(&one.drug)) {
        let entry = by_drug.entry(one.drug.as_str()).or_default();
        entry.0.extend(one.supporting_evidence.iter().map(String::as_str));
        entry.1 += 1;
    }
    let mut out: Vec<Sentence> = by_drug
        .iter()
        .map(|(drug, (works, hypotheses))| Sentence {
            text: format!(
                "{drug}: {} in {}",
                if *hypotheses == 1 { "1 hypothesis".to_owned() } else { format!("{hypotheses} hypotheses") },
                papers(works.len())
            ),
            quote: None,
            evidence: works.iter().map(|work| (*work).to_owned()).collect(),
        })
        .collect();
    // Drugs without a whole chain, for which single steps were read.
    let mut steps: BTreeMap<&str, (BTreeSet<&str>, BTreeSet<&str>)> = BTreeMap::new();
    let hops = assessment.hypotheses.iter().flat_map(|one| &one.hops).filter(|hop| {
        let is_step = hop.tier == Tier::Stated && hop.sign != Sign::UsedFor;
        is_step && is_drug(&hop.from) && !by_drug.contains_key(hop.from.as_str())
    });
    for hop in hops {
        let entry = steps.entry(hop.from.as_str()).or_default();
        entry.0.insert(hop.to.as_str());
        entry.1.extend(hop.supporting.iter().map(|quote| quote.work.as_str()));
    }
    out.extend(steps.into_iter().map(|(drug, (acted_on, works))| Sentence {
        text: format!(
            "{drug}: no complete mechanism; stated to act on {} in {}",
            acted_on.into_iter().collect::<Vec<_>>().join(", "),
            papers(works.len())
        ),
        quote: None,
        evidence: works.into_iter().map(str::to_owned).collect(),
    }));
    out
}

fn conclusion(outcome: &ResearchOutcome, clinical: &[&Evidence]) -> Vec<Sentence> {
    let mut out = Vec::new();
    match told(outcome, clinical) {
        Some(best) if best.is_use() => out.push(Sentence {
            text: format!(
                "No mechanism was found; according to {}, {}.",
                papers(best.supporting_evidence.len()),
                best.hops.iter().map(Hop::says).collect::<Vec<_>>().join(", ")
            ),
            quote: None,
            evidence: best.supporting_evidence.clone(),
        }),
        Some(best) => out.push(Sentence {
            text: format!(
                "The mechanism with the most evidence is {} ({}): {} ({} for, {} against; confidence {}, a rank, not a probability).",
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
        None if best(&outcome.assessment).is_some() => out.push(Sentence::counted(
            "Each step of the mechanism found rests on one paper, and a human study reports otherwise; this report draws no conclusion about a mechanism.",
        )),
        None => out.push(Sentence::counted(
            "No mechanism linking a drug to an effect was found; this report draws no conclusion about a mechanism.",
        )),
    }
    if clinical.is_empty() {
        out.push(Sentence::counted("No human study was found."));
    }
    if let Some(missing) =
        (!outcome.judgement.missing.is_empty()).then(|| outcome.judgement.missing.join("; "))
    {
        out.push(Sentence::counted(format!("Missing: {missing}.")));
    }
    out
}

/// Summarises the counts in 100 to 500 characters.
fn summary(outcome: &ResearchOutcome, report: &ResearchReport, clinical: &[&Evidence]) -> String {
    let included = report.flow.works - report.flow.retracted;
    let trials = clinical.iter().filter(|one| one.study.design == Design::RandomisedTrial).count();
    // Evidence in people comes first.
    let mut parts: Vec<String> = direct_evidence(outcome, clinical).into_iter().collect();
    parts.push(format!(
        "We screened {} on “{}” ({}); {} in humans, {} randomised.",
        papers(included),
        truncate_at_sentence(&outcome.question, 100),
        sources(report, "no source"),
        clinical.len(),
        if trials == 0 { "none".to_owned() } else { trials.to_string() }
    ));
    match told(outcome, clinical) {
        Some(best) if best.is_use() => parts.push("No mechanism was found.".to_owned()),
        Some(best) => parts.push(format!(
            "Best supported: {}, that is {} ({}, {} for and {} against).",
            best.mechanism(),
            best.outcome(),
            best.status().as_str(),
            best.supporting_evidence.len(),
            best.contradicting_evidence.len()
        )),
        None if best(&outcome.assessment).is_some() => parts.push(
            "Each step of the mechanism found rests on one paper, and a human study reports otherwise."
                .to_owned(),
        ),
        None => parts.push("No mechanism linking a drug to an effect was found.".to_owned()),
    }
    let against = report
        .hypotheses_tested
        .iter()
        .filter(|one| matches!(one.status, Status::Contradicted | Status::Mixed))
        .count();
    if against > 0 {
        parts.push(format!(
            "Mixed or contradicted hypotheses: {against} of {}.",
            report.hypotheses_tested.len()
        ));
    }
    parts.extend(outcome.assessment.knowledge_gaps.first().cloned());
    let mut out = String::new();
    for part in parts {
        if out.chars().count() + part.chars().count() < MAX_SUMMARY_CHARACTERS {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&part);
        }
    }
    while out.chars().count() < 100 {
        out.push_str(" Only titles and abstracts were read for this summary.");
    }
    truncate_at_sentence(&out, MAX_SUMMARY_CHARACTERS)
}

/// Returns every work that the report cites, in the order of its sections. Only works of the
/// evidence can be listed.
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
