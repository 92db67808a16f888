//! Copies, next to the index, of the data that a repair needs: the list of imported files, and the
//! list of the index's segments.
//!
//! Both are written after each commit. A write error does not fail the import: the copies are read
//! only if the index itself cannot provide the data.

use super::format::INDEX;
use super::ledger::ImportedFile;
use crate::private_files;
use std::path::Path;

/// The list of the imported files.
const IMPORTS: &str = "imports.json";

/// The copy of the index's segment list.
const PARTS: &str = "parts.json";

/// The index's own segment list.
const META: &str = "meta.json";

/// Writes both copies.
pub(super) fn write(root: &Path, ledger: &[ImportedFile]) {
    let imports = serde_json::to_vec(ledger).map_err(std::io::Error::from);
    let written = imports
        .and_then(|imports| private_files::replace(&root.join(IMPORTS), &imports))
        .and_then(|()| std::fs::read(root.join(INDEX).join(META)))
        .and_then(|parts| private_files::replace(&root.join(PARTS), &parts));
    if let Err(error) = written {
        tracing::warn!("the list of imports next to the library in {} is old: {error}", root.display());
    }
}

/// Reads the imported files from the copy; empty if it cannot be read.
pub(super) fn read(root: &Path) -> Vec<ImportedFile> {
    let text = std::fs::read(root.join(IMPORTS)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Replaces the index's segment list by the copy.
pub(super) fn restore_parts(root: &Path) -> std::io::Result<()> {
    let parts = std::fs::read(root.join(PARTS))?;
    private_files::replace(&root.join(INDEX).join(META), &parts)
}
