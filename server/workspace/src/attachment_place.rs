//! Where the path of an attachment leads.

use std::path::{Path, PathBuf};

/// Where the path of an attachment leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AttachmentPlace {
    /// To a place from which files may be read.
    Inside(PathBuf),
    /// To another place or another machine, where nothing is looked at.
    Outside(PathBuf),
}

impl AttachmentPlace {
    /// Returns the path.
    pub(crate) fn path(&self) -> &Path {
        match self {
            AttachmentPlace::Inside(path) | AttachmentPlace::Outside(path) => path,
        }
    }
}
