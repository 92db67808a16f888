//! How files looked on disk when they were read, so that a later change is noticed without a file watcher.

use crate::library::{LibraryPlace, Sources};
use referee_text::FileId;
use std::collections::HashMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// How a file or folder looked at one moment: enough to tell that it was written, replaced, made or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(Option<Look>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
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
        Stamp(Some(Look { modified: metadata.modified().ok(), len: metadata.len(), inode }))
    }
}

/// Everything that a session read from disk or missed there, with how it looked then.
///
/// It is taken under the session's lock and compared with the disk without it.
#[derive(Clone, Debug)]
pub struct DiskState {
    pub(crate) files: Arc<HashMap<FileId, Stamp>>,
    pub(crate) folders: Arc<HashMap<PathBuf, Stamp>>,
    pub(crate) libraries: Vec<(LibraryPlace, Arc<Sources>)>,
}

/// What looks otherwise on disk than it was read.
#[derive(Clone, Debug, Default)]
pub struct DiskChanges {
    /// Files that were written, replaced, made or removed.
    pub files: Vec<FileId>,
    /// Folders in which a file was made or removed.
    pub folders: Vec<PathBuf>,
    /// Libraries that another process changed.
    pub libraries: Vec<LibraryPlace>,
}

impl DiskChanges {
    /// Whether nothing has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.folders.is_empty() && self.libraries.is_empty()
    }
}

impl DiskState {
    /// Compares with the disk: one look at the metadata of each file, no reading.
    #[must_use]
    pub fn changes(&self) -> DiskChanges {
        let changed = |path: &Path, seen: &Stamp| Stamp::of(path) != *seen;
        let files = self.files.iter().filter(|(file, seen)| changed(file.path(), seen));
        let folders = self.folders.iter().filter(|(folder, seen)| changed(folder, seen));
        let libraries = self.libraries.iter().filter(|(_, sources)| sources.are_stale());
        DiskChanges {
            files: files.map(|(file, _)| file.clone()).collect(),
            folders: folders.map(|(folder, _)| folder.clone()).collect(),
            libraries: libraries.map(|(place, _)| place.clone()).collect(),
        }
    }
}
