//! Parses Typst with the parser of Typst itself.
//!
//! [`cut`] splits a draft at the blank lines outside all brackets, so that a keystroke causes one
//! paragraph to be parsed and not the whole file; [`read`] walks the tree of a block.

mod cut;
mod read;

use crate::Block;
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice};

/// The Typst parser.
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
