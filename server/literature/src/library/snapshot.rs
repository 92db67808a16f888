//! A snapshot of the library.

use super::schema::Fields;
use super::shard_parts::Parts;
use std::sync::Arc;
use tantivy::Searcher;

/// A snapshot of the library, which later commits of an import do not change.
pub(super) struct Snapshot {
    /// The searcher over the segments at that time.
    pub(super) searcher: Searcher,
    /// The fields of a document.
    pub(super) fields: Fields,
    /// For a sharded library, the shard of each segment.
    pub(super) parts: Option<Arc<Parts>>,
}

impl Snapshot {
    /// Returns the number of documents, from which the rarity of a word is computed.
    pub(super) fn count(&self) -> u64 {
        self.searcher.num_docs() + self.parts.as_ref().map_or(0, |parts| parts.files)
    }
}
