//! `referee.showEvidence`

use super::run::{self, Inquiry};
use super::target::{Target, failed, refused, show_complaints};
use crate::state::View;
use referee_features::evidence_list;
use referee_operations::rounds::{MAX_ROUNDS, QUICK_ROUNDS};
use referee_operations::section::question;
use referee_operations::show_evidence::{NO_EVIDENCE, ShownEvidence, ShownStore};
use referee_research::run::Purpose;
use referee_research::{EvidenceLocation, Store};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

/// The arguments of the command.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    /// The question; by default that of the draft.
    question: Option<String>,
    /// The maximum number of search rounds.
    rounds: Option<u32>,
    /// Whether all stored evidence is shown, without a question.
    all: Option<bool>,
    /// Whether online sources are searched; by default, the author is asked if the network is
    /// allowed.
    online: Option<bool>,
}

/// Answers with the evidence of a question, or with all stored evidence, as a list and as a
/// readable document.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    if arguments.all == Some(true) {
        return stored(view, &arguments.target);
    }
    let (file, _) = arguments.target.resolve(view)?;
    let question = question(&view.snapshot, &file, arguments.question.as_deref())
        .map_err(|error| refused(view, error.message()))?;
    let inquiry = Inquiry {
        question: &question,
        rounds: arguments.rounds.unwrap_or(QUICK_ROUNDS).min(MAX_ROUNDS),
        online: arguments.online,
        purpose: Purpose::Evidence,
    };
    let result = run::research(view, &file, &inquiry)?;
    if view.cancel.is_cancelled() {
        return Err(Error::request_cancelled());
    }
    let answer = ShownEvidence::of(&question, &result, view.state.language());
    show_complaints(view, answer.complaints());
    Ok(Some(json!(answer)))
}

/// Answers with all stored evidence of a file's workspace, question by question, without a search.
fn stored(view: &View, target: &Target) -> Result<Option<Value>> {
    let folder = view.snapshot.workspace_of(&crate::uri::file(target.uri()?));
    let none = || refused(view, NO_EVIDENCE);
    let location = EvidenceLocation::of_user(&folder).ok_or_else(none)?;
    let store = Store::open_read_only(&location).map_err(failed)?.ok_or_else(none)?;
    let all = evidence_list::stored(view.state.language(), &store).map_err(failed)?;
    if all.works.is_empty() {
        return Err(none());
    }
    Ok(Some(json!(ShownStore::of(all, view.state.language()))))
}
