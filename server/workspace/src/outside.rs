//! Which files lie outside of the workspace, whatever their names and links say.
//!
//! A draft from somewhere else can name any file of its reader as its bibliography. Such a file is read, so that its
//! keys are known; but its titles are not sent to any service without the author's word, and no edit of another file
//! reaches into it unasked.

use crate::files::FileState;
use crate::folder_settings::workspace_around;
use crate::snapshot::Snapshot;
use referee_text::FileId;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Snapshot {
    /// Whether a file lies outside of the workspace, links followed: outside of its folders, and of the folders of the
    /// drafts that were opened or asked for outside of these.
    #[must_use]
    pub fn is_outside(&self, file: &FileId) -> bool {
        // What has no place on this machine has not been read from it either.
        if !file.path().is_absolute() {
            return false;
        }
        let real = self.real_path(file.path()).unwrap_or(file.path());
        !self.roots().iter().any(|root| real.starts_with(self.real_path(root).unwrap_or(root)))
    }

    /// Whether the titles in a file may go to a service: it lies inside of the workspace, or the author said so. Not
    /// before its place is known.
    #[must_use]
    pub fn may_share_titles(&self, file: &FileId) -> bool {
        if !file.path().is_absolute() {
            return true;
        }
        let Some(real) = self.real_path(file.path()) else { return false };
        !self.is_outside(file) || self.parts().granted.contains(real)
    }

    /// Where a file or folder really lies; `None` until that is known.
    #[must_use]
    pub fn real_path(&self, path: &Path) -> Option<&Path> {
        self.parts().real_paths.get(path).map(PathBuf::as_path)
    }

    /// The paths whose real place decides what is outside.
    pub(crate) fn places(&self) -> BTreeSet<PathBuf> {
        let mut out: BTreeSet<PathBuf> = self.roots().iter().cloned().collect();
        out.extend(self.graph().files().map(|file| file.path().to_path_buf()));
        out.extend(self.parts().asked.iter().map(|file| file.path().to_path_buf()));
        out.extend(self.parts().open.iter().map(|file| file.path().to_path_buf()));
        out.retain(|path| path.is_absolute());
        out
    }

    /// The folders that make the workspace.
    pub(crate) fn find_roots(&self) -> Vec<PathBuf> {
        let parts = self.parts();
        let mut out: BTreeSet<PathBuf> = parts.folders.iter().cloned().collect();
        for file in parts.open.iter().chain(parts.asked.iter()) {
            let folder = file.folder();
            if !folder.is_absolute() || parts.folders.iter().any(|root| folder.starts_with(root)) {
                continue;
            }
            // A bibliography that is open beside a workspace makes its folder no part of it.
            let is_draft =
                matches!(parts.files.get(file), Some(FileState::Read(read)) if read.draft().is_some());
            if is_draft || parts.folders.is_empty() {
                out.insert(workspace_around(&parts.folders, folder).to_path_buf());
                out.extend(self.folder_settings(file).settings.folder.clone());
            }
        }
        out.into_iter().collect()
    }
}
