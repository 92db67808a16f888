//! Where the files would lie that the entries of a bibliography say they come with.
//!
//! Anybody may have written a bibliography, so a path counts only inside of the workspace and of the home folder of the
//! user. [`missing`](crate::missing_attachments::missing) looks which of them are not there.

use crate::files::FileState;
use crate::snapshot::Snapshot;
use referee_text::FileId;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The most paths of one bibliography that are looked at.
const MAX_ATTACHMENTS: usize = 20_000;

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
    #[must_use]
    pub fn attachment_place(&self, file: &FileId, path: &str) -> Option<PathBuf> {
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
