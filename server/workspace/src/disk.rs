//! How files looked on disk when they were read, so that a later change is noticed without a file watcher.

use crate::library::{LibraryPlace, Sources};
use crate::stamp::Stamp;
use referee_text::FileId;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
