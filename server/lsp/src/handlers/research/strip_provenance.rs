//! `referee.stripProvenance`

use super::target::{Target, not_written};
use crate::edits::apply_edit;
use crate::state::View;
use referee_features::write;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

/// Removes the provenance comments of a draft's written passages.
pub(super) fn execute(view: &View, target: &Target) -> Result<Option<Value>> {
    let edits = write::strip_provenance(&view.snapshot, &crate::uri::file(target.uri()?));
    if !edits.is_empty() {
        let edit = view.encoder().workspace_edit(&edits).ok_or_else(|| not_written(view, view, &edits))?;
        apply_edit(&view.state, edit);
    }
    Ok(Some(json!({"removed": edits.len()})))
}
