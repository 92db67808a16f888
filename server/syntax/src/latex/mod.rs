//! LaTeX.

use crate::Block;
use crate::Options;
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice};
use std::sync::Arc;

/// Reads LaTeX.
#[derive(Debug)]
pub(crate) struct Latex {
    /// What the author's settings say: the commands that cite.
    #[expect(dead_code, reason = "the first reader takes the text as one block")]
    pub(crate) options: Arc<Options>,
}

impl BlockReader for Latex {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        Cut { len: rest.len_bytes(), seen: rest.len_bytes() }
    }

    fn read(&self, _text: &str, _first: bool) -> Block {
        Block::default()
    }
}
