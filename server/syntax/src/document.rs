//! A draft.

use crate::Block;
use referee_text::{Blocks, Rope, TextEdit};

/// The formats of drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Pandoc's Markdown.
    Markdown,
    /// Quarto.
    Quarto,
    /// R Markdown.
    RMarkdown,
    /// LaTeX.
    Latex,
    /// Typst.
    Typst,
    /// Plain text.
    PlainText,
}

/// What a draft is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A paper, a thesis, a report.
    #[default]
    Manuscript,
    /// A note about a patient. It stays on this machine.
    ClinicalNote,
}

/// What the author's settings say about reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// LaTeX commands, without backslash, that cite as `\cite` does.
    pub cite_commands: Vec<String>,
}

/// A draft, read and kept read while it is edited.
#[derive(Clone, Debug)]
pub struct Document {
    format: Format,
    options: std::sync::Arc<Options>,
    text: Rope,
    blocks: Blocks<Block>,
}

#[expect(unused_variables, clippy::todo, reason = "filled in by the next change")]
impl Document {
    /// Reads the text of a draft.
    #[must_use]
    pub fn read(format: Format, text: Rope, options: std::sync::Arc<Options>) -> Self {
        todo!()
    }

    /// Takes up one edit; `text` is the text after it.
    pub fn edit(&mut self, text: Rope, edit: &TextEdit) {
        todo!()
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The text that was read.
    #[must_use]
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// The blocks in order.
    #[must_use]
    pub fn blocks(&self) -> &Blocks<Block> {
        &self.blocks
    }

    /// What the draft itself says it is: front matter `referee: {kind: clinical-note}`.
    #[must_use]
    pub fn declared_kind(&self) -> Option<Kind> {
        todo!()
    }

    /// The indices of the blocks that are a list of references: below a heading References, Bibliography,
    /// Bibliografía, …, up to the next heading of the same or a higher level, or inside `thebibliography`.
    #[must_use]
    pub fn reference_blocks(&self) -> std::ops::Range<usize> {
        todo!()
    }

    /// The headings of the whole draft, with places in the file.
    #[must_use]
    pub fn headings(&self) -> Vec<crate::Heading> {
        todo!()
    }
}
