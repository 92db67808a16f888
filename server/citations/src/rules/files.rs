//! The files that a review knows.

use referee_bibliography::Bibliography;
use referee_syntax::Document;
use referee_text::FileId;
use std::collections::HashMap;
use std::sync::Arc;

/// A bibliography file as a draft or the workspace knows it.
#[derive(Clone, Debug)]
pub struct BibliographyFile {
    /// Where the bibliography lies.
    pub file: FileId,
    /// What was read.
    pub bibliography: Arc<Bibliography>,
}

/// The first entry of each key in small letters, as the number of its bibliography and its own: BibTeX does not look at
/// capitals and prints the first of several.
#[must_use]
pub fn folded_keys(bibliographies: &[BibliographyFile]) -> HashMap<String, (usize, usize)> {
    let mut folded = HashMap::new();
    for (number, file) in bibliographies.iter().enumerate() {
        for (index, entry) in file.bibliography.entries().enumerate() {
            folded.entry(entry.key().to_ascii_lowercase()).or_insert((number, index));
        }
    }
    folded
}

/// A draft as the workspace knows it.
#[derive(Clone, Debug)]
pub struct DraftFile {
    /// Where the draft lies.
    pub file: FileId,
    /// What was read.
    pub document: Arc<Document>,
}
