//! The outcome of asking a service for leads.

use referee_records::SourceError;
use serde::{Deserialize, Serialize};

/// Whether a service was asked for leads, and its response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeadState {
    /// It answered every question.
    Answered,
    /// It left a question unanswered; its earlier answers count.
    Failed,
    /// It is disabled in the settings, or may not be asked.
    Off,
    /// The question contains nothing to ask it about.
    NothingToAsk,
}

/// The outcome of asking one service for leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadSource {
    /// The service: `pubtator`, `opentargets`.
    pub source: String,
    /// Its response.
    pub state: LeadState,
    /// The reason for a missing answer, as in `summary.unchecked_because` of a check: `busy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The number of questions that it was asked.
    pub questions: usize,
    /// The number of papers to which it pointed; 0 for a service that points to molecules.
    pub papers: usize,
    /// The number of papers with a checkable sentence, which were added to the evidence.
    pub kept: usize,
}

impl LeadSource {
    pub(super) fn new(source: &str, state: LeadState) -> Self {
        LeadSource { source: source.to_owned(), state, because: None, questions: 0, papers: 0, kept: 0 }
    }

    pub(super) fn failed(&mut self, why: SourceError) {
        self.state = LeadState::Failed;
        self.because.get_or_insert_with(|| why.slug().to_owned());
    }
}
