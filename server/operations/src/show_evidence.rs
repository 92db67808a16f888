//! The evidence of a question, or all that is stored, as a list and as a readable page.

use crate::section::{ReadableText, ResearchSummary, no_evidence};
use referee_features::evidence_list::{self, StoredEvidence};
use referee_research::run::ResearchResult;
use referee_text::language::counted;
use referee_text::{Language, Phrase};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The message if nothing was researched yet.
pub const NO_EVIDENCE: Phrase = Phrase {
    english: "There is no evidence yet. Ask a question: referee.research, referee.hypothesize.",
    spanish: "Todavía no hay evidencia. Haga una pregunta: referee.research, referee.hypothesize.",
};

/// The evidence of a question.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShownEvidence {
    #[serde(flatten)]
    summary: ResearchSummary,
    /// How much was found, or why nothing was, as a sentence.
    message: String,
    /// The works, for a list.
    evidence: Vec<Value>,
    #[serde(flatten)]
    text: ReadableText,
}

impl ShownEvidence {
    /// Describes the evidence of a run.
    #[must_use]
    pub fn of(question: &str, result: &ResearchResult, language: Language) -> Self {
        let evidence = &result.outcome.evidence;
        let count = evidence.len();
        let message = match no_evidence(result) {
            Some(why) => why.into_text(language),
            None => language.pick(
                format!("{} for “{question}”.", counted(count, "work", "works")),
                format!("{} para «{question}».", counted(count, "trabajo", "trabajos")),
            ),
        };
        ShownEvidence {
            summary: ResearchSummary::of(question, result),
            message,
            evidence: evidence.iter().map(|one| evidence_list::to_json(language, one)).collect(),
            text: ReadableText::of_page(evidence_list::page(&result.outcome), evidence),
        }
    }

    /// Returns the failures of the models, a sentence each.
    #[must_use]
    pub fn complaints(&self) -> &[String] {
        &self.summary.complaints
    }
}

/// All stored evidence of a workspace.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShownStore {
    /// The number of works.
    works: usize,
    /// How much is stored, as a sentence.
    message: String,
    /// The works, for a list.
    evidence: Vec<Value>,
    #[serde(flatten)]
    text: ReadableText,
}

impl ShownStore {
    /// Describes the contents of a store.
    #[must_use]
    pub fn of(all: StoredEvidence, language: Language) -> Self {
        let (works, questions) = (all.works.len(), all.questions);
        ShownStore {
            works,
            message: language.pick(
                format!(
                    "{} for {}.",
                    counted(works, "work", "works"),
                    counted(questions, "question", "questions")
                ),
                format!(
                    "{} para {}.",
                    counted(works, "trabajo", "trabajos"),
                    counted(questions, "pregunta", "preguntas")
                ),
            ),
            evidence: all.works,
            text: ReadableText::of_stored(&all.page),
        }
    }
}
