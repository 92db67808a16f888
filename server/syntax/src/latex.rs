//! Parses LaTeX.
//!
//! [`cut`] finds the end of a block, [`lex`] splits a block into tokens and pairs its brackets
//! ([`skip`] finds the parts that TeX does not read, [`scan`] the ends of lines and commands), and
//! [`read`] goes over the tokens once and collects the contents, with [`names`] for lists of keys
//! and files. [`commands`] classifies commands, [`items`] reads the references of
//! `thebibliography`, [`text`] turns a piece of LaTeX into plain text.

mod commands;
mod cut;
mod items;
mod lex;
mod names;
mod read;
mod scan;
mod skip;
mod text;

pub(crate) use items::listed;

use crate::{Block, Options};
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice};
use std::sync::Arc;

/// The LaTeX parser.
#[derive(Debug)]
pub(crate) struct Latex {
    /// The author's settings: the commands that cite.
    pub(crate) options: Arc<Options>,
}

impl BlockReader for Latex {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        cut::cut(rest)
    }

    fn read(&self, text: &str, _first: bool) -> Block {
        read::read(text, &self.options)
    }
}

#[cfg(test)]
mod tests;
