//! The value after a measurement's name, its unit, and its intended value.

use crate::analysis::folding::fold;
use crate::analysis::quantities::{self, Number};
use crate::pattern::{word_list, words};
use std::sync::LazyLock;

/// Short words allowed between a name and its value, folded.
static FILLER_WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-value/vitals/values/filler-words"));

/// The value after a name: the first number after at most a few short words and marks.
pub(super) fn value_behind(text: &str, end: usize) -> Option<Number> {
    let rest = text.get(end..)?;
    let mut at = end;
    for _ in 0..7 {
        let tail = text.get(at..)?;
        let trimmed = tail.trim_start_matches([' ', ':', '=', '-', '\t', '\u{a0}', '(', '~', '|', '&']);
        at = text.len() - trimmed.len();
        if trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        let word: &str = trimmed.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        if word.is_empty() || !FILLER_WORDS.contains(&fold(word).as_str()) {
            return None;
        }
        at += word.len();
    }
    if at - end > 40 || rest.is_empty() {
        return None;
    }
    let digit = text.get(at..)?.bytes().next()?;
    if !digit.is_ascii_digit() {
        return None;
    }
    quantities::number_at(text, at, false)
}

/// Returns the unit after a number, folded, without spaces; empty without one.
pub(super) fn unit_behind(text: &str, end: usize) -> String {
    // In a table the unit may be in the next cell.
    let rest = text.get(end..).unwrap_or_default().trim_start_matches([' ', '\u{a0}', '|', '&']);
    let unit: String = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '/' | '%' | '°' | 'º' | '²'))
        .collect();
    fold(&unit)
}

/// Whether the text after a number begins with a unit rather than a word.
pub(super) fn starts_with_unit(unit: &str) -> bool {
    word_list!("impossible-value/vitals/values/starts-with-unit")
        .iter()
        .any(|known| unit == *known || (known.ends_with('/') && unit.starts_with(known)))
        || unit.contains('/')
}
