//! `referee.insertCitation`

use super::target::{Target, failed};
use crate::edits::apply_edit;
use crate::handlers::searching;
use crate::state::View;
use referee_features::cite;
use referee_text::{FileId, Span};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

/// What the command takes.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    /// The candidate that was chosen; without one, candidates are offered.
    id: Option<String>,
    /// Whether online sources are searched for the words of the sentence.
    online: Option<bool>,
}

/// Without an `id` answers with the candidates for the sentence at the place; with one, that candidate is cited, in
/// the text and in the bibliography as one edit.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let (file, range) = arguments.target.resolve(view)?;
    let Some(id) = &arguments.id else { return offer(view, &file, range, arguments.online) };
    // What was chosen was offered before: it is found again without asking anybody.
    let known = searching::recalled(view, &file);
    let insertion = cite::insert(&view.snapshot, &file, range, id, &known).map_err(failed)?;
    let edit =
        view.encoder().workspace_edit(&insertion.edits).ok_or_else(|| failed("The text has changed."))?;
    apply_edit(&view.state, edit);
    Ok(Some(json!({"title": insertion.title, "label": insertion.label, "reused": insertion.reused})))
}

/// Answers with the candidates for the sentence at a place: from this machine, and with `online` from the online
/// sources where the author lets them be searched for the words of the sentence.
fn offer(view: &View, file: &FileId, range: Span, online: Option<bool>) -> Result<Option<Value>> {
    let mut searchers = Vec::new();
    if online == Some(true) {
        let sentence = cite::sentence(&view.snapshot, file, range).map_err(failed)?.text;
        searchers = searching::searchers(view, file, &sentence, online, &view.cancel);
        if searchers.is_empty() {
            return Err(failed(
                "Nothing was searched online: the network is not allowed here, or you did not allow it.",
            ));
        }
    }
    let offer = cite::candidates(&view.snapshot, file, range, &searchers).map_err(failed)?;
    let candidates: Vec<Value> = offer
        .found
        .candidates
        .iter()
        .enumerate()
        .map(|(index, candidate)| {
            let mut out = candidate.to_json(index + 1);
            out["label"] = json!(cite::label(candidate));
            out
        })
        .collect();
    Ok(Some(json!({
        "schema": "referee.cite/1",
        "query": offer.sentence.text,
        "asked": offer.found.asked,
        "candidates": candidates,
        "pages": offer.found.pages,
    })))
}
