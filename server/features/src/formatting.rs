//! The layout of a bibliography.

use referee_bibliography::edit;
use referee_text::{FileId, TextEdit};
use referee_workspace::{FileKind, Snapshot};

/// The edits that lay a BibTeX file out with `indent` in front of each field. None for a draft, whose layout is its
/// author's, and for a list in another format.
#[must_use]
pub fn layout(snapshot: &Snapshot, file: &FileId, indent: &str) -> Vec<TextEdit> {
    match snapshot.kind(file) {
        Some(FileKind::Bibliography(bibliography)) => edit::layout(&bibliography, indent),
        _ => Vec::new(),
    }
}
