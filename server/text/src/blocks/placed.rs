//! A block with its place in the file.

use crate::{Revision, Span};
use std::fmt;
use std::sync::Arc;

/// One block of a text.
pub struct PlacedBlock<'a, B> {
    /// The first byte of the block in the file.
    pub start: u32,
    /// Bytes in the block.
    pub len: u32,
    /// Given when the block was read; it stays through edits that do not touch the block.
    pub revision: Revision,
    /// What was read.
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
    /// The place of the block in the file.
    #[must_use]
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.start.saturating_add(self.len) }
    }

    /// What [`BlockReader::flags`](super::BlockReader::flags) said of the block.
    #[must_use]
    pub fn flags(&self) -> u32 {
        self.flags
    }
}
