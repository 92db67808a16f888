//! Reads submissions from the folders on the command line: each file and each folder in one of them
//! is a submission. Symbolic links are not followed.

use crate::submission::{
    MAX_FILES, MAX_UNPACKED_BYTES, Submission, SubmissionError, SubmittedFile, is_supported,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How long an entry of a watched folder must be unchanged: before that it may be incomplete.
const SETTLING_TIME: Duration = Duration::from_secs(2);

/// Why a file or a folder is not a submission.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// The path cannot be read.
    #[error("{0}")]
    Read(#[from] std::io::Error),
    /// The path is a symbolic link, which may lead out of the folder.
    #[error("it is a symbolic link, and links are not followed")]
    Link,
    /// The path was read, but cannot be accepted as a submission.
    #[error("{0}")]
    Submission(#[from] SubmissionError),
}

/// A file or folder, and the submission read from it.
pub(crate) struct FolderEntry {
    pub(crate) path: PathBuf,
    pub(crate) submission: Result<Submission, IntakeError>,
}

/// Finds new entries in folders, from one scan to the next.
#[derive(Debug, Default)]
pub(crate) struct FolderScanner {
    /// The entries returned so far, with their state at that time.
    taken: HashMap<PathBuf, EntryState>,
}

/// The state of an entry, which reveals changes; for a folder it covers everything in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct EntryState {
    bytes: u64,
    modified: Option<SystemTime>,
}

impl FolderScanner {
    /// Returns the entries in the folders that are new or have changed since they were returned. A
    /// path that is not a folder is a submission itself. With `settled`, returns only entries that
    /// were unchanged for [`SETTLING_TIME`].
    pub(crate) fn scan(&mut self, paths: &[PathBuf], settled: bool) -> Vec<FolderEntry> {
        let mut out = Vec::new();
        for path in paths {
            let entries = match std::fs::read_dir(path) {
                Ok(entries) => {
                    let mut all: Vec<PathBuf> =
                        entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
                    all.sort();
                    all.retain(|path| !is_hidden(path));
                    all
                }
                Err(_) => vec![path.clone()],
            };
            for entry in entries {
                let state = EntryState::of(&entry);
                let is_new = self.taken.get(&entry) != Some(&state);
                if is_new && (!settled || state.is_settled()) {
                    self.taken.insert(entry.clone(), state);
                    out.push(FolderEntry { submission: read_submission(&entry), path: entry });
                }
            }
        }
        out
    }
}

impl EntryState {
    fn of(path: &Path) -> EntryState {
        let Ok(data) = std::fs::symlink_metadata(path) else { return EntryState::default() };
        let mut out = EntryState { bytes: data.len(), modified: data.modified().ok() };
        if data.is_dir() {
            for entry in std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok) {
                let inner = EntryState::of(&entry.path());
                out.bytes += inner.bytes;
                out.modified = out.modified.max(inner.modified);
            }
        }
        out
    }

    fn is_settled(self) -> bool {
        self.modified.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > SETTLING_TIME)
    }
}

/// Returns the name of a file or folder within its parent.
fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns whether it is an auxiliary file of another program: `.DS_Store`, Word's `~$paper.docx`.
fn is_hidden(path: &Path) -> bool {
    let name = name_of(path);
    name.starts_with('.') || name.starts_with("~$")
}

fn read_submission(path: &Path) -> Result<Submission, IntakeError> {
    let name = name_of(path);
    let data = std::fs::symlink_metadata(path)?;
    if data.is_symlink() {
        return Err(IntakeError::Link);
    }
    if data.is_dir() {
        let mut files = Vec::new();
        read_files_below(path, path, &mut files)?;
        return Ok(Submission::of_files(name, files)?);
    }
    if data.len() > MAX_UNPACKED_BYTES {
        return Err(SubmissionError::TooLarge.into());
    }
    Ok(Submission::from_bytes(Some(&name), None, None, std::fs::read(path)?)?)
}

/// Adds the files below `folder` that may belong to a draft, with their paths relative to `root`.
fn read_files_below(root: &Path, folder: &Path, out: &mut Vec<SubmittedFile>) -> Result<(), IntakeError> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if is_hidden(&path) || kind.is_symlink() {
            continue;
        }
        if kind.is_dir() {
            read_files_below(root, &path, out)?;
        } else if kind.is_file() && may_belong_to_draft(&path) {
            if out.len() >= MAX_FILES {
                return Err(SubmissionError::TooManyFiles(out.len() + 1).into());
            }
            let inner = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let sum: u64 = out.iter().map(|file| file.content.len() as u64).sum();
            if sum + entry.metadata()?.len() > MAX_UNPACKED_BYTES {
                return Err(SubmissionError::TooLarge.into());
            }
            out.push(SubmittedFile { path: inner, content: std::fs::read(&path)? });
        }
    }
    Ok(())
}

/// Returns whether such a file may belong to a draft: figures and data are skipped.
fn may_belong_to_draft(path: &Path) -> bool {
    is_supported(path) || path.extension().is_some_and(|extension| extension == "bbl" || extension == "inc")
}
