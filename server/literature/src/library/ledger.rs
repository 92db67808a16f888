//! What was imported, from which file and when.

use crate::import::ImportFormat;
use referee_bibliography::Date;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A file that was imported.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ImportedFile {
    /// Its number in the library.
    pub number: u64,
    /// Where it was.
    pub path: PathBuf,
    /// Its length in bytes.
    pub size: u64,
    /// When it was last changed, in seconds since 1970.
    pub modified: u64,
    /// The CRC-32 of its bytes.
    pub checksum: u32,
    /// What kind of file it is: `pubmed`, `ris`.
    pub format: String,
    /// When it was imported, in seconds since 1970.
    pub imported_at: u64,
    /// How many records came from it.
    pub records: u64,
    /// How many records it took back.
    pub deleted: u64,
    /// What of it could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<String>,
    /// The date of its newest record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest: Option<Date>,
    /// How its user called the document, where it is a guideline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The highest PubMed number in it.
    #[serde(default)]
    pub highest_pmid: u32,
}

impl ImportedFile {
    /// The name of the file, for messages.
    #[must_use]
    pub fn name(&self) -> String {
        name(&self.path)
    }

    /// Whether it is a document that is cited by page and section.
    #[must_use]
    pub fn is_guideline(&self) -> bool {
        self.format == ImportFormat::Guideline.name()
    }

    /// Whether it is a file of the user's own and not what a source says.
    #[must_use]
    pub fn is_typed(&self) -> bool {
        use ImportFormat::{Bibtex, CslJson, Ris};
        [Bibtex, CslJson, Ris].iter().any(|format| format.name() == self.format)
    }

    /// The numbers of the files of a ledger that a person means by `path`: that path, or the name of a file that only one
    /// has.
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

/// The name of a file without its folder, for messages.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Under what a file is known: its full path, so that it is the same from every folder.
pub(super) fn identity(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Seconds since 1970.
pub(super) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
