//! The structured report: its counts, its quotations and the evidence for each sentence.

mod compose;
mod method;
mod present;
mod quote;

pub use compose::{NO_EVIDENCE, NO_EVIDENCE_ID, NoEvidence, compose, compose_with};
pub use present::{bibliography, page, section_page};

use crate::hypotheses::{Confidence, Status};
use referee_bibliography::Work;
use serde::{Deserialize, Serialize};

/// A sentence of a report and the works that support it, by handle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// The text before the quotation; the whole sentence without one.
    pub text: String,
    /// The verbatim quotation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The handles of the supporting works.
    #[serde(default)]
    pub evidence: Vec<String>,
}

impl Sentence {
    /// Creates a sentence of counts without a quotation.
    #[must_use]
    pub fn counted(text: impl Into<String>) -> Sentence {
        Sentence { text: text.into(), quote: None, evidence: Vec::new() }
    }
}

/// A section of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportSection {
    /// The heading, without a number or markup.
    pub title: String,
    /// The sentences of the section.
    pub sentences: Vec<Sentence>,
}

impl ReportSection {
    /// Returns the works that the section cites, each once, in order.
    #[must_use]
    pub fn citations(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for handle in self.sentences.iter().flat_map(|sentence| &sentence.evidence) {
            if !out.contains(handle) {
                out.push(handle.clone());
            }
        }
        out
    }
}

/// A hypothesis with the works for and against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestedHypothesis {
    /// `metformin → AMPK → autophagy`.
    pub mechanism: String,
    /// The supporting works, by handle.
    pub supporting: Vec<String>,
    /// The contradicting works, by handle.
    pub contradicting: Vec<String>,
    /// The status that follows from them.
    pub status: Status,
}

/// A reference of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportReference {
    /// The number of the reference, from 1.
    pub number: u32,
    /// The work's handle in the store.
    pub handle: String,
    /// The work.
    pub work: Work,
    /// The source that returned the work.
    pub source: String,
}

/// The counts from the search results to the quoted works.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// Records that sources returned, over all searches.
    pub hits: usize,
    /// Distinct works that matched a search.
    pub works: usize,
    /// Works that were excluded because they were retracted.
    pub retracted: usize,
    /// Works that have only a title.
    pub without_abstract: usize,
    /// Works that are quoted in the report.
    pub quoted: usize,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResearchReport {
    /// The title.
    pub title: String,
    /// The summary, 100 to 500 characters.
    pub executive_summary: String,
    /// The question.
    pub research_question: String,
    /// How the report was made.
    pub methodology: ReportSection,
    /// The hypotheses that were tested.
    pub hypotheses_tested: Vec<TestedHypothesis>,
    /// Statements about mechanisms.
    pub mechanistic_findings: ReportSection,
    /// Observations in people.
    pub clinical_findings: ReportSection,
    /// The drugs that act according to the evidence.
    pub drug_candidates: Vec<Sentence>,
    /// The limits of the report.
    pub limitations: Vec<Sentence>,
    /// The conclusion.
    pub conclusion: Vec<Sentence>,
    /// The cited works, in report order.
    pub references: Vec<ReportReference>,
    /// The sources that were searched.
    pub sources_searched: Vec<String>,
    /// The number of works that were considered.
    pub total_papers_reviewed: usize,
    /// The number of search rounds.
    pub search_iterations: u32,
    /// The confidence of the best hypothesis: a rank, not a probability.
    pub confidence_score: Confidence,
    /// The counts from the search results to the quoted works.
    pub flow: Flow,
    /// The date of the report.
    pub date: String,
    /// The author: `compiled without a language model`, or the name of a model.
    pub made_by: String,
    /// The contribution of a language model to the sentences; `None` if no model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<crate::model::ModelContribution>,
    /// The contribution of an embedding model to the choice of works; `None` if word vectors were
    /// used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedding: Option<crate::model::ModelContribution>,
}

/// The sections that can be inserted individually.
pub const SECTIONS: &[&str] = &[
    "summary",
    "question",
    "methodology",
    "hypotheses",
    "mechanistic",
    "clinical",
    "candidates",
    "limitations",
    "conclusion",
    "references",
];
