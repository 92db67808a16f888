//! The folder of an index, which a reader may not be allowed to write to.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};
use tantivy::{Directory, TantivyError};

/// The folder of an index that is only read.
///
/// A reader locks the index for a moment so that no writer tidies files away while it opens them. Where the
/// folder cannot be written to there is no place for that lock: on a file system without writing nobody tidies
/// anything, and where another user does, opening fails now and then and is tried again.
#[derive(Clone, Debug)]
pub(super) struct ReadOnlyDirectory(MmapDirectory);

impl ReadOnlyDirectory {
    pub(super) fn open(folder: &Path) -> Result<Self, TantivyError> {
        Ok(ReadOnlyDirectory(MmapDirectory::open(folder)?))
    }
}

/// Whether the error says that there may be no writing here.
fn forbids_writing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied)
}

impl Directory for ReadOnlyDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.0.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.0.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.0.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.0.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.0.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        match self.0.acquire_lock(lock) {
            Err(LockError::IoError(error))
                if lock.filepath == META_LOCK.filepath && forbids_writing(&error) =>
            {
                Ok(DirectoryLock::from(Box::new(())))
            }
            other => other,
        }
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.0.watch(callback)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_ban_on_writing_is_passed_over() {
        assert!(forbids_writing(&io::Error::from(ErrorKind::ReadOnlyFilesystem)));
        assert!(forbids_writing(&io::Error::from(ErrorKind::PermissionDenied)));
        assert!(!forbids_writing(&io::Error::from(ErrorKind::StorageFull)));
    }
}
