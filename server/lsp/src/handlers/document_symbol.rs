//! `textDocument/documentSymbol`.

use crate::state::View;
use crate::to_protocol;
use crate::to_protocol::shown_on_one_line;
use referee_features::document_symbol::{self as outline, document_symbols};
use referee_text::{Encoding, Rope};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the outline of a file, as a tree or, for an editor without tree support, as a list.
pub(crate) fn symbols(view: &View, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
    let uri = params.text_document.uri;
    let Some((file, text)) = view.open(&uri) else { return Ok(None) };
    let found = document_symbols(&view.snapshot, view.indexes(), &file);
    if view.client_capabilities().symbol_tree {
        let tree = found.into_iter().map(|found| symbol(found, &text, view.encoding())).collect();
        return Ok(Some(DocumentSymbolResponse::Nested(tree)));
    }
    let mut flat = Vec::new();
    for found in found {
        flatten(found, None, &uri, &text, view.encoding(), &mut flat);
    }
    Ok(Some(DocumentSymbolResponse::Flat(flat)))
}

fn kind(kind: outline::SymbolKind) -> SymbolKind {
    match kind {
        outline::SymbolKind::Section => SymbolKind::STRING,
        outline::SymbolKind::Work => SymbolKind::CONSTANT,
    }
}

#[expect(deprecated, reason = "the type has a field for old editors that must be filled")]
fn symbol(found: outline::DocumentSymbol, text: &Rope, encoding: Encoding) -> DocumentSymbol {
    let children: Vec<_> = found.children.into_iter().map(|child| symbol(child, text, encoding)).collect();
    DocumentSymbol {
        name: shown_on_one_line(&found.name),
        detail: (!found.detail.is_empty()).then(|| shown_on_one_line(&found.detail)),
        kind: kind(found.kind),
        tags: None,
        deprecated: None,
        range: to_protocol::range(text, found.span.cover(found.focus), encoding),
        selection_range: to_protocol::range(text, found.focus, encoding),
        children: (!children.is_empty()).then_some(children),
    }
}

#[expect(deprecated, reason = "the type has a field for old editors that must be filled")]
fn flatten(
    found: outline::DocumentSymbol,
    above: Option<&str>,
    uri: &Url,
    text: &Rope,
    encoding: Encoding,
    out: &mut Vec<SymbolInformation>,
) {
    let range = to_protocol::range(text, found.span, encoding);
    out.push(SymbolInformation {
        name: shown_on_one_line(&found.name),
        kind: kind(found.kind),
        tags: None,
        deprecated: None,
        location: Location::new(uri.clone(), range),
        container_name: above.map(str::to_owned),
    });
    for child in found.children {
        flatten(child, Some(&found.name), uri, text, encoding, out);
    }
}
