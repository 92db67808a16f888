//! One import at a time, of all processes.

use super::error::LibraryError;
use super::format::LOCK;
use crate::private_files;
use std::fs::{File, TryLockError};
use std::path::Path;

/// The right to change a library, until it is dropped or its process ends.
#[derive(Debug)]
pub(super) struct ImportLock {
    /// The system lets go of the lock with the file.
    _file: File,
}

impl ImportLock {
    /// Takes the right to change the library in `root`, and makes its folder where there is none.
    ///
    /// # Errors
    ///
    /// [`LibraryError::Busy`] while another process holds the lock; if the folder cannot be written to.
    pub(super) fn acquire(root: &Path) -> Result<Self, LibraryError> {
        ImportLock::acquire_named(root, LOCK)
    }

    /// Takes the lock of the file `name` in the folder of the library, for work that may go on beside an import.
    ///
    /// # Errors
    ///
    /// Those of [`ImportLock::acquire`].
    pub(super) fn acquire_named(root: &Path, name: &str) -> Result<Self, LibraryError> {
        private_files::create_folder(root).map_err(|source| LibraryError::io(root, source))?;
        let path = root.join(name);
        let file = private_files::open_for_append(&path).map_err(|source| LibraryError::io(&path, source))?;
        match file.try_lock() {
            Ok(()) => Ok(ImportLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(LibraryError::Busy { path: root.to_owned() }),
            // Some network file systems have no locks; the index has one of its own.
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                Ok(ImportLock { _file: file })
            }
            Err(TryLockError::Error(source)) => Err(LibraryError::io(&path, source)),
        }
    }
}
