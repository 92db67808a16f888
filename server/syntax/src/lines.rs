//! Iterates over the lines of a text, from a rope or from a string, with their offsets.

use referee_text::RopeSlice;
use std::borrow::Cow;

/// A line with its line break.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    /// The offset of the first byte.
    pub(crate) start: usize,
    /// The text, line break included.
    pub(crate) text: Cow<'a, str>,
}

impl Line<'_> {
    /// Returns the offset after the last byte, line break included.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns whether the line has only white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns the text without trailing white space.
    pub(crate) fn trimmed(&self) -> &str {
        self.text.trim_end()
    }

    /// Returns how far one has to read to know whether the line is blank: one byte past its first
    /// visible one.
    pub(crate) fn seen_for_blank(&self) -> usize {
        let white = self.text.len() - self.text.trim_start().len();
        (self.start + white + 1).min(self.end())
    }
}

/// The lines of a text in order. Lines end with `\n`, `\r\n` or `\r`. Cheap to clone for looking
/// ahead.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    source: Source<'a>,
    at: usize,
}

#[derive(Clone)]
enum Source<'a> {
    Rope(Box<referee_text::Lines<'a>>),
    Text(&'a str),
}

impl<'a> Lines<'a> {
    /// Iterates over the lines of a slice of a rope.
    pub(crate) fn of_rope(slice: RopeSlice<'a>) -> Self {
        Lines { source: Source::Rope(Box::new(slice.lines())), at: 0 }
    }

    /// Iterates over the lines of a string.
    pub(crate) fn of_text(text: &'a str) -> Self {
        Lines { source: Source::Text(text), at: 0 }
    }

    /// Returns the offset of the next line.
    pub(crate) fn at(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let text = match &mut self.source {
            Source::Rope(lines) => {
                let slice = lines.next()?;
                slice.as_str().map_or_else(|| Cow::Owned(slice.to_string()), Cow::Borrowed)
            }
            Source::Text(rest) => {
                let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).map_or(rest.len(), |at| {
                    if rest.get(at..).is_some_and(|tail| tail.starts_with("\r\n")) { at + 2 } else { at + 1 }
                });
                let (line, tail) = rest.split_at(end);
                *rest = tail;
                Cow::Borrowed(line)
            }
        };
        if text.is_empty() {
            return None;
        }
        let line = Line { start: self.at, text };
        self.at = line.end();
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use referee_text::Rope;

    proptest! {
        #[test]
        fn a_rope_and_its_text_have_the_same_lines(text in "[ab\r\n\u{2028}é]{0,40}") {
            let rope = Rope::from_str(&text);
            let of = |lines: Lines<'_>| lines.map(|line| (line.start, line.text.to_string())).collect::<Vec<_>>();
            prop_assert_eq!(of(Lines::of_rope(rope.slice(..))), of(Lines::of_text(&text)));
        }
    }
}
