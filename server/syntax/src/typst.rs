//! Typst, by the parser of Typst itself.
//!
//! [`cut`] parts a draft at the blank lines that stand outside of every bracket, so that a keystroke has one
//! paragraph parsed and not the file; [`read`] walks the tree of a block.

mod cut;
mod read;

use crate::Block;
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice};

/// Reads Typst.
#[derive(Debug)]
pub(crate) struct Typst;

impl BlockReader for Typst {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        cut::cut(rest)
    }

    fn read(&self, text: &str, _first: bool) -> Block {
        read::read(text)
    }
}

#[cfg(test)]
mod tests;
