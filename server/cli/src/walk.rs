//! Which files are checked.

use crate::output;
use referee_bibliography::ListFormat;
use referee_documents::DocumentKind;
use referee_text::FileId;
use referee_workspace::{Role, role};
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

/// How many names are looked at to count the files that an ignore file leaves out.
const MAX_NAMES: usize = 100_000;

/// The files that a command is about.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Each once, in order.
    pub(crate) files: Vec<FileId>,
    /// Those of them that lie in a folder that was named, and were not named themselves.
    pub(crate) found: HashSet<FileId>,
    /// Why paths could not be used, a line each.
    pub(crate) complaints: Vec<String>,
    /// How many files of the folders are left out because an ignore file names them.
    pub(crate) ignored: usize,
}

impl Files {
    /// Prints why paths could not be used. Returns whether there were any.
    pub(crate) fn complain(&self) -> bool {
        self.complaints.iter().for_each(|complaint| output::complain(complaint));
        !self.complaints.is_empty()
    }
}

/// The endings of the sources that a PDF of the same name is made from.
const SOURCES_OF_PDF: [&str; 9] = ["tex", "ltx", "md", "markdown", "qmd", "rmd", "typ", "org", "rst"];

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
    let (mut found_in_folders, mut named) = (HashSet::new(), HashSet::new());
    let mut complaints = Vec::new();
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
                let mut found: Vec<FileId> = below(&absolute, !isolated, usize::MAX).collect();
                let mut left_out = 0;
                if isolated {
                    found.retain(|file| role(file.path(), None) != Some(Role::Configuration));
                } else {
                    left_out = below(&absolute, false, MAX_NAMES).count().saturating_sub(found.len());
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
            Ok(_) => complain(
                path,
                "not a format that referee reads (.md, .qmd, .Rmd, .tex, .typ, .org, .rst, .txt, .ipynb; .docx, .odt, \
                 .rtf, .pdf; .bib, .json, .yml, .yaml, .ris, .nbib, .enw, .bbl, .xml)",
            ),
        }
    }
    let mut seen = HashSet::new();
    out.retain(|file| seen.insert(file.clone()));
    found_in_folders.retain(|file| !named.contains(file));
    Files { files: out, found: found_in_folders, complaints, ignored }
}

/// Why a folder without anything to check is no success.
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

/// Leaves out each PDF beside which its source lies: the source is checked, and every finding would be there twice.
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
                "{}: not checked, because its source is beside it; name the file to check it",
                output::shown(path)
            ));
        }
        !is_made
    });
}

/// What is checked below a folder, of so many names. Links are not followed.
fn below(folder: &Path, ignores: bool, names: usize) -> impl Iterator<Item = FileId> {
    referee_workspace::walk(folder, ignores)
        .build()
        .take(names)
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(ignore::DirEntry::into_path)
        .filter(|path| is_in_folder(path))
        .map(FileId::new)
}

/// What is checked in a folder: drafts, bibliographies and settings, and the documents of word processors and PDFs.
fn is_in_folder(path: &Path) -> bool {
    is_ours(path) || (is_document(path) && !is_lock_file(path))
}

fn is_ours(path: &Path) -> bool {
    matches!(role(path, None), Some(Role::Draft(_) | Role::Bibliography | Role::Configuration))
}

/// Whether a file is a document that somebody writes in. Templates are not.
fn is_document(path: &Path) -> bool {
    let is_template = path.extension().is_some_and(|extension| {
        ["dotx", "ott"].iter().any(|template| extension.eq_ignore_ascii_case(template))
    });
    DocumentKind::of(path).is_some() && !is_template
}

/// Whether it is the file that Word keeps beside a document while somebody has it open.
fn is_lock_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("~$"))
}

/// What is checked when it is named. JSON and YAML are bibliographies only then.
fn is_given(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let is_list = extension.as_deref().is_some_and(|extension| ListFormat::of(extension, "").is_some());
    is_ours(path)
        || is_list
        || DocumentKind::of(path).is_some()
        || matches!(extension.as_deref(), Some("json" | "yml" | "yaml"))
}
