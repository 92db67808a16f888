//! A workspace on disk.

use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder of files that is removed at the end of the test.
pub struct Folder {
    folder: TempDir,
    /// The home of its user.
    home: TempDir,
}

impl Folder {
    /// Creates a folder with these files, each a relative path and its text.
    ///
    /// # Panics
    ///
    /// If the folder cannot be written.
    #[must_use]
    pub fn with(files: &[(&str, &str)]) -> Self {
        let new = || tempfile::tempdir().expect("a temporary folder can be made");
        let folder = Folder { folder: new(), home: new() };
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    /// Writes a file.
    ///
    /// # Panics
    ///
    /// If it cannot be written.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).expect("a folder can be made");
        }
        std::fs::write(path, text).expect("a file can be written");
    }

    /// Returns the text of a file.
    ///
    /// # Panics
    ///
    /// If it cannot be read.
    #[must_use]
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).expect("the file can be read")
    }

    /// Returns the absolute path of a file, or of the folder for the empty path.
    #[must_use]
    pub fn path(&self, path: &str) -> PathBuf {
        if path.is_empty() { self.folder.path().to_owned() } else { self.folder.path().join(path) }
    }

    /// Returns the home of its user: outside the folder, and initially empty.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        self.home.path().to_owned()
    }

    /// Returns the URI of a file, or of the folder for the empty path.
    #[must_use]
    pub fn uri(&self, path: &str) -> String {
        uri(&self.path(path))
    }
}

/// Returns the `file:` URI of an absolute path, percent-encoded as editors do.
#[must_use]
pub fn uri(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut out = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte))
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
