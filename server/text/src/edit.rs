//! Replacements in a text.

use crate::Span;
use ropey::Rope;

/// One replacement of the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The replaced span, in the text before the edit.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl TextEdit {
    /// Creates the replacement of `span` by `text`.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        TextEdit { span, text: text.into() }
    }

    /// Applies the edit to `rope`; returns the edit that was actually made. Offsets past the end or
    /// within a character are moved back to the nearest character boundary, so an edit cannot fail.
    pub fn apply(&self, rope: &mut Rope) -> TextEdit {
        let start_char = rope.byte_to_char((self.span.start as usize).min(rope.len_bytes()));
        let end_char = rope.byte_to_char((self.span.end as usize).min(rope.len_bytes())).max(start_char);
        let real = Span::new(rope.char_to_byte(start_char), rope.char_to_byte(end_char));
        rope.remove(start_char..end_char);
        rope.insert(start_char, &self.text);
        TextEdit { span: real, text: self.text.clone() }
    }
}

/// Applies `edits`, all in offsets of the same text, to `text`. Of overlapping edits, only the
/// first in text order is applied.
#[must_use]
pub fn apply_all(text: &str, edits: &[TextEdit]) -> String {
    let mut order: Vec<&TextEdit> = edits.iter().collect();
    order.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in order {
        let range = edit.span.range();
        if range.start < at || range.end > text.len() {
            continue;
        }
        out.push_str(&text[at..range.start]);
        out.push_str(&edit.text);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}
