//! Converts between the editor's URIs and our file ids.
//!
//! A `file:` URI becomes its path; every other URI (`untitled:Untitled-1`, a notebook cell) is its
//! own id. Editors spell the same path in several ways (`c%3A` and `C:`) and expect the spelling
//! they used, so the URIs of open files are stored.

use referee_text::FileId;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tower_lsp::lsp_types::Url;

/// The URIs that the editor uses for open files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uris {
    given: HashMap<FileId, Url>,
}

impl Uris {
    /// Stores the URI of an opened file.
    pub(crate) fn open(&mut self, file: FileId, uri: Url) {
        self.given.insert(file, uri);
    }

    /// Removes the URI of a closed file.
    pub(crate) fn close(&mut self, file: &FileId) {
        self.given.remove(file);
    }

    /// Returns the URI of a file for the editor; `None` for a relative path.
    pub(crate) fn uri(&self, file: &FileId) -> Option<Url> {
        if let Some(given) = self.given.get(file) {
            return Some(given.clone());
        }
        if file.path().is_absolute() {
            return Url::from_file_path(file.path()).ok();
        }
        Url::parse(&file.path().to_string_lossy()).ok()
    }
}

/// Returns the file id of a URI.
pub(crate) fn file(uri: &Url) -> FileId {
    match path(uri) {
        Some(path) => FileId::new(path),
        None => FileId::new(uri.as_str()),
    }
}

/// Returns the path of a `file:` URI.
pub(crate) fn path(uri: &Url) -> Option<PathBuf> {
    if uri.scheme() != "file" {
        return None;
    }
    uri.to_file_path().ok().map(|path| upper_drive(&path))
}

/// Windows treats `c:` and `C:` as the same drive, and editors send both.
fn upper_drive(path: &Path) -> PathBuf {
    let text = path.to_string_lossy();
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(drive), Some(':')) if drive.is_ascii_lowercase() => {
            PathBuf::from(format!("{}{}", drive.to_ascii_uppercase(), &text[1..]))
        }
        _ => path.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn a_path_with_spaces_and_accents_is_the_path_it_names() {
        let uri = Url::parse("file:///home/m%C3%BCller/my%20paper%20%281%29.md").unwrap();
        assert_eq!(file(&uri).path(), Path::new("/home/müller/my paper (1).md"));
    }

    #[test]
    fn an_open_file_keeps_the_name_that_the_editor_gave_it() {
        let uri = Url::parse("file:///home/a%40b.md").unwrap();
        let mut uris = Uris::default();
        uris.open(file(&uri), uri.clone());
        assert_eq!(uris.uri(&FileId::new("/home/a@b.md")), Some(uri));
        uris.close(&FileId::new("/home/a@b.md"));
        assert_eq!(uris.uri(&FileId::new("/home/a@b.md")).unwrap().as_str(), "file:///home/a@b.md");
    }

    #[test]
    fn a_buffer_without_a_file_goes_by_its_own_name() {
        for name in ["untitled:Untitled-1", "vscode-notebook-cell:/a/b.ipynb#X1", "inmemory://model/1"] {
            let uri = Url::parse(name).unwrap();
            assert_eq!(Uris::default().uri(&file(&uri)), Some(uri));
        }
    }

    #[test]
    fn drives_are_the_same_in_either_case() {
        assert_eq!(upper_drive(Path::new("c:/a")), Path::new("C:/a"));
        assert_eq!(upper_drive(Path::new("/c:/a")), Path::new("/c:/a"));
    }
}
