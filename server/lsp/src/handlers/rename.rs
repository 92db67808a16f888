//! `textDocument/prepareRename` and `textDocument/rename`.

use crate::state::View;
use crate::to_protocol::{self, ProtocolEncoder, asking, outside_annotation};
use referee_features::rename::{Refusal, prepare as prepare_rename, rename_everywhere};
use referee_text::FileId;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::*;

/// The LSP error code for a valid request that cannot be fulfilled (`RequestFailed`).
const REQUEST_FAILED: i64 = -32803;

/// Returns the key at the cursor, if it can be renamed.
pub(crate) fn prepare(
    view: &View,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let Some(place) = view.place(&params) else { return Ok(None) };
    let found = prepare_rename(&view.snapshot, &place.file, place.offset);
    Ok(found.ok().map(|(span, placeholder)| PrepareRenameResponse::RangeWithPlaceholder {
        range: to_protocol::range(&place.text, span, view.encoding()),
        placeholder,
    }))
}

/// Renames a key in every file of the workspace.
pub(crate) fn rename(view: &View, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let Some(place) = view.place(&params.text_document_position) else {
        return Err(refused(view, &Refusal::NoKey));
    };
    let renamed =
        rename_everywhere(&view.snapshot, &place.file, place.offset, &params.new_name, &view.cancel);
    // The editor does not wait for the answer to a cancelled request.
    let Some(renamed) = renamed else { return Err(Error::request_cancelled()) };
    let (snapshot, mut renamed) = renamed.map_err(|refusal| refused(view, &refusal))?;
    if !view.client_capabilities().confirms_edits {
        renamed.leave_outside(view.state.language());
    }
    if !renamed.left_out.is_empty() {
        view.state.client.show_message(MessageType::WARNING, renamed.left_out);
    }
    let edit = ProtocolEncoder { snapshot: &snapshot, ..view.encoder() }.workspace_edit(&renamed.edits);
    Ok(edit.map(|edit| confirming(edit, view, &renamed.outside)))
}

/// Marks the edits of some files so that the editor asks before it applies them.
fn confirming(mut edit: WorkspaceEdit, view: &View, files: &[FileId]) -> WorkspaceEdit {
    let uris: Vec<Url> = files.iter().filter_map(|file| view.uris.uri(file)).collect();
    let Some(DocumentChanges::Edits(changes)) = edit.document_changes.as_mut().filter(|_| !uris.is_empty())
    else {
        return edit;
    };
    for change in changes.iter_mut().filter(|change| uris.contains(&change.text_document.uri)) {
        for edit in &mut change.edits {
            if let OneOf::Left(text_edit) = edit {
                *edit = OneOf::Right(asking(text_edit.clone()));
            }
        }
    }
    edit.change_annotations = Some(outside_annotation(view.state.language()));
    edit
}

fn refused(view: &View, why: &Refusal) -> Error {
    let message = why.message().into_text(view.state.language());
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: message.into(), data: None }
}
