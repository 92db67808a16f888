//! Numbers that are the value of a measurement: "HR: 91", "heart rate is eighty eight", "K 3.1".

use crate::vocabulary::{Measure, measures};
use crate::words::{Said, Word};

/// The maximum distance from the name of a measurement to its value in a note, in words.
pub(crate) const WRITTEN_WITHIN: usize = 6;
/// A measurement, as the name before a number gives it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What is measured.
    pub measure: &'static Measure,
    /// Whether it is the second of two numbers: the diastolic pressure.
    pub is_second: bool,
    /// The range of the name's words, by index.
    pub name: (usize, usize),
}

impl Reading {
    /// Whether two numbers are values of the same thing.
    #[must_use]
    pub fn is_same(&self, other: &Reading) -> bool {
        self.measure.id == other.measure.id && self.is_second == other.is_second
    }
}

/// Returns the measurement that a number is the value of: the nearest name before it, without
/// another number between. `start` is where the line or turn begins; the name is at most `within` words before the number.
/// Short names such as "K" count only in what is written.
pub(crate) fn reading(
    words: &[Word],
    numbers: &[Said],
    said: &Said,
    start: usize,
    within: usize,
    is_written: bool,
) -> Option<Reading> {
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
    let (measure, name) = (from..first.words.0).rev().find_map(|place| {
        measures().iter().find_map(|one| {
            let written = if is_written { one.written.length_at(words, place) } else { 0 };
            let length = one.words.length_at(words, place).max(written);
            (length > 0 && place + length <= first.words.0).then_some((one, (place, place + length)))
        })
    })?;
    // "Blood pressure", of which "pressure" is a name too.
    let begins = |place: &usize| *place + measure.words.length_at(words, *place) == name.1;
    let name = ((from..name.0).find(begins).unwrap_or(name.0), name.1);
    let is_pressure = measure.id == "blood-pressure";
    let (low, high) = measure.range;
    let is_pair = is_second
        || words.get(said.words.1).is_some_and(|joint| {
            joint.is_mark('/') || matches!(&*joint.text, "over" | "on" | "sobre" | "con")
        });
    ((low..=high).contains(&said.value) && is_pressure == is_pair).then_some(Reading {
        measure,
        is_second,
        name,
    })
}
