//! Why a model cannot be installed.

use crate::gate::DownloadError;
use std::path::PathBuf;

/// Why a model cannot be installed. What was installed before is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ModelInstallError {
    /// The page of the package index, or the wheel, could not be downloaded.
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
        /// The file name of the wheel that was looked for.
        file: String,
    },
    /// The index names a host for the wheel that the user did not agree to.
    #[error("the package index leads to {host}, from which nothing is fetched")]
    OtherHost {
        /// The name of that host, or the whole address where it names none.
        host: String,
    },
    /// The file is not the wheel whose checksum is pinned.
    #[error("{} is not {file}: its SHA-256 is {found} and not {wanted}", path.display())]
    OtherFile {
        /// Where the file is.
        path: PathBuf,
        /// The file name of the wheel that it should be.
        file: String,
        /// The SHA-256 of the file, in hexadecimal digits.
        found: String,
        /// The SHA-256 of the wheel, in hexadecimal digits.
        wanted: String,
    },
    /// The wheel cannot be unpacked.
    #[error("{}: {source}", path.display())]
    Archive {
        /// Where the wheel is.
        path: PathBuf,
        /// Why the archive cannot be read.
        source: zip::result::ZipError,
    },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Where the file or folder is.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// No folder for the files of this user is known, in which models could be kept.
    #[error("there is no home folder to keep a model in")]
    NoFolder,
}

impl ModelInstallError {
    /// Makes errors of the system into errors about this file, for `map_err`.
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> ModelInstallError {
        let path = path.into();
        move |source| ModelInstallError::Io { path, source }
    }
}
