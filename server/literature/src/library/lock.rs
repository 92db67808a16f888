//! A lock that allows one import at a time, across all processes.

use super::error::LibraryError;
use super::format::LOCK;
use crate::private_files;
use std::fs::{File, TryLockError};
use std::path::Path;

/// Exclusive permission to change a library, until it is dropped or its process ends.
#[derive(Debug)]
pub(super) struct ImportLock {
    /// The system releases the lock when the file is closed.
    _file: File,
}

impl ImportLock {
    /// Locks the library in `root` for changes, and creates its folder if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError::Busy`] while another process holds the lock, or an error if the
    /// folder cannot be written to.
    pub(super) fn acquire(root: &Path) -> Result<Self, LibraryError> {
        ImportLock::acquire_named(root, LOCK)
    }

    /// Locks the file `name` in the folder of the library, for work that may run in parallel with
    /// an import.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ImportLock::acquire`].
    pub(super) fn acquire_named(root: &Path, name: &str) -> Result<Self, LibraryError> {
        private_files::create_folder(root).map_err(|source| LibraryError::io(root, source))?;
        let path = root.join(name);
        let file = private_files::open_for_append(&path).map_err(|source| LibraryError::io(&path, source))?;
        match file.try_lock() {
            Ok(()) => Ok(ImportLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(LibraryError::Busy { path: root.to_owned() }),
            // Some network file systems do not support locks; the index also has its own lock.
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                Ok(ImportLock { _file: file })
            }
            Err(TryLockError::Error(source)) => Err(LibraryError::io(&path, source)),
        }
    }
}
