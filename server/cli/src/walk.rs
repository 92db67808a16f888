//! Collects the files to check.

mod unread;

use crate::output;
use referee_bibliography::ListFormat;
use referee_documents::DocumentKind;
use referee_text::FileId;
use referee_workspace::{Role, role};
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};
use unread::Unread;

/// The maximum number of directory entries scanned to count ignored files.
const MAX_NAMES: usize = 100_000;

/// The files of a command.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The files without duplicates, in order.
    pub(crate) files: Vec<FileId>,
    /// The files that were found in a given folder and are not given themselves.
    pub(crate) found: HashSet<FileId>,
    /// The reasons why paths could not be used, one line each.
    pub(crate) complaints: Vec<String>,
    /// How many files in the folders are omitted because of an ignore file.
    pub(crate) ignored: usize,
}

impl Files {
    /// Prints why paths could not be used. Returns whether there were any.
    pub(crate) fn complain(&self) -> bool {
        self.complaints.iter().for_each(|complaint| output::complain(complaint));
        !self.complaints.is_empty()
    }
}

/// The extensions of sources from which a PDF with the same name is generated.
const SOURCES_OF_PDF: [&str; 9] = ["tex", "ltx", "md", "markdown", "qmd", "rmd", "typ", "org", "rst"];

/// Returns the absolute path without `..`, so that a file has one path however it was reached. The
/// part before the last `..` is resolved by the file system, following links; the rest remains as
/// written.
///
/// # Errors
///
/// If the path is empty, or the current folder no longer exists.
pub(crate) fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    let components: Vec<Component<'_>> = absolute.components().collect();
    let Some(last) = components.iter().rposition(|component| *component == Component::ParentDir) else {
        return Ok(absolute);
    };
    let before: PathBuf = components[..=last].iter().collect();
    let after: PathBuf = components[last + 1..].iter().collect();
    // If that part does not exist, the unresolved path gives the same error later.
    Ok(before.canonicalize().map_or(absolute, |real| real.join(after)))
}

/// Returns the files in `paths`. In folders, those in .gitignore and similar files are omitted,
/// unless `isolated` ignores the workspace's own declarations; then its settings files are omitted
/// instead.
pub(crate) fn files(paths: &[PathBuf], isolated: bool) -> Files {
    let mut ignored = 0;
    let mut out: Vec<FileId> = Vec::new();
    let (mut found_in_folders, mut named) = (HashSet::new(), HashSet::new());
    let mut complaints = Vec::new();
    let mut unread = Vec::new();
    let mut complain = |path: &Path, reason: &str| complaints.push(format!("{}: {reason}", path.display()));
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
                let (paths, others): (Vec<PathBuf>, Vec<PathBuf>) =
                    below(&absolute, !isolated, usize::MAX).partition(|path| is_in_folder(path));
                let mut found: Vec<FileId> = paths.into_iter().map(FileId::new).collect();
                let others = Unread::among(others);
                others.notes.iter().for_each(|note| output::complain(note));
                unread.extend(others.complaints);
                let mut left_out = 0;
                if isolated {
                    found.retain(|file| role(file.path(), None) != Some(Role::Configuration));
                } else {
                    let all = below(&absolute, false, MAX_NAMES).filter(|path| is_in_folder(path));
                    left_out = all.count().saturating_sub(found.len());
                }
                ignored += left_out;
                found.sort();
                leave_out_made_pdfs(&mut found);
                if found.iter().all(|file| role(file.path(), None) == Some(Role::Configuration)) {
                    complain(path, &nothing_to_check(left_out));
                }
                found_in_folders.extend(found.iter().cloned());
                out.extend(found);
            }
            Ok(_) if is_given(&absolute) => {
                let file = FileId::new(absolute);
                named.insert(file.clone());
                out.push(file);
            }
            Ok(_) if absolute.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip")) => complain(
                path,
                "an archive: unpack it and check its folder, or drop it on the page of `referee web`",
            ),
            Ok(_) => complain(
                path,
                "not a format that referee reads (.md, .qmd, .Rmd, .tex, .typ, .org, .rst, .txt, .ipynb; .docx, .odt, \
                 .rtf, .pdf; .bib, .json, .yml, .yaml, .ris, .nbib, .enw, .bbl, .xml)",
            ),
        }
    }
    complaints.extend(unread);
    let mut seen = HashSet::new();
    out.retain(|file| seen.insert(file.clone()));
    found_in_folders.retain(|file| !named.contains(file));
    Files { files: out, found: found_in_folders, complaints, ignored }
}

/// Returns the complaint about a folder without anything to check.
fn nothing_to_check(left_out: usize) -> String {
    let ignored = match left_out {
        0 => String::new(),
        1 => String::from("; 1 file is left out because an ignore file names it (name it to check it)"),
        more => {
            format!("; {more} files are left out because an ignore file names them (name them to check them)")
        }
    };
    format!(
        "nothing to check: no draft (.md, .tex, .typ, .txt …), document (.docx, .odt, .rtf, .pdf) or bibliography is in \
         this folder{ignored}"
    )
}

/// Omits each PDF whose source is in the same folder: the source is checked, and every finding
/// would appear twice.
fn leave_out_made_pdfs(found: &mut Vec<FileId>) {
    let stem = |path: &Path| path.with_extension("");
    let has_ending = |path: &Path, endings: &[&str]| {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        extension.is_some_and(|extension| endings.contains(&extension.as_str()))
    };
    let sources: HashSet<PathBuf> = found
        .iter()
        .filter(|file| has_ending(file.path(), &SOURCES_OF_PDF))
        .map(|file| stem(file.path()))
        .collect();
    found.retain(|file| {
        let path = file.path();
        let is_made = has_ending(path, &["pdf"]) && sources.contains(&stem(path));
        if is_made {
            output::complain(&format!(
                "{}: not checked, because its source is next to it; name the file to check it",
                output::shown(path)
            ));
        }
        !is_made
    });
}

/// Iterates over the files in a folder and its subfolders, limited to the first `names` entries.
/// Links are not followed. Lock files are left out.
fn below(folder: &Path, ignores: bool, names: usize) -> impl Iterator<Item = PathBuf> {
    referee_workspace::walk(folder, ignores)
        .build()
        .take(names)
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(ignore::DirEntry::into_path)
        .filter(|path| !is_lock_file(path))
}

/// Whether a file in a folder is checked: drafts, bibliographies, settings, word-processor
/// documents and PDFs.
fn is_in_folder(path: &Path) -> bool {
    is_ours(path) || is_document(path)
}

fn is_ours(path: &Path) -> bool {
    matches!(role(path, None), Some(Role::Draft(_) | Role::Bibliography | Role::Configuration))
}

/// Whether a file is a word-processor document or a PDF, but not a template.
fn is_document(path: &Path) -> bool {
    let is_template = path.extension().is_some_and(|extension| {
        ["dotx", "ott"].iter().any(|template| extension.eq_ignore_ascii_case(template))
    });
    DocumentKind::of(path).is_some() && !is_template
}

/// Whether the file is a lock file, which Word creates while a document is open.
fn is_lock_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("~$"))
}

/// Whether a file is checked if it is given explicitly. JSON and YAML are bibliographies only then.
fn is_given(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let is_list = extension.as_deref().is_some_and(|extension| ListFormat::of(extension, "").is_some());
    is_ours(path)
        || is_list
        || DocumentKind::of(path).is_some()
        || matches!(extension.as_deref(), Some("json" | "yml" | "yaml"))
}
