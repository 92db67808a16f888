//! The contents of a library in numbers.

use super::ledger::ImportedFile;
use super::schema::LEDGER;
use super::snapshot::Snapshot;
use referee_bibliography::Date;
use std::collections::BTreeMap;
use std::path::Path;

/// The contents of a library in numbers.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LibraryStats {
    /// The number of statements: a work described by two sources counts twice.
    pub records: u64,
    /// The number of statements of each source.
    pub sources: BTreeMap<String, u64>,
    /// The date of the newest record.
    pub newest: Option<Date>,
    /// The size on disk, in bytes.
    pub bytes: u64,
    /// The format of the library.
    pub format: u32,
    /// The imported files, in the order of import.
    pub files: Vec<ImportedFile>,
}

pub(super) fn stats(root: &Path, snapshot: &Snapshot) -> tantivy::Result<LibraryStats> {
    let mut sources: BTreeMap<String, u64> = BTreeMap::new();
    for reader in snapshot.searcher.segment_readers() {
        let index = reader.inverted_index(snapshot.fields.source)?;
        let mut terms = index.terms().stream()?;
        while let Some((term, _)) = terms.next() {
            if let Ok(name) = std::str::from_utf8(term) {
                sources.entry(name.to_owned()).or_default();
            }
        }
    }
    for (name, count) in &mut sources {
        let term = tantivy::Term::from_field_text(snapshot.fields.source, name);
        let query = tantivy::query::TermQuery::new(term, tantivy::schema::IndexRecordOption::Basic);
        let found = snapshot.searcher.search(&query, &tantivy::collector::Count)?;
        *count = u64::try_from(found).unwrap_or(u64::MAX);
    }
    sources.remove(LEDGER);
    sources.retain(|_, count| *count > 0);
    let files = snapshot.ledger()?;
    Ok(LibraryStats {
        records: sources.values().sum(),
        sources,
        newest: files.iter().filter(|file| !file.is_guideline()).filter_map(|file| file.newest).max(),
        bytes: size(root, 0),
        format: super::format::FORMAT,
        files,
    })
}

fn size(folder: &Path, depth: u32) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() && depth < 4 => size(&entry.path(), depth + 1),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}
