//! Files outside the workspace, whatever their paths and links claim.
//!
//! A draft of unknown origin can refer to any file of its reader as its bibliography. Such a file
//! is read, so that its keys are known; but its titles are not sent to any service without the
//! author's consent, and edits of other files do not change it without confirmation.

use crate::files::FileState;
use crate::folder_settings::workspace_around;
use crate::snapshot::Snapshot;
use referee_text::FileId;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Snapshot {
    /// Whether a file is outside the workspace, with links resolved: outside its folders, and
    /// outside the folders of drafts that were opened or requested elsewhere.
    #[must_use]
    pub fn is_outside(&self, file: &FileId) -> bool {
        // A file without a path on this machine was not read from it either.
        if !file.path().is_absolute() {
            return false;
        }
        let real = self.real_path(file.path()).unwrap_or(file.path());
        !self.roots().iter().any(|root| real.starts_with(self.real_path(root).unwrap_or(root)))
    }

    /// Whether the titles in a file may be sent to a service: it is inside the workspace, or the
    /// author consented. False until its real path is known.
    #[must_use]
    pub fn may_share_titles(&self, file: &FileId) -> bool {
        if !file.path().is_absolute() {
            return true;
        }
        let Some(real) = self.real_path(file.path()) else { return false };
        !self.is_outside(file) || self.parts().granted.contains(real)
    }

    /// Returns the real path of a file or folder; `None` until it is known.
    #[must_use]
    pub fn real_path(&self, path: &Path) -> Option<&Path> {
        self.parts().real_paths.get(path).map(PathBuf::as_path)
    }

    /// Returns the paths whose real location decides what is outside.
    pub(crate) fn places(&self) -> BTreeSet<PathBuf> {
        let mut out: BTreeSet<PathBuf> = self.roots().iter().cloned().collect();
        out.extend(self.graph().files().map(|file| file.path().to_path_buf()));
        out.extend(self.parts().asked.iter().map(|file| file.path().to_path_buf()));
        out.extend(self.parts().open.iter().map(|file| file.path().to_path_buf()));
        out.retain(|path| path.is_absolute());
        out
    }

    /// Returns the folders that form the workspace.
    pub(crate) fn find_roots(&self) -> Vec<PathBuf> {
        let parts = self.parts();
        let mut out: BTreeSet<PathBuf> = parts.folders.iter().cloned().collect();
        for file in parts.open.iter().chain(parts.asked.iter()) {
            let folder = file.folder();
            if !folder.is_absolute() || parts.folders.iter().any(|root| folder.starts_with(root)) {
                continue;
            }
            // Opening a bibliography outside a workspace does not make its folder part of the
            // workspace.
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
