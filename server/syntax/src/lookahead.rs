//! Reads a text piece by piece from its start, so that the cost of finding the end of a block
//! depends on the size of the block.

use referee_text::RopeSlice;
use referee_text::effort::look_at;
use std::borrow::Cow;

/// The beginning of a text, as far as it has been fetched.
pub(crate) struct Lookahead<'r> {
    rest: RopeSlice<'r>,
    total: usize,
    text: Cow<'r, str>,
}

impl<'r> Lookahead<'r> {
    /// Begins at the start of `rest`.
    pub(crate) fn new(rest: RopeSlice<'r>) -> Self {
        let total = rest.len_bytes();
        let text = if total == 0 { "" } else { rest.chunk_at_byte(0).0 };
        Lookahead { rest, total, text: Cow::Borrowed(text) }
    }

    /// Returns the fetched text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the length of the whole text, in bytes.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// Returns whether the whole text was fetched.
    pub(crate) fn is_complete(&self) -> bool {
        self.text.len() >= self.total
    }

    /// Fetches at least up to byte `len`, or to the end; returns whether anything was fetched.
    pub(crate) fn grow_to(&mut self, len: usize) -> bool {
        let before = self.text.len();
        while self.text.len() < len && self.text.len() < self.total {
            let (chunk, start, _, _) = self.rest.chunk_at_byte(self.text.len());
            let more = chunk.get(self.text.len().saturating_sub(start)..).unwrap_or_default();
            if more.is_empty() {
                break;
            }
            look_at(more.len());
            self.text.to_mut().push_str(more);
        }
        self.text.len() > before
    }

    /// Returns the line break that ends the line at byte `at`, or the end of the text; fetches the
    /// line with its break.
    pub(crate) fn line_end(&mut self, at: usize) -> usize {
        let mut from = at;
        loop {
            let bytes = self.text.as_bytes();
            match bytes.get(from..).and_then(|rest| memchr::memchr2(b'\n', b'\r', rest)) {
                // The `\n` of a `\r` may not be fetched yet.
                Some(found) if bytes.get(from + found) == Some(&b'\n') || from + found + 1 < bytes.len() => {
                    return from + found;
                }
                Some(found) => {
                    if !self.grow_to(bytes.len() + 1) {
                        return from + found;
                    }
                    from += found;
                }
                None => {
                    from = from.max(bytes.len());
                    if !self.grow_to(bytes.len() + 1) {
                        return self.text.len();
                    }
                }
            }
        }
    }

    /// Returns the byte after the line break at `at`.
    pub(crate) fn line_break(&self, at: usize) -> usize {
        match (self.text.as_bytes().get(at), self.text.as_bytes().get(at + 1)) {
            (Some(b'\r'), Some(b'\n')) => at + 2,
            (Some(b'\n' | b'\r'), _) => at + 1,
            _ => at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_text::Rope;

    #[test]
    fn lines_are_found_over_the_pieces_of_a_long_text() {
        let text = format!("{}\r\n{}\nend", "a".repeat(5000), "b".repeat(3000));
        let rope = Rope::from_str(&text);
        let mut ahead = Lookahead::new(rope.byte_slice(..));
        assert_eq!(ahead.line_end(0), 5000);
        assert_eq!(ahead.line_break(5000), 5002);
        assert_eq!(ahead.line_end(5002), 8002);
        assert_eq!(ahead.line_end(8003), text.len());
        assert!(ahead.is_complete());
        assert_eq!(ahead.text(), text);
    }

    #[test]
    fn a_piece_from_the_middle_begins_where_it_is_cut() {
        let text = "é".repeat(4000);
        let rope = Rope::from_str(&text);
        let mut ahead = Lookahead::new(rope.byte_slice(2002..));
        while ahead.grow_to(ahead.text().len() + 1) {}
        assert_eq!(ahead.text(), &text[2002..]);
        assert_eq!(Lookahead::new(rope.byte_slice(8000..)).line_end(0), 0);
    }
}
