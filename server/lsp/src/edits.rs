//! Edits that the server makes by itself, at the end of a command.

use crate::state::State;
use referee_findings::FileEdit;
use referee_text::{FileId, Language};
use std::time::Duration;
use tower_lsp::lsp_types::request::ApplyWorkspaceEdit;
use tower_lsp::lsp_types::{ApplyWorkspaceEditParams, WorkspaceEdit};

/// How long an editor may take to apply an edit.
const APPLY_LIMIT: Duration = Duration::from_secs(10);

/// A sentence about the files beside `file` that edits change, with a space before it; empty where there are none.
/// Editors take back what was done in each file by itself, and keep a file that was not open unsaved.
pub(crate) fn also_changed(language: Language, file: &FileId, edits: &[FileEdit]) -> String {
    let mut names: Vec<String> =
        edits.iter().filter(|edit| edit.file != *file).map(|edit| edit.file.name().into_owned()).collect();
    names.dedup();
    match names.as_slice() {
        [] => String::new(),
        [one] => language.pick(
            format!(" {one} was changed too: save it, and undo there as well to take this back."),
            format!(" También cambió {one}: guárdelo, y deshaga también allí para volver atrás."),
        ),
        [first, rest @ ..] => {
            let more = rest.len();
            language.pick(
                format!(
                    " {first} and {more} more files were changed too: save them, and undo there as well to take this back."
                ),
                format!(
                    " También cambiaron {first} y {more} archivos más: guárdelos, y deshaga también allí para volver atrás."
                ),
            )
        }
    }
}

/// Has the editor apply an edit, in the background: it may wait for our answer before it applies anything.
pub(crate) fn apply_edit(state: &State, edit: WorkspaceEdit) {
    apply_edit_called(state, edit, None);
}

/// Has the editor apply an edit as [`apply_edit`] does, under the name `label` in its list of what can be undone.
pub(crate) fn apply_edit_called(state: &State, edit: WorkspaceEdit, label: Option<String>) {
    let client = state.client.clone();
    state.runtime.spawn(async move {
        let params = ApplyWorkspaceEditParams { label, edit };
        match client.request_within::<ApplyWorkspaceEdit>(params, APPLY_LIMIT).await {
            Ok(answer) if answer.applied => {}
            Ok(_) => tracing::warn!("the editor did not apply an edit"),
            Err(error) => tracing::warn!("an edit may not have been applied: {error}"),
        }
    });
}
