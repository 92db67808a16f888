//! The library at one moment.

use super::schema::Fields;
use tantivy::Searcher;

/// The library at one moment: what an import commits later is not in it.
pub(super) struct Snapshot {
    /// The parts of the index, as they were.
    pub(super) searcher: Searcher,
    /// The fields of a document.
    pub(super) fields: Fields,
}
