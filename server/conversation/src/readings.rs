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
    let joint = previous.and_then(|first| joint(words, first, said));
    let second = previous.filter(|_| joint.is_some());
    let name_before = |first: &Said, before: Option<usize>| {
        let barrier = before.map_or(start, |before| numbers[before].words.1).max(start);
        let from = barrier.max(first.words.0.saturating_sub(within));
        let (measure, name) = (from..first.words.0).rev().find_map(|place| {
            measures().iter().find_map(|one| {
                let written = if is_written { one.written.length_at(words, place) } else { 0 };
                let length = one.words.length_at(words, place).max(written);
                (length > 0 && place + length <= first.words.0).then_some((one, (place, place + length)))
            })
        })?;
        // "Blood pressure": the shorter name "pressure" must not hide the longer one.
        let begins = |place: &usize| *place + measure.words.length_at(words, *place) == name.1;
        Some((measure, ((from..name.0).find(begins).unwrap_or(name.0), name.1)))
    };
    let of_pair = second.and_then(|first| name_before(first, at.checked_sub(2)));
    // "Ciento treinta ochenta" is a pair only if it is a pressure.
    let of_pair = of_pair.filter(|(measure, _)| joint == Some(Joint::Named) || measure.id == PRESSURE);
    let is_second = of_pair.is_some() || joint == Some(Joint::Named);
    let (measure, name) = if is_second { of_pair? } else { name_before(said, at.checked_sub(1))? };
    let is_pressure = measure.id == PRESSURE;
    let next = numbers.get(at + 1).and_then(|second| self::joint(words, said, second));
    let is_pair = is_second || next.is_some_and(|joint| is_pressure || joint == Joint::Named);
    let (low, high) = measure.range;
    ((low..=high).contains(&said.value) && is_pressure == is_pair).then_some(Reading {
        measure,
        is_second,
        name,
    })
}

/// The measurement that has two numbers.
const PRESSURE: &str = "blood-pressure";

/// How two numbers of a pressure are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// By a word or mark for it: "130/80", "one thirty over eighty".
    Named,
    /// By nothing: "ciento treinta ochenta".
    Bare,
}

fn joint(words: &[Word], first: &Said, second: &Said) -> Option<Joint> {
    let between = words.get(first.words.1..second.words.0)?;
    match between {
        [one] if one.is_mark('/') || matches!(&*one.text, "over" | "on" | "sobre" | "con") => {
            Some(Joint::Named)
        }
        [] => is_plausible(first, second).then_some(Joint::Bare),
        _ => None,
    }
}

/// Whether two numbers may be a systolic and a diastolic pressure.
fn is_plausible(first: &Said, second: &Said) -> bool {
    (70.0..=260.0).contains(&first.value)
        && (30.0..=150.0).contains(&second.value)
        && first.value > second.value
}
