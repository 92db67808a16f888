//! Edits that the server makes by itself, at the end of a command.

use crate::state::State;
use std::time::Duration;
use tower_lsp::lsp_types::request::ApplyWorkspaceEdit;
use tower_lsp::lsp_types::{ApplyWorkspaceEditParams, WorkspaceEdit};

/// How long an editor may take to apply an edit.
const APPLY_LIMIT: Duration = Duration::from_secs(10);

/// Has the editor apply an edit, in the background: it may wait for our answer before it applies anything.
pub(crate) fn apply_edit(state: &State, edit: WorkspaceEdit) {
    let client = state.client.clone();
    state.runtime.spawn(async move {
        let params = ApplyWorkspaceEditParams { label: None, edit };
        match client.request_within::<ApplyWorkspaceEdit>(params, APPLY_LIMIT).await {
            Ok(answer) if answer.applied => {}
            Ok(_) => tracing::warn!("the editor did not apply an edit"),
            Err(error) => tracing::warn!("an edit may not have been applied: {error}"),
        }
    });
}
