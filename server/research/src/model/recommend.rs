//! Recommendations for a clinical note. A model drafts, the critic checks, its findings go back to
//! the model, and after two attempts the safe phrase replaces the text.
//!
//! The model writes sentences with evidence numbers; this module writes the sections, their
//! headings and the sources after the sentences. The critic's verdict is `referee_critic::verdict`.

use super::numbered_evidence::NumberedEvidence;
use super::{CallControl, Model, ModelError, Prompt, check, reading};
use crate::evidence::Evidence;
use crate::passage::stored_text;
use crate::rounds::ResearchOutcome;
use referee_citations::guideline;
use referee_critic::verdict::{self, CheckResult, NextStep, Support};
use referee_text::Language;
use serde_json::{Value, json};
use std::cell::RefCell;

/// The maximum number of works shown, and the maximum number of characters of each.
const MAX_WORKS_AND_CHARACTERS: (usize, usize) = (10, 500);

/// The maximum length of the shown note, in characters.
const MAX_NOTE_CHARACTERS: usize = 8_000;

/// The section names in a model's answer, with their headings in English and Spanish.
const SECTIONS: &[(&str, &str, &str)] = &[
    ("findings", "Clinical findings", "Hallazgos clínicos"),
    ("validation", "Diagnostic validation", "Validación diagnóstica"),
    ("staging", "Staging", "Estadificación"),
    ("options", "Management options", "Opciones de manejo"),
    ("recommendation", "Recommendation", "Recomendación"),
];

/// A recommendation and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recommendation {
    /// The text: the sections as Markdown, or the safe phrase.
    pub text: String,
    /// The works that it cites as sources, by handle.
    pub sources: Vec<String>,
    /// The outcome.
    pub end: RecommendationOutcome,
    /// The number of the model's attempts.
    pub attempts: u32,
    /// The critic's findings in each attempt, and the parts that were left out, one sentence each.
    pub found: Vec<String>,
}

/// The outcome of a recommendation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecommendationOutcome {
    /// Every check ran and found nothing.
    Checked,
    /// No check found anything, and at least one did not run; contains which, and why.
    NotVerified(String),
    /// The critic found something in every attempt; the text is the safe phrase.
    Refused,
    /// The model wrote no text.
    Failed(ModelError),
}

impl RecommendationOutcome {
    /// Returns the outcome as a sentence for the author.
    #[must_use]
    pub fn describe(&self, language: Language) -> String {
        match self {
            RecommendationOutcome::Checked => language
                .pick(
                    "Every check ran and found no problem; a clinician must still review it.",
                    "Se hicieron todas las comprobaciones y no se halló ningún problema; aun así debe revisarlo un profesional clínico.",
                )
                .to_owned(),
            RecommendationOutcome::NotVerified(why) => {
                language.pick(format!("Not verified: {why}."), format!("Sin verificar: {why}."))
            }
            RecommendationOutcome::Refused => language
                .pick(
                    "The checks found a problem in every attempt; a safe sentence replaces it.",
                    "Las comprobaciones encontraron un problema en cada intento; lo sustituye una frase segura.",
                )
                .to_owned(),
            RecommendationOutcome::Failed(error) => language.pick(
                format!("The language model {error}."),
                format!("El modelo de lenguaje no respondió como debía ({error})."),
            ),
        }
    }
}

/// Has a model write a recommendation about a note from the evidence, and the critic check it.
#[must_use]
pub fn recommend(
    model: &Model,
    note: &str,
    found: &ResearchOutcome,
    spanish: bool,
    call: &mut CallControl<'_>,
) -> Recommendation {
    let mut out = Recommendation {
        text: verdict::safe_phrase(spanish).to_owned(),
        sources: Vec::new(),
        end: RecommendationOutcome::Refused,
        attempts: 0,
        found: Vec::new(),
    };
    let shown = NumberedEvidence::choose(note, &found.evidence, &found.compared, MAX_WORKS_AND_CHARACTERS);
    if shown.is_empty() {
        out.end =
            RecommendationOutcome::NotVerified("no evidence in the library is about this note".to_owned());
        return out;
    }
    let context: Vec<String> =
        (1..=shown.len()).filter_map(|n| shown.get(n)).map(|one| stored_text(&one.record)).collect();
    let mut feedback = String::new();
    for attempt in 1..=verdict::MAX_ATTEMPTS {
        out.attempts = attempt;
        let asked = outward(model, note, &shown).map(|words| prompt(words, &shown, &feedback));
        let answer = match asked.and_then(|prompt| model.ask(&prompt, call)) {
            Ok(answer) => answer,
            Err(error) => {
                out.end = RecommendationOutcome::Failed(error);
                return out;
            }
        };
        let (text, sources, left_out) = written(&answer, note, &shown, spanish);
        out.found.extend(left_out.iter().cloned());
        let asking = ModelSupport { model, note, shown: &shown, call: RefCell::new(&mut *call) };
        let judged = verdict::judge(&text, note, &context, Some(&asking), attempt);
        match judged.next() {
            NextStep::Take => {
                (out.text, out.sources, out.end) = (text, sources, RecommendationOutcome::Checked);
                return out;
            }
            NextStep::Show => {
                let why = judged.checks.iter().find_map(|(_, came)| match came {
                    CheckResult::NotVerified(why) => Some(why.clone()),
                    _ => None,
                });
                let why = why.unwrap_or_else(|| "a check did not run".to_owned());
                (out.text, out.sources, out.end) = (text, sources, RecommendationOutcome::NotVerified(why));
                return out;
            }
            NextStep::Rewrite(found) => {
                out.found.extend(found.lines().map(str::to_owned));
                feedback = [found, left_out.join("\n")].join("\n");
            }
            NextStep::Refuse => out.found.extend(judged.feedback().lines().map(str::to_owned)),
        }
    }
    out
}

