//! The error type for installing a model.

use crate::gate::DownloadError;
use std::path::PathBuf;

/// Why a model could not be installed. An earlier installation is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ModelInstallError {
    /// The page of the package index or the wheel could not be downloaded.
    #[error("{url}: {source}")]
    Download {
        /// The address of the page or the wheel.
        url: String,
        /// Why the download failed.
        source: DownloadError,
    },
    /// The index does not list the wheel.
    #[error("{url} does not list {file}")]
    NotListed {
        /// The address of the page of the package.
        url: String,
        /// The file name of the missing wheel.
        file: String,
    },
    /// The index links to a host that the user did not agree to.
    #[error("the package index leads to {host}, from which nothing is fetched")]
    OtherHost {
        /// That host, or the whole address if it lacks a host.
        host: String,
    },
    /// The file is not the wheel with the pinned checksum.
    #[error("{} is not {file}: its SHA-256 is {found} and not {wanted}", path.display())]
    OtherFile {
        /// The path of the file.
        path: PathBuf,
        /// The file name of the expected wheel.
        file: String,
        /// The SHA-256 of the file, in hexadecimal digits.
        found: String,
        /// The pinned SHA-256 of the wheel, in hexadecimal digits.
        wanted: String,
    },
    /// The wheel cannot be unpacked.
    #[error("{}: {source}", path.display())]
    Archive {
        /// The path of the wheel.
        path: PathBuf,
        /// Why the archive cannot be read.
        source: zip::result::ZipError,
    },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The path of the file or folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// No home folder is known in which models could be stored.
    #[error("there is no home folder to keep a model in")]
    NoFolder,
}

impl ModelInstallError {
    /// Returns a closure for `map_err` that adds this path to an error of the system.
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> ModelInstallError {
        let path = path.into();
        move |source| ModelInstallError::Io { path, source }
    }
}
