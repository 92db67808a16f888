//! Checks the entries that `crossref` and `xdata` refer to.

use super::abbreviations::moved;
use super::entry::whole_field;
use super::message;
use super::surroundings::Surroundings;
use crate::bibtex::entry::{Block, RawEntry};
use crate::bibtex::file::BibtexFile;
use crate::bibtex::raw::RawField;
use crate::bibtex::value;
use crate::misreading::{Misreading, notation_rows as rows};
use referee_text::blocks::PlacedBlock;
use referee_text::{Rope, Span, TextEdit};

/// Returns the edits that move the text at `span` to the end of the file.
fn moved_to_end(text: &Rope, span: Span) -> Option<Vec<TextEdit>> {
    let moved = moved(text, span)?;
    let end = text.len_bytes();
    let blank_line = if text.get_byte(end.checked_sub(1)?) == Some(b'\n') { "\n" } else { "\n\n" };
    Some(vec![TextEdit::new(span, ""), TextEdit::new(Span::at(end), format!("{blank_line}{moved}\n"))])
}

/// Returns the first field with one of these names.
fn named(source: &str, entry: &RawEntry, names: &[&str]) -> Option<RawField> {
    let is_named = |field: &&RawField| {
        let own = source.get(field.name.range()).unwrap_or_default();
        names.iter().any(|name| own.eq_ignore_ascii_case(name))
    };
    entry.fields.iter().find(is_named).copied()
}

/// Checks the entry that `crossref` refers to. Spans are in offsets of the file.
pub(super) fn crossref(
    (file, text): (&BibtexFile, &Rope),
    source: &str,
    (placed, entry): (&PlacedBlock<'_, Block>, &RawEntry),
    block: usize,
    around: &Surroundings<'_>,
    out: &mut Vec<Misreading>,
) {
    let Some(key) = entry.links.as_ref().and_then(|links| links.crossref.as_deref()) else { return };
    let Some(field) = named(source, entry, &["crossref"]) else { return };
    let has_year = named(source, entry, &["year", "date"]).is_some();
    let written = source.get(field.value.range()).unwrap_or_default();
    let span = value::inside(written, field.value).shift(placed.start as usize);
    if let Some(parent) = file.find(key) {
        // BibTeX reads the parent only if it follows the child.
        if file.block_of(parent) < block {
            let row =
                if has_year { &rows::CROSSREF_BEFORE_CHILD_WITH_YEAR } else { &rows::CROSSREF_BEFORE_CHILD };
            let title = message(
                &format!("Move {key} to the end of the file"),
                &format!("Pasar {key} al final del archivo"),
            );
            let misreading = Misreading::new(row, span, key);
            out.push(match moved_to_end(text, file.span(parent)) {
                Some(edits) => misreading.with(title, edits, false),
                None => misreading,
            });
        }
        return;
    }
    if let Some(right) = file.keys().find(|other| other.eq_ignore_ascii_case(key)) {
        let row =
            if has_year { &rows::CROSSREF_IN_OTHER_CASE_WITH_YEAR } else { &rows::CROSSREF_IN_OTHER_CASE };
        let title = message(&format!("Write {right}"), &format!("Escribir {right}"));
        out.push(Misreading::new(row, span, key).with(title, vec![TextEdit::new(span, right)], true));
    } else if !around.has_entry(key) {
        let title = message("Remove the field", "Quitar el campo");
        let edit = TextEdit::new(whole_field(source, field).shift(placed.start as usize), "");
        // No program inherits anything here, so the reference stays the same.
        out.push(Misreading::new(&rows::CROSSREF_TO_NOTHING, span, key).with(title, vec![edit], false));
    }
}

/// Checks the entries that `xdata` refers to. Spans are in offsets of the file.
pub(super) fn xdata(
    file: &BibtexFile,
    source: &str,
    (placed, entry): (&PlacedBlock<'_, Block>, &RawEntry),
    around: &Surroundings<'_>,
    out: &mut Vec<Misreading>,
) {
    if entry.links.as_ref().is_none_or(|links| links.xdata.is_empty()) {
        return;
    }
    let Some(field) = named(source, entry, &["xdata"]) else { return };
    let has_year = named(source, entry, &["year", "date", "crossref"]).is_some();
    let inside = value::inside(source.get(field.value.range()).unwrap_or_default(), field.value);
    let written = source.get(inside.range()).unwrap_or_default();
    let is_one = !written.contains(',');
    let mut at = inside.start as usize;
    for piece in written.split(',') {
        let start = at + (piece.len() - piece.trim_start().len());
        let whole = Span::new(at, at + piece.len());
        at += piece.len() + 1;
        let key = piece.trim();
        // Each piece is a whole key: `key-publisher`, which copies one field, is written in that
        // field.
        if key.is_empty() {
            continue;
        }
        let span = Span::new(start, start + key.len()).shift(placed.start as usize);
        if file.find(key).is_some() || around.has_entry(key) {
            let row = if has_year { &rows::XDATA } else { &rows::XDATA_WITH_YEAR };
            out.push(Misreading::new(row, span, key));
            continue;
        }
        let (title, removed) = if is_one {
            (message("Remove the field", "Quitar el campo"), whole_field(source, field))
        } else {
            let is_first = whole.start == inside.start;
            let from = whole.start as usize - usize::from(!is_first);
            let title = message(&format!("Remove {key}"), &format!("Quitar {key}"));
            (title, Span::new(from, whole.end as usize + usize::from(is_first)))
        };
        let edit = TextEdit::new(removed.shift(placed.start as usize), "");
        out.push(Misreading::new(&rows::XDATA_TO_NOTHING, span, key).with(title, vec![edit], false));
    }
}
