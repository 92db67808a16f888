//! Jupyter notebooks: the Markdown cells as one Markdown draft that can be edited in place.
//!
//! The draft is as long as the JSON that it stands in: what is no text of a cell is blank in it. So a byte of the draft
//! is the same byte of the file, and an edit of the draft becomes one of the file by [`Notebook::edit`], which writes
//! its words as JSON and leaves all other bytes as they are.
//!
//! Source: nbformat 4, and nbformat 3 with its worksheets; RFC 8259 for the escapes.

mod cells;

use crate::DocumentError;
use cells::{AtomicKind, AtomicRange};
use referee_syntax::{Document, Format};
use referee_text::{Span, TextEdit};

/// A notebook: its draft, and the bytes of the file that an edit may only replace as a whole, or not at all.
#[derive(Clone, Debug)]
pub struct Notebook {
    /// The Markdown cells, at the places of the file.
    pub document: Document,
    /// What an edit must not replace a part of, in the order of the file.
    atomic_ranges: Vec<AtomicRange>,
}

impl Notebook {
    /// Reads a notebook.
    ///
    /// # Errors
    ///
    /// If it is no JSON, or none of a notebook.
    pub fn read(json: &str) -> Result<Notebook, DocumentError> {
        let cells::Cells { text, places, atomic_ranges } = cells::read(json)?;
        Ok(Notebook { document: Document::placed(Format::Markdown, &text, places), atomic_ranges })
    }

    /// An edit of the draft as one of the file; `None` where it would change more than the text of one cell.
    #[must_use]
    pub fn edit(&self, edit: &TextEdit) -> Option<TextEdit> {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let around = |at: usize| self.atomic_ranges.iter().find(|range| range.is_around(at));
        let (mut from, mut to) = (start, end);
        if let Some(range) = around(start) {
            from = range.start;
            // Within one escape or line break: its text stands at its end, so nothing of it is replaced.
            if end < range.end {
                to = range.start;
            }
        }
        if let Some(range) = around(to) {
            to = range.start;
        }
        let touched = |range: &AtomicRange| {
            // The first byte of a structure is the end of the line before it, which may be a part of what is replaced.
            let ends_inside = range.is_around(end) && end > range.start + 1;
            (range.start < to && from < range.end) || range.is_around(start) || ends_inside
        };
        let structures = || self.atomic_ranges.iter().filter(|range| range.is_structure());
        if structures().any(touched) {
            return None;
        }
        // The first cell begins behind a structure; no other place outside of the cells is touched by an empty span.
        let in_cell =
            structures().any(|range| range.end <= from) && structures().any(|range| range.start >= to);
        in_cell.then(|| TextEdit::new(Span::new(from, to), self.escaped(from, &edit.text)))
    }

    /// Words as they are written into the cell at `at`: JSON escapes, and lines as the cell keeps them.
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

    /// How the cell at `at` goes on in a new line: as its other lines do, else with the escape alone.
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
