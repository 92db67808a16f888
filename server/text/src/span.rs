//! A place in a file.

use std::ops::Range;

/// A half-open range of byte offsets, `start..end`, in one file or one block.
///
/// Every position below the editor's protocol is a byte offset in UTF-8; offsets fit in 32 bits because files
/// over [`Span::MAX_FILE`] bytes are refused when they are opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The largest file, in bytes, whose offsets a span can hold.
    pub const MAX_FILE: usize = u32::MAX as usize;

    /// The span `start..end`; `end` is raised to `start` if it lies before it.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        Span { start, end: end.max(start) }
    }

    /// The empty span at `at`.
    #[must_use]
    pub fn at(at: usize) -> Self {
        Span::new(at, at)
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether no byte is inside.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span as a range of `usize`, for slicing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span moved `by` bytes to the right: from a place in a block to a place in the file.
    #[must_use]
    pub fn shift(self, by: usize) -> Self {
        Span::new(self.start as usize + by, self.end as usize + by)
    }

    /// Whether `offset` lies inside or at either end: a cursor just behind a word is still on it.
    #[must_use]
    pub fn touches(self, offset: usize) -> bool {
        self.start as usize <= offset && offset <= self.end as usize
    }

    /// Whether `other` lies inside.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share a byte, or one is empty and lies inside or at an end of the other.
    #[must_use]
    pub fn overlaps(self, other: Span) -> bool {
        (self.start < other.end && other.start < self.end)
            || (self.is_empty() && other.touches(self.start as usize))
            || (other.is_empty() && self.touches(other.start as usize))
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn cover(self, other: Span) -> Self {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span::new(range.start, range.end)
    }
}
