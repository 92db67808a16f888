//! The target of an import: the library on this machine, or a shared one.

use super::ledger::ImportedFile;
use super::report::FileReport;
use crate::import::Incoming;
use referee_bibliography::Date;
use referee_records::record::Record;
use std::path::{Path, PathBuf};

/// A library into which files are imported, each completely or not at all.
pub trait ImportTarget {
    /// The error of a failed write.
    type Error;

    /// The state of a file between [`start`](ImportTarget::start) and
    /// [`finish`](ImportTarget::finish).
    type File;

    /// Returns the files imported so far.
    fn ledger(&self) -> &[ImportedFile];

    /// Starts a file; the records of an earlier import of it are replaced. `as_of` is the date for
    /// records that state none.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to.
    fn start(&mut self, path: &Path, as_of: Option<Date>) -> Result<Self::File, Self::Error>;

    /// Applies one statement of the file and counts it in the report.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to. Then nothing of the file is kept.
    fn apply(
        &mut self,
        incoming: Incoming,
        file: &mut Self::File,
        report: &mut FileReport,
    ) -> Result<(), Self::Error>;

    /// Commits the file with its entry in the ledger: its records are now durable.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to. Then nothing of the file is kept.
    fn finish(
        &mut self,
        file: Self::File,
        entry: ImportedFile,
        report: &mut FileReport,
    ) -> Result<(), Self::Error>;

    /// Discards the uncommitted statements of the current file.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to.
    fn roll_back(&mut self) -> Result<(), Self::Error>;
}

/// Imports records from memory as if they came from a file called `name`.
///
/// # Errors
///
/// Returns an error if the library cannot be written to. Its previous content is kept.
pub fn import_records<Target: ImportTarget>(
    target: &mut Target,
    name: &str,
    records: impl IntoIterator<Item = Record>,
) -> Result<FileReport, Target::Error> {
    let path = PathBuf::from(name);
    let mut report = FileReport::new(&path);
    let mut file = target.start(&path, None)?;
    for record in records {
        target.apply(Incoming::Record(Box::new(record)), &mut file, &mut report)?;
    }
    let entry = ImportedFile { path, format: String::from("records"), ..ImportedFile::default() };
    target.finish(file, entry, &mut report)?;
    Ok(report)
}
