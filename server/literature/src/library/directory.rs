//! The folder of an index: file permissions, the cause of write errors, and reading without write
//! permission.

use crate::private_files;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, TerminatingWrite,
    WatchCallback, WatchHandle, WritePtr,
};
use tantivy::{Directory, TantivyError};

/// The folder of an index.
///
/// A reader briefly locks the index so that no writer deletes files while it opens them. A folder
/// without write permission cannot hold that lock. On a read-only file system no files are
/// deleted; if another user writes, opening fails now and then and is retried.
///
/// Files are created with permissions for their owner only. The cause of a write error is stored,
/// because the index only reports that one of its threads ended.
#[derive(Clone, Debug)]
pub(super) struct IndexDirectory {
    inner: MmapDirectory,
    folder: PathBuf,
    failure: WriteFailure,
}

/// The cause of the last write error.
#[derive(Clone, Debug, Default)]
pub(super) struct WriteFailure(Arc<Mutex<Option<ErrorKind>>>);

impl WriteFailure {
    fn note<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && error.kind() != ErrorKind::Interrupted
        {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.kind());
        }
        result
    }

    /// Takes the kind of the last error.
    pub(super) fn take(&self) -> Option<ErrorKind> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl IndexDirectory {
    pub(super) fn open(folder: &Path) -> Result<Self, TantivyError> {
        Ok(IndexDirectory {
            inner: MmapDirectory::open(folder)?,
            folder: folder.to_owned(),
            failure: WriteFailure::default(),
        })
    }

    /// Returns the handle to the last write error in this folder, which the index threads share.
    pub(super) fn failure(&self) -> WriteFailure {
        self.failure.clone()
    }
}

/// Returns whether the error means that writing is not allowed here.
fn forbids_writing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied)
}

/// A file of the index that is being written.
struct NotedFile {
    inner: WritePtr,
    failure: WriteFailure,
}

impl Write for NotedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.failure.note(self.inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.failure.note(self.inner.flush())
    }
}

impl TerminatingWrite for NotedFile {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.failure.note(self.inner.flush())?;
        self.failure.note(self.inner.get_mut().terminate_ref(token))
    }
}

impl Directory for IndexDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.inner.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.inner.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.inner.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let inner = self.inner.open_write(path).inspect_err(|error| {
            if let OpenWriteError::IoError { io_error, .. } = error {
                let _ = self.failure.note::<()>(Err(io_error.kind().into()));
            }
        })?;
        private_files::restrict_file(&self.folder.join(path));
        Ok(BufWriter::new(Box::new(NotedFile { inner, failure: self.failure.clone() })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.inner.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.failure.note(self.inner.atomic_write(path, data))?;
        private_files::restrict_file(&self.folder.join(path));
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.failure.note(self.inner.sync_directory())
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        match self.inner.acquire_lock(lock) {
            Err(LockError::IoError(error))
                if lock.filepath == META_LOCK.filepath && forbids_writing(&error) =>
            {
                Ok(DirectoryLock::from(Box::new(())))
            }
            other => {
                private_files::restrict_file(&self.folder.join(&lock.filepath));
                other
            }
        }
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.inner.watch(callback)
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
