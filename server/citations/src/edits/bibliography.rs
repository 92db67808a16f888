//! Entries of bibliographies: fields set, entries added, renamed and removed, in each format.

use super::record::{journal_like, plain_value};
use referee_bibliography::{Bibliography, Entry, FieldName, Format, Work};
use referee_text::{Span, TextEdit};

/// Writes what `work` says in the named fields.
pub(super) fn set_fields(entry: &Entry<'_>, work: &Work, fields: &[FieldName]) -> Vec<TextEdit> {
    fields
        .iter()
        .filter_map(|field| {
            let value = match field {
                FieldName::Journal => journal_like(work, &own(entry, *field).unwrap_or_default()),
                _ => plain_value(work, *field),
            }?;
            Some(set_field(entry, *field, &value))
        })
        .flatten()
        .collect()
}

/// The value of a field as it stands in the file.
fn own(entry: &Entry<'_>, field: FieldName) -> Option<String> {
    let span = entry.field_span(field)?;
    Some(entry.bibliography().text().get_byte_slice(span.range())?.to_string())
}

/// Writes `value`, in plain Unicode, into a field.
#[must_use]
pub fn set_field(entry: &Entry<'_>, field: FieldName, value: &str) -> Vec<TextEdit> {
    entry.field_span(field).map(|span| TextEdit::new(span, value)).into_iter().collect()
}

/// Takes a field out.
pub(super) fn remove_field(_: &Entry<'_>, _: FieldName) -> Vec<TextEdit> {
    Vec::new()
}

/// Gives the entry the fields that only `other` has.
pub(super) fn take_missing(_: &Entry<'_>, _: &Entry<'_>) -> Vec<TextEdit> {
    Vec::new()
}

/// Makes the entry describe `work`.
pub(super) fn replace_work(entry: &Entry<'_>, work: &Work) -> Vec<TextEdit> {
    set_fields(entry, work, super::FIELDS)
}

/// Adds an entry for `work` at the end.
#[must_use]
pub fn append(_: &Bibliography, _: &str, _: &Work) -> Option<TextEdit> {
    None
}

/// Gives the entry another key.
#[must_use]
pub fn rename_entry(entry: &Entry<'_>, key: &str) -> Option<TextEdit> {
    let span = entry.key_span();
    (!entry.key().is_empty() && !span.is_empty()).then(|| TextEdit::new(span, key))
}

/// Removes the entry with the blank line behind it.
#[must_use]
pub fn remove_entry(entry: &Entry<'_>) -> Option<TextEdit> {
    if entry.bibliography().format() != Format::Bibtex {
        return None;
    }
    let text = entry.bibliography().text();
    let span = entry.span();
    let (start, mut end) = (span.start as usize, span.end as usize);
    let length = text.len_bytes();
    let byte = |at: usize| text.get_byte(at);
    while matches!(byte(end), Some(b' ' | b'\t' | b',')) {
        end += 1;
    }
    let mut breaks = 0;
    while breaks < 2 && end < length {
        match (byte(end), byte(end + 1)) {
            (Some(b'\r'), Some(b'\n')) => end += 2,
            (Some(b'\n' | b'\r'), _) => end += 1,
            _ => break,
        }
        breaks += 1;
    }
    Some(TextEdit::new(Span::new(start, end), ""))
}

/// Writes `new` where entries inherit from `old` or point to it.
pub(super) fn rename_links(bibliography: &Bibliography, old: &str, new: &str) -> Vec<TextEdit> {
    if bibliography.format() != Format::Bibtex {
        return Vec::new();
    }
    crate::rules::links(&bibliography.text().to_string())
        .into_iter()
        .filter(|(key, _)| key == old)
        .map(|(_, span)| TextEdit::new(span, new))
        .collect()
}
