//! Submissions in a folder: each file and each folder in it is one. Symbolic links are not followed.

use crate::submission::{
    MAX_FILES, MAX_UNPACKED_BYTES, Submission, SubmissionError, SubmittedFile, is_named_format,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A file that was written to within this time may not be complete.
const SETTLING_TIME: Duration = Duration::from_secs(2);

/// Why a file or a folder is no submission.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// It cannot be read.
    #[error("{0}")]
    Read(#[from] std::io::Error),
    /// It is a symbolic link.
    #[error("it is a symbolic link, and links are not followed")]
    Link,
    /// It is no submission.
    #[error("{0}")]
    Submission(#[from] SubmissionError),
}

/// A file or folder that was looked at.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) read: Result<Submission, IntakeError>,
}

/// The folders, and how their entries looked when they were taken last.
#[derive(Debug, Default)]
pub(crate) struct Intake {
    taken: HashMap<PathBuf, (u64, Option<SystemTime>)>,
}

impl Intake {
    /// What lies in the folders and was not taken before. A path that is no folder is a submission itself. With
    /// `settled` only what nobody has written to for a moment.
    pub(crate) fn look(&mut self, paths: &[PathBuf], settled: bool) -> Vec<Found> {
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
                let seen = seen(&entry);
                let is_new = self.taken.get(&entry) != Some(&seen);
                let is_settled =
                    seen.1.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > SETTLING_TIME);
                if is_new && (is_settled || !settled) {
                    self.taken.insert(entry.clone(), seen);
                    out.push(Found { read: read(&entry), path: entry });
                }
            }
        }
        out
    }
}

/// How large an entry is, and when it was changed last: of a folder, all that is in it.
fn seen(path: &Path) -> (u64, Option<SystemTime>) {
    let Ok(data) = std::fs::symlink_metadata(path) else { return (0, None) };
    let mut out = (data.len(), data.modified().ok());
    if data.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok) {
            let (bytes, at) = seen(&entry.path());
            out = (out.0 + bytes, out.1.max(at));
        }
    }
    out
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.starts_with('.') || name.starts_with("~$")
}

fn read(path: &Path) -> Result<Submission, IntakeError> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let data = std::fs::symlink_metadata(path)?;
    if data.is_symlink() {
        return Err(IntakeError::Link);
    }
    if data.is_dir() {
        let mut files = Vec::new();
        gather(path, path, &mut files)?;
        return Ok(Submission::of_files(name, files)?);
    }
    if data.len() > MAX_UNPACKED_BYTES {
        return Err(SubmissionError::TooLarge.into());
    }
    Ok(Submission::from_bytes(Some(&name), None, None, std::fs::read(path)?)?)
}

/// The files below a folder that a draft may consist of.
fn gather(root: &Path, folder: &Path, out: &mut Vec<SubmittedFile>) -> Result<(), IntakeError> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if is_hidden(&path) || kind.is_symlink() {
            continue;
        }
        if kind.is_dir() {
            gather(root, &path, out)?;
        } else if kind.is_file() && is_part(&path) {
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
fn is_part(path: &Path) -> bool {
    is_named_format(path)
        || path.extension().is_some_and(|extension| extension == "bbl" || extension == "inc")
}
