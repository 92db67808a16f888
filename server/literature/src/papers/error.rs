//! Why a paper cannot be stored or read from the store.

use std::io;
use std::path::PathBuf;

/// Why a paper cannot be stored or read from the store.
#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    /// The disk is full.
    #[error(
        "{}: the disk is full, so what was read of a paper is not kept; free some space, or remove stored papers with `referee papers remove --all`",
        .0.display()
    )]
    Full(PathBuf),
    /// A newer version of the program wrote the store.
    #[error("{}: a newer version of referee wrote it; it is left alone, and no paper is kept", .0.display())]
    Newer(PathBuf),
    /// The store cannot be created or opened.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file of the store.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// SQLite reported an error.
    #[error("{}: {source}", path.display())]
    Database {
        /// The file of the store.
        path: PathBuf,
        /// The error of SQLite.
        source: rusqlite::Error,
    },
}
