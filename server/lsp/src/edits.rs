//! Edits that the server initiates at the end of a command.

use crate::editor_client::RequestError;
use crate::state::State;
use referee_findings::FileEdit;
use referee_text::{FileId, Language, Phrase};
use std::time::Duration;
use tower_lsp::lsp_types::request::ApplyWorkspaceEdit;
use tower_lsp::lsp_types::{ApplyWorkspaceEditParams, MessageType, WorkspaceEdit};

/// How long an editor may take to apply an edit.
const APPLY_LIMIT: Duration = Duration::from_secs(10);

/// The message if the editor refused an edit.
const NOT_APPLIED: Phrase = Phrase {
    english: "The editor did not apply this; nothing was written.",
    spanish: "El editor no lo aplicó; no se escribió nada.",
};

/// The message if the editor does not answer; it may still apply the edit.
const NO_ANSWER: Phrase = Phrase {
    english: "The editor did not confirm this edit: check whether it was written.",
    spanish: "El editor no confirmó este cambio: compruebe si se escribió.",
};

/// Returns a sentence about the other files that edits change, with a leading space; empty without
/// such files. It is shown because editors undo the changes of each file separately, and leave a file
/// that was not open unsaved.
pub(crate) fn also_changed(language: Language, file: &FileId, edits: &[FileEdit]) -> String {
    let mut names: Vec<String> =
        edits.iter().filter(|edit| edit.file != *file).map(|edit| edit.file.name().into_owned()).collect();
    names.dedup();
    match names.as_slice() {
        [] => String::new(),
        [one] => language.pick(
            format!(" {one} was changed as well. Save it; to undo, undo in both files."),
            format!(" También cambió {one}. Guárdelo; para deshacer, deshaga en ambos archivos."),
        ),
        [first, rest @ ..] => {
            let more = rest.len();
            language.pick(
                format!(
                    " {first} and {more} more files were changed as well. Save them; to undo, undo in each file."
                ),
                format!(
                    " También cambiaron {first} y {more} archivos más. Guárdelos; para deshacer, deshaga en cada archivo."
                ),
            )
        }
    }
}

/// Returns a sentence about the other files that edits will change; empty without such files.
pub(crate) fn also_changes(language: Language, file: &FileId, edits: &[FileEdit]) -> String {
    let mut names: Vec<String> =
        edits.iter().filter(|edit| edit.file != *file).map(|edit| edit.file.name().into_owned()).collect();
    names.dedup();
    if names.is_empty() {
        return String::new();
    }
    let names = names.join(", ");
    language.pick(
        format!("This fix also changes {names}: save it; to undo, undo in each file."),
        format!("Este arreglo cambia también {names}: guárdelo; para deshacer, deshaga en cada archivo."),
    )
}

/// Has the editor apply an edit, in the background: it may wait for our answer before it applies
/// anything.
pub(crate) fn apply_edit(state: &State, edit: WorkspaceEdit) {
    apply_edit_called(state, edit, None);
}

/// Has the editor apply an edit like [`apply_edit`], with `label` as its name in the undo list.
pub(crate) fn apply_edit_called(state: &State, edit: WorkspaceEdit, label: Option<String>) {
    let (client, language) = (state.client.clone(), state.language());
    state.runtime.spawn(async move {
        let params = ApplyWorkspaceEditParams { label, edit };
        match client.request_within::<ApplyWorkspaceEdit>(params, APPLY_LIMIT).await {
            Ok(answer) if answer.applied => {}
            Err(RequestError::SessionEnded) => {}
            Err(error @ RequestError::TimedOut(_)) => {
                tracing::warn!("an edit may not have been applied: {error}");
                client.show_message(MessageType::WARNING, NO_ANSWER.text(language).to_owned());
            }
            refused => {
                match refused {
                    Ok(answer) => {
                        tracing::warn!("the editor did not apply an edit: {:?}", answer.failure_reason)
                    }
                    Err(error) => tracing::warn!("the editor did not apply an edit: {error}"),
                }
                client.show_message(MessageType::WARNING, NOT_APPLIED.text(language).to_owned());
            }
        }
    });
}
