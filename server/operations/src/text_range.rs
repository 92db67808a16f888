//! Ranges in results, as lines and characters.

use referee_syntax::SourcePlace;
use referee_text::position::{Encoding, Position, positions};
use referee_text::{Rope, Span};
use schemars::JsonSchema;
use serde::Serialize;

/// A range of a text. Lines and characters count from 0; characters are Unicode scalar values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct TextRange {
    /// The first character.
    pub(crate) start: TextPosition,
    /// The first character after the range.
    pub(crate) end: TextPosition,
}

/// A position in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct TextPosition {
    /// The line, from 0.
    pub(crate) line: u32,
    /// The character in the line, from 0.
    pub(crate) character: u32,
}

impl TextRange {
    /// Returns the range of a span of `text`.
    #[must_use]
    pub(crate) fn of(text: &Rope, span: Span) -> Self {
        let (start, end) = positions(text, span, Encoding::Utf32);
        TextRange { start: start.into(), end: end.into() }
    }

    /// Returns the range in a text that begins `lines` lines later; a line before it becomes 0.
    #[must_use]
    pub(crate) fn without_lines(self, lines: usize) -> Self {
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        let moved = |position: TextPosition| TextPosition {
            line: position.line.saturating_sub(lines),
            character: position.character,
        };
        TextRange { start: moved(self.start), end: moved(self.end) }
    }
}

impl From<Position> for TextPosition {
    fn from(position: Position) -> Self {
        TextPosition { line: position.line, character: position.column }
    }
}

/// A place in a document that is not plain text; each number counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct DocumentPlace {
    page: Option<u32>,
    paragraph: Option<u32>,
    /// The table of a word processor file.
    table: Option<u32>,
    /// The row of the table.
    row: Option<u32>,
    /// The footnote or endnote.
    note: Option<u32>,
    /// The cell of a notebook.
    cell: Option<u32>,
}

impl From<SourcePlace> for DocumentPlace {
    fn from(place: SourcePlace) -> Self {
        DocumentPlace {
            page: place.page,
            paragraph: place.paragraph,
            table: place.table,
            row: place.row,
            note: place.note,
            cell: place.cell,
        }
    }
}
