//! How a file looks on disk, without reading it.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// How a file or folder looked at one moment: enough to tell that it was written, replaced, made or removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp(Option<FileMetadata>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileMetadata {
    modified: Option<SystemTime>,
    len: u64,
    /// Another program often writes a new file and renames it over the old one.
    inode: u64,
}

impl Stamp {
    /// What is on disk now. A path that cannot be looked at is like one that is not there.
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
