//! Edits bibliographies in any format: sets and removes fields, adds and removes entries.
//!
//! Every function returns edits in offsets of the bibliography's text, in the style of the entry
//! and of the file. The result is empty if the format cannot represent the change.

use crate::foreign::with_latex_commands;
use crate::structured::edit::Target;
use crate::{Bibliography, Entry, FieldName, Program, Work, bibtex, structured};
use referee_text::{Rope, Span, TextEdit};
use std::borrow::Cow;

pub use crate::bibtex::suggest_key;

/// Sets a field to `value`, which is plain Unicode. Authors are joined as in BibTeX:
/// `Smith, J and Doe, A`.
#[must_use]
pub fn set_field(entry: &Entry<'_>, field: FieldName, value: &str) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => bibtex::edit::set(place_of(entry, file), field, value),
        None => in_list(entry, |target| target.set(field, value)),
    }
}

/// Sets the given fields from `work`. Fields that `work` lacks are left alone.
#[must_use]
pub fn set_fields(entry: &Entry<'_>, work: &Work, fields: &[FieldName]) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => {
            bibtex::edit::take(place_of(entry, file), &as_printable(entry.bibliography(), work), fields)
        }
        None => in_list(entry, |target| target.take_all(fields, work)),
    }
}

/// Formats a BibTeX file: one field per line, the `=` signs aligned, each field indented by
/// `indent`. Only white space and trailing commas change. Entries that formatting could damage, and
/// other formats, are left as they are.
#[must_use]
pub fn layout(bibliography: &Bibliography, indent: &str) -> Vec<TextEdit> {
    let Some(file) = bibliography.bibtex() else { return Vec::new() };
    bibtex::layout::layout(file, bibliography.text(), indent)
}

/// Removes a field.
#[must_use]
pub fn remove_field(entry: &Entry<'_>, field: FieldName) -> Vec<TextEdit> {
    match entry.bibliography().bibtex() {
        Some(file) => bibtex::edit::remove(file, entry.bibliography().text(), entry.index(), field),
        None => in_list(entry, |target| target.remove(field).into_iter().collect()),
    }
}

/// Returns the position of an entry in its BibTeX file.
fn place_of<'a>(entry: &Entry<'a>, file: &'a bibtex::BibtexFile) -> bibtex::edit::Place<'a> {
    let text = entry.bibliography().text();
    bibtex::edit::Place { file, text, index: entry.index(), repeated: entry.repeated() }
}

/// Returns the work as the programs that print the bibliography can print it. Typst prints “and
/// others” as a person, so for Typst a truncated list ends with its last known name.
fn as_printable<'a>(bibliography: &Bibliography, work: &'a Work) -> Cow<'a, Work> {
    if work.authors_truncated && bibliography.programs().contains(Program::Typst) {
        return Cow::Owned(Work { authors_truncated: false, ..work.clone() });
    }
    Cow::Borrowed(work)
}

/// Edits an entry of a format that is parsed as a whole.
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

/// Adds to the entry the fields that only `other` has.
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

/// Rewrites the entry so that it describes `work` under the same key: its type and fields, without
/// those that belonged only to another version of the work.
#[must_use]
pub fn replace_work(entry: &Entry<'_>, work: &Work) -> Vec<TextEdit> {
    let own = entry.bibliography();
    match own.bibtex() {
        Some(file) => bibtex::join::replace(place_of(entry, file), &as_printable(own, work)),
        // An identifier that remained would belong to another version.
        None if entry.field_span(FieldName::Doi).is_some() && work.identifiers.doi().is_none() => Vec::new(),
        None => in_list(entry, |target| target.become_work(work)),
    }
}

/// Removes the entry, with the blank line or comma that separates it from the next.
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

/// Appends an entry for a LaTeX draft. pdflatex lacks Greek letters and mathematical symbols as
/// characters, so they are written as its commands.
#[must_use]
pub fn append_entry_for_latex(bibliography: &Bibliography, key: &str, work: &Work) -> Option<TextEdit> {
    let edit = append_entry(bibliography, key, work)?;
    let is_latex = bibliography.bibtex().is_some();
    Some(if is_latex { TextEdit::new(edit.span, with_latex_commands(&edit.text)) } else { edit })
}

/// Renames the entry's key; `None` for an entry without a key.
#[must_use]
pub fn rename_entry(entry: &Entry<'_>, key: &str) -> Option<TextEdit> {
    let span = entry.key_span();
    let editable = entry.bibliography().format().is_editable();
    (editable && !span.is_empty() && !entry.key().is_empty()).then(|| TextEdit::new(span, key))
}

/// Returns the keys by which entries refer to others (`crossref`, `xdata`, `ids`), with their
/// spans; a rename must update them.
#[must_use]
pub fn links(bibliography: &Bibliography) -> Vec<(String, Span)> {
    bibliography.bibtex().map(|file| bibtex::edit::links(file, bibliography.text())).unwrap_or_default()
}

/// Extends the span by the line breaks after it; at the end of the file, by all but one of those
/// before it.
fn with_blank_lines(text: &Rope, span: Span) -> Span {
    let blank = |at: usize| matches!(text.get_byte(at), Some(b' ' | b'\t' | b'\n' | b'\r'));
    let (mut start, mut end) = (span.start as usize, span.end as usize);
    while text.get_byte(end) == Some(b',') || blank(end) {
        end += 1;
    }
    // The indent of the next entry is kept.
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
            // Keep the line break of the previous line.
            end = text.len_bytes();
            let kept = (start..end).find(|at| text.get_byte(*at) == Some(b'\n')).map_or(start, |at| at + 1);
            if kept <= span.start as usize {
                start = kept;
            }
        }
    }
    Span::new(start, end)
}
