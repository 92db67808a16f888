//! Downloads a file.

use super::attempt::{self, Outgoing};
use super::client;
use super::core::{Gate, GateCore};
use super::failure::Failure;
use super::options::MAX_REDIRECTS;
use crate::online::{Body, Disclosure};
use crate::private_files;
use referee_records::source::SourceError;
use reqwest::Url;
use reqwest::header::{CONTENT_TYPE, LOCATION};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// A file to download. It is the same for all users, so downloading it discloses nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// The address of the file.
    pub url: String,
    /// The purpose as it appears in the log, for example `retraction-watch`.
    pub purpose: String,
    /// The destination. An existing file stays unchanged until the new one is complete.
    pub to: PathBuf,
    /// The maximum size in bytes; a larger file is refused.
    pub at_most: u64,
}

/// The progress of a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of bytes received so far.
    pub bytes: u64,
    /// The total number of bytes, if the server states it.
    pub of: Option<u64>,
}

/// Why a file was not downloaded.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// The download failed; with a short cause for the author.
    #[error("{}", server_failure(.0, .1))]
    SourceError(SourceError, String),
    /// The file could not be written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Where the download was to be written.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is larger than allowed.
    #[error("the file is larger than {} MB, which no such file is", at_most >> 20)]
    TooLarge {
        /// The maximum size in bytes.
        at_most: u64,
    },
}

fn server_failure(why: &SourceError, detail: &str) -> String {
    match why {
        SourceError::Offline => "no network is allowed".to_owned(),
        why if detail.is_empty() => format!("the server {why}"),
        why => format!("the server {why}: {detail}"),
    }
}

/// A server that sends nothing for this long is considered stalled.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);

impl Gate {
    /// Downloads a file to disk and returns its size in bytes. Blocks; must not be called from
    /// async code. `on_progress` is called on this thread, a few times per second.
    ///
    /// # Errors
    ///
    /// Returns why the download failed. An existing file is then unchanged.
    pub fn download(
        &self,
        download: &Download,
        cancel: &CancellationToken,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<u64, DownloadError> {
        // Check this first: without consent not even a folder may be created.
        self.inner.consent.check().map_err(|why| DownloadError::SourceError(why, String::new()))?;
        let no_thread =
            || DownloadError::SourceError(SourceError::Unavailable, "no thread for it".to_owned());
        let runtime = self.runtime().ok_or_else(no_thread)?;
        let part = PartialFile::new(&download.to)?;
        let (progress_sender, progress) = std::sync::mpsc::channel();
        let (gate, download, cancel) = (self.clone(), download.clone(), cancel.clone());
        let to = download.to.clone();
        let task = runtime.spawn(async move {
            let fetched = gate.inner.fetch(&download, part, &cancel, &progress_sender).await;
            drop(progress_sender);
            fetched
        });
        let mut last: Option<Instant> = None;
        while let Ok(progress) = progress.recv() {
            if last.is_none_or(|last| last.elapsed() > Duration::from_millis(200)) {
                on_progress(progress);
                last = Some(Instant::now());
            }
        }
        let fetched = runtime.block_on(task);
        self.flush_log();
        let (part, bytes) = fetched.map_err(|_| no_thread())??;
        part.keep(&to)?;
        on_progress(Progress { bytes, of: Some(bytes) });
        Ok(bytes)
    }
}

/// The incomplete file. Deleted on drop unless kept.
struct PartialFile {
    path: PathBuf,
    file: Option<File>,
}

impl PartialFile {
    fn new(to: &Path) -> Result<Self, DownloadError> {
        let mut path = to.as_os_str().to_owned();
        path.push(format!(".{}.part", std::process::id()));
        let path = PathBuf::from(path);
        match private_files::create_file(&path) {
            Ok(file) => Ok(PartialFile { path, file: Some(file) }),
            Err(source) => Err(DownloadError::Io { path, source }),
        }
    }

