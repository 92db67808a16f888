//! What an import knows of the file that it reads, whichever library it writes to.

use super::ledger::{ImportedFile, seconds};
use super::report::FileReport;
use referee_bibliography::Date;
use referee_records::merge::{Statement, statement_key};
use referee_records::record::Record;
use std::path::Path;
use std::time::SystemTime;

/// A file between the start of its import and its entry in the ledger.
pub struct FileInProgress {
    number: u64,
    replaces: Option<u64>,
    as_of: Option<Date>,
    /// How many records were read of it.
    read: usize,
    newest: Option<Date>,
    highest_pmid: u32,
}

impl FileInProgress {
    /// Begins the file at `path` with the next number of the ledger; `as_of` is the date of records that have none of
    /// their own.
    #[must_use]
    pub fn new(ledger: &[ImportedFile], path: &Path, as_of: Option<Date>) -> Self {
        let number = ledger.iter().map(|file| file.number).max().map_or(1, |last| last.saturating_add(1));
        let replaces = ledger.iter().find(|file| file.path == path).map(|file| file.number);
        FileInProgress { number, replaces, as_of, read: 0, newest: None, highest_pmid: 0 }
    }

    /// The number of the file in the library.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The number under which the same file was imported before; what came from it then is replaced.
    #[must_use]
    pub fn replaces(&self) -> Option<u64> {
        self.replaces
    }

    /// The next record that was read as a statement, with its key and its date.
    #[must_use]
    pub fn statement(&mut self, mut record: Record) -> Statement {
        let place = self.read;
        self.read += 1;
        if record.as_of.is_none() && record.source != "pubmed" {
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

    /// The entry of the ledger for the file, of which `entry` says where it is and what it is like.
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
