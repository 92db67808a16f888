//! `textDocument/definition`.

use crate::state::View;
use crate::to_protocol;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the entry to which a citation refers.
pub(crate) fn definition(
    view: &View,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let Some(place) = view.place(&params.text_document_position_params) else { return Ok(None) };
    let found = referee_features::definition::definition(&view.snapshot, &place.file, place.offset);
    let encoder = view.encoder();
    Ok(found.and_then(|found| {
        let focus = encoder.location(&found.file, found.focus)?;
        if !view.client_capabilities().definition_links {
            return Some(GotoDefinitionResponse::Scalar(focus));
        }
        let whole = encoder.location(&found.file, found.span.cover(found.focus))?;
        Some(GotoDefinitionResponse::Link(vec![LocationLink {
            origin_selection_range: Some(to_protocol::range(&place.text, found.origin, view.encoding())),
            target_uri: whole.uri,
            target_range: whole.range,
            target_selection_range: focus.range,
        }]))
    }))
}
