//! Estimates with their confidence intervals: `OR 0.76 (95% CI 0.61-0.95; p = .02)`.

use super::estimate::{Measure, estimate_before, number_start};
use super::{Number, Reported};
use crate::pattern::Pattern;
use std::ops::Range;
use std::sync::LazyLock;

/// An estimate and its interval. Ranges are in the plain text.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// From the estimate (or the interval, if no estimate was recognised) to the end of the interval.
    pub place: Range<usize>,
    /// What is estimated.
    pub measure: Measure,
    /// The estimate and its range.
    pub estimate: Option<(Number, Range<usize>)>,
    /// The confidence level: .95.
    pub level: Option<f64>,
    /// The lower limit and its range.
    pub low: (Number, Range<usize>),
    /// The upper limit and its range.
    pub high: (Number, Range<usize>),
    /// The adjacent p, as an index into the reported ones.
    pub p: Option<usize>,
    /// Whether it is a credible interval.
    pub credible: bool,
}

impl Interval {
    /// Whether the lower limit exceeds the upper one by more than rounding.
    #[must_use]
    pub fn is_reversed(&self) -> bool {
        let (low, high) = (self.low.0, self.high.0);
        low.value() - low.half_unit() > high.value() + high.half_unit()
    }
}

/// The names of a confidence interval, longest first.
const INTERVAL_NAMES: [&str; 14] = [
    "confidence intervals",
    "confidence interval",
    "credible interval",
    "Confidence interval",
    "Confidence Interval",
    "intervalo de confianza",
    "Intervalo de confianza",
    "intervalo de credibilidad",
    "CrI",
    "ICr",
    "CIs",
    "CI",
    "IC",
    "HDI",
];

/// The intervals of a text, in order. `ps` are its p values; `comma` for decimal commas.
pub(super) fn read(text: &str, ps: &[Reported], comma: bool) -> Vec<Interval> {
    use std::sync::LazyLock;
    static INTERVAL_NAME_FINDER: LazyLock<aho_corasick::AhoCorasick> = LazyLock::new(|| {
        aho_corasick::AhoCorasickBuilder::new()
            .match_kind(aho_corasick::MatchKind::LeftmostFirst)
            .build(INTERVAL_NAMES)
            .expect("the names of intervals make an automaton")
    });
    let mut out: Vec<Interval> = Vec::new();
    for found in INTERVAL_NAME_FINDER.find_iter(text) {
        let starts_word = !text.get(..found.start()).unwrap_or_default().ends_with(char::is_alphabetic);
        let ends_word = !text.get(found.end()..).unwrap_or_default().starts_with(char::is_alphabetic);
        // The same interval may be named twice: `confidence interval (CI)`.
        let inside = out.last().is_some_and(|last| found.start() < last.place.end);
        if starts_word && ends_word && !inside {
            out.extend(at(text, found.start(), found.end(), ps, comma));
        }
    }
    without_name(text, &mut out);
    out
}

/// Adds ratios with bracketed limits but no "95% CI": `HR 0.71 [0.75, 0.94]`, `OR = 1.8 (1.1–2.9)`.
fn without_name(text: &str, out: &mut Vec<Interval>) {
    static UNNAMED_INTERVAL: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"\b(?:[am]?OR|[ac]?HR|[ac]?RR|IRR|[Oo]dds ratio|[Hh]azard ratio|[Rr]isk ratio)(?: of| was|:| =|,)? ?(?P<estimate>[0-9]{1,2}\.[0-9]{1,2}) ?[\[(](?P<low>[0-9]{1,2}\.[0-9]{1,2}) ?(?:,|-|–|;|to) ?(?P<high>[0-9]{1,2}\.[0-9]{1,2})[\])]",
        ))
    });
    let all = UNNAMED_INTERVAL.as_ref().map(|pattern| pattern.captures_iter(text)).into_iter().flatten();
    for captures in all {
        let read = |name: &str| {
            let found = captures.name(name)?;
            let (number, _) = Number::read(found.as_str(), false)?;
            Some((number, found.range()))
        };
        let (Some(whole), Some(estimate)) = (captures.get(0), read("estimate")) else { continue };
        let (Some(low), Some(high)) = (read("low"), read("high")) else { continue };
        if out.iter().any(|known| known.place.start < whole.end() && whole.start() < known.place.end) {
            continue;
        }
        out.push(Interval {
            place: estimate.1.start..whole.end(),
            measure: Measure::Ratio,
            estimate: Some(estimate),
            level: None,
            low,
            high,
            p: None,
            credible: false,
        });
    }
    out.sort_by_key(|found| found.place.start);
}

