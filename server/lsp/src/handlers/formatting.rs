//! `textDocument/formatting`: the layout of a BibTeX file.

use crate::state::View;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// The maximum indent that an editor can request.
const MAX_INDENT: usize = 16;

/// Returns the edits that format a bibliography; no edits for a draft, whose layout belongs to the
/// author.
pub(crate) fn edits(view: &View, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let Some((file, _)) = view.open(&params.text_document.uri) else { return Ok(None) };
    let indent = match params.options.insert_spaces {
        true => " ".repeat((params.options.tab_size as usize).min(MAX_INDENT)),
        false => String::from("\t"),
    };
    let encoder = view.encoder();
    let edits = referee_features::formatting::layout(&view.snapshot, &file, &indent);
    Ok(Some(
        edits
            .into_iter()
            .filter_map(|edit| Some(TextEdit::new(encoder.location(&file, edit.span)?.range, edit.text)))
            .collect(),
    ))
}
