//! The state of a file while it is imported, for any kind of library.

use super::ledger::{ImportedFile, seconds};
use super::report::FileReport;
use referee_bibliography::Date;
use referee_records::Service;
use referee_records::merge::{Statement, statement_key};
use referee_records::record::Record;
use std::path::Path;
use std::time::SystemTime;

/// A file between the start of its import and its entry in the ledger.
pub struct FileInProgress {
    number: u64,
    replaces: Option<u64>,
    as_of: Option<Date>,
    /// The number of records read so far.
    read: usize,
    newest: Option<Date>,
    highest_pmid: u32,
}

impl FileInProgress {
    /// Starts the file at `path` with the next number of the ledger; `as_of` is the date for
    /// records that state none.
    #[must_use]
    pub fn new(ledger: &[ImportedFile], path: &Path, as_of: Option<Date>) -> Self {
        let number = ledger.iter().map(|file| file.number).max().map_or(1, |last| last.saturating_add(1));
        let replaces = ledger.iter().find(|file| file.path == path).map(|file| file.number);
        FileInProgress { number, replaces, as_of, read: 0, newest: None, highest_pmid: 0 }
    }

    /// Returns the number of the file in the library.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the number of an earlier import of the same file, whose records are replaced.
    #[must_use]
    pub fn replaces(&self) -> Option<u64> {
        self.replaces
    }

    /// Converts the next record into a statement with its key and date.
    #[must_use]
    pub fn statement(&mut self, mut record: Record) -> Statement {
        let place = self.read;
        self.read += 1;
        if record.as_of.is_none() && record.source != Service::PubMed {
            record.as_of = self.as_of;
        }
        let key = statement_key(&record, &format!("file{:06}", self.number), place);
        Statement { key, record }
    }

    /// Counts a record that was added to the library.
    pub fn count(&mut self, record: &Record, report: &mut FileReport) {
        self.newest = self.newest.max(record.work.date).max(record.work.online_date);
        self.highest_pmid = self.highest_pmid.max(record.work.identifiers.pmid().unwrap_or(0));
        report.notices += record.notices.len() as u64;
        report.records += 1;
    }

    /// Completes the ledger entry of the file; `entry` provides its path and file properties.
    #[must_use]
    pub fn completed(&self, entry: ImportedFile, report: &FileReport) -> ImportedFile {
        ImportedFile {
            number: self.number,
            records: report.records,
            deleted: report.deleted,
            newest: self.newest,
            highest_pmid: self.highest_pmid,
            imported_at: seconds(SystemTime::now()),
            damage: report.damage.clone(),
            ..entry
        }
    }
}
