//! Text for a draft or for printing: headings, paragraphs, lists and citations, in any draft
//! format.

mod write;

pub use write::{CitationSyntax, write};

/// An inline part of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain text.
    Text(String),
    /// Emphasised text.
    Strong(String),
    /// Text quoted from a work, without quotation marks.
    Quote(String),
    /// Literal text, such as a search.
    Code(String),
    /// Citations of works, by handle.
    Cite(Vec<String>),
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading; level 1 is the highest of the page.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// An item of a list.
    Item(Vec<Inline>),
    /// An item of a nested list, within the item before it.
    SubItem(Vec<Inline>),
    /// An item of a numbered list.
    Numbered(u32, String),
    /// A Mermaid diagram, for formats that render one.
    Diagram(String),
    /// A horizontal rule.
    Rule,
    /// A comment that readers do not see.
    Comment(String),
}

/// A page as a sequence of blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The blocks.
    pub blocks: Vec<Block>,
}

impl Page {
    /// Adds a heading.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading(level, text.into()));
    }

    /// Adds a paragraph of plain text.
    pub fn words(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Paragraph(vec![Inline::Text(text.into())]));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, parts: Vec<Inline>) {
        self.blocks.push(Block::Paragraph(parts));
    }

    /// Adds an item.
    pub fn item(&mut self, parts: Vec<Inline>) {
        self.blocks.push(Block::Item(parts));
    }

    /// Returns the cited works, each once, in page order.
    #[must_use]
    pub fn cited(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for block in &self.blocks {
            let (Block::Paragraph(parts) | Block::Item(parts) | Block::SubItem(parts)) = block else {
                continue;
            };
            for part in parts {
                if let Inline::Cite(handles) = part {
                    for handle in handles {
                        if !out.contains(handle) {
                            out.push(handle.clone());
                        }
                    }
                }
            }
        }
        out
    }
}

/// Returns plain text as an inline part.
#[must_use]
pub fn text(words: impl Into<String>) -> Inline {
    Inline::Text(words.into())
}

/// Returns a citation of one work.
#[must_use]
pub fn cite(handle: &str) -> Inline {
    Inline::Cite(vec![handle.to_owned()])
}
