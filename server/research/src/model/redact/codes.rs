//! Finds codes of letters and digits, which identify by their shape alone.

use super::patterns::pattern;
use super::{measures, results};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The minimum number of digits in a code of letters, digits and separators. Names of genes,
/// markers and grades have fewer.
const MIN_CODE_DIGITS: usize = 4;

static PARTED_CODE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:[A-Z]{1,5}[ :]{1,2})?(?:[A-Z]{0,5}\d[A-Z\d]*|[A-Z]{1,5})(?:\s?[-/.·]\s?[A-Z\d]+)+\b")
});
static UNPARTED_CODE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:[A-Z]+\d|\d+[A-Z])[A-Z\d]*\b"));
static CASE_NUMBER_OF_YEAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b\d{1,6}\s?/\s?(?:19|20)\d\d(?:\s?[-/]\s?[A-Z\d]+)?\b|\b(?:19|20)\d\d\s?/\s?\d{3,}\b")
});
/// "407-B": the number of a room, a bed or a door.
static ROOM_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\d{2,4}-[A-Z]\b"));

/// "50-661-2", "4471/22": digit groups. Doses ("1-0-1") and blood pressures ("120/80") have fewer digits.
static DIGIT_GROUPS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\d+(?:-\d+){2,}\b|\b\d{4,}/\d{1,4}\b"));

/// "5.º A": a floor and a door.
static FLOOR_AND_DOOR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\d{1,2}\.?\s?[ºª°]\s?[A-HJ-UW-Z]\b"));

/// Returns the codes in a text: letters and digits with separators, as in the numbers of records,
/// licences, samples and devices.
pub(super) fn found(text: &str) -> Vec<Range<usize>> {
    let is_code = |code: &str| {
        let digits = code.chars().filter(char::is_ascii_digit).count();
        digits >= MIN_CODE_DIGITS && code.chars().any(char::is_alphabetic)
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    for shape in [&*PARTED_CODE, &*UNPARTED_CODE] {
        let codes =
            shape.find_iter(text).filter(|code| is_code(code.as_str()) && !results::is_result(code.as_str()));
        found.extend(codes.map(|code| code.range()));
    }
    for shape in [&*CASE_NUMBER_OF_YEAR, &*ROOM_NUMBER] {
        found.extend(shape.find_iter(text).map(|code| code.range()));
    }
    let is_temperature = |floor: &regex::Match<'_>| {
        results::is_temperature(text.get(..floor.start()).unwrap_or_default(), floor.as_str())
    };
    let floors = FLOOR_AND_DOOR.find_iter(text).filter(|floor| !is_temperature(floor));
    found.extend(floors.map(|floor| floor.range()));
    let is_long = |digits: &str| digits.chars().filter(char::is_ascii_digit).count() > MIN_CODE_DIGITS;
    let measures = |end: usize| text.get(end..).is_some_and(measures::measures);
    let groups =
        DIGIT_GROUPS.find_iter(text).filter(|group| is_long(group.as_str()) && !measures(group.end()));
    found.extend(groups.map(|group| group.range()));
    found
}