/// Returns the note as this model may read it, line by line to preserve its sections.
fn outward(model: &Model, note: &str, shown: &NumberedEvidence) -> Result<(String, Vec<String>), ModelError> {
    let mut lines = Vec::new();
    let mut replaced = Vec::new();
    let short: String = note.chars().take(MAX_NOTE_CHARACTERS).collect();
    let published = shown.stored();
    for line in short.lines() {
        let (line, mut more) = model.outward(line, &published)?;
        lines.push(line);
        replaced.append(&mut more);
    }
    Ok((lines.join("\n"), replaced))
}

fn prompt((note, replaced): (String, Vec<String>), shown: &NumberedEvidence, feedback: &str) -> Prompt {
    let (evidence, mark) = shown.write();
    let again = if feedback.trim().is_empty() {
        String::new()
    } else {
        format!("\n\nYour last answer was refused:\n{}\nWrite it anew without these faults.", feedback.trim())
    };
    let names: Vec<&str> = SECTIONS.iter().map(|(name, ..)| *name).collect();
    Prompt {
        name: "recommendation",
        system: format!("{}\n{}", super::prompt::frame(&mark), include_str!("prompts/recommend.md")),
        user: format!("Note:\n{mark}\n{note}\n{mark}\n\nEvidence:\n{evidence}{again}"),
        schema: json!({
            "type": "object", "additionalProperties": false, "required": ["sections"],
            "properties": {"sections": {"type": "array", "items": {
                "type": "object", "additionalProperties": false, "required": ["title", "sentences"],
                "properties": {
                    "title": {"type": "string", "enum": names},
                    "sentences": {"type": "array", "items": {
                        "type": "object", "additionalProperties": false, "required": ["text", "evidence"],
                        "properties": {
                            "text": {"type": "string"},
                            "evidence": {"type": "array", "items": {"type": "integer"}},
                        },
                    }},
                },
            }}},
        }),
        answer: 2_400,
        fast: false,
        replaced,
    }
}

/// Writes the text of an answer with its sources; returns it with the cited works and the parts
/// that were left out.
fn written(
    answer: &Value,
    note: &str,
    shown: &NumberedEvidence,
    spanish: bool,
) -> (String, Vec<String>, Vec<String>) {
    let (mut text, mut sources, mut left_out) = (String::new(), Vec::new(), Vec::new());
    for (name, english, title) in SECTIONS {
        let of = |section: &&Value| reading::text(&section["title"]).eq_ignore_ascii_case(name);
        let mut sentences = Vec::new();
        for section in reading::list(&answer["sections"]).filter(of).take(1) {
            for value in reading::list(&section["sentences"]).take(12) {
                match sentence(value, note, shown, spanish) {
                    Ok((sentence, works)) => {
                        sentences.push(sentence);
                        sources.extend(works);
                    }
                    Err(error) => left_out.push(error.to_string()),
                }
            }
        }
        if !sentences.is_empty() {
            let title = if spanish { title } else { english };
            text.push_str(&format!("## {title}\n\n{}\n\n", sentences.join(" ")));
        }
    }
    sources.sort();
    sources.dedup();
    (text.trim_end().to_owned(), sources, left_out)
}

