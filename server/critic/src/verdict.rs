//! A verdict on a whole recommendation: the feedback for its writer, and whether it is acceptable.
//!
//! Rules check a draft while it is written; this module checks a finished recommendation by a person or a model,
//! together with the note that it is about. The verdict lists the checks that ran and their findings. A check that did
//! not run has a separate state and never counts as passed. [`Support`], a trait to this crate, decides whether the
//! evidence supports the text.

use crate::draft::Draft;
use crate::rules::medication::uncited_doses;
use crate::rules::note::{self, Diagnosis};
use crate::{Profile, RuleCache, Setting};
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use serde::Deserialize;
use std::sync::Arc;

/// The number of attempts before the safe phrase replaces the recommendation.
pub const MAX_ATTEMPTS: u32 = 2;

/// Phrases that decline to recommend, as the whole text, folded.
const SAFE_PHRASES: &[&str] = &["informacion no concluyente", "inconclusive information"];

/// Phrases of a failed model call, folded.
const INFERENCE_ERROR_PHRASES: &[&str] =
    &["error en el sistema de inferencia", "inference engine error", "inference system error"];

/// The safe phrase in English and Spanish.
#[must_use]
pub fn safe_phrase(spanish: bool) -> &'static str {
    if spanish { "Información no concluyente" } else { "Inconclusive information" }
}

/// The checks, in execution order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VerdictCheck {
    /// There is a text, and it is not an error message.
    Text,
    /// The required sections exist and are not empty.
    Sections,
    /// Every dose has a source.
    Doses,
    /// No treatment before the diagnosis is confirmed.
    Rigor,
    /// The evidence supports the text.
    Support,
}

impl VerdictCheck {
    /// The word with which its feedback begins.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            VerdictCheck::Text => "SYSTEM",
            VerdictCheck::Sections => "FORMATTING",
            VerdictCheck::Doses => "SAFETY",
            VerdictCheck::Rigor => "DIAGNOSTIC RIGOR",
            VerdictCheck::Support => "ENTAILMENT",
        }
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckResult {
    /// It ran and found nothing.
    Passed,
    /// It ran and has these findings.
    Failed(Vec<String>),
    /// It did not run, or gave no usable answer, for this reason.
    NotVerified(String),
}

/// The verdict as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every check ran without findings.
    Passed,
    /// A check has findings.
    Failed,
    /// No check has findings, and at least one did not run.
    NotVerified,
}

/// The checks of one attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// Whether the text consists of the safe phrase only; then no check is needed.
    pub is_safe_phrase: bool,
    /// The checks with their results; those missing did not run.
    pub checks: Vec<(VerdictCheck, CheckResult)>,
}

impl Verdict {
    /// The verdict as a whole.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.is_safe_phrase {
            return Outcome::Passed;
        }
        if self.checks.iter().any(|(_, came)| matches!(came, CheckResult::Failed(_))) {
            return Outcome::Failed;
        }
        let all = [
            VerdictCheck::Text,
            VerdictCheck::Sections,
            VerdictCheck::Doses,
            VerdictCheck::Rigor,
            VerdictCheck::Support,
        ];
        let passed = |check: &VerdictCheck| {
            self.checks.iter().any(|(known, came)| known == check && *came == CheckResult::Passed)
        };
        if all.iter().all(passed) { Outcome::Passed } else { Outcome::NotVerified }
    }

    /// All findings, one per line, as feedback for the writer.
    #[must_use]
    pub fn feedback(&self) -> String {
        let lines = self.checks.iter().filter_map(|(check, came)| match came {
            CheckResult::Failed(issues) => Some(format!("{}: {}", check.label(), issues.join(" "))),
            _ => None,
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the next step for the text.
    #[must_use]
    pub fn next(&self) -> NextStep {
        match self.outcome() {
            Outcome::Passed => NextStep::Take,
            Outcome::NotVerified => NextStep::Show,
            Outcome::Failed if self.attempt < MAX_ATTEMPTS => NextStep::Rewrite(self.feedback()),
            Outcome::Failed => NextStep::Refuse,
        }
    }
}

/// The next step after a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Accept it.
    Take,
    /// Show it as not verified, never as checked.
    Show,
    /// Return it to the writer with this feedback.
    Rewrite(String),
    /// Replace it with the safe phrase.
    Refuse,
}

/// Decides whether the evidence supports a text. An implementation may query a model.
pub trait Support {
    /// The result for `recommendation`, given `context`.
    fn supports(&self, recommendation: &str, context: &[String]) -> CheckResult;
}

/// A model's answer to the question of support, in the only accepted form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    verdict: AnswerWord,
    issues: Vec<String>,
}

#[derive(Deserialize, PartialEq, Eq)]
enum AnswerWord {
    #[serde(rename = "PASS")]
    Pass,
    #[serde(rename = "FAIL")]
    Fail,
}

