//! Text without its markup, with the way back to where each character stands in the source.

use crate::Span;
use std::ops::Range;

/// Text that was made from a source, and the place in the source of each of its bytes.
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

/// A stretch of the text and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    /// Where it begins in the text, in bytes.
    start: u32,
    source: Span,
    /// The stretch stands in the source as it is, byte by byte.
    is_copy: bool,
}

impl MappedText {
    /// An empty text with room for `bytes` bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        MappedText { text: String::with_capacity(bytes), runs: Vec::new() }
    }

    /// What was pushed so far, without its places.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds text that stands in the source at byte `start` as it is.
    pub fn push_copy(&mut self, text: &str, start: usize) {
        let source = Span::new(start, start + text.len());
        match self.runs.last_mut() {
            Some(last) if last.is_copy && last.source.end == source.start => last.source.end = source.end,
            _ if text.is_empty() => return,
            _ => self.push_run(source, true),
        }
        self.text.push_str(text);
    }

    /// Adds text that stands for `source`.
    pub fn push_replacement(&mut self, text: &str, source: Span) {
        if text.is_empty() {
            return;
        }
        self.push_run(source, false);
        self.text.push_str(text);
    }

    /// Adds a space that stands for `source`, where the text neither begins nor has one already.
    pub fn push_space(&mut self, source: Span) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.push_replacement(" ", source);
        }
    }

    /// Takes the spaces at the end away.
    pub fn trim_end(&mut self) {
        self.text.truncate(self.text.trim_end().len());
    }

    /// Where in the source the bytes `range` of the text come from. What stands for a stretch of the source comes from
    /// the whole of it.
    #[must_use]
    pub fn source(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start, false);
        Span::new(start, if range.end > range.start { self.place(range.end - 1, true) } else { start })
    }

    /// The place in the source of byte `at`: its start, or with `behind` the first byte behind it.
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
