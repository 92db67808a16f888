//! The parts of an index that is read from shards: a statement that was replaced in the database may still stand in the
//! shard that it was written to; the one that replaced it stands in a later shard, and the old one is passed over.

use super::schema::Fields;
use referee_bibliography::Date;
use std::sync::Arc;
use tantivy::{Searcher, Term};

/// What a library that is read from shards knows beside their index.
pub(super) struct ShardsExtent {
    /// The date of the newest work that a source states in the library that they were made from: theirs would count the
    /// files of users as well.
    pub(super) newest: Option<Date>,
    /// The highest PubMed number of that library.
    pub(super) highest_pmid: u32,
    /// Whether all statements could be put into the shards: else a work that they do not have may exist.
    pub(super) is_whole: bool,
    /// Which part of the index belongs to which shard.
    pub(super) parts: Arc<Parts>,
}

/// Which segment of the common index belongs to which shard.
pub(super) struct Parts {
    /// The number of the shard of each segment, by the ordinal of the segment.
    pub(super) of_segment: Vec<usize>,
    /// How many files the library that they were made from counts with its documents.
    pub(super) files: u64,
}

impl Parts {
    fn of(&self, segment: usize) -> usize {
        self.of_segment.get(segment).copied().unwrap_or(usize::MAX)
    }

    /// Whether a later shard than that of `segment` has a statement under this key, which replaces the one in `segment`.
    pub(super) fn is_replaced(
        &self,
        searcher: &Searcher,
        fields: &Fields,
        segment: u32,
        key: &str,
    ) -> tantivy::Result<bool> {
        let own = self.of(segment as usize);
        let term = Term::from_field_text(fields.key, key);
        for (ordinal, reader) in searcher.segment_readers().iter().enumerate() {
            if self.of(ordinal) > own && reader.inverted_index(fields.key)?.doc_freq(&term)? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
