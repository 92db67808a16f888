//! The ledger: what was imported, from which file and when.

use crate::import::ImportFormat;
use referee_bibliography::Date;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// An imported file.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ImportedFile {
    /// The number of the file in the library.
    pub number: u64,
    /// The path of the file.
    pub path: PathBuf,
    /// The length in bytes.
    pub size: u64,
    /// The modification time, in seconds since 1970.
    pub modified: u64,
    /// The CRC-32 of the content.
    pub checksum: u32,
    /// The format: `pubmed`, `ris`.
    pub format: String,
    /// The time of the import, in seconds since 1970.
    pub imported_at: u64,
    /// The number of records imported from it.
    pub records: u64,
    /// The number of records that it deleted.
    pub deleted: u64,
    /// The parts that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<String>,
    /// The date of its newest record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest: Option<Date>,
    /// The user's title for the document, if it is a guideline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The highest PMID in it.
    #[serde(default)]
    pub highest_pmid: u32,
}

impl ImportedFile {
    /// Returns the file name, for messages.
    #[must_use]
    pub fn name(&self) -> String {
        name(&self.path)
    }

    /// Returns whether it is a document that is cited by page and section.
    #[must_use]
    pub fn is_guideline(&self) -> bool {
        self.format == ImportFormat::Guideline.name()
    }

    /// Returns whether it is a user's own bibliography rather than the data of a source.
    #[must_use]
    pub fn is_typed(&self) -> bool {
        use ImportFormat::{Bibtex, CslJson, Ris};
        [Bibtex, CslJson, Ris].iter().any(|format| format.name() == self.format)
    }

    /// Returns the numbers of the files in a ledger that a person refers to by `path`: the files
    /// with that path, or the only file with that file name.
    #[must_use]
    pub fn numbers_at(ledger: &[ImportedFile], path: &Path) -> Vec<u64> {
        let numbers = |is_meant: &dyn Fn(&ImportedFile) -> bool| -> Vec<u64> {
            ledger.iter().filter(|file| is_meant(file)).map(|file| file.number).collect()
        };
        let full = identity(path);
        let exact = numbers(&|file| file.path == full || file.path == path);
        if !exact.is_empty() {
            return exact;
        }
        let named = numbers(&|file| file.path.file_name() == path.file_name());
        if named.len() == 1 { named } else { Vec::new() }
    }
}

/// Returns the file name without the folder, for messages.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Returns the canonical path of a file, so that it is the same from every working directory.
pub(super) fn identity(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns seconds since 1970.
pub(super) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
