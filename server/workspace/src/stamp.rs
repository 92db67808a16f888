//! The state of a file on disk, without its contents.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// The metadata of a file or folder at one moment, sufficient to detect that it was written,
/// replaced, created or removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp(Option<FileMetadata>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileMetadata {
    modified: Option<SystemTime>,
    len: u64,
    /// Other programs often write a new file and rename it over the old one.
    inode: u64,
}

impl Stamp {
    /// Returns the current state. A path that cannot be accessed is treated as missing.
    pub(crate) fn of(path: &Path) -> Self {
        std::fs::metadata(path).map_or(Stamp(None), |metadata| Stamp::from(&metadata))
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let inode = 0;
        Stamp(Some(FileMetadata { modified: metadata.modified().ok(), len: metadata.len(), inode }))
    }
}