/// The reason why a sentence of a model is left out of a recommendation.
#[derive(Debug, thiserror::Error)]
enum RefusedSentence {
    /// It has fewer than two words.
    #[error("A sentence without words was left out.")]
    NoWords,
    /// It may not be part of a note.
    #[error("“{text}” was left out: {why}.")]
    Unfit {
        /// The beginning of the sentence.
        text: String,
        /// The reason that [`check::unfit`] gives.
        why: &'static str,
    },
    /// It cites a number under which nothing was shown.
    #[error("“{text}” was left out: it names evidence that was not shown.")]
    UnknownEvidence {
        /// The beginning of the sentence.
        text: String,
    },
    /// It contains numbers that neither the note nor the cited works contain.
    #[error("“{text}” was left out: neither note nor source has the number {numbers}.")]
    UnknownNumbers {
        /// The beginning of the sentence.
        text: String,
        numbers: String,
    },
}

/// Writes one sentence with its sources before the full stop, or returns the reason why it is left
/// out.
fn sentence(
    value: &Value,
    note: &str,
    shown: &NumberedEvidence,
    spanish: bool,
) -> Result<(String, Vec<String>), RefusedSentence> {
    let text = reading::text(&value["text"]);
    let told: String = text.chars().take(120).collect();
    if text.split_whitespace().count() < 2 {
        return Err(RefusedSentence::NoWords);
    }
    if let Some(why) = check::unfit(&text) {
        return Err(RefusedSentence::Unfit { text: told, why });
    }
    let mut works: Vec<&Evidence> = Vec::new();
    for number in reading::list(&value["evidence"]) {
        let one = reading::number(number).and_then(|number| shown.get(number));
        works.push(one.ok_or_else(|| RefusedSentence::UnknownEvidence { text: told.clone() })?);
    }
    let mut held = note.to_owned();
    for one in &works {
        held.push('\n');
        held.push_str(&stored_text(&one.record));
    }
    let beyond = check::numbers_beyond(&text, &held);
    if !beyond.is_empty() {
        return Err(RefusedSentence::UnknownNumbers { text: told, numbers: beyond.join(", ") });
    }
    let word = if spanish { "Fuente" } else { "Source" };
    let named: Vec<String> = works.iter().map(|one| format!("[{word}: {}]", source(one, spanish))).collect();
    let body = text.trim_end_matches(['.', ' ']);
    let text = if named.is_empty() { format!("{body}.") } else { format!("{body} {}.", named.join(" ")) };
    Ok((text, works.iter().map(|one| one.handle.clone()).collect()))
}

/// Returns the label of a source in a note: its title and year; for a part of a guideline, its page
/// and heading.
fn source(one: &Evidence, spanish: bool) -> String {
    if let Some(part) = guideline::in_words(&one.record.work, spanish) {
        return part;
    }
    let title = one.record.work.full_title().unwrap_or_else(|| one.handle.clone());
    let title: String = title.chars().filter(|c| !matches!(c, '[' | ']' | '\n' | '\r')).collect();
    let title = title.trim_end_matches('.').trim().to_owned();
    one.record.work.year().map_or(title.clone(), |year| format!("{title}, {year}"))
}

/// Asks the model whether the evidence supports a recommendation.
struct ModelSupport<'a, 'c> {
    model: &'a Model,
    note: &'a str,
    shown: &'a NumberedEvidence,
    call: RefCell<&'a mut CallControl<'c>>,
}

impl Support for ModelSupport<'_, '_> {
    fn supports(&self, recommendation: &str, _context: &[String]) -> CheckResult {
        let (evidence, mark) = self.shown.write();
        let words = |text: &str| outward(self.model, text, self.shown);
        let prompt = words(recommendation).and_then(|(advice, _)| {
            let (note, replaced) = words(self.note)?;
            Ok(Prompt {
                name: "entailment",
                system: format!("{}\n{}", super::prompt::frame(&mark), include_str!("prompts/entail.md")),
                user: format!("Note:\n{mark}\n{note}\n{mark}\n\nRecommendation:\n{mark}\n{advice}\n{mark}\n\nEvidence:\n{evidence}"),
                schema: json!({
                    "type": "object", "additionalProperties": false, "required": ["verdict", "issues"],
                    "properties": {
                        "verdict": {"type": "string", "enum": ["PASS", "FAIL"]},
                        "issues": {"type": "array", "items": {"type": "string"}},
                    },
                }),
                answer: 500,
                fast: true,
                replaced,
            })
        });
        let mut call = self.call.borrow_mut();
        match prompt.and_then(|prompt| self.model.ask(&prompt, &mut call)) {
            Ok(answer) => verdict::read_answer(&answer.to_string()),
            Err(error) => CheckResult::NotVerified(format!("the language model {error}")),
        }
    }
}