/// A cursor over the plain text.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, set: &[char]) -> bool {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches(set);
        self.at += rest.len() - trimmed.len();
        trimmed.len() < rest.len()
    }

    fn word(&mut self, words: &[&str]) -> bool {
        let rest = self.rest();
        for word in words {
            if let Some(behind) = rest.strip_prefix(word)
                && !behind.starts_with(char::is_alphabetic)
            {
                self.at += word.len();
                return true;
            }
        }
        false
    }

    fn number(&mut self, comma: bool) -> Option<(Number, Range<usize>)> {
        let (number, length) = Number::read(self.rest(), comma)?;
        let place = self.at..self.at + length;
        self.at += length;
        Some((number, place))
    }
}

/// Reads the interval whose name is at `start..end`.
fn at(text: &str, start: usize, end: usize, ps: &[Reported], comma: bool) -> Option<Interval> {
    let credible = text.get(start..end)?.to_lowercase().contains("cr");
    let mut cursor = Cursor { text, at: end };
    let mut begin = start;
    let mut level = level_before(text, &mut begin);
    // `confidence interval (CI) of 95%`, `IC del 95 %:`, `CI95%`
    for _ in 0..4 {
        cursor.skip(&[' ', '(', '[', ')', ']']);
        if cursor.word(&["CI", "IC", "CrI", "ICr", "del", "al", "de", "of", "at"]) {
            continue;
        }
        if level.is_none()
            && let Some((number, place)) = read_level(text, cursor.at)
        {
            level = Some(number);
            cursor.at = place;
        }
    }
    cursor.skip(&[' ', ',', ':', ';', '=', '(', '[', ')', ']', '}']);
    cursor.word(&[
        "of",
        "was",
        "from",
        "ranging from",
        "between",
        "entre",
        "de",
        "desde",
        "is",
        "fue",
        "range",
        "were",
    ]);
    cursor.skip(&[' ', ',', ':', ';', '=', '(', '[']);
    let (low, high, finish) = limits(text, cursor.at, comma)?;
    let estimate = estimate_before(text, begin, ps, comma);
    let (measure, estimate) = match estimate {
        Some((measure, number, place)) => (measure, Some((number, place))),
        None => (Measure::Unnamed, None),
    };
    let p = beside(text, estimate.as_ref().map(|(_, place)| place.end), begin, finish, ps);
    let from = estimate.as_ref().map_or(begin, |(_, place)| place.start);
    Some(Interval { place: from..finish, measure, estimate, level, low, high, p, credible })
}

