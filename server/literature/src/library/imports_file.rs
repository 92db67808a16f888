//! Copies beside the index of what a repair needs: the list of imported files, and the list of the index's parts.
//!
//! Both are written after each commit. That they cannot be written costs no import: they are read only where the
//! index itself cannot say what they say.

use super::format::INDEX;
use super::ledger::ImportedFile;
use crate::private_files;
use std::path::Path;

/// The list of the files that were imported.
const IMPORTS: &str = "imports.json";

/// The copy of the index's list of its parts.
const PARTS: &str = "parts.json";

/// The index's own list of its parts.
const META: &str = "meta.json";

/// Writes the copies anew.
pub(super) fn write(root: &Path, ledger: &[ImportedFile]) {
    let imports = serde_json::to_vec(ledger).map_err(std::io::Error::from);
    let written = imports
        .and_then(|imports| private_files::replace(&root.join(IMPORTS), &imports))
        .and_then(|()| std::fs::read(root.join(INDEX).join(META)))
        .and_then(|parts| private_files::replace(&root.join(PARTS), &parts));
    if let Err(error) = written {
        tracing::warn!("the list of imports beside the library in {} is old: {error}", root.display());
    }
}

/// The files that were imported, as far as that is known without the index.
pub(super) fn read(root: &Path) -> Vec<ImportedFile> {
    let text = std::fs::read(root.join(IMPORTS)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Puts the copy in the place of the index's list of its parts.
pub(super) fn restore_parts(root: &Path) -> std::io::Result<()> {
    let parts = std::fs::read(root.join(PARTS))?;
    private_files::replace(&root.join(INDEX).join(META), &parts)
}
