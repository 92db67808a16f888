//! Why a library cannot be used.

use std::fmt;
use std::path::PathBuf;

/// Why a library cannot be used; the message says what to do.
#[derive(Debug)]
pub enum LibraryError {
    /// It was written by a newer version.
    Newer {
        /// Where it is.
        path: PathBuf,
        /// The format it has.
        found: u32,
        /// The version that wrote it.
        written_by: String,
        /// The newest format that this version reads.
        known: u32,
    },
    /// It was written by a version whose format is no longer read.
    Older {
        /// Where it is.
        path: PathBuf,
        /// The format it has.
        found: u32,
        /// The format that this version reads.
        known: u32,
    },
    /// Another import is under way.
    Busy {
        /// Where the library is.
        path: PathBuf,
    },
    /// A file could not be read or written.
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The index is damaged, or does something unexpected.
    Index {
        /// Where the library is.
        path: PathBuf,
        /// What the index says.
        detail: String,
    },
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let this = env!("CARGO_PKG_VERSION");
        match self {
            LibraryError::Newer { path, found, written_by, known } => write!(
                f,
                "the library in {} has format {found}, written by referee {written_by}; this is referee {this}, which reads format {known}: use the newer referee, or another folder",
                path.display()
            ),
            LibraryError::Older { path, found, known } => write!(
                f,
                "the library in {} has format {found}, which referee {this} (format {known}) does not read any more: remove the folder and import the files again",
                path.display()
            ),
            LibraryError::Busy { path } => {
                write!(
                    f,
                    "another import into the library in {} is under way: wait until it is done",
                    path.display()
                )
            }
            LibraryError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            LibraryError::Index { path, detail } => {
                write!(f, "the library in {} cannot be used: {detail}", path.display())
            }
        }
    }
}

impl std::error::Error for LibraryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LibraryError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
