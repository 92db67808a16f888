//! Which files are checked.

use crate::output;
use referee_text::FileId;
use referee_workspace::{Role, role};
use std::path::{Path, PathBuf};

/// The files that `paths` mean, each once, in order; and whether a path could not be used (said on standard
/// error).
pub(crate) fn files(paths: &[PathBuf]) -> (Vec<FileId>, bool) {
    let mut out: Vec<FileId> = Vec::new();
    let mut failed = false;
    let mut complain = |path: &Path, reason: &str| {
        output::complain(&format!("{}: {reason}", path.display()));
        failed = true;
    };
    for path in paths {
        let absolute = match std::path::absolute(path) {
            Ok(absolute) => absolute,
            Err(error) => {
                complain(path, &error.to_string());
                continue;
            }
        };
        match std::fs::metadata(&absolute) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                complain(path, "there is no such file or folder")
            }
            Err(error) => complain(path, &error.to_string()),
            Ok(metadata) if metadata.is_dir() => {
                let mut found: Vec<FileId> = ignore::WalkBuilder::new(&absolute)
                    .require_git(false)
                    .build()
                    .filter_map(Result::ok)
                    .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
                    .map(ignore::DirEntry::into_path)
                    .filter(|path| is_ours(path))
                    .map(FileId::new)
                    .collect();
                found.sort();
                out.extend(found);
            }
            Ok(_) if is_given(&absolute) => out.push(FileId::new(absolute)),
            Ok(_) => complain(
                path,
                "not a format that referee reads (.md, .qmd, .Rmd, .tex, .typ, .txt; .bib, .json, .yml, .yaml)",
            ),
        }
    }
    let mut seen = std::collections::HashSet::new();
    out.retain(|file| seen.insert(file.clone()));
    (out, failed)
}

/// What is checked in a folder.
fn is_ours(path: &Path) -> bool {
    matches!(role(path, None), Some(Role::Draft(_) | Role::Bibliography | Role::Configuration))
}

/// What is checked when it is named. JSON and YAML are bibliographies only then.
fn is_given(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    is_ours(path) || matches!(extension.as_deref(), Some("json" | "yml" | "yaml"))
}
