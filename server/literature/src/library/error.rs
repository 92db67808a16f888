//! The error type of the library.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenReadError, OpenWriteError};

/// Why a library cannot be used; the message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The library was written by a newer version.
    #[error(
        "the library in {} has format {found}, written by referee {written_by}; this is referee {this}, which reads format {known}: use the newer referee, or another folder",
        .path.display(), this = PACKAGE_VERSION
    )]
    Newer {
        /// The folder of the library.
        path: PathBuf,
        /// The format of the library.
        found: u32,
        /// The version that wrote it.
        written_by: String,
        /// The newest format that this version reads.
        known: u32,
    },
    /// The library was written by a version whose index is not supported any more.
    #[error(
        "the library in {} has format {found}, and referee {this} reads format {known}: run `referee library repair`, which rebuilds its index; nothing has to be imported again",
        .path.display(), this = PACKAGE_VERSION
    )]
    Older {
        /// The folder of the library.
        path: PathBuf,
        /// The format of the library.
        found: u32,
        /// The format that this version reads.
        known: u32,
    },
    /// Another import or repair is running.
    #[error("another import into the library in {} is running: wait until it ends", .path.display())]
    Busy {
        /// The folder of the library.
        path: PathBuf,
    },
    /// The disk is full.
    #[error(
        "the disk with the library in {} is full: the last import was not saved, earlier content is kept; make room and repeat the import",
        .path.display()
    )]
    Full {
        /// The folder of the library.
        path: PathBuf,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The shards of a shared library cannot be read together: one is missing, damaged, or from
    /// another version.
    #[error(
        "the shards of the shared library in {} cannot be read: {damage}; rebuild them with `referee library shard {} --anew`, where the shared library can be reached",
        .path.display(), .path.display()
    )]
    Shards {
        /// The folder with the shard list.
        path: PathBuf,
        /// The damage.
        damage: Damage,
    },
    /// A file of the library is missing or does not contain what was written into it.
    #[error(
        "the library in {} is damaged: {damage}; run `referee library repair`, which keeps what can be read and says what has to be imported again",
        .path.display()
    )]
    Damaged {
        /// The folder of the library.
        path: PathBuf,
        /// The damage.
        damage: Damage,
        /// The error of the index.
        #[source]
        source: Option<Arc<TantivyError>>,
    },
}

/// The damaged part of a library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// A file is missing.
    #[error("its file {} is missing", .0.display())]
    Missing(PathBuf),
    /// A file does not contain what was written into it.
    #[error("its file {} has unexpected content", .0.display())]
    Changed(PathBuf),
    /// Another version wrote it in a form that this version does not read.
    #[error("they have format {found}, and referee {this} reads format {known}", this = PACKAGE_VERSION)]
    OtherForm {
        /// The form of the file.
        found: u32,
        /// The form that this version reads.
        known: u32,
    },
    /// The file that lists the parts cannot be read.
    #[error("the list of its parts cannot be read")]
    List,
    /// Another error, in an unknown part.
    #[error("a part of it cannot be read")]
    Part,
}

const PACKAGE_VERSION: &str = env!("CARGO_PKG_VERSION");

impl LibraryError {
    /// Converts an error while reading or writing `path`, in the library or next to it.
    pub(super) fn io(path: &Path, source: std::io::Error) -> Self {
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => LibraryError::Full { path: path.to_owned() },
            _ => LibraryError::Io { path: path.to_owned(), source },
        }
    }

    /// Converts an error about a damaged or outdated index into one about the shards in `root`:
    /// `repair` is for libraries on one machine, while shards are rebuilt.
    #[must_use]
    pub(super) fn in_shards(self, root: &Path) -> Self {
        let damage = match self {
            LibraryError::Damaged { damage, .. } => damage,
            LibraryError::Older { found, known, .. } => Damage::OtherForm { found, known },
            other => return other,
        };
        LibraryError::Shards { path: root.to_owned(), damage }
    }

    /// Creates an error for damage without a further cause.
    pub(super) fn damaged(root: &Path, damage: Damage) -> Self {
        LibraryError::Damaged { path: root.to_owned(), damage, source: None }
    }

    /// Converts an error of the index of the library in `root`; `write_failure` is the cause of a
    /// write error, if there was one.
    pub(super) fn of_index(root: &Path, error: &TantivyError, write_failure: Option<ErrorKind>) -> Self {
        if let Some(kind) = write_failure {
            return LibraryError::io(root, kind.into());
        }
        let io = |error: &std::io::Error| {
            LibraryError::io(root, std::io::Error::new(error.kind(), error.to_string()))
        };
        let damage = match error {
            // A lock file that cannot be written is an I/O error; the lock is not held by another
            // process.
            TantivyError::LockFailure(LockError::IoError(error), _) => return io(error),
            TantivyError::LockFailure(..) => return LibraryError::Busy { path: root.to_owned() },
            TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => return io(io_error),
            TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. })
                if is_of_the_system(io_error.kind()) =>
            {
                return io(io_error);
            }
            TantivyError::OpenReadError(OpenReadError::IoError { filepath, .. }) => {
                Damage::Changed(filepath.clone())
            }
            TantivyError::IoError(error) if is_of_the_system(error.kind()) => return io(error),
            TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(file)) => {
                Damage::Missing(file.clone())
            }
            TantivyError::DataCorruption(_) => Damage::List,
            _ => Damage::Part,
        };
        LibraryError::Damaged { path: root.to_owned(), damage, source: Some(Arc::new(error.clone())) }
    }
}

/// Returns whether an error comes from the system and not from the content of a file.
fn is_of_the_system(kind: ErrorKind) -> bool {
    !matches!(
        kind,
        ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof | ErrorKind::Other
    )
}
