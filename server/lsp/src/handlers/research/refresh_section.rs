//! `referee.refreshSection`

use super::question::{MAX_ROUNDS, QUICK_ROUNDS};
use super::run::{self, Inquiry};
use super::target::{Target, failed};
use crate::edits::apply_edit;
use crate::state::View;
use referee_features::write::{self, GenerationInfo};
use referee_research::deliverable::{AuthoredPage, Deliverable};
use referee_syntax::Written;
use referee_text::FileId;
use referee_workspace::FileKind;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

/// What the command takes.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    /// The number of rounds of searches at most.
    rounds: Option<u32>,
    /// Whether online sources are searched; where nothing is said, the author is asked if the network is allowed.
    online: Option<bool>,
    /// Whether the passage is written anew where nobody edited it, beside being compared.
    apply: Option<bool>,
}

/// Compares a passage that was written on request with what it would say now. It is written anew only where that is
/// asked for (`apply`), and never where it was edited by hand.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let (file, range) = arguments.target.resolve(view)?;
    let Some(FileKind::Draft(document)) = view.snapshot.kind(&file) else {
        return Err(failed("Only a passage in a draft can be written anew."));
    };
    let passage = write::written_at(&document, range).ok_or_else(|| {
        failed(
            "No passage that referee wrote stands here: the comment above one begins with referee:written.",
        )
    })?;
    let rounds = arguments.rounds.unwrap_or(QUICK_ROUNDS).min(MAX_ROUNDS);
    refresh(view, &file, &passage, rounds, arguments.online, arguments.apply.unwrap_or(false))
}

/// Compares one passage, and with `apply` writes it anew.
pub(super) fn refresh(
    view: &View,
    file: &FileId,
    passage: &Written,
    rounds: u32,
    online: Option<bool>,
    apply: bool,
) -> Result<Option<Value>> {
    let provenance = &passage.provenance;
    let (Some(question), Some(what)) = (&provenance.question, &provenance.what) else {
        return Err(failed("The comment above this passage does not say what it answers; insert it anew."));
    };
    let deliverable = Deliverable::parse(what);
    let inquiry = Inquiry { question, rounds, online, purpose: deliverable.purpose() };
    let result = run::research(view, file, &inquiry)?;
    if result.cancelled {
        return Err(Error::request_cancelled());
    }
    let AuthoredPage { page, author } = deliverable.page(&result).map_err(failed)?;
    let evidence = &result.outcome.evidence;
    let told = GenerationInfo { by: &author, question, what, works: result.outcome.counted_works() };
    let changed = || failed("The text has changed here; nothing was written. Run the command again.");
    let (now, at) = view.read_again(file, passage.provenance.span).ok_or_else(changed)?;
    let passage = match now.snapshot.kind(file) {
        Some(FileKind::Draft(document)) => write::written_at(&document, at).ok_or_else(changed)?,
        _ => return Err(changed()),
    };
    let fresh = write::refresh(&now.snapshot, file, &passage, &page, evidence, told).map_err(failed)?;
    let diff = write::diff(&fresh.before, &fresh.after);
    let apply = apply && !fresh.edits.is_empty();
    if apply {
        let edit = now.encoder().workspace_edit(&fresh.edits).ok_or_else(changed)?;
        apply_edit(&view.state, edit);
    }
    let message = match (diff.is_empty(), fresh.edited, apply) {
        (true, ..) => "The passage says what it would say now.",
        (_, true, _) => {
            "The passage was edited by hand; nothing is written over it. What it would say now is shown beside it."
        }
        (_, _, true) => "The passage was written anew.",
        _ => "What the passage would say now is shown beside what it says; nothing was changed.",
    };
    let mut answer = json!({
        "question": question,
        "what": what,
        "changed": !diff.is_empty(),
        "edited": fresh.edited,
        "applied": apply,
        "message": message,
    });
    if !diff.is_empty() {
        answer["language"] = json!("diff");
        answer["text"] = json!(diff);
    }
    Ok(Some(answer))
}
