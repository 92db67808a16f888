//! The segments of an index that is read from shards. A statement that was replaced in the database
//! may still be in the shard that it was written to; its replacement is in a later shard, and the
//! old one is skipped.

use super::schema::Fields;
use referee_bibliography::Date;
use std::sync::Arc;
use tantivy::{Searcher, Term};

/// The data of a sharded library that is not in its index.
pub(super) struct ShardsExtent {
    /// The date of the newest work in the source library that comes from a source; computing it
    /// from the shards would include users' own files.
    pub(super) newest: Option<Date>,
    /// The highest PMID in the source library.
    pub(super) highest_pmid: u32,
    /// Whether all statements are in the shards; otherwise a work that they lack may still exist.
    pub(super) is_whole: bool,
    /// The shard of each segment of the index.
    pub(super) parts: Arc<Parts>,
}

/// The shard of each segment of the common index.
pub(super) struct Parts {
    /// The number of the shard of each segment, by segment ordinal.
    pub(super) of_segment: Vec<usize>,
    /// The number of imported files that the source library counts as documents.
    pub(super) files: u64,
}

impl Parts {
    fn of(&self, segment: usize) -> usize {
        self.of_segment.get(segment).copied().unwrap_or(usize::MAX)
    }

    /// Returns whether a later shard than that of `segment` has a statement with this key, which
    /// replaces the one in `segment`.
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
