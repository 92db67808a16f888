//! Embedding vectors of the statements in the library, stored next to the index.
//!
//! They find records whose meaning is similar to a text. They are optional: each is stored with the
//! key of its statement and a digest of the embedded text, and is skipped if the statement is gone
//! or has changed. So the library may be changed, repaired and read while vectors are computed.

pub(super) mod files;
mod scan;
mod update;

pub use update::{VectorProgress, VectorReport, VectorUpdateError};

use super::snapshot::Snapshot;
use super::{Library, LibraryError};
use files::{RowKey, VectorFiles};
use referee_records::merge::Merged;
use referee_records::record::Record;
use referee_records::source::Neighbour;
use scan::ScoredRow;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// The maximum number of characters of a text to embed: models read no more than a few hundred
/// words.
const MAX_EMBEDDED_CHARACTERS: usize = 2_000;

/// The number of rows to fetch beyond twice those requested, to make up for removed records and
/// duplicates.
const SPARE_ROWS: usize = 24;

impl Library {
    /// Returns whether there are vectors of this embedding model.
    #[must_use]
    pub fn has_vectors_of(&self, model: &str) -> bool {
        self.vectors(model).is_some_and(|files| files.rows() > 0)
    }

    /// Returns the number of vectors of this embedding model, including those of removed records.
    #[must_use]
    pub fn count_vectors(&self, model: &str) -> usize {
        self.vectors(model).map_or(0, |files| files.rows())
    }

    /// Returns the records nearest to a vector of the embedding model `model`, nearest first; empty
    /// without vectors of that model. With more than 200,000 vectors only those with the
    /// nearest signs are compared, so some near ones may be missed.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn nearest(&self, model: &str, vector: &[f32], limit: usize) -> Result<Vec<Neighbour>, LibraryError> {
        let Some(files) = self.vectors(model) else { return Ok(Vec::new()) };
        let wanted = limit.saturating_mul(2).saturating_add(SPARE_ROWS);
        let rows = scan::nearest(&files, vector, wanted, scan::EXACT_ROWS);
        self.guarded(|snapshot| snapshot.neighbours(&files, &rows, limit))
    }

    fn vectors(&self, model: &str) -> Option<Arc<VectorFiles>> {
        self.vectors.current(&files::folder_of(&self.root, model), model)
    }
}

impl Snapshot {
    /// Returns the records of these rows, in order and without duplicates; rows whose statement is
    /// gone or has changed are skipped.
    fn neighbours(
        &self,
        files: &VectorFiles,
        rows: &[ScoredRow],
        limit: usize,
    ) -> tantivy::Result<Vec<Neighbour>> {
        let mut out = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        for scored in rows {
            let Some(key) = files.statement_key(scored.row) else { continue };
            for address in self.with_text(self.fields.key, key, 1)? {
                let Some(statement) = self.statement(address)? else { continue };
                let text = embedded_text(&statement.record);
                if text.is_none_or(|text| RowKey::of(key, &text) != files.row_key(scored.row)) {
                    continue;
                }
                if let Some(Merged { keys, record }) = self.record_with(address, statement)?
                    && keys.into_iter().next().is_some_and(|best| seen.insert(best))
                {
                    out.push(Neighbour { record: Arc::new(record), similarity: scored.similarity });
                }
            }
            if out.len() >= limit {
                break;
            }
        }
        Ok(out)
    }
}

/// Returns the text of a record to embed; `None` without title and abstract.
fn embedded_text(record: &Record) -> Option<String> {
    let title = record.work.full_title().unwrap_or_default();
    let summary = record.work.summary.as_deref().unwrap_or_default();
    let text = match (title.trim(), summary.trim()) {
        ("", "") => return None,
        (title, "") => title.to_owned(),
        ("", summary) => summary.to_owned(),
        (title, summary) => format!("{}. {summary}", title.trim_end_matches('.')),
    };
    match text.char_indices().nth(MAX_EMBEDDED_CHARACTERS) {
        None => Some(text),
        Some((end, _)) => text.get(..end).map(str::to_owned),
    }
}

/// Removes the vectors of the library in `root` except those in the folder `kept`.
fn remove_other_models(root: &Path, kept: &Path) {
    let Ok(entries) = std::fs::read_dir(root.join(files::FOLDER)) else { return };
    for entry in entries.flatten().filter(|entry| entry.path() != kept) {
        // Ignore the error: a folder that cannot be removed only takes up space.
        let _ = std::fs::remove_dir_all(entry.path());
    }
}
