//! Fetching a file.

use super::{Cancel, Gate};
use crate::source::NoAnswer;
use std::path::PathBuf;

/// A file to fetch: the same for everybody, so that fetching it tells nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Where it is.
    pub url: String,
    /// What for, as the log shows it: `retraction-watch`.
    pub purpose: String,
    /// Where it goes. What is there stays as it is until the new file is whole.
    pub to: PathBuf,
    /// More bytes than this are refused.
    pub at_most: u64,
}

/// How far a download is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// So many bytes are here,
    pub bytes: u64,
    /// of so many, where the server says so.
    pub of: Option<u64>,
}

/// Why a file was not fetched.
#[derive(Debug)]
pub enum DownloadError {
    /// The network did not give it; in a few words, for the author.
    NoAnswer(NoAnswer, String),
    /// It could not be written here.
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is larger than it may be.
    TooLarge {
        /// So many bytes were allowed.
        at_most: u64,
    },
}

impl std::fmt::Display for DownloadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DownloadError::NoAnswer(NoAnswer::Offline, _) => f.write_str("no network is allowed"),
            DownloadError::NoAnswer(why, detail) if detail.is_empty() => write!(f, "the server {why}"),
            DownloadError::NoAnswer(why, detail) => write!(f, "the server {why}: {detail}"),
            DownloadError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            DownloadError::TooLarge { at_most } => {
                write!(f, "the file is larger than {} MB, which no such file is", at_most >> 20)
            }
        }
    }
}

impl std::error::Error for DownloadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DownloadError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl Gate {
    /// Fetches a file to the disk, and says how large it is, in bytes. Waits; not to be called from async code.
    ///
    /// # Errors
    ///
    /// Says why the file is not there. What was there before is unchanged.
    pub fn download(
        &self,
        download: &Download,
        cancel: &Cancel,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<u64, DownloadError> {
        let _ = (cancel, on_progress);
        Err(DownloadError::NoAnswer(NoAnswer::Unavailable, download.url.clone()))
    }
}
