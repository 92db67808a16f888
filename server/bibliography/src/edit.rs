//! Edits of bibliographies in any format: fields set and taken out, entries added and removed.
//!
//! Every function answers with edits in offsets of the bibliography's text, in the style of the entry and of the
//! file, and with none where the format has no place for what is asked.

use crate::bibtex;
use crate::{Bibliography, Entry, FieldName, Format, Work};
use referee_text::{Rope, Span, TextEdit};

pub use crate::bibtex::suggest_key;

/// Writes `value`, in plain Unicode, into a field. Authors are given as BibTeX joins them: `Smith, J and Doe, A`.
#[must_use]
pub fn set_field(entry: &Entry<'_>, field: FieldName, value: &str) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => bibtex::edit::set(file, entry.bibliography().text(), entry.index(), field, value),
        None => Vec::new(),
    }
}

/// Writes what `work` says in the named fields. A field that it does not say stays as it is.
#[must_use]
pub fn set_fields(entry: &Entry<'_>, work: &Work, fields: &[FieldName]) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => bibtex::edit::take(file, entry.bibliography().text(), entry.index(), work, fields),
        None => Vec::new(),
    }
}

/// Takes a field out.
#[must_use]
pub fn remove_field(entry: &Entry<'_>, field: FieldName) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => bibtex::edit::remove(file, entry.bibliography().text(), entry.index(), field),
        None => Vec::new(),
    }
}

/// Takes the entry out, with the blank line that parts it from the next.
#[must_use]
pub fn remove_entry(entry: &Entry<'_>) -> Option<TextEdit> {
    let text = entry.bibliography().text();
    match entry.bibliography().format() {
        Format::Bibtex => Some(TextEdit::new(with_blank_lines(text, entry.span()), "")),
        _ => None,
    }
}

/// Adds an entry for `work` at the end of the file.
#[must_use]
pub fn append_entry(bibliography: &Bibliography, key: &str, work: &Work) -> Option<TextEdit> {
    bibliography.bibtex().map(|file| bibtex::edit::append(file, bibliography.text(), key, work))
}

/// Where entries name others by their keys (`crossref`, `xdata`, `ids`): what a rename has to follow.
#[must_use]
pub fn links(bibliography: &Bibliography) -> Vec<(String, Span)> {
    bibliography.bibtex().map(|file| bibtex::edit::links(file, bibliography.text())).unwrap_or_default()
}

/// The span with the line breaks behind it; at the end of the file with those in front of it, but one.
fn with_blank_lines(text: &Rope, span: Span) -> Span {
    let blank = |at: usize| matches!(text.get_byte(at), Some(b' ' | b'\t' | b'\n' | b'\r'));
    let (mut start, mut end) = (span.start as usize, span.end as usize);
    while text.get_byte(end) == Some(b',') || blank(end) {
        end += 1;
    }
    // What is indented in front of the next entry belongs to that.
    while end > span.end as usize
        && matches!(text.get_byte(end - 1), Some(b' ' | b'\t'))
        && end < text.len_bytes()
    {
        end -= 1;
    }
    if end >= text.len_bytes() {
        while start > 0 && blank(start - 1) {
            start -= 1;
        }
        if start > 0 {
            // The last line keeps its end.
            end = text.len_bytes();
            let kept = (start..end).find(|at| text.get_byte(*at) == Some(b'\n')).map_or(start, |at| at + 1);
            if kept <= span.start as usize {
                start = kept;
            }
        }
    }
    Span::new(start, end)
}
