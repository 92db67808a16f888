//! `textDocument/references`.

use crate::state::View;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns every place that cites the work.
pub(crate) fn references(view: &View, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
    let Some(place) = view.place(&params.text_document_position) else { return Ok(None) };
    let declaration = params.context.include_declaration;
    let found =
        referee_features::references::references(&view.snapshot, &place.file, place.offset, declaration);
    let encoder = view.encoder();
    Ok(Some(found.iter().filter_map(|(file, span)| encoder.location(file, *span)).collect()))
}
