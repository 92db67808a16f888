//! `textDocument/documentLink` and `documentLink/resolve`.

use crate::state::View;
use crate::{from_protocol, to_protocol};
use referee_features::document_link::{document_links, resolve as resolve_link};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the links of a file: its identifiers and addresses. In a bibliography the target of a
/// link is resolved only when it is followed.
pub(crate) fn links(view: &View, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
    let uri = params.text_document.uri;
    let Some((file, text)) = view.open(&uri) else { return Ok(None) };
    let found = document_links(&view.snapshot, &file, &view.cancel);
    Ok(found.map(|found| {
        found
            .into_iter()
            .map(|link| DocumentLink {
                range: to_protocol::range(&text, link.span, view.encoding()),
                data: link.target.is_none().then(|| json!({"uri": uri})),
                target: link.target.and_then(|target| Url::parse(&target).ok()),
                tooltip: None,
            })
            .collect()
    }))
}

/// Resolves the target of a link.
pub(crate) fn resolve(view: &View, mut link: DocumentLink) -> Result<DocumentLink> {
    let uri = link.data.as_ref().and_then(|data| Url::parse(data["uri"].as_str()?).ok());
    if let Some((file, text)) = uri.and_then(|uri| view.open(&uri)) {
        let span = from_protocol::span(&text, link.range, view.encoding());
        link.target = resolve_link(&view.snapshot, &file, span).and_then(|target| Url::parse(&target).ok());
    }
    Ok(link)
}
