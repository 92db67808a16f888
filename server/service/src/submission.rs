//! Submissions: one draft, a list of references, a folder, or a zip of one.
//!
//! A submission is a small set of named byte strings, independent of the files of this machine.
//! Paths that lead out of it (`../`, `/etc`), symbolic links and archives that exceed the size
//! limit are refused with a reason.

use referee_bibliography::ListFormat;
use referee_documents::DocumentKind;
use referee_operations::reference_list::{self, ListText};
use referee_text::visible::on_one_line;
use referee_workspace::{Role, role};
use std::io::{Cursor, Read, Seek};
use std::path::Path;

/// The maximum number of files in a submission.
pub const MAX_FILES: usize = 1_000;

/// The maximum total size of the files in a submission in bytes, uncompressed.
pub const MAX_UNPACKED_BYTES: u64 = 256 << 20;

/// The maximum length of a file name, in characters; of a longer one the end is kept.
const MAX_NAME_CHARACTERS: usize = 120;

/// The bits of a Unix mode that encode the file type.
const FILE_TYPE_BITS: u32 = 0o170_000;

/// The value of [`FILE_TYPE_BITS`] for a symbolic link.
const SYMBOLIC_LINK: u32 = 0o120_000;

/// One file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmittedFile {
    /// The path within the submission, with slashes and without `..`.
    pub path: String,
    /// The unchanged bytes of the file.
    pub content: Vec<u8>,
}

/// A draft, a list or a folder that was handed in, as files in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of the file, zip or folder.
    pub name: String,
    /// The files, sorted by path, with unique paths.
    pub files: Vec<SubmittedFile>,
}

/// Why something cannot be accepted as a submission.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// The file or the list is empty.
    #[error("it is empty")]
    Empty,
    /// The given format or extension is not supported; holds it.
    #[error("`{0}` is not a supported format (md, tex, docx, odt, pdf, bib, ris, zip and others are)")]
    UnknownFormat(String),
    /// No format was given, and it cannot be detected from the content.
    #[error("neither its name nor what is in it says which format it is")]
    NoFormat,
    /// The bytes are not a readable zip.
    #[error("the zip cannot be read: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// A file of the zip cannot be decompressed.
    #[error("{name} in the zip cannot be read: {source}")]
    Unpack {
        /// The path of the file in the zip.
        name: String,
        /// The error in its data.
        source: std::io::Error,
    },
    /// A path in the zip leads out of it; holds the path.
    #[error("the zip names a file outside of itself ({0}); nothing of it was read")]
    Outside(String),
    /// An entry of the zip is a symbolic link; holds its path.
    #[error("the zip has a symbolic link ({0}); links are not followed, and nothing of it was read")]
    Link(String),
    /// The submission has more than [`MAX_FILES`] files; holds their number.
    #[error("it has {0} files; at most {MAX_FILES} are taken")]
    TooManyFiles(usize),
    /// The files have more than [`MAX_UNPACKED_BYTES`] bytes.
    #[error("unpacked it has more than {} MB", MAX_UNPACKED_BYTES >> 20)]
    TooLarge,
    /// None of the files has a supported format.
    #[error("nothing in it is a draft or a list of references that referee reads")]
    NothingToCheck,
    /// A list has too many references; holds their number and the maximum.
    #[error("{0} references; at most {1} are taken at once")]
    TooManyReferences(usize, usize),
}

impl Submission {
    /// Creates a submission from a file, or a zip of files. The format is the one that the sender
    /// specified, else that of the extension of `name`, else that of the content type or of the
    /// first bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the format is not supported, or an archive violates the limits.
    pub fn from_bytes(
        name: Option<&str>,
        format: Option<&str>,
        content_type: Option<&str>,
        bytes: Vec<u8>,
    ) -> Result<Submission, SubmissionError> {
        if bytes.is_empty() {
            return Err(SubmissionError::Empty);
        }
        let name = name.map(file_name).filter(|name| !name.is_empty());
        let named = name.as_deref().and_then(|name| Path::new(name).extension());
        let extension = match (format, named) {
            (Some(format), _) => extension_of_format(format).ok_or_else(|| {
                SubmissionError::UnknownFormat(on_one_line(format).chars().take(40).collect())
            })?,
            (None, Some(extension)) => extension.to_string_lossy().to_lowercase(),
            (None, None) => {
                guessed_extension(content_type, &bytes).ok_or(SubmissionError::NoFormat)?.to_owned()
            }
        };
        let name = match name {
            Some(name) if has_extension(&name, &extension) => name,
            Some(name) => format!("{name}.{extension}"),
            None => format!("draft.{extension}"),
        };
        if extension == "zip" {
            return Submission::from_zip(&name, &bytes);
        }
        if !is_supported(Path::new(&name)) {
            return Err(SubmissionError::UnknownFormat(extension));
        }
        Ok(Submission { files: vec![SubmittedFile { path: name.clone(), content: bytes }], name })
    }