/// Parses a model's answer, which must be exactly `{"verdict": "PASS" | "FAIL", "issues": [...]}`. Anything else is not
/// verified, including an empty answer and a pass with issues.
#[must_use]
pub fn read_answer(text: &str) -> CheckResult {
    match serde_json::from_str::<Answer>(text.trim()) {
        Ok(Answer { verdict: AnswerWord::Pass, issues }) if issues.is_empty() => CheckResult::Passed,
        Ok(Answer { verdict: AnswerWord::Pass, .. }) => {
            CheckResult::NotVerified(String::from("the answer passes and names issues"))
        }
        Ok(Answer { verdict: AnswerWord::Fail, issues }) => CheckResult::Failed(if issues.is_empty() {
            vec![String::from("The evidence does not support the text.")]
        } else {
            issues
        }),
        Err(_) => CheckResult::NotVerified(String::from("the answer is not in the form that was asked for")),
    }
}

/// Judges a recommendation about the patient of `clinical_text`. `attempt` counts from 1. Support is only checked if
/// all other checks passed and both evidence and a checker are available.
#[must_use]
pub fn judge(
    recommendation: &str,
    clinical_text: &str,
    context: &[String],
    support: Option<&dyn Support>,
    attempt: u32,
) -> Verdict {
    let mut verdict = Verdict { attempt, is_safe_phrase: false, checks: Vec::new() };
    let folded = referee_text::fold::title(recommendation);
    if folded.is_empty() {
        let issue = vec![String::from("The recommendation is empty.")];
        verdict.checks.push((VerdictCheck::Text, CheckResult::Failed(issue)));
        return verdict;
    }
    if SAFE_PHRASES.contains(&folded.as_str()) {
        verdict.is_safe_phrase = true;
        verdict.checks.push((VerdictCheck::Text, CheckResult::Passed));
        return verdict;
    }
    if INFERENCE_ERROR_PHRASES.iter().any(|phrase| folded.contains(phrase)) {
        let issue = vec![String::from("The inference failed; there is nothing to check.")];
        verdict.checks.push((VerdictCheck::Text, CheckResult::Failed(issue)));
        return verdict;
    }
    verdict.checks.push((VerdictCheck::Text, CheckResult::Passed));
    let setting =
        Setting { kind: DraftKind::ClinicalNote, profile: Some(Profile::TumourBoard), ..Setting::default() };
    let of = |text: &str| Document::read(Format::Markdown, Rope::from_str(text), Arc::default());
    let (written, told) = (of(recommendation), of(clinical_text));
    let (mut memory, mut other) = (RuleCache::default(), RuleCache::default());
    let advice = memory.read(&written, &setting);
    let note = other.read(&told, &setting);
    verdict.checks.push((VerdictCheck::Sections, came(sections(&advice, &note))));
    verdict.checks.push((VerdictCheck::Doses, came(doses(&advice))));
    verdict.checks.push((VerdictCheck::Rigor, came(rigor(&advice, &note))));
    let clean = verdict.checks.iter().all(|(_, came)| *came == CheckResult::Passed);
    let supported = match support {
        _ if !clean => CheckResult::NotVerified(String::from("other checks failed")),
        _ if context.is_empty() => {
            CheckResult::NotVerified(String::from("there is no evidence to compare with"))
        }
        None => CheckResult::NotVerified(String::from("there is no model to ask")),
        Some(support) => support.supports(recommendation, context),
    };
    verdict.checks.push((VerdictCheck::Support, supported));
    verdict
}

fn came(issues: Vec<String>) -> CheckResult {
    if issues.is_empty() { CheckResult::Passed } else { CheckResult::Failed(issues) }
}

/// The five sections of a recommendation; staging is required only if the note confirms the diagnosis.
const SECTIONS: &[&str] =
    &["Clinical findings", "Diagnostic validation", "Staging", "Management options", "Recommendation"];

fn sections(advice: &Draft<'_>, note: &Draft<'_>) -> Vec<String> {
    let confirmed = matches!(note::diagnosis(note), Diagnosis::Confirmed(_));
    let missing: Vec<String> = note::missing_of(advice, Some(Profile::TumourBoard), confirmed)
        .into_iter()
        .filter(|(expected, _)| SECTIONS.contains(&expected.english))
        .map(|(expected, empty)| {
            let empty = if empty.is_some() { ", empty" } else { "" };
            format!("{} ({}{empty})", expected.english, expected.spanish)
        })
        .collect();
    if missing.is_empty() { Vec::new() } else { vec![format!("Missing sections: {}.", missing.join(", "))] }
}

fn doses(advice: &Draft<'_>) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    for block in advice.blocks().filter(|block| block.is_prose()) {
        for span in crate::rules::medication::doses_without_source(&block) {
            shown.push(format!("“{}”", block.slice(span)));
        }
    }
    // Advice in the rule's sense is a subset of this.
    debug_assert!(advice.blocks().all(|block| uncited_doses(&block).len() <= shown.len()));
    if shown.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "Doses without a source of their own in the same sentence: {}. Cite each, or leave it out.",
        shown.join(", ")
    )]
}

fn rigor(advice: &Draft<'_>, note: &Draft<'_>) -> Vec<String> {
    if matches!(note::diagnosis(note), Diagnosis::Confirmed(_)) {
        return Vec::new();
    }
    let mut names: Vec<String> = Vec::new();
    for one in note::treatments(advice) {
        let name = advice.text(one.span).unwrap_or_default().to_lowercase();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "Treatments are advised ({}) and the clinical text holds no confirmed pathology. Ask for a diagnostic procedure first.",
        names.join(", ")
    )]
}
