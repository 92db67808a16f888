//! Vital signs and measurements: "HR: 91" where the source says "heart rate is eighty eight".

use super::super::definitions::NUMBER_DIFFERS;
use super::super::remark::{Evidence, SourceRemark};
use crate::note::Note;
use crate::talk::Talk;
use crate::vocabulary::{Measure, measures};
use crate::words::{Said, Word, WordKind, same};
use referee_findings::Severity;
use referee_text::Message;

/// The maximum distance from the name of a measurement to its value, in words of the note.
const NOTE_WITHIN: usize = 6;
/// The same in the source.
const SAID_WITHIN: usize = 12;

/// A measurement with its value.
struct Reading {
    measure: &'static Measure,
    /// Whether it is the second of two numbers: the diastolic pressure.
    is_second: bool,
}

/// Reports a measurement that the source gives otherwise. Returns whether the number is one.
pub(super) fn check(note: &Note, talk: &Talk, said: &Said, out: &mut Vec<SourceRemark>) -> bool {
    let line = |at: usize| note.words[at].kind == WordKind::LineEnd;
    let start = (0..said.words.0).rev().find(|at| line(*at)).map_or(0, |at| at + 1);
    let Some(own) = reading(&note.words, &note.numbers, said, start, NOTE_WITHIN) else { return false };
    let others: Vec<&Said> = talk
        .numbers
        .iter()
        .filter(|other| {
            let turn = talk.turn_of[other.words.0];
            let start = talk.turn_of.partition_point(|of| *of < turn);
            reading(&talk.words, &talk.numbers, other, start, SAID_WITHIN).is_some_and(|theirs| {
                theirs.measure.id == own.measure.id && theirs.is_second == own.is_second
            })
        })
        .collect();
    let Some(first) = others.first() else { return true };
    let is_one = others.iter().all(|other| same(other.value, first.value));
    let span = note.span(said.words.0, said.words.1);
    let value = said.value;
    let mut remark = SourceRemark::new(
        &NUMBER_DIFFERS,
        if is_one { Severity::Warning } else { Severity::Information },
        span,
        Message::new(
            format!("{value} here, {} in the source.", first.value),
            format!("{value} aquí, {} en la fuente.", first.value),
        ),
    )
    .with(others.iter().map(|other| Evidence::of(talk, other.words.0, other.words.1)));
    if is_one {
        remark.replacement = Some((span, format!("{}", first.value)));
    }
    out.push(remark);
    true
}

/// Returns the measurement that a number is the value of: the nearest name before it, without
/// another number between.
fn reading(words: &[Word], numbers: &[Said], said: &Said, start: usize, within: usize) -> Option<Reading> {
    let at = numbers.iter().position(|other| other.words == said.words)?;
    let previous = at.checked_sub(1).map(|before| &numbers[before]).filter(|before| before.words.0 >= start);
    // "130/80", "one thirty over eighty".
    let is_second = previous.is_some_and(|first| {
        first.words.1 + 1 == said.words.0
            && words.get(first.words.1).is_some_and(|joint| {
                joint.is_mark('/') || matches!(&*joint.text, "over" | "on" | "sobre" | "con")
            })
    });
    let first = previous.filter(|_| is_second).unwrap_or(said);
    let before = if is_second { at.checked_sub(2) } else { at.checked_sub(1) };
    let barrier = before.map_or(start, |before| numbers[before].words.1).max(start);
    let from = barrier.max(first.words.0.saturating_sub(within));
    let measure = (from..first.words.0).rev().find_map(|place| {
        measures().iter().find(|one| {
            let length = one.words.length_at(words, place);
            length > 0 && place + length <= first.words.0
        })
    })?;
    let is_pressure = measure.id == "blood-pressure";
    let (low, high) = measure.range;
    let is_pair = is_second
        || words.get(said.words.1).is_some_and(|joint| {
            joint.is_mark('/') || matches!(&*joint.text, "over" | "on" | "sobre" | "con")
        });
    ((low..=high).contains(&said.value) && is_pressure == is_pair).then_some(Reading { measure, is_second })
}
