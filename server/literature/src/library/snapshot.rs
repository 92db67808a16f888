//! The library at one moment.

use super::schema::Fields;
use super::shard_parts::Parts;
use std::sync::Arc;
use tantivy::Searcher;

/// The library at one moment: what an import commits later is not in it.
pub(super) struct Snapshot {
    /// The parts of the index, as they were.
    pub(super) searcher: Searcher,
    /// The fields of a document.
    pub(super) fields: Fields,
    /// Where it is read from shards, which part of the index belongs to which.
    pub(super) parts: Option<Arc<Parts>>,
}

impl Snapshot {
    /// How many documents there are, by which the rarity of a word is told.
    pub(super) fn count(&self) -> u64 {
        self.searcher.num_docs() + self.parts.as_ref().map_or(0, |parts| parts.files)
    }
}
