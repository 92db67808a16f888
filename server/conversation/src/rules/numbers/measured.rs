//! Vital signs and measurements: "HR: 91" where the source says "heart rate is eighty eight".

use super::super::definitions::NUMBER_DIFFERS;
use super::super::remark::{Evidence, SourceRemark};
use crate::note::Note;
use crate::readings::{Reading, WRITTEN_WITHIN, reading};
use crate::talk::Talk;
use crate::words::{self, Said, Word, WordKind, same};
use referee_findings::Severity;
use referee_text::Message;

/// Returns the measurement that a number of the note is the value of.
pub(super) fn own(note: &Note, said: &Said) -> Option<Reading> {
    let line = |at: usize| note.words[at].kind == WordKind::LineEnd;
    let start = (0..said.words.0).rev().find(|at| line(*at)).map_or(0, |at| at + 1);
    reading(&note.words, &note.numbers, said, start, WRITTEN_WITHIN, true)
}

/// Whether the source says this value, of the same measurement or of nothing that is named.
pub(super) fn is_said(talk: &Talk, own: &Reading, value: f64) -> bool {
    talk.numbers.iter().zip(talk.readings()).any(|(other, theirs)| {
        let is_own = || match theirs {
            Some(theirs) => theirs.is_same(own),
            None => !talk.turn(other.words.0).is_some_and(|turn| turn.is_row),
        };
        other.may_be(value) && is_own()
    })
}

/// Reports a measurement that the source gives otherwise. Returns whether it does.
pub(super) fn check(
    note: &Note,
    talk: &Talk,
    said: &Said,
    own: &Reading,
    out: &mut Vec<SourceRemark>,
) -> bool {
    let others: Vec<&Said> = talk
        .numbers
        .iter()
        .zip(talk.readings())
        .filter(|(_, theirs)| theirs.as_ref().is_some_and(|theirs| theirs.is_same(own)))
        .map(|(other, _)| other)
        .collect();
    let Some(first) = others.first() else { return false };
    let is_one = others.iter().all(|other| same(other.value, first.value));
    let span = note.span(said.words.0, said.words.1);
    let value = said.value;
    let name = shown(&note.words[own.name.0..own.name.1]);
    let mut remark = SourceRemark::new(
        &NUMBER_DIFFERS,
        if is_one { Severity::Warning } else { Severity::Information },
        span,
        Message::new(
            format!("{name}: {value} here, {} in the source.", first.value),
            format!("{name}: {value} aquí, {} en la fuente.", first.value),
        ),
    )
    .with(others.iter().map(|other| Evidence::of(talk, other.words.0, other.words.1)));
    if is_one {
        remark.replacement = Some((span, format!("{}", first.value)));
    }
    out.push(remark);
    true
}

/// Returns the name of a measurement for a message; short ones are abbreviations.
fn shown(name: &[Word]) -> String {
    const ABBREVIATION: usize = 3;
    let name = words::shown(name);
    if name.len() <= ABBREVIATION { name.to_uppercase() } else { name }
}