    /// Creates a submission from the files of a zip; `name` is its file name.
    ///
    /// # Errors
    ///
    /// Returns an error if the zip cannot be read, contains a link or a path that leads out of it,
    /// or is too large.
    pub(crate) fn from_zip(name: &str, bytes: &[u8]) -> Result<Submission, SubmissionError> {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes))?;
        if archive.len() > MAX_FILES {
            return Err(SubmissionError::TooManyFiles(archive.len()));
        }
        let mut files = Vec::new();
        let mut room = MAX_UNPACKED_BYTES;
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index)?;
            let named = entry.name()?.into_owned();
            let shown: String = on_one_line(&named).chars().take(MAX_NAME_CHARACTERS).collect();
            if entry.unix_mode().is_some_and(|mode| mode & FILE_TYPE_BITS == SYMBOLIC_LINK) {
                return Err(SubmissionError::Link(shown));
            }
            let Some(path) = archive_path(&named) else { return Err(SubmissionError::Outside(shown)) };
            if entry.is_dir() || path.is_empty() || is_hidden_or_metadata(&path) {
                continue;
            }
            let mut content = Vec::new();
            // The sizes stated in the archive may be wrong: count the decompressed bytes.
            let read = entry.by_ref().take(room + 1).read_to_end(&mut content);
            let read = read.map_err(|source| SubmissionError::Unpack { name: shown, source })? as u64;
            room = room.checked_sub(read).ok_or(SubmissionError::TooLarge)?;
            files.push(SubmittedFile { path, content });
        }
        Submission::of_files(file_name(name), files)
    }

    /// Creates a submission from files that belong together. Settings files are left out.
    ///
    /// # Errors
    ///
    /// Returns an error if none of the files can be checked, or there are too many or too large
    /// ones.
    pub fn of_files(name: String, mut files: Vec<SubmittedFile>) -> Result<Submission, SubmissionError> {
        if files.len() > MAX_FILES {
            return Err(SubmissionError::TooManyFiles(files.len()));
        }
        if files.iter().map(|file| file.content.len() as u64).sum::<u64>() > MAX_UNPACKED_BYTES {
            return Err(SubmissionError::TooLarge);
        }
        // Settings in an untrusted folder are ignored.
        files.retain(|file| role(Path::new(&file.path), None) != Some(Role::Configuration));
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path);
        let submission = Submission { name, files };
        if submission.checked_paths().is_empty() {
            Err(SubmissionError::NothingToCheck)
        } else {
            Ok(submission)
        }
    }

    /// Creates a submission from individual references: printed references, identifiers, or BibTeX
    /// entries.
    ///
    /// # Errors
    ///
    /// Returns an error if the list is empty, or has more than `most` references.
    pub(crate) fn from_list(list: &[String], most: usize) -> Result<Submission, SubmissionError> {
        if list.is_empty() {
            return Err(SubmissionError::Empty);
        }
        if list.len() > most {
            return Err(SubmissionError::TooManyReferences(list.len(), most));
        }
        let (name, text) = match reference_list::as_text(list) {
            ListText::Bibtex(text) => ("references.bib", text),
            ListText::Plain(text) => ("references.txt", text),
        };
        let file = SubmittedFile { path: name.to_owned(), content: text.into_bytes() };
        Ok(Submission { name: name.to_owned(), files: vec![file] })
    }

    /// Returns the paths of the files to check: drafts with their bibliographies; without drafts,
    /// the word-processor documents and PDFs; without those, the lists.
    #[must_use]
    pub(crate) fn checked_paths(&self) -> Vec<&str> {
        let matching = |fits: &dyn Fn(&Path) -> bool| -> Vec<&str> {
            let all = self.files.iter().map(|file| file.path.as_str());
            all.filter(|path| fits(Path::new(path))).collect()
        };
        let is_draft = |path: &Path| matches!(role(path, None), Some(Role::Draft(_)));
        let drafts = matching(&is_draft);
        if !drafts.is_empty() {
            return matching(&|path| is_draft(path) || role(path, None) == Some(Role::Bibliography));
        }
        let documents = matching(&|path| DocumentKind::of(path).is_some());
        if documents.is_empty() { matching(&is_supported) } else { documents }
    }

    /// Returns the total size of all files in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.files.iter().map(|file| file.content.len()).sum()
    }
}

