//! What came of asking a service for leads.

use referee_records::SourceError;
use serde::{Deserialize, Serialize};

/// Whether a service was asked for leads, and what came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeadState {
    /// It answered every question.
    Answered,
    /// It left a question unanswered; what it answered before counts.
    Failed,
    /// It is switched off in the settings, or may not be asked.
    Off,
    /// The question holds nothing to ask it for.
    NothingToAsk,
}

/// What came of asking one service for leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadSource {
    /// The service: `pubtator`, `opentargets`.
    pub source: String,
    /// Whether it answered.
    pub state: LeadState,
    /// Why it did not, as in `summary.unchecked_because` of a check: `busy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// How many questions were put to it.
    pub questions: usize,
    /// How many papers it pointed to; 0 for a service that points to molecules.
    pub papers: usize,
    /// How many of them had a sentence that could be checked and were added to the evidence.
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
