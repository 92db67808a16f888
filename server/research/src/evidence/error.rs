//! The errors of the evidence store.

use std::path::PathBuf;

/// The reason why an evidence store cannot be used; shown to the author.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or the file cannot be created, read or written.
    #[error("{path}: {source}", path = .path.display())]
    Folder {
        /// The folder or the file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The disk is full.
    #[error(
        "the disk is full: what was found now is not kept, and what was kept before is whole; make room and ask again"
    )]
    Full(#[source] rusqlite::Error),
    /// The file cannot be read or written, or is damaged.
    #[error("the evidence of this workspace cannot be used: {0}")]
    Database(#[source] rusqlite::Error),
    /// The file is a link, a folder, a pipe or a device.
    #[error("{} is not opened: it is a link or not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// The file is not an evidence store.
    #[error("{} is not opened: it is not a store of evidence written by referee ({why})", path.display())]
    Foreign {
        /// The store.
        path: PathBuf,
        /// The defect.
        why: &'static str,
    },
    /// A later version wrote the file.
    #[error("{} was written by a later version of referee", .0.display())]
    Newer(PathBuf),
    /// The file contains more than the limit.
    #[error("{} is not read: it has more than {limit}", path.display())]
    TooLarge {
        /// The store.
        path: PathBuf,
        /// The limit that is exceeded.
        limit: &'static str,
    },
    /// The file already exists and is not overwritten.
    #[error("{} exists already and is not overwritten", .0.display())]
    Exists(PathBuf),
}

impl StoreError {
    /// Returns whether the file is damaged or foreign, so that it is moved aside and a new one is
    /// created.
    pub(super) fn is_unusable_file(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match self {
            StoreError::Database(error) => {
                matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
            }
            StoreError::Foreign { .. } => true,
            _ => false,
        }
    }

    /// Returns whether the file cannot be opened because nothing may be written next to it.
    pub(super) fn forbids_writing(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
        match self {
            StoreError::Database(error) => {
                matches!(error.sqlite_error_code(), Some(CannotOpen | PermissionDenied | ReadOnly))
            }
            _ => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full(error),
            _ => StoreError::Database(error),
        }
    }
}
