//! The extent of a library, from which completeness is derived.

use super::ledger::ImportedFile;
use super::shard_parts::ShardsExtent;
use referee_records::completeness::Newest;
use referee_records::journals::Journals;
use std::sync::OnceLock;

/// The extent of a library.
#[derive(Default)]
pub(super) struct Extent {
    pub(super) newest: Newest,
    pub(super) highest_pmid: u32,
    /// Computed on first use.
    pub(super) journals: OnceLock<Journals>,
}

impl Extent {
    /// Computes the combined extent of the imported files.
    pub(super) fn of_files(files: Vec<ImportedFile>) -> Self {
        let mut extent = Extent::default();
        for file in files.into_iter().filter(|file| !file.is_guideline()) {
            extent.newest.add(file.newest, file.is_typed());
            extent.highest_pmid = extent.highest_pmid.max(file.highest_pmid);
        }
        extent
    }

    /// Reads the extent from the shard list, since shards are made without files.
    pub(super) fn of_shards(shards: &ShardsExtent) -> Self {
        let mut extent = Extent { highest_pmid: shards.highest_pmid, ..Extent::default() };
        extent.newest.add(shards.newest, false);
        extent
    }
}
