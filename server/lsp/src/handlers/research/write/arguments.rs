//! The arguments of the commands that write about a question.

use super::super::target::Target;
use serde::Deserialize;

/// What the commands take.
#[derive(Debug, Deserialize)]
pub(crate) struct Arguments {
    #[serde(flatten)]
    pub(super) target: Target,
    /// The question; by default that of the draft.
    pub(super) question: Option<String>,
    /// The number of rounds of searches at most.
    pub(super) rounds: Option<u32>,
    /// Whether the page is put into the draft; one that is not is answered as text.
    pub(super) insert: Option<bool>,
    /// Whether online sources are searched; without it, the author is asked if the network is allowed.
    pub(super) online: Option<bool>,
}

/// What `referee.insertReportSection` takes.
#[derive(Debug, Deserialize)]
pub(crate) struct SectionArguments {
    #[serde(flatten)]
    pub(super) common: Arguments,
    /// The section of a report.
    pub(super) section: Option<String>,
}

/// What `referee.hypothesize` takes.
#[derive(Debug, Deserialize)]
pub(crate) struct HypothesesArguments {
    #[serde(flatten)]
    pub(super) common: Arguments,
    /// Whether the chains are answered for the author to choose from, and nothing is inserted.
    pub(super) choose: Option<bool>,
    /// The chains that were chosen, by the `id` of the answer; all without it.
    pub(super) chains: Option<Vec<String>>,
}
