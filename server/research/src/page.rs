//! Text to be put into a draft or printed: headings, paragraphs, lists, citations, in any format of drafts.

mod write;

pub use write::{CitationSyntax, write};

/// A part of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain words.
    Text(String),
    /// Words that stand out.
    Strong(String),
    /// Words quoted from a work, without their quotation marks.
    Quote(String),
    /// Something typed as it is: a search.
    Code(String),
    /// Works that are cited here, by handle.
    Cite(Vec<String>),
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading; 1 is the highest of the page.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// An item of a list.
    Item(Vec<Inline>),
    /// An item of a list inside the item before it.
    SubItem(Vec<Inline>),
    /// An item of a numbered list.
    Numbered(u32, String),
    /// A Mermaid diagram, for formats that render one.
    Diagram(String),
    /// A rule across the page.
    Rule,
    /// A comment that readers do not see.
    Comment(String),
}

/// A page, block by block.
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

    /// Adds a paragraph of plain words.
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

    /// The works that are cited, each once, in the order of the page.
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

/// Plain words.
#[must_use]
pub fn text(words: impl Into<String>) -> Inline {
    Inline::Text(words.into())
}

/// A citation of one work.
#[must_use]
pub fn cite(handle: &str) -> Inline {
    Inline::Cite(vec![handle.to_owned()])
}
