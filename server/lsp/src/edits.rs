//! Edits that the server initiates at the end of a command.

use crate::editor_client::RequestError;
use crate::state::State;
use referee_text::Phrase;
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
