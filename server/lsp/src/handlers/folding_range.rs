//! `textDocument/foldingRange`.

use crate::state::View;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the foldable ranges, by lines.
pub(crate) fn ranges(view: &View, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
    let Some((file, text)) = view.open(&params.text_document.uri) else { return Ok(None) };
    let line = |offset: u32| {
        let offset = (offset as usize).min(text.len_bytes());
        u32::try_from(text.byte_to_line(offset)).unwrap_or(u32::MAX)
    };
    let found = referee_features::folding::folding(&view.snapshot, &file);
    let ranges = found.into_iter().filter_map(|span| {
        let (start_line, end_line) = (line(span.start), line(span.end));
        (start_line < end_line).then(|| FoldingRange { start_line, end_line, ..FoldingRange::default() })
    });
    Ok(Some(ranges.collect()))
}
