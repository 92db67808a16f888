//! Finds the attachments of a bibliography that do not exist. Only the existence of a path is
//! checked.

use referee_text::FileId;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The missing attachments of a bibliography.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MissingAttachments {
    paths: Arc<HashSet<PathBuf>>,
    /// Distinguishes two sets.
    pub(crate) hash: u64,
}

impl MissingAttachments {
    pub(crate) fn contains(&self, path: &Path) -> bool {
        self.paths.contains(path)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}

/// Returns the locations without a file. A location counts only if its folder exists; for the
/// folder of the bibliography itself, another attachment must exist in it, which shows that paths
/// are relative to it.
pub(crate) fn missing(bibliography: &FileId, places: &[PathBuf]) -> MissingAttachments {
    let is_there = |path: &Path| std::fs::metadata(path).is_ok();
    let is_gone = |path: &Path| {
        std::fs::metadata(path).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
    };
    let own = bibliography.folder();
    let in_own = |place: &&PathBuf| place.parent() == Some(own);
    let own_is_meant = places.iter().filter(in_own).any(|place| is_there(place));
    let mut folders: HashMap<&Path, bool> = HashMap::new();
    let mut gone: Vec<PathBuf> = Vec::new();
    for place in places {
        let Some(folder) = place.parent().filter(|folder| *folder != own || own_is_meant) else { continue };
        if *folders.entry(folder).or_insert_with(|| is_there(folder)) && is_gone(place) {
            gone.push(place.clone());
        }
    }
    let mut hasher = DefaultHasher::new();
    gone.hash(&mut hasher);
    let hash = if gone.is_empty() { 0 } else { hasher.finish() };
    MissingAttachments { paths: Arc::new(gone.into_iter().collect()), hash }
}