    fn write(&mut self, chunk: &[u8]) -> Result<(), DownloadError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(chunk).map_err(|source| DownloadError::Io { path: self.path.clone(), source })
    }

    fn keep(mut self, to: &Path) -> Result<(), DownloadError> {
        let kept = self.file.take().map_or(Ok(()), |file| file.sync_all());
        kept.and_then(|()| std::fs::rename(&self.path, to))
            .map_err(|source| DownloadError::Io { path: to.to_owned(), source })
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        self.file = None;
        // The file no longer exists if it was kept.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl GateCore {
    async fn fetch(
        &self,
        download: &Download,
        mut part: PartialFile,
        cancel: &CancellationToken,
        progress: &Sender<Progress>,
    ) -> Result<(PartialFile, u64), DownloadError> {
        let failed = |failure: Failure| DownloadError::SourceError(failure.why, failure.detail);
        let unreadable =
            |detail: &str| DownloadError::SourceError(SourceError::Unreadable, detail.to_owned());
        let mut url = Url::parse(&download.url)
            .map_err(|error| DownloadError::SourceError(SourceError::Refused, error.to_string()))?;
        for _ in 0..=MAX_REDIRECTS {
            let outgoing = Outgoing {
                url: url.clone(),
                body: &Body::None,
                accept: None,
                secret_header: None,
                with_contact: false,
                purpose: &download.purpose,
                tells: Disclosure::Nothing,
                questions: 0,
                departure: None,
                sent: None,
            };
            let mut entry = None;
            let head = in_time(attempt::begin(self, &outgoing, &mut entry));
            let mut response = self.unless_cancelled(cancel, head).await.map_err(failed)?;
            let Some(entry) = entry.as_mut() else { continue };
            let status = response.status();
            entry.completion.status = Some(status.as_u16());
            if status.is_redirection() {
                entry.finish().await;
                let to = response.headers().get(LOCATION).and_then(|to| url.join(to.to_str().ok()?).ok());
                match to {
                    Some(to) if client::host(&to) == client::host(&url) => url = to,
                    Some(to) => return Err(unreadable(&format!("it redirects to {}", client::host(&to)))),
                    None => return Err(unreadable("it redirects to no address")),
                }
                continue;
            }
            if !status.is_success() {
                entry.finish().await;
                let why = match status.as_u16() {
                    429 => SourceError::Busy,
                    500.. => SourceError::Unavailable,
                    _ => SourceError::Refused,
                };
                return Err(DownloadError::SourceError(why, format!("status {}", status.as_u16())));
            }
            let is_page = response
                .headers()
                .get(CONTENT_TYPE)
                .is_some_and(|value| value.as_bytes().to_ascii_lowercase().starts_with(b"text/html"));
            if is_page {
                entry.finish().await;
                return Err(unreadable("it is a web page, not the file"));
            }
            let of = response.content_length();
            if of.is_some_and(|of| of > download.at_most) {
                return Err(DownloadError::TooLarge { at_most: download.at_most });
            }
            let mut bytes = 0_u64;
            loop {
                let chunk = in_time(attempt::next_chunk(&mut response, entry));
                let Some(chunk) = self.unless_cancelled(cancel, chunk).await.map_err(failed)? else { break };
                bytes += chunk.len() as u64;
                if bytes > download.at_most {
                    return Err(DownloadError::TooLarge { at_most: download.at_most });
                }
                part.write(&chunk)?;
                // The receiver may be gone; ignore the send error.
                let _ = progress.send(Progress { bytes, of });
            }
            entry.finish().await;
            return if bytes == 0 { Err(unreadable("it is empty")) } else { Ok((part, bytes)) };
        }
        Err(unreadable("it redirects in a circle"))
    }
}

async fn in_time<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::time::timeout(STALL_TIMEOUT, work)
        .await
        .unwrap_or_else(|_| Err(Failure::new(SourceError::Timeout, "it stopped sending")))
}
