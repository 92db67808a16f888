//! `textDocument/hover`.

use crate::state::View;
use crate::to_protocol;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the card for the thing at the cursor.
pub(crate) fn hover(view: &View, params: HoverParams) -> Result<Option<Hover>> {
    let Some(place) = view.place(&params.text_document_position_params) else { return Ok(None) };
    let style = view.client_capabilities().hover;
    let found = referee_features::hover::hover(&view.snapshot, &place.file, place.offset, style);
    Ok(found.map(|hover| Hover {
        contents: HoverContents::Markup(to_protocol::markup(hover.text, style)),
        range: Some(to_protocol::range(&place.text, hover.span, view.encoding())),
    }))
}
