//! A read-only library in several parts: the shards of a shared library, in one folder.
//!
//! Each shard has a separate index, which is memory-mapped and not loaded. They are read as one
//! index (`shards_directory`), so they give the same answers as one library of the same statements.

use super::directory::WriteFailure;
use super::shard_list::ShardList;
use super::shard_parts::{Parts, ShardsExtent};
use super::shards_directory::ShardsDirectory;
use super::{Library, LibraryError};
use std::path::Path;
use std::sync::Arc;
use tantivy::SegmentReader;

/// The number of attempts to open a folder whose list is replaced while its shards are opened.
const MAX_OPENINGS: usize = 3;

impl Library {
    /// Opens the shards in `root` as one library, for reading; returns `None` if the list does not
    /// exist.
    ///
    /// # Errors
    ///
    /// Returns an error if a shard is missing, damaged, or of another format: without it, no work
    /// could be reported as missing.
    pub fn open_shards(root: impl AsRef<Path>) -> Result<Option<Self>, LibraryError> {
        let root = root.as_ref();
        let mut openings = 1;
        loop {
            let Some(list) = ShardList::read(root)? else { return Ok(None) };
            match Library::open_list(root, &list) {
                Ok(library) => return Ok(Some(library)),
                // Retry if a new list has replaced this one: its folders may have been removed.
                Err(_) if openings < MAX_OPENINGS && ShardList::read(root)?.as_ref() != Some(&list) => {
                    openings += 1
                }
                Err(error) => return Err(error.in_shards(root)),
            }
        }
    }

    fn open_list(root: &Path, list: &ShardList) -> Result<Self, LibraryError> {
        let directory = ShardsDirectory::open(root, list)?;
        let mut library =
            Library::open_directory(root.to_owned(), directory.clone(), WriteFailure::default())?;
        let part = |reader: &SegmentReader| directory.part_of(&reader.segment_id().uuid_string());
        let of_segment = library.reader.searcher().segment_readers().iter().map(part).collect();
        library.shards = Some(ShardsExtent {
            newest: list.newest,
            highest_pmid: list.highest_pmid,
            is_whole: list.all().all(|shard| shard.unreadable == 0),
            parts: Arc::new(Parts { of_segment, files: list.files }),
        });
        Ok(library)
    }
}
