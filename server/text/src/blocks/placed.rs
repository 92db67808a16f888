//! A block with its position in the file.

use crate::{Revision, Span};
use std::fmt;
use std::sync::Arc;

/// One block of a text.
pub struct PlacedBlock<'a, B> {
    /// The first byte of the block in the file.
    pub start: u32,
    /// The length of the block in bytes.
    pub len: u32,
    /// The revision of the block when it was parsed; edits of other blocks do not change it.
    pub revision: Revision,
    /// The parsed content.
    pub content: &'a Arc<B>,
    pub(super) seen: u32,
    pub(super) flags: u32,
}

impl<B> Clone for PlacedBlock<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for PlacedBlock<'_, B> {}

impl<B: fmt::Debug> fmt::Debug for PlacedBlock<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlacedBlock").field("span", &self.span()).field("content", self.content).finish()
    }
}

impl<B> PlacedBlock<'_, B> {
    /// Returns the span of the block in the file.
    #[must_use]
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.start.saturating_add(self.len) }
    }

    /// Returns the result of [`BlockReader::flags`](super::BlockReader::flags) for the block.
    #[must_use]
    pub fn flags(&self) -> u32 {
        self.flags
    }
}
