//! `--fix-copy`: writes a copy of a Word file with a comment at each finding, for co-authors who use Word.

use crate::output::{shown, why_not_written};
use referee_documents::docx::comments::{Comment, with_comments};
use referee_documents::{DocumentError, DocumentKind};
use referee_findings::{Finding, Severity};
use referee_operations::{CheckedFile, Report};
use referee_syntax::{Document, Target};
use referee_text::{FileId, Rope};
use referee_workspace::FileKind;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How the comments are signed.
const AUTHOR: &str = "referee";
const INITIALS: &str = "rf";

/// The most characters of words that a comment quotes.
const MAX_QUOTED: usize = 80;

/// The most copies of a file, whose names are numbered.
const MAX_COPIES: usize = 1_000;

/// Why no copy was written.
#[derive(Debug, thiserror::Error)]
enum CopyError {
    /// The document cannot take comments.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// There are too many copies.
    #[error("it has too many copies already")]
    TooMany,
    /// The file cannot be read, or the copy not be written.
    #[error("{}", why_not_written(.0))]
    Io(#[from] std::io::Error),
}

/// The written copies, and the files that could not be copied.
#[derive(Default)]
pub(super) struct Copied {
    pub(super) sentences: Vec<String>,
    pub(super) complaints: Vec<String>,
}

/// Writes the copies of the Word files of a report.
pub(super) fn write(report: &Report, files: &[FileId]) -> Copied {
    let mut copied = Copied::default();
    for file in files {
        let name = shown(file.path());
        if DocumentKind::of(file.path()) != Some(DocumentKind::Docx) {
            copied.complaints.push(format!("{name}: --fix-copy writes copies of Word files (.docx) only"));
            continue;
        }
        let Some(checked) = report.files.iter().find(|checked| checked.file == *file) else { continue };
        let Some(FileKind::Draft(draft)) = report.snapshot.kind(file) else { continue };
        let comments: Vec<Comment> =
            checked.findings.iter().map(|finding| comment(&draft, checked, finding)).collect();
        match write_copy(file.path(), &comments) {
            Ok(path) => {
                let count = comments.len();
                let plural = if count == 1 { "comment" } else { "comments" };
                copied.sentences.push(format!("{}: a copy of {name} with {count} {plural}", shown(&path)));
            }
            Err(error) => copied.complaints.push(format!("{name}: no copy was written: {error}")),
        }
    }
    copied
}

/// The comment on a finding. For a reference that the file stores as data it goes to the first citation.
fn comment(draft: &Document, checked: &CheckedFile, finding: &Finding) -> Comment {
    let text = &checked.text;
    let words = |span: referee_text::Span| {
        text.get_byte_slice(span.range()).map(|words| words.to_string()).unwrap_or_default()
    };
    let key = finding.data.key.as_deref();
    let own = words(finding.span);
    let cited = draft
        .citations()
        .find(|cited| matches!(&cited.citation.target, Target::Key(cited) if Some(cited.as_str()) == key));
    let is_reference = draft.list_items().any(|listed| {
        let item = listed.item.span.shift(listed.start);
        listed.item.key.is_some() && item.contains(finding.span)
    });
    let line = |place: usize| text.byte_to_line(place.min(text.len_bytes()));
    let (place, about) = match cited.filter(|_| is_reference) {
        Some(cited) => (cited.span.start as usize, words(cited.span)),
        None => (finding.span.start as usize, own.lines().next().unwrap_or_default().to_owned()),
    };
    let paragraph = draft.source_place(place).and_then(|place| place.paragraph);
    let kind = match finding.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Information | Severity::Hint => "Note",
    };
    let quoted: String = about.chars().take(MAX_QUOTED).collect();
    let quoted = match quoted.len() < about.len() {
        true => format!("{quoted}…"),
        false => with_closing_bracket(quoted, text, place + about.len()),
    };
    let quoted = if quoted.trim().is_empty() { String::new() } else { format!(" “{}”:", quoted.trim()) };
    Comment {
        paragraph,
        words: about,
        // Each paragraph is one line of the extracted text.
        offset: Some(place - text.line_to_byte(line(place))),
        text: format!("{kind}.{quoted} {} ({})", finding.message, finding.rule),
    }
}

/// Adds the bracket that follows words at `end` in the text and closes one in them: "5 of 20 (35%".
fn with_closing_bracket(words: String, text: &Rope, end: usize) -> String {
    let is_open = words.matches('(').count() > words.matches(')').count();
    let follows = text.get_byte_slice(end..).is_some_and(|rest| rest.chars().next() == Some(')'));
    if is_open && follows { format!("{words})") } else { words }
}

/// Writes the copy next to the file, under an unused name: `paper.referee.docx`, `paper.referee-2.docx`.
fn write_copy(path: &Path, comments: &[Comment]) -> Result<PathBuf, CopyError> {
    let copy = with_comments(&std::fs::read(path)?, comments, AUTHOR, INITIALS)?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    for number in 1..=MAX_COPIES {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let target = path.with_file_name(format!("{stem}.referee{number}.docx"));
        match std::fs::OpenOptions::new().write(true).create_new(true).open(&target) {
            Ok(mut file) => {
                file.write_all(&copy)?;
                return Ok(target);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(CopyError::TooMany)
}
