//! The message of a finding, with its placeables filled in.

use super::compiled::Compiled;
use super::mention::Found;
use crate::rules::medication::frames::drug_name;
use referee_knowledge::UNREVIEWED;
use referee_knowledge::rules::{Piece, Target};
use referee_text::Span;

/// A frame of `when` with what it found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// The frame, by its index.
    pub(super) frame: usize,
    /// The place; `None` for a state that follows from what the note does not say.
    pub(super) span: Option<Span>,
    pub(super) found: Found,
}

/// Returns the message.
pub(super) fn message(
    rule: &Compiled,
    bound: &[Bound],
    spanish: bool,
    text: impl Fn(Span) -> String,
) -> String {
    let of = |frame: usize| bound.iter().find(|one| one.frame == frame);
    let words = |frame: usize| of(frame).and_then(|one| one.span).map(&text).unwrap_or_default();
    let pieces = rule.file.message.of(spanish).iter();
    let filled = pieces.map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Source => source(&rule.file.source, &rule.file.checked, spanish),
        Piece::Words(frame) => words(*frame),
        Piece::Drug(frame) => match of(*frame).map(|one| one.found) {
            Some(Found::Drug(Some(index))) => {
                drug_name(index, spanish).map_or_else(|| words(*frame), str::to_owned)
            }
            _ => words(*frame),
        },
        Piece::Value(frame) => match of(*frame).map(|one| one.found) {
            Some(Found::Patient(Some(number))) if spanish => number.to_string().replace('.', ","),
            Some(Found::Patient(Some(number))) => number.to_string(),
            _ => words(*frame),
        },
        Piece::Cell(frame, column) => cell(rule, *frame, of(*frame).map(|one| one.found), column),
    });
    filled.collect()
}

/// Returns the cell of a column in the row of the form that a frame found.
fn cell(rule: &Compiled, frame: usize, found: Option<Found>, column: &str) -> String {
    let target = rule.frames.get(frame).map(|frame| &frame.frame.target);
    let (Some(Target::Words(forms)), Some(Found::Form(form))) = (target, found) else {
        return String::new();
    };
    forms.get(form).and_then(|form| form.cells.get(column)).cloned().unwrap_or_default()
}

/// Returns the source in brackets, with the date on which the rule was compared with it.
fn source(source: &str, checked: &str, spanish: bool) -> String {
    match (checked == UNREVIEWED, spanish) {
        (true, false) => format!("({source}; not yet compared with that source)"),
        (true, true) => format!("({source}; aún sin cotejar con esa fuente)"),
        (false, false) => format!("({source}; compared {checked})"),
        (false, true) => format!("({source}; cotejado {checked})"),
    }
}
