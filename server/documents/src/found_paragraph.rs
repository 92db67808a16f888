//! The paragraphs that a reader of a document finds.

use referee_syntax::SourcePlace;
use referee_text::Span;

/// The cell that contains a paragraph; each number counts from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellPlace {
    pub(crate) table: u32,
    pub(crate) row: u32,
    pub(crate) column: u32,
}

/// A paragraph as a reader found it.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundParagraph {
    pub(crate) text: String,
    pub(crate) heading: Option<u8>,
    /// The spans of fields in `text`, with the indexes of the works that they cite.
    pub(crate) citations: Vec<(Span, Vec<usize>)>,
    /// Whether a reference manager wrote it, as a part of the list of references.
    pub(crate) is_generated: bool,
    pub(crate) place: SourcePlace,
    /// The cell of a table that contains it.
    pub(crate) cell: Option<CellPlace>,
    /// The runs of a Word document, in order.
    pub(crate) runs: Vec<FoundRun>,
}

/// A run of a Word document: words with the same properties.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundRun {
    /// The span of its words in the text of the paragraph.
    pub(crate) text: Span,
    /// Its place in the part.
    pub(crate) place: Span,
    /// The place of its properties in the part.
    pub(crate) properties: Option<Span>,
    /// Its text elements whose words are unchanged in the paragraph: their spans there, and their places in the part.
    pub(crate) elements: Vec<(Span, Span)>,
}
