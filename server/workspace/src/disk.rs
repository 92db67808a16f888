//! The state of files on disk at the time of reading, to detect later changes without a file
//! watcher.

use crate::library::{LibraryPlace, Sources};
use crate::stamp::Stamp;
use referee_text::FileId;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that a session read from disk or found missing, with its state at that time.
///
/// It is taken under the session's lock and compared with the disk without the lock.
#[derive(Clone, Debug)]
pub struct DiskState {
    pub(crate) files: Arc<HashMap<FileId, Stamp>>,
    pub(crate) folders: Arc<HashMap<PathBuf, Stamp>>,
    pub(crate) libraries: Vec<(LibraryPlace, Arc<Sources>)>,
}

/// The differences between the disk and its recorded state.
#[derive(Clone, Debug, Default)]
pub struct DiskChanges {
    /// Files that were written, replaced, created or removed.
    pub files: Vec<FileId>,
    /// Folders in which a file was created or removed.
    pub folders: Vec<PathBuf>,
    /// Libraries changed by another process.
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
    /// Compares the state with the disk, reading only the metadata of each file.
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
