//! A draft.

use crate::Block;
use crate::latex::Latex;
use crate::markdown::Markdown;
use crate::plain::Plain;
use crate::typst::Typst;
use referee_text::blocks::Cut;
use referee_text::{BlockReader, Blocks, Rope, RopeSlice, TextEdit};
use std::sync::Arc;

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
    options: Arc<Options>,
    text: Rope,
    blocks: Blocks<Block>,
}

/// The reader of each format, behind one type.
enum Reader {
    Markdown(Markdown),
    Latex(Latex),
    Typst(Typst),
    Plain(Plain),
}

impl Reader {
    fn new(format: Format, options: &Arc<Options>) -> Self {
        match format {
            Format::Markdown | Format::Quarto | Format::RMarkdown => Reader::Markdown(Markdown { format }),
            Format::Latex => Reader::Latex(Latex { options: Arc::clone(options) }),
            Format::Typst => Reader::Typst(Typst),
            Format::PlainText => Reader::Plain(Plain),
        }
    }
}

impl BlockReader for Reader {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, first: bool) -> Cut {
        match self {
            Reader::Markdown(reader) => reader.cut(rest, first),
            Reader::Latex(reader) => reader.cut(rest, first),
            Reader::Typst(reader) => reader.cut(rest, first),
            Reader::Plain(reader) => reader.cut(rest, first),
        }
    }

    fn read(&self, text: &str, first: bool) -> Block {
        match self {
            Reader::Markdown(reader) => reader.read(text, first),
            Reader::Latex(reader) => reader.read(text, first),
            Reader::Typst(reader) => reader.read(text, first),
            Reader::Plain(reader) => reader.read(text, first),
        }
    }
}

impl Document {
    /// Reads the text of a draft.
    #[must_use]
    pub fn read(format: Format, text: Rope, options: Arc<Options>) -> Self {
        let blocks = Blocks::read(&Reader::new(format, &options), &text);
        Document { format, options, text, blocks }
    }

    /// Takes up one edit; `text` is the text after it.
    pub fn edit(&mut self, text: Rope, edit: &TextEdit) {
        self.blocks.edit(&Reader::new(self.format, &self.options), &text, edit);
        self.text = text;
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
        None
    }

    /// The indices of the blocks that are a list of references: below a heading References, Bibliography,
    /// Bibliografía, …, up to the next heading of the same or a higher level, or inside `thebibliography`.
    #[must_use]
    pub fn reference_blocks(&self) -> std::ops::Range<usize> {
        0..0
    }

    /// The headings of the whole draft, with places in the file.
    #[must_use]
    pub fn headings(&self) -> Vec<crate::Heading> {
        Vec::new()
    }
}

/// What the blocks say together, with places in the file.
impl Document {
    /// What the author's settings said when it was read.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The bibliographies that the draft names.
    #[must_use]
    pub fn names_bibliographies(&self) -> Vec<crate::Named> {
        self.named(|block| &block.bibliographies)
    }

    /// The other files that are part of the draft.
    #[must_use]
    pub fn includes(&self) -> Vec<crate::Include> {
        let mut out = Vec::new();
        for block in self.blocks.iter() {
            out.extend(block.content.includes.iter().map(|include| crate::Include {
                name: include.name.clone(),
                span: include.span.shift(block.start as usize),
            }));
        }
        out
    }

    /// The files that the draft says it is a part of (`% !TEX root = …`).
    #[must_use]
    pub fn roots(&self) -> Vec<crate::Named> {
        self.named(|block| &block.roots)
    }

    /// The comments that silence findings.
    #[must_use]
    pub fn silences(&self) -> Vec<referee_findings::Silence> {
        let mut out = Vec::new();
        for block in self.blocks.iter() {
            out.extend(block.content.silences.iter().map(|silence| referee_findings::Silence {
                span: silence.span.shift(block.start as usize),
                ..silence.clone()
            }));
        }
        out
    }

    fn named(&self, of: impl Fn(&Block) -> &Vec<crate::Named>) -> Vec<crate::Named> {
        let mut out = Vec::new();
        for block in self.blocks.iter() {
            out.extend(of(&block.content).iter().map(|named| crate::Named {
                name: named.name.clone(),
                span: named.span.shift(block.start as usize),
            }));
        }
        out
    }
}
