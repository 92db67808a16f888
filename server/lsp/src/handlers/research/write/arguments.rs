//! The arguments of the commands that write about a question.

use super::super::target::Target;
use serde::Deserialize;

/// The common arguments of the commands.
#[derive(Debug, Deserialize)]
pub(crate) struct Arguments {
    #[serde(flatten)]
    pub(super) target: Target,
    /// The question; by default that of the draft.
    pub(super) question: Option<String>,
    /// The maximum number of search rounds.
    pub(super) rounds: Option<u32>,
    /// Whether the page is inserted into the draft; otherwise it is returned as text.
    pub(super) insert: Option<bool>,
    /// Whether online sources are searched; by default, the author is asked if the network is
    /// allowed.
    pub(super) online: Option<bool>,
}

/// The arguments of `referee.insertReportSection`.
#[derive(Debug, Deserialize)]
pub(crate) struct SectionArguments {
    #[serde(flatten)]
    pub(super) common: Arguments,
    /// The section of a report.
    pub(super) section: Option<String>,
}

/// The arguments of `referee.hypothesize`.
#[derive(Debug, Deserialize)]
pub(crate) struct HypothesesArguments {
    #[serde(flatten)]
    pub(super) common: Arguments,
    /// Whether the chains are returned for the author to choose from, and nothing is inserted.
    pub(super) choose: Option<bool>,
    /// The chosen chains, by the `id` in the answer; without it, all chains.
    pub(super) chains: Option<Vec<String>>,
}