/// Returns whether the extension is one of a draft, a bibliography, a document or a list that can
/// be checked on its own.
#[must_use]
pub(crate) fn is_supported(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let is_list = extension.as_deref().is_some_and(|extension| ListFormat::of(extension, "").is_some());
    let is_ours = matches!(role(path, None), Some(Role::Draft(_) | Role::Bibliography));
    is_ours
        || is_list
        || DocumentKind::of(path).is_some()
        || matches!(extension.as_deref(), Some("json" | "yml" | "yaml"))
}

/// Returns whether a zip has a draft, a document or a bibliography, by the names in it. Notes about
/// the files of an archive ("README.md", "LICENSE.txt") are no drafts. False for data that is no
/// zip.
#[must_use]
pub fn holds_submission(archive: impl Read + Seek) -> bool {
    const NOTES: [&str; 6] = ["readme", "license", "licence", "changelog", "contributing", "changes"];
    let Ok(archive) = zip::ZipArchive::new(archive) else { return false };
    let is_of_submission = |name: &str| {
        let path = Path::new(name);
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
        let is_text = matches!(role(path, None), Some(Role::Draft(_) | Role::Bibliography));
        (is_text || DocumentKind::of(path).is_some())
            && !is_hidden_or_metadata(name)
            && !NOTES.contains(&stem.as_str())
    };
    archive.file_names().flatten().any(|name| is_of_submission(&name))
}

/// Returns the file name in an untrusted name or path with either kind of slash: one line without
/// control characters or leading dots.
#[must_use]
pub fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown = on_one_line(last);
    let kept: String = shown.trim().trim_start_matches('.').chars().filter(|c| !c.is_control()).collect();
    let skipped = kept.chars().count().saturating_sub(MAX_NAME_CHARACTERS);
    // The extension is at the end.
    kept.chars().skip(skipped).collect()
}

/// Returns the path of an entry of an archive with forward slashes; `None` if it leads out of the
/// archive.
fn archive_path(name: &str) -> Option<String> {
    if name.starts_with(['/', '\\']) || name.contains('\0') || name.get(1..2) == Some(":") {
        return None;
    }
    let mut parts = Vec::new();
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => return None,
            part => parts.push(on_one_line(part).into_owned()),
        }
    }
    Some(parts.join("/"))
}

/// Returns whether it is an auxiliary file of another program: `__MACOSX/`, `.DS_Store`,
/// `~$paper.docx`.
fn is_hidden_or_metadata(path: &str) -> bool {
    path.starts_with("__MACOSX/")
        || path.split('/').any(|part| part.starts_with('.') || part.starts_with("~$"))
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own.to_string_lossy().eq_ignore_ascii_case(extension))
}

/// Returns the file extension for a format name, for example `tex` for `latex`; an extension is a
/// valid format name too. `None` for an unsupported format.
fn extension_of_format(format: &str) -> Option<String> {
    let format = format.trim().trim_start_matches('.').to_lowercase();
    Some(match format.as_str() {
        "markdown" => "md".to_owned(),
        "quarto" => "qmd".to_owned(),
        "rmarkdown" => "rmd".to_owned(),
        "latex" => "tex".to_owned(),
        "typst" => "typ".to_owned(),
        "plain" | "clinical-note" => "txt".to_owned(),
        "bibtex" => "bib".to_owned(),
        "word" => "docx".to_owned(),
        "endnote" => "enw".to_owned(),
        "csl-json" => "json".to_owned(),
        "jats" | "tei" => "xml".to_owned(),
        "zip" => format,
        _ if is_supported(Path::new(&format!("draft.{format}"))) => format,
        _ => return None,
    })
}