/// `0.61-0.95`, `0.61 to 0.95`, `[0.61, 0.95]`, `0,61; 0,95` at `start`, with the end.
type PlacedNumber = (Number, Range<usize>);
fn limits(text: &str, start: usize, comma: bool) -> Option<(PlacedNumber, PlacedNumber, usize)> {
    let mut cursor = Cursor { text, at: start };
    let mut low = cursor.number(comma)?;
    // A lower limit such as `1,234` is ambiguous if neither the upper one nor the rest of the sentence decides it.
    cursor.skip(&[' ', '%']);
    let dash = cursor.rest().starts_with(['-', '–', '~']);
    let parted = if dash {
        cursor.at += cursor.rest().chars().next().map_or(0, char::len_utf8);
        true
    } else {
        cursor.word(&["to", "a", "and", "y", "e", "hasta", "through", "until"]) || cursor.skip(&[',', ';'])
    };
    if !parted {
        return None;
    }
    // `CI = 100 - (2 × α)` is a formula.
    cursor.skip(&[' ']);
    // `0.61 – +0.95`, and `-0.3 to -0.1`
    let mut high = cursor.number(comma)?;
    if low.0.comma != high.0.comma && low.0.decimals == 3 {
        let mut again = Cursor { text, at: start };
        low = again.number(true).unwrap_or(low);
    }
    let mut end = cursor.at;
    let behind = cursor.rest();
    // `1.2-3.4-5.6` and `3.4.5` are not intervals; nor is `0.61, 0.95, 0.3`.
    if behind.starts_with(|c: char| c.is_ascii_digit() || c == '/')
        || behind.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        return None;
    }
    if behind.starts_with('%') {
        end += 1;
    }
    if dash && high.0.negative && low.0.value() > high.0.value() && !low.0.negative {
        // `0.5--0.9` typed with two hyphens.
        high.0.negative = false;
    }
    Some((low, high, end))
}

/// A level after the name: `95%`, `95 %`, `95`.
fn read_level(text: &str, at: usize) -> Option<(f64, usize)> {
    let (number, length) = Number::read(text.get(at..)?, false)?;
    let end = at + length;
    let behind = text.get(end..)?;
    let percent = behind.trim_start_matches(' ').strip_prefix('%');
    let level = level(number)?;
    match percent {
        Some(rest) => Some((level, text.len() - rest.len())),
        None if number.is_whole() && behind.starts_with([' ', ':', ',', ')', ']', '=', '[', '(']) => {
            Some((level, end))
        }
        None => None,
    }
}

fn level(number: Number) -> Option<f64> {
    let value = number.value();
    ([80.0, 90.0, 95.0, 97.5, 98.0, 99.0, 99.9].contains(&value)).then_some(value / 100.0)
}

/// The level before the name: `95% `, `95-%`, `95 percent `, `(95%) `. Moves `start` to it.
fn level_before(text: &str, start: &mut usize) -> Option<f64> {
    let before = text.get(..*start)?.trim_end_matches([' ', '-', ')', '(']);
    let before = ["percent", "per cent", "%", "por ciento"]
        .into_iter()
        .find_map(|sign| before.strip_suffix(sign))
        .map(|rest| rest.trim_end_matches([' ', '-']))?;
    let at = number_start(before);
    let (number, length) = Number::read(before.get(at..)?, false)?;
    if at + length != before.len() {
        return None;
    }
    let level = level(number)?;
    *start = at;
    Some(level)
}

