//! Presents the folders of several indexes as the folder of one.
//!
//! The files of an index are prefixed with the id of their segment, and segment ids are unique. So
//! the combined segment list leads to the files of all indexes, each in its own folder. The folders
//! are never written to.

use super::error::{Damage, LibraryError};
use super::format::{self, INDEX};
use super::shard_list::ShardList;
use serde_json::Value;
use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};

/// The file of an index that lists its segments.
const SEGMENT_LIST: &str = "meta.json";

/// The indexes of all shards, as one.
#[derive(Clone, Debug)]
pub(super) struct ShardsDirectory {
    /// The combined segment list.
    segments: Arc<Vec<u8>>,
    parts: Arc<[MmapDirectory]>,
    /// The number of the part of each segment, by the prefix of its files.
    part_of: Arc<HashMap<String, usize>>,
}

impl ShardsDirectory {
    /// Opens the shards of a list, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if a shard is missing, of another format, or incompatible with the others.
    pub(super) fn open(root: &Path, list: &ShardList) -> Result<Self, LibraryError> {
        let mut parts = Vec::new();
        let mut part_of = HashMap::new();
        let mut common: Option<Value> = None;
        for (number, shard) in list.all().enumerate() {
            let folder = root.join(&shard.folder);
            if !format::check(&folder)? {
                return Err(LibraryError::damaged(root, Damage::Missing(shard.folder.clone().into())));
            }
            let damaged = || LibraryError::damaged(&folder, Damage::List);
            let index = folder.join(INDEX);
            let text = std::fs::read_to_string(index.join(SEGMENT_LIST)).map_err(|_| damaged())?;
            let mut own: Value = serde_json::from_str(&text).map_err(|_| damaged())?;
            let segments = own["segments"].as_array_mut().map(std::mem::take).ok_or_else(damaged)?;
            for segment in &segments {
                // The file names contain the segment id without hyphens.
                let name = segment["segment_id"].as_str().ok_or_else(damaged)?.replace('-', "");
                if part_of.insert(name, number).is_some() {
                    return Err(damaged());
                }
            }
            match &mut common {
                Some(common) if common["schema"] == own["schema"] => {
                    common["segments"].as_array_mut().ok_or_else(damaged)?.extend(segments);
                }
                Some(_) => return Err(damaged()),
                None => {
                    own["segments"] = Value::Array(segments);
                    own["opstamp"] = Value::from(list.generation.max(0));
                    common = Some(own);
                }
            }
            let part = MmapDirectory::open(&index).map_err(|_| damaged())?;
            parts.push(part);
        }
        let missing = || LibraryError::damaged(root, Damage::Changed(format::SHARDS_FILE.into()));
        let segments = common.ok_or_else(missing)?.to_string().into_bytes();
        Ok(ShardsDirectory { segments: Arc::new(segments), parts: parts.into(), part_of: Arc::new(part_of) })
    }

    /// Returns the number of the part that a segment belongs to.
    pub(super) fn part_of(&self, segment: &str) -> usize {
        self.part_of.get(segment).copied().unwrap_or(usize::MAX)
    }

    /// Returns the part that contains a file; `None` if no part can contain it.
    fn part_with(&self, path: &Path) -> Option<&MmapDirectory> {
        let name = path.file_name()?.to_str()?.split('.').next()?;
        self.parts.get(*self.part_of.get(name)?)
    }
}

/// The error of all write operations.
fn read_only() -> io::Error {
    io::Error::new(ErrorKind::ReadOnlyFilesystem, "shards are read and never written to")
}

impl Directory for ShardsDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let part = self.part_with(path).ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))?;
        part.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        Err(DeleteError::IoError { io_error: Arc::new(read_only()), filepath: path.to_owned() })
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        match self.part_with(path) {
            Some(part) => part.exists(path),
            None => Ok(path == Path::new(SEGMENT_LIST)),
        }
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::wrap_io_error(read_only(), path.to_owned()))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        if path == Path::new(SEGMENT_LIST) {
            return Ok(self.segments.to_vec());
        }
        Err(OpenReadError::FileDoesNotExist(PathBuf::from(path)))
    }

    fn atomic_write(&self, _path: &Path, _data: &[u8]) -> io::Result<()> {
        Err(read_only())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn acquire_lock(&self, _lock: &Lock) -> Result<DirectoryLock, LockError> {
        // No lock is needed: a shard never changes.
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}
