//! The Markdown family: Pandoc Markdown, Quarto, R Markdown.

use crate::Block;
use crate::Format;
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice};

/// Reads Markdown.
#[derive(Debug)]
pub(crate) struct Markdown {
    /// Which of the family.
    #[expect(dead_code, reason = "the first reader takes the text as one block")]
    pub(crate) format: Format,
}

impl BlockReader for Markdown {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        Cut { len: rest.len_bytes(), seen: rest.len_bytes() }
    }

    fn read(&self, _text: &str, _first: bool) -> Block {
        Block::default()
    }
}
