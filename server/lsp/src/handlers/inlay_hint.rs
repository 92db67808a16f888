//! `textDocument/inlayHint` and `inlayHint/resolve`.

use crate::state::View;
use crate::to_protocol::shown_on_one_line;
use crate::{from_protocol, to_protocol};
use referee_features::inlay_hint::inlay_hints;
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns hints with author and year after the keys in a range of the file.
pub(crate) fn hints(view: &View, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let uri = params.text_document.uri;
    let Some((file, text)) = view.open(&uri) else { return Ok(None) };
    let range = from_protocol::span(&text, params.range, view.encoding());
    let found = inlay_hints(&view.snapshot, view.indexes(), &file, range);
    let hints = found.into_iter().map(|hint| InlayHint {
        position: to_protocol::at(&text, hint.offset, view.encoding()),
        label: InlayHintLabel::String(shown_on_one_line(&hint.label)),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: Some(json!({"uri": uri, "key": hint.key})),
    });
    Ok(Some(hints.collect()))
}

/// Adds the card of the entry as a tooltip.
pub(crate) fn resolve(view: &View, mut hint: InlayHint) -> Result<InlayHint> {
    let data = hint.data.as_ref();
    let uri = data.and_then(|data| Url::parse(data["uri"].as_str()?).ok());
    let Some((file, text)) = uri.and_then(|uri| view.open(&uri)) else { return Ok(hint) };
    let offset = from_protocol::byte(&text, hint.position, view.encoding());
    let style = view.client_capabilities().hover;
    let card = referee_features::hover::hover(&view.snapshot, &file, offset, style);
    hint.tooltip = card.map(|card| InlayHintTooltip::MarkupContent(to_protocol::markup(card.text, style)));
    Ok(hint)
}
