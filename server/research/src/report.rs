//! The structured report: what is counted, what is quoted, and what each sentence rests on.

mod compose;
mod method;
mod present;

pub use compose::{NO_EVIDENCE, NO_EVIDENCE_ID, NoEvidence, compose, compose_with};
pub use present::{bibliography, page, section_page};

use crate::hypotheses::{Confidence, Status};
use referee_bibliography::Work;
use serde::{Deserialize, Serialize};

/// A sentence of a report and the works that it rests on, by handle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// What stands before the quotation; the whole sentence where it quotes nothing.
    pub text: String,
    /// What is quoted, word for word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The works.
    #[serde(default)]
    pub evidence: Vec<String>,
}

impl Sentence {
    /// A sentence that counts and quotes nothing.
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
    /// What it says.
    pub sentences: Vec<Sentence>,
}

impl ReportSection {
    /// The works that it cites, each once, in order.
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

/// A hypothesis and what was counted for and against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestedHypothesis {
    /// `metformin → AMPK → autophagy`.
    pub mechanism: String,
    /// The works for it, by handle.
    pub supporting: Vec<String>,
    /// The works against it, by handle.
    pub contradicting: Vec<String>,
    /// What that makes.
    pub status: Status,
}

/// A reference of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportReference {
    /// Its number, from 1.
    pub number: u32,
    /// The work's handle in the store.
    pub handle: String,
    /// The work.
    pub work: Work,
    /// Who stated it.
    pub source: String,
}

/// The flow from what was found to what was quoted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// Records that sources returned, over all searches.
    pub hits: usize,
    /// Distinct works that fit a search.
    pub works: usize,
    /// Of these left out because they were retracted.
    pub retracted: usize,
    /// Of these with no more than a title.
    pub without_abstract: usize,
    /// Of these quoted here.
    pub quoted: usize,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResearchReport {
    /// Its title.
    pub title: String,
    /// 100 to 500 characters.
    pub executive_summary: String,
    /// What was asked.
    pub research_question: String,
    /// How it was made.
    pub methodology: ReportSection,
    /// What was tested.
    pub hypotheses_tested: Vec<TestedHypothesis>,
    /// What is said of mechanisms.
    pub mechanistic_findings: ReportSection,
    /// What was seen in people.
    pub clinical_findings: ReportSection,
    /// The drugs of which the evidence says that they act.
    pub drug_candidates: Vec<Sentence>,
    /// What it cannot say.
    pub limitations: Vec<Sentence>,
    /// What it comes to.
    pub conclusion: Vec<Sentence>,
    /// What is cited, in the order of the report.
    pub references: Vec<ReportReference>,
    /// Who was asked.
    pub sources_searched: Vec<String>,
    /// How many works were looked at.
    pub total_papers_reviewed: usize,
    /// How many rounds of searches were made.
    pub search_iterations: u32,
    /// That of the best hypothesis: a rank, not a probability.
    pub confidence_score: Confidence,
    /// From what was found to what was quoted.
    pub flow: Flow,
    /// The day.
    pub date: String,
    /// Who wrote it: `counted and quoted`, or the name of a model.
    pub made_by: String,
    /// What a language model had to do with its sentences; `None` where none was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<crate::model::ModelContribution>,
    /// What an embedding model had to do with the choice of works; `None` where their words were enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedding: Option<crate::model::ModelContribution>,
}

/// The sections that can be put in by themselves.
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
