//! The file that says which format a library has.

use super::LibraryError;
use std::io::Write;
use std::path::Path;

/// The format that this version writes and reads.
///
/// It has to grow with every change of the schema, of the stored statements, or of the keys that text is
/// folded to.
pub(crate) const FORMAT: u32 = 2;

/// The folder of the index inside that of the library.
pub(super) const INDEX: &str = "index";

/// The file that says which format a library has.
pub(crate) const FILE: &str = "library.json";

#[derive(serde::Serialize, serde::Deserialize)]
struct Header {
    format: u32,
    #[serde(default)]
    written_by: String,
}

/// Checks that the library in `root` can be read; `false` where there is none.
pub(crate) fn check(root: &Path) -> Result<bool, LibraryError> {
    let path = root.join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(source) => return Err(LibraryError::Io { path, source }),
    };
    let header: Header = serde_json::from_str(&text).map_err(|error| LibraryError::Index {
        path: root.to_owned(),
        detail: format!("{FILE} cannot be read: {error}"),
    })?;
    match header.format.cmp(&FORMAT) {
        std::cmp::Ordering::Equal => Ok(true),
        std::cmp::Ordering::Greater => Err(LibraryError::Newer {
            path: root.to_owned(),
            found: header.format,
            written_by: header.written_by,
            known: FORMAT,
        }),
        std::cmp::Ordering::Less => {
            Err(LibraryError::Older { path: root.to_owned(), found: header.format, known: FORMAT })
        }
    }
}

/// Marks `root` as a library of this format. The file appears whole or not at all.
pub(crate) fn write(root: &Path) -> Result<(), LibraryError> {
    let path = root.join(FILE);
    let header = Header { format: FORMAT, written_by: env!("CARGO_PKG_VERSION").to_owned() };
    let write = || -> std::io::Result<()> {
        let new = root.join(format!("{FILE}.new"));
        let mut file = std::fs::File::create(&new)?;
        file.write_all(serde_json::to_string(&header)?.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&new, &path)
    };
    write().map_err(|source| LibraryError::Io { path: path.clone(), source })
}
