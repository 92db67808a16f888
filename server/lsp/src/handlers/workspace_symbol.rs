//! `workspace/symbol`.

use crate::state::View;
use crate::to_protocol::shown_on_one_line;
use referee_features::workspace_symbol::workspace_symbols;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the matching entries of all bibliographies.
pub(crate) fn symbols(view: &View, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
    let found = workspace_symbols(&view.snapshot, view.indexes(), &params.query, &view.cancel);
    let encoder = view.encoder();
    #[expect(deprecated, reason = "the type has a field for old editors that must be filled")]
    let symbol = |found: referee_features::workspace_symbol::WorkspaceSymbol| {
        Some(SymbolInformation {
            location: encoder.location(&found.file, found.span)?,
            name: shown_on_one_line(&found.name),
            kind: SymbolKind::CONSTANT,
            tags: None,
            deprecated: None,
            container_name: Some(shown_on_one_line(&found.detail)),
        })
    };
    Ok(found.map(|found| found.into_iter().filter_map(symbol).collect()))
}
