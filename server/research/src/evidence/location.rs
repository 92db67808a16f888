//! Where the evidence of a workspace is kept: in a folder of this user, never in the workspace
//! itself.
//!
//! The sender of a workspace could have written its contents. A store in the workspace is read only
//! by [`Store::import`](super::Store::import), on the author's request.

use referee_literature::gate::state_folder;
use siphasher::sip128::{Hasher128, SipHasher13};
use std::fs::Metadata;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The folder within this user's state folder that contains the stores of all workspaces.
const STORES: &str = "evidence";

/// The file name of a store.
pub(super) const FILE: &str = "evidence.sqlite";

/// The folder of a workspace that contains an exported store.
const WORKSPACE_FOLDER: &str = ".referee";

/// The workspace that evidence belongs to, and this user's folder for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceLocation {
    workspace: PathBuf,
    folder: PathBuf,
}

impl EvidenceLocation {
    /// Returns where this user keeps the evidence of a workspace; `None` if no folder of this user
    /// is known.
    #[must_use]
    pub fn of_user(workspace: &Path) -> Option<EvidenceLocation> {
        state_folder().map(|state| EvidenceLocation::below(&state, workspace))
    }

    /// Returns where the evidence of a workspace is kept within a state folder. Two paths to one
    /// folder, such as a link to it, are one workspace.
    #[must_use]
    pub fn below(state: &Path, workspace: &Path) -> EvidenceLocation {
        let workspace = workspace.canonicalize().unwrap_or_else(|_| workspace.to_path_buf());
        let mut hasher = SipHasher13::new();
        hasher.write(workspace.as_os_str().as_encoded_bytes());
        let digest: String = hasher.finish128().as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        EvidenceLocation { workspace, folder: state.join(STORES).join(digest) }
    }

    /// Returns the workspace.
    #[must_use]
    pub fn workspace(&self) -> &Path {
        &self.workspace
    }

    /// Returns this user's folder that contains only the store.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the file of the store.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// Returns the file of the workspace in which an exported store is expected.
    #[must_use]
    pub fn workspace_file(&self) -> PathBuf {
        self.workspace.join(WORKSPACE_FOLDER).join(FILE)
    }

    /// Returns a number that changes when the store is written; `None` without a store.
    #[must_use]
    pub fn revision(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        let file = std::fs::symlink_metadata(self.file()).ok()?;
        hash(&file, &mut hasher);
        if let Ok(log) = std::fs::symlink_metadata(self.folder.join(format!("{FILE}-wal"))) {
            hash(&log, &mut hasher);
        }
        Some(hasher.finish())
    }

    /// Returns a number that changes when the store in the workspace is written; `None` if there is
    /// none. Nothing is opened, and links are not followed.
    pub(super) fn workspace_revision(&self) -> Option<u64> {
        let file = std::fs::symlink_metadata(self.workspace_file()).ok()?;
        let mut hasher = SipHasher13::new();
        hasher.write_u64(file.len());
        let modified = file.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        hasher.write_u128(modified.as_nanos());
        Some(hasher.finish128().h1)
    }
}

fn hash(data: &Metadata, hasher: &mut DefaultHasher) {
    (data.modified().ok(), data.len()).hash(hasher);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn each_workspace_has_its_own_folder_whatever_it_is_called_by() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        std::fs::create_dir_all(one.join("inner")).unwrap();
        std::fs::create_dir(&two).unwrap();
        let place = |workspace: &Path| EvidenceLocation::below(folder.path(), workspace);
        assert_eq!(place(&one), place(&one.join("inner").join("..")));
        assert_ne!(place(&one).file(), place(&two).file());
        assert_ne!(place(&one).file(), place(&one.join("inner")).file());
        assert!(!place(&one).file().starts_with(&one));
    }
}
