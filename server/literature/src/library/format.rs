//! The file that stores the format of a library, and the paths of its other files.

use super::error::{Damage, LibraryError};
use crate::private_files;
use std::path::Path;

/// The format that this version writes and reads.
///
/// Must be incremented with every change of the schema, of the stored statements, or of the keys to
/// which text is folded.
pub(crate) const FORMAT: u32 = 3;

/// The folder of the index inside that of the library.
pub(super) const INDEX: &str = "index";

/// The file that stores the format of a library.
pub(crate) const FILE: &str = "library.json";

/// The file that lists the shards in a folder of shards.
pub(super) const SHARDS_FILE: &str = "shards.json";

/// The file that is locked while the library is changed.
pub(super) const LOCK: &str = "import.lock";

#[derive(serde::Serialize, serde::Deserialize)]
struct Header {
    format: u32,
    #[serde(default)]
    written_by: String,
}

/// Reads the format of the library in `root`; returns `None` if it does not exist.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is newer than this version.
pub(super) fn read(root: &Path) -> Result<Option<u32>, LibraryError> {
    let path = root.join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            return Err(LibraryError::damaged(root, Damage::Changed(FILE.into())));
        }
        Err(source) => return Err(LibraryError::Io { path, source }),
    };
    let header: Header =
        serde_json::from_str(&text).map_err(|_| LibraryError::damaged(root, Damage::Changed(FILE.into())))?;
    if header.format > FORMAT {
        return Err(LibraryError::Newer {
            path: root.to_owned(),
            found: header.format,
            written_by: header.written_by,
            known: FORMAT,
        });
    }
    Ok(Some(header.format))
}

/// Checks that the library in `root` can be read; returns `false` if it does not exist.
pub(crate) fn check(root: &Path) -> Result<bool, LibraryError> {
    match read(root)? {
        None => Ok(false),
        Some(FORMAT) => Ok(true),
        Some(found) => Err(LibraryError::Older { path: root.to_owned(), found, known: FORMAT }),
    }
}

/// Marks `root` as a library of this format. The file is written atomically.
pub(crate) fn write(root: &Path) -> Result<(), LibraryError> {
    let path = root.join(FILE);
    let header = Header { format: FORMAT, written_by: env!("CARGO_PKG_VERSION").to_owned() };
    let text = serde_json::to_string(&header).map_err(std::io::Error::from);
    text.and_then(|text| private_files::replace(&path, text.as_bytes()))
        .map_err(|source| LibraryError::io(&path, source))
}
