//! `textDocument/codeLens`.

use crate::state::View;
use crate::to_protocol;
use crate::to_protocol::shown_on_one_line;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the status of the entries of a bibliography as lenses without a command.
pub(crate) fn lenses(view: &View, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let Some((file, text)) = view.open(&params.text_document.uri) else { return Ok(None) };
    let found = referee_features::code_lens::code_lenses(&view.snapshot, &file);
    let lenses = found.into_iter().map(|lens| CodeLens {
        range: to_protocol::range(&text, lens.span, view.encoding()),
        command: Some(Command::new(shown_on_one_line(&lens.title), String::new(), None)),
        data: None,
    });
    Ok(Some(lenses.collect()))
}
