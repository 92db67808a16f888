//! The locations of the files attached to the entries of a bibliography.
//!
//! A bibliography may be of unknown origin, so a path is accepted only inside the workspace, the
//! user's home folder, the folder of the bibliography or a folder of `library.papers`.
//! [`missing`](crate::missing_attachments::missing) finds the files that do not exist.

use crate::attachment_place::AttachmentPlace;
use crate::files::FileState;
use crate::papers::PaperFolder;
use crate::snapshot::Snapshot;
use referee_text::FileId;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The maximum number of attachments per bibliography that are checked.
const MAX_ATTACHMENTS: usize = 20_000;

impl Snapshot {
    /// Iterates over the bibliographies that are open or were requested and whose attachments are
    /// checked.
    pub(crate) fn bibliographies_with_attachments(&self) -> impl Iterator<Item = &FileId> {
        let parts = self.parts();
        let own: BTreeSet<&FileId> = parts.open.iter().chain(parts.asked.iter()).collect();
        own.into_iter().filter(|file| {
            matches!(parts.files.get(*file), Some(FileState::Read(read)) if read.bibliography().is_some())
        })
    }

    /// Returns the locations of a bibliography's attachments.
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

    /// Resolves a path in a bibliography; `None` if it is outside the workspace, the home folder,
    /// the bibliography's folder and the folders of `library.papers`, or not on this machine.
    #[must_use]
    pub fn attachment_place(&self, file: &FileId, path: &str) -> Option<PathBuf> {
        match self.resolved_attachment(file, path)? {
            AttachmentPlace::Inside(place) => Some(place),
            AttachmentPlace::Outside(_) => None,
        }
    }

    /// Resolves a path in a bibliography as text, without access to the disk; `None` if it is no
    /// path.
    pub(crate) fn resolved_attachment(&self, file: &FileId, path: &str) -> Option<AttachmentPlace> {
        let folder = file.folder();
        if !folder.is_absolute() || path.contains('\0') {
            return None;
        }
        // Some systems interpret two leading slashes or backslashes as another machine.
        if path.starts_with("//") || path.starts_with("\\\\") {
            return Some(AttachmentPlace::Outside(PathBuf::from(path)));
        }
        let home = std::env::home_dir();
        let path = path
            .strip_prefix("~/")
            .map_or_else(|| Some(PathBuf::from(path)), |rest| home.as_ref().map(|home| home.join(rest)))?;
        let place = normal(&folder.join(path))?;
        let is_inside = self
            .roots()
            .iter()
            .map(PathBuf::as_path)
            .chain(home.as_deref())
            .chain([folder])
            .any(|root| place.starts_with(root))
            || self.paper_folders(file).any(|root| place.starts_with(root));
        Some(if is_inside { AttachmentPlace::Inside(place) } else { AttachmentPlace::Outside(place) })
    }

    /// Iterates over the folders of `library.papers` in the author's own settings, as they apply to a
    /// bibliography. Those that a workspace names are inside it, and links in them are a stranger's.
    pub(crate) fn paper_folders(&self, file: &FileId) -> impl Iterator<Item = PathBuf> + use<> {
        let (folders, _) = PaperFolder::of(&self.settings(file));
        folders.into_iter().filter_map(PaperFolder::into_own_path)
    }
}

/// Returns a path without `.` and `..`; `None` if it leads above its root.
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
