//! The answers about a question that was researched for a draft.

use referee_features::evidence_list::add_references;
use referee_research::Evidence;
use referee_research::hypotheses::{Confidence, HypothesisAssessment, MechanismHypothesis, Tier};
use referee_research::model::ModelContribution;
use referee_research::page::{CitationSyntax, Page, write};
use referee_research::run::ResearchResult;
use referee_syntax::Format;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// What is said about every run: the question, how much was found, and what a model did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResearchSummary {
    question: String,
    /// The number of works.
    works: usize,
    rounds: u32,
    /// Why the searches ended.
    stop: String,
    /// The part of a language model; null without one.
    #[schemars(with = "Option<Map<String, Value>>")]
    model: Option<ModelContribution>,
    /// The failures of the models, a sentence each.
    pub complaints: Vec<String>,
    /// What was left out of a model's answers, with reasons.
    left_out: Vec<String>,
}

impl ResearchSummary {
    /// Describes a run.
    #[must_use]
    pub fn of(question: &str, result: &ResearchResult) -> Self {
        let outcome = &result.outcome;
        ResearchSummary {
            question: question.to_owned(),
            works: outcome.evidence.len(),
            rounds: outcome.rounds,
            stop: outcome.stop.describe(),
            model: outcome.assessment.model.clone(),
            complaints: result.complaints(),
            left_out: result.left_out(),
        }
    }
}

/// The answer about a page: written into the draft, as text, or why there is none.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PageAnswer {
    #[serde(flatten)]
    pub(crate) summary: ResearchSummary,
    /// What was done, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    /// The chains for the author to choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hypotheses: Option<Vec<OfferedChain>>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) missing: Option<WhatIsMissing>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<ReadableText>,
}

impl PageAnswer {
    /// Returns the answer that has only a summary.
    pub(crate) fn of(summary: ResearchSummary) -> Self {
        PageAnswer { summary, message: None, hypotheses: None, missing: None, text: None }
    }

    /// Returns the failures of the models, a sentence each.
    #[must_use]
    pub fn complaints(&self) -> &[String] {
        &self.summary.complaints
    }
}

/// What an editor can offer if nothing is written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct WhatIsMissing {
    /// The names of the question that the author can add to the vocabulary.
    unknown: Vec<UnknownName>,
    /// The gaps of the evidence.
    gaps: Vec<String>,
    /// Whether online services were searched.
    online: bool,
}

/// A name that the vocabulary lacks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct UnknownName {
    name: String,
}

impl WhatIsMissing {
    pub(crate) fn of(assessment: &HypothesisAssessment) -> Self {
        let unknown = assessment.unknown_names.iter().map(|name| UnknownName { name: name.clone() });
        WhatIsMissing {
            unknown: unknown.collect(),
            gaps: assessment.knowledge_gaps.clone(),
            // The services for leads are listed whenever the author allowed an online search.
            online: !assessment.leads.is_empty(),
        }
    }
}

/// A chain that the author can choose.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OfferedChain {
    id: String,
    chain: String,
    outcome: String,
    /// The number of works for it.
    r#for: usize,
    /// The number of works against it; 0 unless each step is stated.
    against: usize,
    #[schemars(with = "String")]
    tier: Tier,
    #[schemars(with = "f64")]
    confidence: Confidence,
    /// One quotation for each step that has one.
    quotes: Vec<String>,
}

impl OfferedChain {
    pub(crate) fn of(one: &MechanismHypothesis) -> Self {
        let is_stated = one.tier == Tier::Stated;
        let quotes = one.hops.iter().filter_map(|hop| hop.supporting.first());
        OfferedChain {
            id: one.mechanism(),
            chain: one.mechanism(),
            outcome: one.outcome(),
            r#for: one.supporting_evidence.len(),
            against: if is_stated { one.contradicting_evidence.len() } else { 0 },
            tier: one.tier,
            confidence: one.confidence,
            quotes: quotes.map(|quote| quote.text.clone()).collect(),
        }
    }
}

/// A text for a person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReadableText {
    /// `markdown` or `diff`.
    pub(crate) language: &'static str,
    pub(crate) text: String,
}

impl ReadableText {
    /// Returns a page as Markdown with numbered references.
    #[must_use]
    pub fn of_page(mut page: Page, evidence: &[Evidence]) -> Self {
        let numbers = page.cited().into_iter().zip(1..).collect();
        add_references(&mut page, evidence);
        let text = write(&page, Format::Markdown, &CitationSyntax::Numbers(numbers), 0);
        ReadableText { language: "markdown", text }
    }

    /// Returns a page of stored evidence as Markdown. Its questions number their works themselves.
    pub(crate) fn of_stored(page: &Page) -> Self {
        let text = write(page, Format::Markdown, &CitationSyntax::Numbers(Default::default()), 0);
        ReadableText { language: "markdown", text }
    }
}