/// The p adjacent to an interval: after it, or between the estimate and it.
fn beside(
    text: &str,
    estimate: Option<usize>,
    begin: usize,
    finish: usize,
    ps: &[Reported],
) -> Option<usize> {
    let separator =
        |gap: &str| gap.chars().all(|c| matches!(c, ' ' | ',' | ';' | ')' | ']' | '(' | '[' | ':' | '%'));
    let behind = ps.partition_point(|p| p.place.start < finish);
    if let Some(p) = ps.get(behind)
        && p.place.start - finish <= 8
        && text.get(finish..p.place.start).is_some_and(separator)
    {
        return Some(behind);
    }
    let estimate = estimate?;
    let between = ps.partition_point(|p| p.place.start < estimate);
    let p = ps.get(between)?;
    (p.place.end <= begin && text.get(estimate..p.place.start).is_some_and(separator)).then_some(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::statistics::{equation, result};

    fn intervals(text: &str) -> Vec<String> {
        let (_, ps) = result::read(text, &equation::scan(text, false), false);
        read(text, &ps, false)
            .into_iter()
            .map(|found| {
                let estimate = found.estimate.map_or("-", |(_, place)| &text[place]);
                let p = found.p.map_or(String::new(), |index| format!(" {}", &text[ps[index].place.clone()]));
                let level = found.level.map_or(String::from("?"), |level| format!("{level}"));
                format!(
                    "{:?} {estimate} [{} {}] {level}{p}",
                    found.measure, &text[found.low.1], &text[found.high.1]
                )
            })
            .collect()
    }

    #[test]
    fn ratios_in_many_styles() {
        for text in [
            "OR 0.76 (95% CI 0.61-0.95; p = 0.02)",
            "OR = 0.76, 95% CI [0.61, 0.95], p = 0.02",
            "odds ratio, 0.76; 95% CI, 0.61 to 0.95; p = 0.02",
            "hazard ratio for death, 0.76; 95% CI, 0.61 to 0.95; p = 0.02",
            "adjusted hazard ratio [HR] 0.76, 95% confidence interval [CI] 0.61–0.95, p = 0.02",
            "(OR: 0.76; CI95%: 0.61 to 0.95; p = 0.02)",
            "aHR of 0.76 (95 % CI = 0.61 ~ 0.95, p = 0.02)",
            "RR 0.76, p = 0.02, 95% CI 0.61–0.95",
        ] {
            assert_eq!(intervals(text), ["Ratio 0.76 [0.61 0.95] 0.95 p = 0.02"], "{text}");
        }
        for text in [
            "OR 0,76 (IC 95%: 0,61-0,95; p = 0,02)",
            "razón de momios 0,76 (IC del 95 % 0,61 a 0,95; p = 0,02)",
            "HR: 0,76; intervalo de confianza (IC) del 95%: 0,61-0,95; p = 0,02",
            "riesgo relativo de 0,76 (IC95% [0,61; 0,95]; p = 0,02)",
        ] {
            assert_eq!(intervals(text), ["Ratio 0,76 [0,61 0,95] 0.95 p = 0,02"], "{text}");
        }
    }

    #[test]
    fn other_estimates() {
        assert_eq!(intervals("mean difference = -1.2, 95% CI [-3.0, 0.6]"), ["Named -1.2 [-3.0 0.6] 0.95"]);
        assert_eq!(
            intervals("survival was 12.3 months (95% CI 10.1–14.2)"),
            ["Unnamed 12.3 [10.1 14.2] 0.95"]
        );
        assert_eq!(intervals("a prevalence of 42% (95% CI 27% to 59%)"), ["Unnamed 42 [27 59] 0.95"]);
        assert_eq!(intervals("4.5 per 1000 person-years (95% CI 3.9-5.2)"), ["Unnamed 4.5 [3.9 5.2] 0.95"]);
        assert_eq!(intervals("by 1.2 points (99% CI, -2.0 to -0.4)"), ["Unnamed 1.2 [-2.0 -0.4] 0.99"]);
    }

    #[test]
    fn a_number_that_is_no_estimate_is_none() {
        for text in [
            "34.0% vs. 28.1% (95% CI 1.2 to 11.3)",
            "at 12 months (95% CI 1.2 to 11.3)",
            "in 2019 (95% CI 1.2 to 11.3)",
            "(n = 45; 95% CI 1.2 to 11.3)",
            "women (95% CI 1.2 to 11.3)",
            "from 12.1 to 10.3 (95% CI 1.2 to 11.3)",
        ] {
            let found = intervals(text);
            assert!(found.iter().all(|found| found.starts_with("Unnamed - ")), "{text} {found:?}");
        }
        for text in ["the CI was wide", "CI/CD 3-4", "95% CI", "HR with 95% CI were computed", "IC 1.2.3-4"] {
            assert!(intervals(text).is_empty(), "{text} {:?}", intervals(text));
        }
    }
}