/// Returns the extension that matches the content type of a request, or else its first bytes;
/// `None` for bytes that are neither text nor a known format.
fn guessed_extension(content_type: Option<&str>, bytes: &[u8]) -> Option<&'static str> {
    let media = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_lowercase();
    match media.as_str() {
        "text/markdown" => return Some("md"),
        "application/x-tex" | "text/x-tex" | "application/x-latex" => return Some("tex"),
        "application/x-bibtex" | "text/x-bibtex" => return Some("bib"),
        "application/x-research-info-systems" => return Some("ris"),
        "application/vnd.citationstyles.csl+json" => return Some("json"),
        "application/pdf" => return Some("pdf"),
        "application/rtf" | "text/rtf" => return Some("rtf"),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => return Some("docx"),
        "application/vnd.oasis.opendocument.text" => return Some("odt"),
        _ => {}
    }
    if bytes.starts_with(b"%PDF-") {
        return Some("pdf");
    }
    if bytes.starts_with(b"{\\rtf") {
        return Some("rtf");
    }
    if bytes.starts_with(b"PK\x03\x04") {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).ok()?;
        let is_word = archive.by_name("word/document.xml").is_ok();
        let is_open_document = archive.by_name("content.xml").is_ok();
        return Some(if is_word {
            "docx"
        } else if is_open_document {
            "odt"
        } else {
            "zip"
        });
    }
    let text = std::str::from_utf8(bytes).ok()?;
    if reference_list::is_entry(text) {
        Some("bib")
    } else if text.contains("\\documentclass") || text.contains("\\cite") {
        Some("tex")
    } else if text.trim_start().starts_with("TY  - ") {
        Some("ris")
    } else if text.trim_start().starts_with("PMID- ") {
        Some("nbib")
    } else {
        Some("md")
    }
}

#[cfg(test)]
mod tests {
    use super::{Submission, SubmissionError, file_name};
    use std::io::{Cursor, Write};

    fn zip(files: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn a_zip_with_a_name_that_leads_out_of_it_is_refused_with_that_name() {
        for name in ["../paper.md", "a/../../paper.md", "/etc/cron.d/x.md", "..\\paper.md", "C:\\paper.md"] {
            let bytes = zip(&[("paper.md", "Text."), (name, "Text.")]);
            let refused = Submission::from_zip("all.zip", &bytes);
            assert!(matches!(refused, Err(SubmissionError::Outside(_))), "{name}: {refused:?}");
        }
    }

    #[test]
    fn a_zip_with_a_link_is_refused() {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        writer.add_symlink("paper.md", "/etc/passwd", zip::write::SimpleFileOptions::default()).unwrap();
        let bytes = writer.finish().unwrap().into_inner();
        assert!(matches!(Submission::from_zip("a.zip", &bytes), Err(SubmissionError::Link(_))));
    }

    #[test]
    fn a_zip_is_its_drafts_and_bibliographies_without_settings() {
        let bytes = zip(&[
            ("paper/main.tex", "\\cite{a}"),
            ("paper/refs.bib", "@article{a,}"),
            ("paper/referee.toml", "network = \"allow\""),
            ("__MACOSX/paper/._main.tex", "x"),
            ("paper/figure.png", "x"),
            ("paper/read.pdf", "x"),
        ]);
        let submission = Submission::from_bytes(Some("sub.zip"), None, None, bytes).unwrap();
        assert_eq!(submission.checked_paths(), ["paper/main.tex", "paper/refs.bib"]);
        assert!(submission.files.iter().all(|file| !file.path.ends_with("referee.toml")));
    }

    #[test]
    fn what_unpacks_to_more_than_it_may_is_refused() {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        writer.start_file("paper.md", zip::write::SimpleFileOptions::default()).unwrap();
        let block = vec![b' '; 1 << 20];
        for _ in 0..=super::MAX_UNPACKED_BYTES >> 20 {
            writer.write_all(&block).unwrap();
        }
        let bytes = writer.finish().unwrap().into_inner();
        assert!(matches!(Submission::from_zip("a.zip", &bytes), Err(SubmissionError::TooLarge)));
    }

    #[test]
    fn the_name_of_a_file_is_its_last_part() {
        for (sent, kept) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\x\\paper.docx", "paper.docx"),
            ("..", ""),
            (" a\nb.md", "a b.md"),
        ] {
            assert_eq!(file_name(sent), kept);
        }
    }
}
