//! Submissions in the folders that the command line names: each file and each folder in one is a submission. Symbolic
//! links are not followed.

use crate::submission::{
    MAX_FILES, MAX_UNPACKED_BYTES, Submission, SubmissionError, SubmittedFile, is_supported,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How long nobody must have written to an entry of a watched folder: before that it may not be complete.
const SETTLING_TIME: Duration = Duration::from_secs(2);

/// Why a file or a folder is no submission.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// The system does not let it be read.
    #[error("{0}")]
    Read(#[from] std::io::Error),
    /// It is a symbolic link, which may lead out of the folder.
    #[error("it is a symbolic link, and links are not followed")]
    Link,
    /// It was read, and cannot be taken as a submission.
    #[error("{0}")]
    Submission(#[from] SubmissionError),
}

/// A file or folder that was handed in, and what was read of it.
pub(crate) struct FolderEntry {
    pub(crate) path: PathBuf,
    pub(crate) submission: Result<Submission, IntakeError>,
}

/// Finds what is new in folders, from one look to the next.
#[derive(Debug, Default)]
pub(crate) struct FolderScanner {
    /// The entries that were given out, as they were then.
    taken: HashMap<PathBuf, EntryState>,
}

/// What shows that an entry was changed: of a folder, over all that is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct EntryState {
    bytes: u64,
    modified: Option<SystemTime>,
}

impl FolderScanner {
    /// What lies in the folders and is new or changed since it was given out. A path that is no folder is a submission
    /// itself. With `settled` only what nobody has written to for [`SETTLING_TIME`].
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

/// The name that a file or folder has in its folder.
fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Whether it is what programs put beside a file: `.DS_Store`, Word's `~$paper.docx`.
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

/// Adds the files below `folder` that a draft may consist of, with their paths from `root`.
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

/// Whether a draft may consist of such a file: figures and data are left where they are.
fn may_belong_to_draft(path: &Path) -> bool {
    is_supported(path) || path.extension().is_some_and(|extension| extension == "bbl" || extension == "inc")
}
