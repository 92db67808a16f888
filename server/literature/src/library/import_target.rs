//! What an import writes to: the library on this machine, or one that many share.

use super::ledger::ImportedFile;
use super::report::FileReport;
use crate::import::Incoming;
use referee_bibliography::Date;
use referee_records::record::Record;
use std::path::{Path, PathBuf};

/// A library that files are imported into, each as a whole or not at all.
pub trait ImportTarget {
    /// Why something could not be written.
    type Error;

    /// What is known of a file between [`start`](ImportTarget::start) and [`finish`](ImportTarget::finish).
    type File;

    /// The files that were imported before.
    fn ledger(&self) -> &[ImportedFile];

    /// Begins a file; what came from it before is replaced. `as_of` is the date of records that have none of their own.
    ///
    /// # Errors
    ///
    /// If the library cannot be written to.
    fn start(&mut self, path: &Path, as_of: Option<Date>) -> Result<Self::File, Self::Error>;

    /// Takes one thing that the file says, and counts it in the report.
    ///
    /// # Errors
    ///
    /// If the library cannot be written to. Then nothing of the file stays.
    fn apply(
        &mut self,
        incoming: Incoming,
        file: &mut Self::File,
        report: &mut FileReport,
    ) -> Result<(), Self::Error>;

    /// Ends the file, with its entry in the ledger: from now on its records are there, also after a crash.
    ///
    /// # Errors
    ///
    /// If the library cannot be written to. Then nothing of the file stays.
    fn finish(
        &mut self,
        file: Self::File,
        entry: ImportedFile,
        report: &mut FileReport,
    ) -> Result<(), Self::Error>;

    /// Takes back what came from the file under way.
    ///
    /// # Errors
    ///
    /// If the library cannot be written to.
    fn roll_back(&mut self) -> Result<(), Self::Error>;
}

/// Imports records that are in memory already, as if they were a file named `name`.
///
/// # Errors
///
/// If the library cannot be written to. What was there before stays.
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
