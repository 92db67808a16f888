//! Spans of byte offsets.

use std::ops::Range;

/// A half-open range of byte offsets, `start..end`, in one file or one block.
///
/// All positions below the editor's protocol are byte offsets in UTF-8. Offsets have 32 bits:
/// a place beyond 4 GiB is moved to that limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span `start..end`; `end` is raised to `start` if it is smaller.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        Span { start, end: end.max(start) }
    }

    /// Creates the empty span at `at`.
    #[must_use]
    pub fn at(at: usize) -> Self {
        Span::new(at, at)
    }

    /// Returns the length in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span as a range of `usize`, for slicing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Shifts the span `by` bytes to the right: from offsets in a block to offsets in the file.
    #[must_use]
    pub fn shift(self, by: usize) -> Self {
        Span::new(self.start as usize + by, self.end as usize + by)
    }

    /// Whether `offset` is inside or at either end: a cursor directly after a word still touches
    /// it.
    #[must_use]
    pub fn touches(self, offset: usize) -> bool {
        self.start as usize <= offset && offset <= self.end as usize
    }

    /// Whether `other` is inside.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether both share a byte, or one is empty and inside or at an end of the other.
    #[must_use]
    pub fn overlaps(self, other: Span) -> bool {
        (self.start < other.end && other.start < self.end)
            || (self.is_empty() && other.touches(self.start as usize))
            || (other.is_empty() && self.touches(other.start as usize))
    }

    /// Returns the smallest span that contains both.
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
