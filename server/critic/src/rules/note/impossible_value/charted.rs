//! Values in the cells of a table, read as if each were a sentence: “GCS 16.”.

use crate::BlockContext;
use crate::analysis::charts;
use crate::block_analysis::BlockAnalysis;
use referee_findings::Remark;
use referee_syntax::{Block, Format};

/// Reports impossible values in the tables of a block that the text of its rows does not show. `run` checks a sentence.
pub(super) fn check(block: &BlockContext<'_>, run: &dyn Fn(&BlockContext<'_>) -> Vec<Remark>) -> Vec<Remark> {
    let cells = charts::read(block.prose());
    if cells.is_empty() {
        return Vec::new();
    }
    let known: Vec<Remark> = run(block);
    let mut out: Vec<Remark> = Vec::new();
    for cell in cells {
        let text = format!("{}.", cell.sentence);
        let analysis = BlockAnalysis::read(&text, &Block::default(), Format::PlainText, block.kind());
        let sentence = BlockContext { analysis: &analysis, start: 0, ..*block };
        for mut remark in run(&sentence) {
            remark.place = cell.span;
            remark.related.clear();
            if !known.iter().chain(&out).any(|other| other.place.overlaps(cell.span)) {
                out.push(remark);
            }
        }
    }
    out
}
