//! `textDocument/documentHighlight`.

use crate::state::View;
use referee_workspace::FileKind;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns every place in the same file that cites the work at the cursor, and its entry if it is
/// in the file.
pub(crate) fn highlights(
    view: &View,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let Some(place) = view.place(&params.text_document_position_params) else { return Ok(None) };
    let found = referee_features::references::references(&view.snapshot, &place.file, place.offset, true);
    let encoder = view.encoder();
    let is_entry = |file| matches!(view.snapshot.kind(file), Some(FileKind::Bibliography(_)));
    let here = found.iter().filter(|(file, _)| *file == place.file);
    Ok(Some(
        here.filter_map(|(file, span)| {
            let kind =
                if is_entry(file) { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
            Some(DocumentHighlight { range: encoder.location(file, *span)?.range, kind: Some(kind) })
        })
        .collect(),
    ))
}
