//! Edits of bibliographies in any format: fields set and taken out, entries added and removed.
//!
//! Every function answers with edits in offsets of the bibliography's text, in the style of the entry and of the
//! file, and with none where the format has no place for what is asked.

use crate::foreign::with_latex_commands;
use crate::structured::edit::Target;
use crate::{Bibliography, Entry, FieldName, Program, Work, bibtex, structured};
use referee_text::{Rope, Span, TextEdit};
use std::borrow::Cow;

pub use crate::bibtex::suggest_key;

/// Writes `value`, in plain Unicode, into a field. Authors are given as BibTeX joins them: `Smith, J and Doe, A`.
#[must_use]
pub fn set_field(entry: &Entry<'_>, field: FieldName, value: &str) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => bibtex::edit::set(place_of(entry, file), field, value),
        None => in_list(entry, |target| target.set(field, value)),
    }
}

/// Writes what `work` says in the named fields. A field that it does not say stays as it is.
#[must_use]
pub fn set_fields(entry: &Entry<'_>, work: &Work, fields: &[FieldName]) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => {
            bibtex::edit::take(place_of(entry, file), &as_printable(entry.bibliography(), work), fields)
        }
        None => in_list(entry, |target| target.take_all(fields, work)),
    }
}

/// Lays a BibTeX file out: one field a line, the signs `=` in one column, `indent` in front of each field. Only white space
/// and last commas change; what that could lose something of stays as it is, and so does every other format.
#[must_use]
pub fn layout(bibliography: &Bibliography, indent: &str) -> Vec<TextEdit> {
    let Some(file) = bibliography.bibtex() else { return Vec::new() };
    bibtex::layout::layout(file, bibliography.text(), indent)
}

/// Takes a field out.
#[must_use]
pub fn remove_field(entry: &Entry<'_>, field: FieldName) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => bibtex::edit::remove(file, entry.bibliography().text(), entry.index(), field),
        None => in_list(entry, |target| target.remove(field).into_iter().collect()),
    }
}

/// The place of an entry in its BibTeX file.
fn place_of<'a>(entry: &Entry<'a>, file: &'a bibtex::BibtexFile) -> bibtex::edit::Place<'a> {
    let text = entry.bibliography().text();
    bibtex::edit::Place { file, text, index: entry.index(), repeated: entry.repeated() }
}

/// Returns the work as the programs that print the bibliography can print it. Typst makes a person of “and others”, so for
/// Typst a truncated list ends with its last known name.
fn as_printable<'a>(bibliography: &Bibliography, work: &'a Work) -> Cow<'a, Work> {
    if work.authors_truncated && bibliography.programs().contains(Program::Typst) {
        return Cow::Owned(Work { authors_truncated: false, ..work.clone() });
    }
    Cow::Borrowed(work)
}

/// Edits of an entry of a format that is read as a whole.
fn in_list(entry: &Entry<'_>, edits: impl Fn(&Target<'_>) -> Vec<TextEdit>) -> Vec<TextEdit> {
    let bibliography = entry.bibliography();
    if !bibliography.format().is_editable() {
        return Vec::new();
    }
    let text = bibliography.text().to_string();
    let item = bibliography.structured().and_then(|structured| structured.item(entry.index()));
    let target = item.and_then(|item| Target::of(bibliography.format(), &text, item));
    target.map(|target| edits(&target)).unwrap_or_default()
}

/// Gives the entry the fields that only `other` has.
#[must_use]
pub fn take_missing(entry: &Entry<'_>, other: &Entry<'_>) -> Vec<TextEdit> {
    let (own, theirs) = (entry.bibliography(), other.bibliography());
    match (own.bibtex(), theirs.bibtex()) {
        (Some(file), Some(from)) => bibtex::join::take_missing(place_of(entry, file), place_of(other, from)),
        _ => {
            let work = other.work();
            let missing: Vec<FieldName> =
                FieldName::ALL.iter().copied().filter(|field| entry.field_span(*field).is_none()).collect();
            set_fields(entry, &work, &missing)
        }
    }
}

/// Makes the entry describe `work` under the key that it has: its type, its fields, and nothing that belonged to
/// another version of the work only.
#[must_use]
pub fn replace_work(entry: &Entry<'_>, work: &Work) -> Vec<TextEdit> {
    let own = entry.bibliography();
    match own.bibtex() {
        Some(file) => bibtex::join::replace(place_of(entry, file), &as_printable(own, work)),
        // An identifier that would stay behind would be one of another version.
        None if entry.field_span(FieldName::Doi).is_some() && work.identifiers.doi().is_none() => Vec::new(),
        None => in_list(entry, |target| target.become_work(work)),
    }
}

/// Takes the entry out, with the blank line or the comma that parts it from the next.
#[must_use]
pub fn remove_entry(entry: &Entry<'_>) -> Option<TextEdit> {
    let bibliography = entry.bibliography();
    if !bibliography.format().is_editable() {
        return None;
    }
    match bibliography.structured() {
        None => Some(TextEdit::new(with_blank_lines(bibliography.text(), entry.span()), "")),
        Some(structured) => structured::edit::remove_entry(
            bibliography.format(),
            &bibliography.text().to_string(),
            structured,
            entry.index(),
        ),
    }
}

/// Adds an entry for `work` at the end of the file.
#[must_use]
pub fn append_entry(bibliography: &Bibliography, key: &str, work: &Work) -> Option<TextEdit> {
    match (bibliography.bibtex(), bibliography.structured()) {
        (Some(file), _) => {
            let work = as_printable(bibliography, work);
            Some(bibtex::edit::append(file, bibliography.text(), key, &work))
        }
        (None, Some(structured)) => structured::edit::append(
            bibliography.format(),
            &bibliography.text().to_string(),
            structured,
            key,
            work,
        ),
        (None, None) => None,
    }
}

/// Appends an entry for a LaTeX draft, which pdflatex may set: it does not know Greek letters and signs of mathematics
/// as letters, so they are written as its commands.
#[must_use]
pub fn append_entry_for_latex(bibliography: &Bibliography, key: &str, work: &Work) -> Option<TextEdit> {
    let edit = append_entry(bibliography, key, work)?;
    let is_latex = bibliography.bibtex().is_some();
    Some(if is_latex { TextEdit::new(edit.span, with_latex_commands(&edit.text)) } else { edit })
}

/// Gives the entry another key; `None` where it has none to replace.
#[must_use]
pub fn rename_entry(entry: &Entry<'_>, key: &str) -> Option<TextEdit> {
    let span = entry.key_span();
    let editable = entry.bibliography().format().is_editable();
    (editable && !span.is_empty() && !entry.key().is_empty()).then(|| TextEdit::new(span, key))
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
