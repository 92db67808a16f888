//! Values in the cells of a table, read as if each were a sentence: “GCS 16.”.

use crate::BlockContext;
use crate::analysis::charts::Charts;
use crate::block_analysis::BlockAnalysis;
use referee_findings::Remark;
use referee_syntax::{Block, Format};

/// Reports impossible values in the tables of a block that the text of its rows does not show. `run` checks a text of sentences.
pub(super) fn check(block: &BlockContext<'_>, run: &dyn Fn(&BlockContext<'_>) -> Vec<Remark>) -> Vec<Remark> {
    let cells = &Charts::of(block).0;
    if cells.is_empty() {
        return Vec::new();
    }
    // All cells are analysed as one text, a paragraph for each.
    let mut text = String::new();
    let mut starts = Vec::new();
    for cell in cells {
        starts.push(text.len());
        text.push_str(&cell.sentence);
        text.push_str(".\n\n");
    }
    let analysis = BlockAnalysis::read(&text, &Block::default(), Format::PlainText, block.kind());
    let charted = run(&BlockContext { analysis: &analysis, start: 0, ..*block });
    if charted.is_empty() {
        return Vec::new();
    }
    let known: Vec<Remark> = run(block);
    let mut out: Vec<Remark> = Vec::new();
    for mut remark in charted {
        let at = starts.partition_point(|start| *start <= remark.place.start as usize);
        let Some(cell) = at.checked_sub(1).and_then(|at| cells.get(at)) else { continue };
        remark.place = cell.span;
        remark.related.clear();
        if !known.iter().chain(&out).any(|other| other.place.overlaps(cell.span)) {
            out.push(remark);
        }
    }
    out.sort_by_key(|remark| remark.place);
    out
}
