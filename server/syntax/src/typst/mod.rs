//! Typst.

use crate::Block;
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice};

/// Reads Typst.
#[derive(Debug)]
pub(crate) struct Typst;

impl BlockReader for Typst {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        Cut { len: rest.len_bytes(), seen: rest.len_bytes() }
    }

    fn read(&self, _text: &str, _first: bool) -> Block {
        Block::default()
    }
}
