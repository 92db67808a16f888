//! The files that a review knows.

use referee_bibliography::{Bibliography, Entry};
use referee_syntax::Document;
use referee_text::FileId;
use std::collections::HashMap;
use std::sync::Arc;

/// A bibliography file as a draft or the workspace knows it.
#[derive(Clone, Debug)]
pub struct BibliographyFile {
    /// The file of the bibliography.
    pub file: FileId,
    /// The parsed bibliography.
    pub bibliography: Arc<Bibliography>,
}

/// The first entry of each key in several bibliographies, ignoring case, as BibTeX does; it prints
/// the first of several entries.
#[derive(Debug, Default)]
pub struct FoldedKeys {
    /// The indexes of the bibliography and of the entry, by the key in lower case.
    entries: HashMap<String, (usize, usize)>,
}

impl FoldedKeys {
    /// Collects the keys of bibliographies.
    #[must_use]
    pub fn of(bibliographies: &[BibliographyFile]) -> Self {
        let mut entries = HashMap::new();
        for (number, file) in bibliographies.iter().enumerate() {
            for (index, entry) in file.bibliography.entries().enumerate() {
                entries.entry(entry.key().to_ascii_lowercase()).or_insert((number, index));
            }
        }
        FoldedKeys { entries }
    }

    /// Returns the entry that BibTeX prints for a key; `bibliographies` must be those passed to
    /// [`FoldedKeys::of`].
    #[must_use]
    pub fn entry<'b>(
        &self,
        bibliographies: &'b [BibliographyFile],
        key: &str,
    ) -> Option<(&'b BibliographyFile, Entry<'b>)> {
        let (number, index) = *self.entries.get(&key.to_ascii_lowercase())?;
        let file = bibliographies.get(number)?;
        Some((file, file.bibliography.entries().nth(index)?))
    }
}

/// A draft as the workspace knows it.
#[derive(Clone, Debug)]
pub struct DraftFile {
    /// The file of the draft.
    pub file: FileId,
    /// The parsed draft.
    pub document: Arc<Document>,
}
