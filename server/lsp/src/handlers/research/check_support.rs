//! `referee.checkSupport`

use super::target::{Target, failed};
use crate::permission;
use crate::progress::Progress;
use crate::state::View;
use referee_features::{model, support};
use referee_text::{FileId, Phrase};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

/// What the command takes.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    /// Whether the language model of the settings is asked as well; it is unless this says no.
    model: Option<bool>,
}

/// Looks up the sentences at a place, or of the whole file where none is given, in the works that they cite.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let uri = arguments.target.uri()?;
    let place = if arguments.target.has_place() { Some(arguments.target.resolve(view)?.1) } else { None };
    let file = crate::uri::file(uri);
    let mut all = support::check(&view.snapshot, &file, place).map_err(failed)?;
    if arguments.model != Some(false) {
        read_by_model(view, &file, &mut all.sentences)?;
    }
    let sentences: Vec<Value> = all.sentences.iter().map(support::CheckedSentence::to_json).collect();
    Ok(Some(json!({
        "schema": "referee.support/1",
        "sentences": sentences,
        "left_out": all.left_out,
        "message": all.message(),
        "language": "markdown",
        "text": all.to_markdown(),
    })))
}

/// Has the language model of the settings, if there is one, read the works that the sentences cite.
fn read_by_model(view: &View, file: &FileId, all: &mut [support::CheckedSentence]) -> Result<()> {
    let private = view.snapshot.is_confidential(file);
    let model = model::of(&view.snapshot.settings(file), permission::of(view), private).map_err(failed)?;
    let Some(model) = model else { return Ok(()) };
    let cancel = view.cancel.child_token();
    let shown = Progress::begin(
        &view.state,
        Phrase { english: "Reading the cited works", spanish: "Leyendo las obras citadas" },
        true,
        &cancel,
    );
    let of = all.len();
    let mut begun = |index: usize, heard: usize| {
        let words = format!("{} reads sentence {} of {of} ({heard} characters)", model.judge(), index + 1);
        shown.report_as(&words, index, of);
    };
    support::read_by_model(&view.snapshot, file, all, &model, &cancel, &mut begun);
    // What it read is a finding of the draft from now on.
    view.state.worker.review_all();
    Ok(())
}
