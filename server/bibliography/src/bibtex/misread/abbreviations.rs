//! Abbreviations (`@string`) that a program does not define.

use super::message;
use super::surroundings::Surroundings;
use crate::bibtex::entry::{Block, RawEntry, is_month};
use crate::bibtex::file::BibtexFile;
use crate::bibtex::value::{self, Piece};
use crate::misreading::{Misreading, notation_rows as rows};
use referee_text::blocks::PlacedBlock;
use referee_text::months::{MONTHS, Month};
use referee_text::{Rope, Span, TextEdit};

/// The abbreviations that BibTeX's own styles define in addition to the months.
const OF_STYLES: &[&str] = &[
    "acmcs", "acta", "cacm", "ibmjrd", "ibmsj", "ieeese", "ieeetc", "ieeetcad", "ipl", "jacm", "jcss", "scp",
    "sicomp", "tcs", "tocs", "tods", "tog", "toms", "toois", "toplas",
];

/// The byte order mark, which stays at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the edits that move the text at `span` to the start of the file.
fn moved_to_start(text: &Rope, span: Span) -> Option<Vec<TextEdit>> {
    let moved = moved(text, span)?;
    let start = if text.chars().next() == Some(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    Some(vec![TextEdit::new(Span::at(start), format!("{moved}\n\n")), TextEdit::new(span, "")])
}

pub(super) fn moved(text: &Rope, span: Span) -> Option<String> {
    let moved = text.get_byte_slice(span.range())?.to_string();
    Some(moved.trim_matches(BYTE_ORDER_MARK).trim().to_owned())
}

/// Checks the abbreviations in an entry. Spans are in offsets of the file.
pub(super) fn in_entry(
    (file, text): (&BibtexFile, &Rope),
    source: &str,
    (placed, entry): (&PlacedBlock<'_, Block>, &RawEntry),
    block: usize,
    around: &Surroundings<'_>,
    spelled: &dyn Fn(usize) -> Vec<String>,
    out: &mut Vec<Misreading>,
) {
    for field in &entry.fields {
        let written = source.get(field.value.range()).unwrap_or_default();
        if written.starts_with(['{', '"']) && !written.contains('#') {
            continue;
        }
        let is_year = source.get(field.name.range()).is_some_and(|name| name.eq_ignore_ascii_case("year"));
        let pieces = value::pieces(written);
        for piece in &pieces {
            let Piece::Macro(name) = piece else { continue };
            let lower = name.to_lowercase();
            let span = field.value.shift(placed.start as usize);
            match file.string(&lower, block) {
                Some((at, _)) if at > block => {
                    let misreading = Misreading::new(&rows::ABBREVIATION_DEFINED_LATER, span, name);
                    let title = message(
                        "Move its `@string` to the top of the file",
                        "Pasar su `@string` al principio del archivo",
                    );
                    let edits =
                        file.placed_blocks().nth(at).and_then(|block| moved_to_start(text, block.span()));
                    out.push(match edits {
                        Some(edits) => misreading.with(title, edits, false),
                        None => misreading,
                    });
                }
                Some((at, _)) => {
                    let defined = spelled(at);
                    if defined.iter().any(|defined| defined == name) {
                        continue;
                    }
                    let Some(right) = defined.into_iter().find(|defined| defined.to_lowercase() == lower)
                    else {
                        continue;
                    };
                    let mut misreading = Misreading::new(&rows::ABBREVIATION_IN_OTHER_CASE, span, name);
                    if pieces.len() == 1 {
                        let title = message(&format!("Write {right}"), &format!("Escribir {right}"));
                        misreading = misreading.with(title, vec![TextEdit::new(span, right)], true);
                    }
                    out.push(misreading);
                }
                None if is_month(lower.as_str()) => {}
                None => out.push(undefined(name, &lower, span, (is_year, pieces.len() == 1), file, around)),
            }
        }
    }
}

fn undefined(
    name: &str,
    lower: &str,
    span: Span,
    (is_year, is_alone): (bool, bool),
    file: &BibtexFile,
    around: &Surroundings<'_>,
) -> Misreading {
    // A long form looks like an abbreviation but is not defined.
    let month = MONTHS.iter().find(|month| month.english_forms.contains(&lower)).map(Month::abbreviation);
    let may_be_elsewhere = month.is_none()
        && (OF_STYLES.contains(&lower)
            || around.is_abbreviation_defined(lower)
            || around.is_alone && !file.has_strings());
    let row = match (may_be_elsewhere, is_year) {
        (true, _) => &rows::DEFINED_ELSEWHERE,
        (false, true) => &rows::UNDEFINED_YEAR,
        (false, false) => &rows::UNDEFINED_ABBREVIATION,
    };
    let misreading = Misreading::new(row, span, name);
    match month {
        Some(month) if is_alone => {
            let title = message(&format!("Write {month}"), &format!("Escribir {month}"));
            misreading.with(title, vec![TextEdit::new(span, month)], true)
        }
        None if is_alone => {
            let title = message("Put it into braces", "Ponerlo entre llaves");
            misreading.with(title, vec![TextEdit::new(span, format!("{{{name}}}"))], false)
        }
        _ => misreading,
    }
}
