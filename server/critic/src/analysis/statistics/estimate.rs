//! The estimate before a confidence interval, and whether it is a ratio.

use super::equation::floor;
use super::{Number, Reported};
use crate::pattern::Pattern;
use std::ops::Range;
use std::sync::LazyLock;

/// The kind of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A labelled ratio: odds ratio, hazard ratio, relative risk, …
    Ratio,
    /// Any other labelled estimate: `mean difference = `, `β = `.
    Named,
    /// An unlabelled number directly before the interval.
    Unnamed,
}

/// Abbreviations and full names of ratios.
const RATIO_NAMES: [&str; 34] = [
    "OR", "ORs", "aOR", "AOR", "cOR", "COR", "mOR", "ORa", "RR", "RRs", "aRR", "ARR", "RRa", "HR", "HRs",
    "aHR", "AHR", "HRa", "sHR", "SHR", "csHR", "IRR", "aIRR", "PR", "aPR", "APR", "RaR", "POR", "SMR", "SIR",
    "DOR", "RoM", "RP", "RPa",
];
const RATIO_WORDS: [&str; 24] = [
    "odds ratio",
    "odds ratios",
    "hazard ratio",
    "hazard ratios",
    "hazards ratio",
    "risk ratio",
    "risk ratios",
    "rate ratio",
    "rate ratios",
    "relative risk",
    "relative risks",
    "prevalence ratio",
    "incidence rate ratio",
    "relative hazard",
    "relative odds",
    "razón de momios",
    "razón de odds",
    "razón de posibilidades",
    "razón de riesgos",
    "razón de tasas",
    "razón de prevalencias",
    "riesgo relativo",
    "cociente de riesgos",
    "cociente de riesgos instantáneos",
];

/// The estimate before an interval that begins at `begin`.
pub(super) fn estimate_before(
    text: &str,
    begin: usize,
    ps: &[Reported],
    comma: bool,
) -> Option<(Measure, Number, Range<usize>)> {
    let mut end = begin;
    // At most one p in between: `HR 0.76, p = .02, 95% CI …`.
    for _ in 0..2 {
        let before = text.get(..end)?.trim_end_matches([' ', ',', ';', ':', '(', '[', '=']);
        let before = without_error(before);
        match ps.iter().find(|p| p.place.end == before.len()) {
            Some(p) => end = p.place.start,
            None => {
                end = before.len();
                break;
            }
        }
    }
    let before = text.get(..end)?;
    // `an odds ratio (OR) with 95% CI of` and `mean (95% CI)` lack a number.
    let (unit, number_end) = unit_before(before);
    let stem = before.get(..number_end)?;
    let mut at = number_start(stem);
    let digits = stem.get(at..)?;
    if digits.is_empty() {
        return None;
    }
    let before_sign = stem.get(..at)?;
    if let Some(sign) = before_sign.chars().next_back().filter(|c| matches!(c, '-' | '–' | '+')) {
        let rest = before_sign.get(..at - sign.len_utf8())?;
        if rest.is_empty() || rest.ends_with([' ', '=', '(', '[', ':', ',']) {
            at -= sign.len_utf8();
        }
    }
    let before_number = stem.get(..at)?;
    if before_number
        .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '-' | '–' | '^' | '±' | '.' | '×'))
    {
        return None;
    }
    let (number, length) = Number::read(stem.get(at..)?, comma)?;
    if at + length != stem.len() {
        return None;
    }
    let place = at..stem.len();
    let window = before_number.get(floor(before_number, before_number.len().saturating_sub(90))..)?;
    let measure = measure_of(window, &unit, number)?;
    Some((measure, number, place))
}

/// A text without a trailing standard error, deviation or test statistic: `β = 0.42, SE = 0.11`.
fn without_error(text: &str) -> &str {
    static STANDARD_ERROR: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"[,;(\s]\s*\(?(?:SE|S\.E\.|s\.e\.|EE|SEM|SD|DE|standard error|error est[aá]ndar|[tz](?:\s?\([0-9.,]+\))?)\s*[=:]?\s*[-–−]?[0-9]*[.,]?[0-9]+\)?$",
        ))
    });
    let found = STANDARD_ERROR.as_ref().and_then(|pattern| pattern.find(text));
    found.map_or(text, |found| {
        text.get(..found.start()).unwrap_or(text).trim_end_matches([' ', ',', ';', ':', '(', '[', '='])
    })
}

