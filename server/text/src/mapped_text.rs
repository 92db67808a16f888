//! Text without its markup, mapped to its source.

use crate::Span;
use std::ops::Range;

/// A text derived from a source, with the source position of each of its bytes.
///
/// ```
/// use referee_text::{MappedText, Span};
///
/// // `caf\'e` of a LaTeX source.
/// let mut text = MappedText::default();
/// text.push_copy("caf", 0);
/// text.push_replacement("é", Span::new(3, 6));
/// assert_eq!(text.as_str(), "café");
/// assert_eq!(text.source(2..5), Span::new(2, 6));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MappedText {
    text: String,
    runs: Vec<Run>,
}

/// A part of the text and its source.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    /// The start in the text, in bytes.
    start: u32,
    source: Span,
    /// Whether the part is a verbatim copy of its source.
    is_copy: bool,
}

impl MappedText {
    /// Creates an empty text with capacity for `bytes` bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        MappedText { text: String::with_capacity(bytes), runs: Vec::new() }
    }

    /// Returns the text so far.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Appends a verbatim copy of the source at byte `start`.
    pub fn push_copy(&mut self, text: &str, start: usize) {
        let source = Span::new(start, start + text.len());
        match self.runs.last_mut() {
            Some(last) if last.is_copy && last.source.end == source.start => last.source.end = source.end,
            _ if text.is_empty() => return,
            _ => self.push_run(source, true),
        }
        self.text.push_str(text);
    }

    /// Appends text that replaces `source`.
    pub fn push_replacement(&mut self, text: &str, source: Span) {
        if text.is_empty() {
            return;
        }
        self.push_run(source, false);
        self.text.push_str(text);
    }

    /// Appends a space that replaces `source`, unless the text is empty or ends with a space.
    pub fn push_space(&mut self, source: Span) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.push_replacement(" ", source);
        }
    }

    /// Removes trailing white space.
    pub fn trim_end(&mut self) {
        self.truncate(self.text.trim_end().len());
    }

    /// Removes the last character and returns it with its source.
    pub fn pop(&mut self) -> Option<(char, Span)> {
        let last = self.text.chars().next_back()?;
        let start = self.text.len() - last.len_utf8();
        let source = self.source(start..self.text.len());
        self.truncate(start);
        Some((last, source))
    }

    /// Appends the bytes `range` of another text with the same source.
    pub fn push_part(&mut self, other: &MappedText, range: Range<usize>) {
        let Some(text) = other.text.get(range.clone()) else { return };
        let first = other.runs.partition_point(|run| run.start as usize <= range.start).saturating_sub(1);
        for (index, run) in other.runs.iter().enumerate().skip(first) {
            let from = (run.start as usize).max(range.start);
            let behind = other.runs.get(index + 1).map_or(other.text.len(), |next| next.start as usize);
            let to = behind.min(range.end);
            if from >= range.end {
                break;
            }
            let Some(piece) = text.get(from - range.start..to - range.start) else { continue };
            if run.is_copy {
                self.push_copy(piece, run.source.start as usize + (from - run.start as usize));
            } else {
                self.push_replacement(piece, run.source);
            }
        }
    }

    /// Keeps only the first `bytes` bytes.
    fn truncate(&mut self, bytes: usize) {
        self.text.truncate(bytes);
        while self.runs.last().is_some_and(|run| run.start as usize >= bytes) {
            self.runs.pop();
        }
        // Shorten the source of a copy too, so that a later push is not mistaken for its
        // continuation.
        if let Some(run) = self.runs.last_mut().filter(|run| run.is_copy) {
            let start = run.source.start as usize;
            run.source = Span::new(start, start + (bytes - run.start as usize));
        }
    }

    /// Returns the source of the bytes `range` of the text. A part of a replacement has the whole
    /// replaced span as its source.
    #[must_use]
    pub fn source(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start, false);
        Span::new(start, if range.end > range.start { self.place(range.end - 1, true) } else { start })
    }

    /// Returns the source position of byte `at`: its start, or the byte after it if `behind` is
    /// true.
    fn place(&self, at: usize, behind: bool) -> usize {
        let index = self.runs.partition_point(|run| run.start as usize <= at);
        let Some(run) = index.checked_sub(1).and_then(|index| self.runs.get(index)) else { return 0 };
        let (start, end) = (run.source.start as usize, run.source.end as usize);
        match (run.is_copy, behind) {
            (true, _) => (start + (at - run.start as usize) + usize::from(behind)).min(end),
            (false, true) => end,
            (false, false) => start,
        }
    }

    fn push_run(&mut self, source: Span, is_copy: bool) {
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.runs.push(Run { start, source, is_copy });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `caf\'e noir` without its markup.
    fn cafe() -> MappedText {
        let mut text = MappedText::default();
        text.push_copy("caf", 0);
        text.push_replacement("é", Span::new(3, 6));
        text.push_copy(" noir", 6);
        text
    }

    #[test]
    fn what_is_popped_says_where_it_came_from_and_what_follows_keeps_its_place() {
        let mut text = cafe();
        for _ in 0..5 {
            text.pop();
        }
        assert_eq!(text.pop(), Some(('é', Span::new(3, 6))));
        assert_eq!(text.pop(), Some(('f', Span::new(2, 3))));
        text.push_copy("noir", 7);
        assert_eq!(text.as_str(), "canoir");
        assert_eq!(text.source(1..3), Span::new(1, 8));
    }

    #[test]
    fn a_part_of_a_text_brings_its_places_along() {
        let mut part = MappedText::default();
        part.push_part(&cafe(), 2..7);
        assert_eq!(part.as_str(), "fé n");
        assert_eq!(part.source(0..1), Span::new(2, 3));
        assert_eq!(part.source(1..3), Span::new(3, 6));
        assert_eq!(part.source(3..5), Span::new(6, 8));
    }
}
