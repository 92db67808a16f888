//! Which files are checked.

use crate::output;
use referee_bibliography::ListFormat;
use referee_documents::DocumentKind;
use referee_text::FileId;
use referee_workspace::{Role, role};
use std::path::{Component, Path, PathBuf};

/// How many names are looked at to count the files that an ignore file leaves out.
const MAX_NAMES: usize = 100_000;

/// The files that a command is about.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Each once, in order.
    pub(crate) files: Vec<FileId>,
    /// Whether a path could not be used, which was said on standard error.
    pub(crate) failed: bool,
    /// How many files of the folders are left out because an ignore file names them.
    pub(crate) ignored: usize,
}

/// The absolute path that a user means, without `..`: a file has one name however it was reached. What stands before the
/// last `..` is where the file system leads, links followed, and the rest stays as it was written.
///
/// # Errors
///
/// Where the path is empty, or the current folder is gone.
pub(crate) fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    let components: Vec<Component<'_>> = absolute.components().collect();
    let Some(last) = components.iter().rposition(|component| *component == Component::ParentDir) else {
        return Ok(absolute);
    };
    let before: PathBuf = components[..=last].iter().collect();
    let after: PathBuf = components[last + 1..].iter().collect();
    // Where that does not exist the path is as good as any other for saying so.
    Ok(before.canonicalize().map_or(absolute, |real| real.join(after)))
}

/// The files that `paths` mean. Of folders, those that .gitignore and the like name are left out, unless the workspace
/// is `isolated` from what it says for itself: then its settings are.
pub(crate) fn files(paths: &[PathBuf], isolated: bool) -> Files {
    let mut ignored = 0;
    let mut out: Vec<FileId> = Vec::new();
    let mut failed = false;
    let mut complain = |path: &Path, reason: &str| {
        output::complain(&format!("{}: {reason}", path.display()));
        failed = true;
    };
    for path in paths {
        let absolute = match absolute(path) {
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
                let mut found: Vec<FileId> = below(&absolute, !isolated, usize::MAX).collect();
                if isolated {
                    found.retain(|file| role(file.path(), None) != Some(Role::Configuration));
                } else {
                    ignored += below(&absolute, false, MAX_NAMES).count().saturating_sub(found.len());
                }
                found.sort();
                out.extend(found);
            }
            Ok(_) if is_given(&absolute) => out.push(FileId::new(absolute)),
            Ok(_) => complain(
                path,
                "not a format that referee reads (.md, .qmd, .Rmd, .tex, .typ, .org, .rst, .txt, .ipynb; .docx, .odt, \
                 .rtf, .pdf; .bib, .json, .yml, .yaml, .ris, .nbib, .enw, .bbl, .xml)",
            ),
        }
    }
    let mut seen = std::collections::HashSet::new();
    out.retain(|file| seen.insert(file.clone()));
    Files { files: out, failed, ignored }
}

/// What is checked below a folder, of so many names. Links are not followed.
fn below(folder: &Path, ignores: bool, names: usize) -> impl Iterator<Item = FileId> {
    referee_workspace::walk(folder, ignores)
        .build()
        .take(names)
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(ignore::DirEntry::into_path)
        .filter(|path| is_ours(path))
        .map(FileId::new)
}

/// What is checked in a folder.
fn is_ours(path: &Path) -> bool {
    matches!(role(path, None), Some(Role::Draft(_) | Role::Bibliography | Role::Configuration))
}

/// What is checked when it is named. JSON and YAML are bibliographies only then; and a folder may hold the papers that
/// somebody reads, which nobody wants to have checked.
fn is_given(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let is_list = extension.as_deref().is_some_and(|extension| ListFormat::of(extension, "").is_some());
    is_ours(path)
        || is_list
        || DocumentKind::of(path).is_some()
        || matches!(extension.as_deref(), Some("json" | "yml" | "yaml"))
}
