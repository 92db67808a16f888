//! Names the files of a folder that look like submissions and that are not read.

use crate::output;
use referee_service::submission::holds_submission;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Documents of word processors that referee does not read.
const FOREIGN_DOCUMENTS: [&str; 7] = ["doc", "dot", "pages", "wpd", "wps", "hwp", "sxw"];

/// Archives whose contents are not listed here.
const OTHER_ARCHIVES: [&str; 8] = ["7z", "rar", "tar", "tgz", "gz", "bz2", "xz", "zst"];

/// What is not read of a folder.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// One line for each file that is a submission by itself; they fail the run.
    pub(super) complaints: Vec<String>,
    /// A line for archives that may belong to a submission.
    pub(super) notes: Vec<String>,
}

impl Unread {
    /// Sorts out the files of a folder, `paths`, that are not checked.
    pub(super) fn among(mut paths: Vec<PathBuf>) -> Unread {
        paths.sort();
        let mut out = Unread::default();
        let mut archives = Vec::new();
        for path in &paths {
            if has_extension(path, &["zip"]) {
                if File::open(path).is_ok_and(holds_submission) {
                    out.complaints.push(format!(
                        "{}: not read: an archive with drafts or references; unpack it and check its folder, or drop it \
                         on the page of `referee web`",
                        output::shown(path)
                    ));
                }
            } else if has_extension(path, &FOREIGN_DOCUMENTS) {
                out.complaints.push(format!(
                    "{}: not read: referee does not read this format; save it as .docx, .odt or .rtf",
                    output::shown(path)
                ));
            } else if has_extension(path, &OTHER_ARCHIVES) {
                archives.push(path);
            }
        }
        out.notes.extend(
            named(&archives)
                .map(|names| format!("{names}: not read: if a draft is in such an archive, unpack it")),
        );
        out
    }
}

/// Returns the first paths of a list, and how many more there are; `None` for an empty list.
fn named(paths: &[&PathBuf]) -> Option<String> {
    const MAX_NAMED: usize = 3;
    let first: Vec<String> = paths.iter().take(MAX_NAMED).map(|path| output::shown(path)).collect();
    match paths.len().saturating_sub(MAX_NAMED) {
        0 if first.is_empty() => None,
        0 => Some(first.join(", ")),
        more => Some(format!("{} and {more} more", first.join(", "))),
    }
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|own| extensions.iter().any(|extension| own.eq_ignore_ascii_case(extension)))
}
