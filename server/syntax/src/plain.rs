//! Plain text.

use crate::Block;
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice};

/// Reads plain text.
#[derive(Debug)]
pub(crate) struct Plain;

impl BlockReader for Plain {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        Cut { len: rest.len_bytes(), seen: rest.len_bytes() }
    }

    fn read(&self, _text: &str, _first: bool) -> Block {
        Block::default()
    }
}