/// A unit at the end of a text, and where the number before it would end: `12.3 months`, `45%`, `3.9 per 1000`.
fn unit_before(text: &str) -> (String, usize) {
    let from = floor(text, text.len().saturating_sub(48));
    let window = text.get(from..).unwrap_or_default();
    // The last number in the window that is not part of the unit (`per 1000 person-years`).
    let mut end = None;
    for (at, c) in window.char_indices() {
        if c.is_ascii_digit() {
            let next = window.get(at + 1..).and_then(|rest| rest.chars().next());
            let ends = next.is_none_or(|next| !next.is_ascii_digit() && !matches!(next, '.' | ','))
                || matches!(next, Some('.' | ','))
                    && !window
                        .get(at + 2..)
                        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            if ends {
                let stem = window.get(..=at).unwrap_or_default();
                let before = stem.get(..number_start(stem)).unwrap_or_default().trim_end();
                let per =
                    [" per", " por", " cada", "/", " in", "^"].iter().any(|word| before.ends_with(word));
                if !per || end.is_none() {
                    end = Some(at + 1);
                }
            }
        }
    }
    match end {
        Some(end) => (window.get(end..).unwrap_or_default().trim().to_owned(), from + end),
        None => (String::new(), text.len()),
    }
}

/// The kind of the number before an interval, from the preceding text; `None` if it is not an estimate.
fn measure_of(before: &str, unit: &str, number: Number) -> Option<Measure> {
    let trimmed = before.trim_end_matches([' ', '=', ':', ',', '(', '[', '≈', '~']);
    let clause_start = trimmed
        .char_indices()
        .rev()
        .find(|(_, c)| matches!(c, ';' | '\u{FFFC}'))
        .map_or(0, |(at, c)| at + c.len_utf8());
    let clause = trimmed.get(clause_start..).unwrap_or_default();
    let clause = match clause.rfind(". ") {
        Some(at) => clause.get(at + 2..).unwrap_or_default(),
        None => clause,
    };
    let unit_fits = unit.is_empty() || unit == "%";
    let last = trimmed.rsplit([' ', '(', '[', ',']).next().unwrap_or_default().trim_end_matches([')', ']']);
    if unit.is_empty() && !number.negative && (RATIO_NAMES.contains(&last) || names_ratio(clause)) {
        return Some(Measure::Ratio);
    }
    if unit.chars().filter(|c| c.is_whitespace()).count() > 4
        || unit.contains([',', ';', '(', ')', '=', '<', '>'])
    {
        return None;
    }
    const NOT_ESTIMATES: [&str; 30] = [
        "n", "N", "p", "P", "in", "en", "year", "grade", "day", "week", "month", "table", "figure", "Table",
        "Figure", "Fig.", "stage", "type", "phase", "level", "score", "age", "aged", "at", "per", "por",
        "df", "±", "month", "visit",
    ];
    if NOT_ESTIMATES.contains(&last) {
        return None;
    }
    // Two groups before one interval: the interval is for their difference.
    let folded = clause.to_lowercase();
    let two = [
        " vs",
        "versus",
        "compared",
        "frente a",
        " than ",
        "from ",
        " desde ",
        "between",
        "entre ",
        " contra ",
        "respectively",
        " and ",
        " y ",
        " or ",
        "against",
    ];
    if two.iter().any(|word| folded.contains(word)) {
        return None;
    }
    if before.trim_end().ends_with('=') || before.trim_end().ends_with(':') {
        return Some(Measure::Named);
    }
    let says = ["was", "were", "is", "of", "fue", "de", "es", "fueron", "by", "en", "un", "una", "a"]
        .contains(&last);
    (number.decimals > 0 || says && unit_fits || unit == "%").then_some(Measure::Unnamed)
}

/// Whether a clause ends with a ratio and its outcome: `hazard ratio for death`.
fn names_ratio(clause: &str) -> bool {
    let folded = clause.to_lowercase();
    let named = RATIO_WORDS.iter().filter_map(|word| folded.rfind(word).map(|at| at + word.len())).max();
    let short = RATIO_NAMES
        .iter()
        .filter_map(|name| {
            let at = clause.rfind(name)?;
            let before = clause.get(..at)?.ends_with(char::is_alphanumeric);
            let behind = clause.get(at + name.len()..)?.starts_with(char::is_alphanumeric);
            (!before && !behind).then_some(at + name.len())
        })
        .max();
    let longest = named.max(short);
    longest.is_some_and(|end| {
        let rest = clause.get(end.min(clause.len())..).unwrap_or_default();
        !rest.contains(|c: char| c.is_ascii_digit()) && rest.split_whitespace().count() <= 9
    })
}

/// The start of the number at the end of `text`.
pub(super) fn number_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = bytes.len();
    while let Some(byte) = at.checked_sub(1).and_then(|index| bytes.get(index)) {
        if !byte.is_ascii_digit() && !matches!(byte, b'.' | b',') {
            break;
        }
        at -= 1;
    }
    while bytes.get(at).is_some_and(|byte| *byte == b',') {
        at += 1;
    }
    at
}
