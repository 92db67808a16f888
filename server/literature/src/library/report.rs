//! The options, progress and result of an import.

use crate::import::ImportFormat;
use std::path::{Path, PathBuf};

/// The options of an import.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Imports a file even if it was imported before and has not changed.
    pub force: bool,
    /// The format of the files; detected for each file if it is `None`.
    pub format: Option<ImportFormat>,
    /// The number of index segments of similar size that are merged into one. A smaller number
    /// makes look-ups cheaper and imports more expensive.
    pub merge_at: usize,
    /// The title of an imported guideline, overriding the one in the document.
    pub title: Option<String>,
}

impl Default for ImportOptions {
    fn default() -> Self {
        ImportOptions { force: false, format: None, merge_at: 8, title: None }
    }
}

/// The progress of an import.
#[derive(Clone, Copy, Debug)]
pub struct ImportProgress<'a> {
    /// The current file.
    pub path: &'a Path,
    /// The index of the file, from 0.
    pub file: usize,
    /// The number of files.
    pub files: usize,
    /// The number of bytes read from the file.
    pub bytes: u64,
    /// The size of the file in bytes.
    pub size: u64,
    /// The number of records imported from the file so far.
    pub records: u64,
}

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// The result of each file, in order.
    pub files: Vec<FileReport>,
    /// Whether it was cancelled: the current file and those after it were not imported.
    pub cancelled: bool,
}

impl ImportReport {
    /// Returns the number of imported records.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.files.iter().map(|file| file.records).sum()
    }

    /// Returns whether every file was read in full, now or earlier.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.cancelled
            && self.files.iter().all(|file| {
                file.damage.is_empty()
                    && matches!(file.outcome, FileOutcome::Imported | FileOutcome::AlreadyImported)
            })
    }
}

/// The result of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// The path of the file.
    pub path: PathBuf,
    /// The format of the file, if it was detected.
    pub format: Option<ImportFormat>,
    /// The outcome.
    pub outcome: FileOutcome,
    /// The number of imported records.
    pub records: u64,
    /// The number of these that replaced an older version.
    pub replaced: u64,
    /// The number of records that were skipped because the library has a newer version.
    pub older: u64,
    /// The number of records that the file deleted.
    pub deleted: u64,
    /// The number of notices (retractions, corrections, …) in the records.
    pub notices: u64,
    /// The parts that could not be read, each with its position.
    pub damage: Vec<String>,
}

/// The outcome of importing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOutcome {
    /// The file was imported, except for damaged parts.
    Imported,
    /// The file was imported before and has not changed.
    AlreadyImported,
    /// The file could not be read, for this reason.
    Failed(String),
    /// The import was cancelled before the end of the file.
    Cancelled,
}

impl FileReport {
    /// Creates the report of a file that has not been read yet.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        FileReport {
            path: path.to_owned(),
            format: None,
            outcome: FileOutcome::Imported,
            records: 0,
            replaced: 0,
            older: 0,
            deleted: 0,
            notices: 0,
            damage: Vec::new(),
        }
    }
}
