//! Reads the bytes of a file within the limits.

use super::paper::ContentHash;
use crate::plain_file::is_plain_file;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// The maximum size of a paper in bytes.
pub const MAX_PAPER_BYTES: u64 = 200 << 20;

/// The number of bytes in which the mark of a format is searched; some programs write lines before
/// the mark of a PDF.
const MARK_BYTES: usize = 1_024;

/// The size and the time of the last change of a file, which show whether it must be read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change in nanoseconds since 1970; 0 if unknown.
    pub modified: i64,
}

impl FileStamp {
    /// Returns the stamp of a regular file, following links; `None` without such a file.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        is_plain_file(path, &metadata).then(|| FileStamp::from(&metadata))
    }
}

impl From<&Metadata> for FileStamp {
    fn from(metadata: &Metadata) -> Self {
        let since = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since.and_then(|since| i64::try_from(since.as_nanos()).ok()).unwrap_or(0);
        FileStamp { size: metadata.len(), modified }
    }
}

/// The format of a file, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperKind {
    /// A PDF.
    Pdf,
    /// JATS XML.
    Jats,
    /// Anything else.
    Other,
}

/// The content of a file.
#[derive(Debug)]
pub struct PaperBytes {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Their hash.
    pub hash: ContentHash,
    /// Their format.
    pub kind: PaperKind,
}

impl PaperBytes {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not a regular file, or grew over [`MAX_PAPER_BYTES`].
    pub fn read(path: &Path) -> io::Result<Self> {
        let metadata = std::fs::metadata(path)?;
        if !is_plain_file(path, &metadata) {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_PAPER_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_PAPER_BYTES {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        Ok(PaperBytes::of(bytes))
    }

    /// Describes bytes that were sent.
    #[must_use]
    pub fn of(bytes: Vec<u8>) -> Self {
        PaperBytes { hash: ContentHash::of(&bytes), kind: kind(&bytes), bytes }
    }
}

/// Returns whether a file with this name may be a paper: `.pdf`, `.xml`, `.nxml`.
#[must_use]
pub fn is_paper_name(path: &Path) -> bool {
    let is = |extension: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
    ["pdf", "xml", "nxml"].into_iter().any(is)
}

fn kind(bytes: &[u8]) -> PaperKind {
    let start = bytes.get(..bytes.len().min(MARK_BYTES)).unwrap_or_default();
    if start.windows(5).any(|window| window == b"%PDF-") {
        return PaperKind::Pdf;
    }
    let head = String::from_utf8_lossy(start);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    // The declaration of the document type may be longer than what is examined.
    let is_article = head.contains("<article") || head.contains("<pmc-articleset") || head.contains("JATS");
    if head.starts_with('<') && is_article { PaperKind::Jats } else { PaperKind::Other }
}
