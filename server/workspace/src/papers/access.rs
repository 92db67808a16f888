//! Which files may be read as papers.
//!
//! A bibliography may be of unknown origin. The path in its field is checked as text when it is
//! resolved ([`Snapshot::attachment_place`]); here the links in it are followed. A path through the
//! workspace or the folder of the bibliography, which a stranger may have filled with links, must
//! end in the workspace, in that folder, in the author's home folder or in a folder of
//! `library.papers`. Other paths begin in the home folder or in such a folder, whose links are the
//! author's own.

use crate::snapshot::Snapshot;
use referee_text::FileId;
use std::path::{Path, PathBuf};

/// The maximum number of papers that one entry may list.
pub(super) const MAX_ATTACHMENTS_OF_ENTRY: usize = 8;

/// The folders in which attachments of a bibliography may be, with links resolved.
pub(super) struct AllowedFolders {
    /// The folders of the workspace and of the bibliography, as written and with links resolved.
    foreign: Vec<(PathBuf, PathBuf)>,
    /// The home folder and those of `library.papers`.
    own: Vec<PathBuf>,
}

impl AllowedFolders {
    pub(super) fn of(snapshot: &Snapshot, bibliography: &FileId) -> Self {
        let roots = snapshot.roots().iter().map(PathBuf::as_path).chain([bibliography.folder()]);
        let real = |folder: &Path| folder.canonicalize().ok().map(|real| (folder.to_path_buf(), real));
        AllowedFolders {
            foreign: roots.filter_map(real).collect(),
            own: std::env::home_dir()
                .into_iter()
                .chain(snapshot.paper_folders(bibliography))
                .filter_map(|folder| folder.canonicalize().ok())
                .collect(),
        }
    }

    /// Returns whether a path, which [`Snapshot::attachment_place`] accepted, may be read; `None` if
    /// it does not exist.
    pub(super) fn may_read(&self, path: &Path) -> Option<bool> {
        let real = path.canonicalize().ok()?;
        let is_foreign = self.foreign.iter().any(|(written, _)| path.starts_with(written));
        let ends_inside = || {
            let folders = self.foreign.iter().map(|(_, real)| real).chain(&self.own);
            folders.into_iter().any(|folder| real.starts_with(folder))
        };
        Some(!is_foreign || ends_inside())
    }
}
