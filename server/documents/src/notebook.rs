//! Reads Jupyter notebooks: their Markdown cells become one Markdown draft that can be edited in
//! place.
//!
//! The draft has the same length as the JSON file: everything that is not text of a cell is blank
//! in it. So offsets in the draft and the file are equal, and [`Notebook::edit`] converts an edit
//! of the draft to one of the file, which writes its text as JSON and leaves all other bytes
//! unchanged.
//!
//! Source: nbformat 4, and nbformat 3 with its worksheets; RFC 8259 for the escapes.

mod cells;

use crate::DocumentError;
use cells::{AtomicKind, AtomicRange};
use referee_syntax::{Document, Format};
use referee_text::{Span, TextEdit};

/// A notebook: its draft, and the ranges of the file that an edit may only replace as a whole, or
/// not at all.
#[derive(Clone, Debug)]
pub struct Notebook {
    /// The Markdown cells, at their offsets in the file.
    pub document: Document,
    /// The ranges that an edit must replace as a whole or not at all, in the order of the file.
    atomic_ranges: Vec<AtomicRange>,
}

impl Notebook {
    /// Reads a notebook.
    ///
    /// # Errors
    ///
    /// If it is not JSON, or lacks the cells of a notebook.
    pub fn read(json: &str) -> Result<Notebook, DocumentError> {
        let cells::Cells { text, places, atomic_ranges } = cells::read(json)?;
        Ok(Notebook { document: Document::placed(Format::Markdown, &text, places), atomic_ranges })
    }

    /// Converts an edit of the draft to one of the file; `None` if it would change more than the
    /// text of one cell.
    #[must_use]
    pub fn edit(&self, edit: &TextEdit) -> Option<TextEdit> {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let around = |at: usize| self.atomic_ranges.iter().find(|range| range.is_around(at));
        let (mut from, mut to) = (start, end);
        if let Some(range) = around(start) {
            from = range.start;
            // Within one escape or line break: its text is at its end, so nothing of it is
            // replaced.
            if end < range.end {
                to = range.start;
            }
        }
        if let Some(range) = around(to) {
            to = range.start;
        }
        let touched = |range: &AtomicRange| {
            // The first byte of a structure is the end of the line before it, which the edit may
            // replace.
            let ends_inside = range.is_around(end) && end > range.start + 1;
            (range.start < to && from < range.end) || range.is_around(start) || ends_inside
        };
        let structures = || self.atomic_ranges.iter().filter(|range| range.is_structure());
        if structures().any(touched) {
            return None;
        }
        // The first cell begins after a structure; an empty span touches no other place outside the
        // cells.
        let in_cell =
            structures().any(|range| range.end <= from) && structures().any(|range| range.start >= to);
        in_cell.then(|| TextEdit::new(Span::new(from, to), self.escaped(from, &edit.text)))
    }

    /// Escapes a text for the cell at `at`: JSON escapes, and line breaks in the form that the cell
    /// uses.
    fn escaped(&self, at: usize, words: &str) -> String {
        let line_break = self.line_break(at);
        let mut out = String::with_capacity(words.len() + 8);
        for (number, line) in words.split('\n').enumerate() {
            if number > 0 {
                out.push_str(line_break);
            }
            let json = serde_json::to_string(line).unwrap_or_default();
            out.push_str(json.get(1..json.len().saturating_sub(1)).unwrap_or_default());
        }
        out
    }

    /// Returns the JSON for a line break in the cell at `at`: as in its other lines, else only the
    /// escape.
    fn line_break(&self, at: usize) -> &str {
        let here = self.atomic_ranges.partition_point(|range| range.end <= at);
        let in_cell = |range: &&AtomicRange| !range.is_structure();
        let behind = self.atomic_ranges.get(here..).unwrap_or_default().iter().take_while(in_cell);
        let before = self.atomic_ranges.get(..here).unwrap_or_default().iter().rev().take_while(in_cell);
        let mut breaks = before.chain(behind).filter_map(|range| match &range.kind {
            AtomicKind::LineBreak(json) => Some(json.as_str()),
            AtomicKind::Escape | AtomicKind::Structure => None,
        });
        breaks.next().unwrap_or("\\n")
    }
}

#[cfg(test)]
mod tests;
