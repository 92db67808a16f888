//! Amounts whose number is not said, and numbers that say how often: "a gram", "three times a day".

use super::word::{Said, Word};
use crate::number_words::{NumberRole, number_word};
use crate::units::unit;

/// The minimum length of a unit that is written out, in bytes: "gram", not "g".
const WRITTEN_OUT: usize = 4;

/// Returns one or a part of a unit of weight: "a gram", "del gramo", "a gram and a half", "half a gram".
pub(super) fn amount_at(words: &[Word], at: usize) -> Option<Said> {
    let text = |at: usize| words.get(at).map_or("", |word| &*word.text);
    let is_weight =
        |at: usize| text(at).len() >= WRITTEN_OUT && unit(text(at)).is_some_and(|unit| unit.base == "mg");
    let part = |at: usize| number_word(text(at)).filter(|(_, role)| *role == NumberRole::Half);
    if let Some((value, _)) = part(at) {
        let skipped = ["of", "de", "a", "an", "un"];
        let end = (at + 1..at + 4).find(|at| !skipped.contains(&text(*at))).filter(|end| is_weight(*end))?;
        return Some(Said { words: (at, end), value, others: Vec::new() });
    }
    if !matches!(text(at), "a" | "an" | "one" | "un" | "de" | "del" | "el") || !is_weight(at + 1) {
        return None;
    }
    let mut said = Said { words: (at, at + 1), value: 1.0, others: Vec::new() };
    let half = if text(at + 3) == "a" { at + 4 } else { at + 3 };
    if let Some((value, _)) = part(half).filter(|_| matches!(text(at + 2), "and" | "y")) {
        said.others.push(said.value);
        said.value += value;
    }
    Some(said)
}

/// Returns the number that begins here if it says how often or how many: the "three" of "five hundred three
/// times a day", the "two" of "four hundred two or three tablets".
pub(crate) fn count_at(words: &[Word], at: usize) -> Option<Count> {
    const MOST: f64 = 6.0;
    let text = |at: usize| words.get(at).map_or("", |word| &*word.text);
    let small = |at: usize| number_word(text(at)).map(|(value, _)| value).filter(|value| *value <= MOST);
    let value = small(at)?;
    let joins = matches!(text(at + 1), "or" | "to" | "o" | "a" | "-") && small(at + 2).is_some();
    let next = if joins { at + 3 } else { at + 1 };
    let counted = unit(text(next)).map(|unit| unit.id.as_str());
    let is_daily = matches!(text(next), "a" | "per" | "al" | "por" | "each" | "every" | "cada")
        && unit(text(next + 1)).is_some_and(|unit| unit.base == "day");
    let is_of_times = counted == Some("time");
    (is_of_times || is_daily || matches!(counted, Some("tablet" | "puff")))
        .then_some(Count { value, is_of_times })
}

/// A small number that says how often or how many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Count {
    pub(crate) value: f64,
    /// Whether it counts times: "three times".
    pub(crate) is_of_times: bool,
}
