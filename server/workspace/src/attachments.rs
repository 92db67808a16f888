//! The files that the entries of a bibliography say they come with: which of them are not there.
//!
//! Anybody may have written a bibliography, so a path is looked at only inside of the workspace and of the home folder of
//! the user, and only for whether something is there.

use crate::files::FileState;
use crate::snapshot::Snapshot;
use referee_text::FileId;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The most paths of one bibliography that are looked at.
const MAX_ATTACHMENTS: usize = 20_000;

/// The attachments of one bibliography that are not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MissingAttachments {
    paths: Arc<HashSet<PathBuf>>,
    /// Tells two sets apart.
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

impl Snapshot {
    /// The bibliographies that are open or were asked for, whose attachments are looked at.
    pub(crate) fn bibliographies_with_attachments(&self) -> impl Iterator<Item = &FileId> {
        let parts = self.parts();
        let own: BTreeSet<&FileId> = parts.open.iter().chain(parts.asked.iter()).collect();
        own.into_iter().filter(|file| {
            matches!(parts.files.get(*file), Some(FileState::Read(read)) if read.bibliography().is_some())
        })
    }

    /// Where the attachments of a bibliography would lie.
    pub(crate) fn attachment_places(&self, file: &FileId) -> Vec<PathBuf> {
        let Some(bibliography) = self.file(file).and_then(|read| read.bibliography()) else {
            return Vec::new();
        };
        let places = bibliography
            .entries()
            .flat_map(|entry| entry.attachments())
            .filter_map(|attachment| self.attachment_place(file, &attachment.path));
        let all: BTreeSet<PathBuf> = places.take(MAX_ATTACHMENTS).collect();
        all.into_iter().collect()
    }

    /// Where a path of a bibliography leads; `None` where it leads out of workspace and home folder, or nowhere on this
    /// machine.
    pub(crate) fn attachment_place(&self, file: &FileId, path: &str) -> Option<PathBuf> {
        let folder = file.folder();
        // Two slashes in front, either way, are another machine to some systems.
        if !folder.is_absolute() || path.starts_with("//") || path.starts_with("\\\\") || path.contains('\0')
        {
            return None;
        }
        let path = path.strip_prefix("~/").map_or_else(
            || Some(PathBuf::from(path)),
            |rest| std::env::home_dir().map(|home| home.join(rest)),
        )?;
        let place = normal(&folder.join(path))?;
        let home = std::env::home_dir();
        let is_inside = self
            .roots()
            .iter()
            .map(PathBuf::as_path)
            .chain(home.as_deref())
            .chain([folder])
            .any(|root| place.starts_with(root));
        is_inside.then_some(place)
    }
}

/// A path without `.` and `..`; `None` where it climbs above its root.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                if !out.pop() {
                    return None;
                }
            }
            other => out.push(other),
        }
    }
    Some(out)
}

/// Which of these places hold nothing although something must be meant: the folder is there, and where it is that of the
/// bibliography itself, another path in it leads to a file.
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
