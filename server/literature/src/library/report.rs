//! What an import is asked for, how far it is, and what became of it.

use crate::import::ImportFormat;
use std::path::{Path, PathBuf};

/// How to import.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Import a file also where it was imported before and has not changed.
    pub force: bool,
    /// What kind of files they are; found out from each where it is `None`.
    pub format: Option<ImportFormat>,
    /// How many parts of the index of about one size are merged into one. Smaller makes look-ups cheaper and
    /// imports dearer.
    pub merge_at: usize,
    /// How the document is called that is imported: for a guideline, in place of what it says itself.
    pub title: Option<String>,
}

impl Default for ImportOptions {
    fn default() -> Self {
        ImportOptions { force: false, format: None, merge_at: 8, title: None }
    }
}

/// How far an import is.
#[derive(Clone, Copy, Debug)]
pub struct ImportProgress<'a> {
    /// The file under way.
    pub path: &'a Path,
    /// Its number among the files, from 0.
    pub file: usize,
    /// How many files there are.
    pub files: usize,
    /// How many bytes of it were read.
    pub bytes: u64,
    /// How many bytes it has.
    pub size: u64,
    /// How many records came from it so far.
    pub records: u64,
}

/// What became of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// What became of each file, in order.
    pub files: Vec<FileReport>,
    /// It was cancelled: the file under way and those behind it were not imported.
    pub cancelled: bool,
}

impl ImportReport {
    /// How many records were imported.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.files.iter().map(|file| file.records).sum()
    }

    /// Whether each file was read in full, now or before.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.cancelled
            && self.files.iter().all(|file| {
                file.damage.is_empty()
                    && matches!(file.outcome, FileOutcome::Imported | FileOutcome::AlreadyImported)
            })
    }
}

/// What became of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// Where the file is.
    pub path: PathBuf,
    /// What kind of file it is, where that was found out.
    pub format: Option<ImportFormat>,
    /// What became of it.
    pub outcome: FileOutcome,
    /// How many records were imported.
    pub records: u64,
    /// How many of them replace an older version.
    pub replaced: u64,
    /// How many were left out because the library has a newer version.
    pub older: u64,
    /// How many records the file took back.
    pub deleted: u64,
    /// How many notices (retractions, corrections, …) the records carry.
    pub notices: u64,
    /// What could not be read, each with its place.
    pub damage: Vec<String>,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOutcome {
    /// It was imported, apart from what is damaged.
    Imported,
    /// It was imported before and has not changed.
    AlreadyImported,
    /// Nothing of it could be read; why.
    Failed(String),
    /// The import was cancelled before its end.
    Cancelled,
}

impl FileReport {
    /// The report of a file of which nothing was read yet.
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
