//! Identifiers of files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file known to referee: an absolute path, or an editor's name of an unsaved buffer
/// (`untitled:Untitled-1`). Cheap to clone and to compare.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(Arc<Path>);

impl FileId {
    /// Creates the identifier of the file at `path`; the path is not normalised.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        FileId(Arc::from(path.into()))
    }

    /// Returns the path, or the editor's name of the buffer.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the folder to which paths in this file are relative.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.0.parent().unwrap_or(Path::new(""))
    }

    /// Returns the file's name without its folder, for messages.
    #[must_use]
    pub fn name(&self) -> std::borrow::Cow<'_, str> {
        self.0.file_name().unwrap_or(self.0.as_os_str()).to_string_lossy()
    }
}

impl fmt::Debug for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.display())
    }
}

impl fmt::Display for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.display())
    }
}
