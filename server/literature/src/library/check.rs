//! Reads a library from end to end, to check whether it is intact.

use super::format;
use super::schema::{LEDGER, read_statement};
use super::{Library, LibraryError, ReadingIndex};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use tantivy::{DocAddress, Term};

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// The number of readable records.
    pub records: u64,
    /// The number of unreadable records.
    pub unreadable: u64,
    /// The files of the library that do not contain what was written into them.
    pub damaged_files: BTreeSet<PathBuf>,
}

impl CheckReport {
    /// Returns whether nothing is damaged.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.unreadable == 0 && self.damaged_files.is_empty()
    }
}

impl Library {
    /// Reads every record and the checksum of every file of the library in `root`; returns `None`
    /// without a library.
    ///
    /// # Errors
    ///
    /// Returns an error if the library is too damaged to be opened, or has another format.
    pub fn check(root: impl AsRef<Path>) -> Result<Option<CheckReport>, LibraryError> {
        let root = root.as_ref();
        if !format::check(root)? {
            return Ok(None);
        }
        let library = Library::open_index(root.to_owned())?;
        let mut report = CheckReport {
            damaged_files: library
                .index
                .validate_checksum()
                .map_err(|error| library.failed(error))?
                .into_iter()
                .collect(),
            ..CheckReport::default()
        };
        let snapshot = library.snapshot();
        let ledger = Term::from_field_text(snapshot.fields.source, LEDGER);
        let entries = library.guarded(|snapshot| snapshot.with_term(&ledger, usize::MAX)).unwrap_or_default();
        let entries: BTreeSet<DocAddress> = entries.into_iter().collect();
        for (segment, reader) in (0_u32..).zip(snapshot.searcher.segment_readers()) {
            for doc in reader.doc_ids_alive() {
                let address = DocAddress::new(segment, doc);
                if entries.contains(&address) {
                    continue;
                }
                let _reading = ReadingIndex::begin();
                let read = catch_unwind(AssertUnwindSafe(|| snapshot.blob(address)));
                match read {
                    Ok(Ok(blob)) if read_statement(&blob).is_ok() => report.records += 1,
                    _ => report.unreadable += 1,
                }
            }
        }
        Ok(Some(report))
    }
}
