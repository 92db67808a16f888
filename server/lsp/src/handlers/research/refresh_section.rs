//! `referee.refreshSection`

use super::run::{self, Inquiry};
use super::target::{Target, not_written, refused, text_changed};
use crate::edits::apply_edit;
use crate::state::View;
use referee_operations::section::{PassageRequest, RefreshPassage, RefreshedPassage, SectionError};
use referee_text::FileId;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

/// The arguments of the command.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    #[serde(flatten)]
    parameters: RefreshPassage,
}

/// Compares a passage that was written on request with its current version.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let (file, range) = arguments.target.resolve(view)?;
    let request = PassageRequest::of(&view.snapshot, &file, range, &arguments.parameters)
        .map_err(|error| refused(view, error.message()))?;
    refresh(view, &file, &request)
}

/// Compares one passage and, if the request says so, rewrites it.
pub(super) fn refresh(view: &View, file: &FileId, request: &PassageRequest) -> Result<Option<Value>> {
    let not_made = |error: SectionError| refused(view, error.message());
    let inquiry = Inquiry {
        question: &request.question,
        rounds: request.rounds,
        online: request.online,
        purpose: request.deliverable().purpose(),
    };
    let result = run::research(view, file, &inquiry)?;
    if result.cancelled {
        return Err(Error::request_cancelled());
    }
    let fresh = match RefreshedPassage::of(request, result, view.state.language()).map_err(not_made)? {
        RefreshedPassage::Answer(answer) => return Ok(Some(json!(answer))),
        RefreshedPassage::Ready(fresh) => fresh,
    };
    let place = request.passage.provenance.span;
    let (now, place) = view.read_again(file, place).ok_or_else(|| text_changed(view))?;
    let compared = fresh.compare(request, &now.snapshot, file, place).map_err(not_made)?;
    let (edits, answer) = compared.ok_or_else(|| text_changed(view))?;
    if !edits.is_empty() {
        let edit = now.encoder().workspace_edit(&edits).ok_or_else(|| not_written(view, &now, &edits))?;
        apply_edit(&view.state, edit);
    }
    Ok(Some(json!(answer)))
}
