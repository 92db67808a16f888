//! Finds citations by number: `[3]`, `[1-3,7]`, `^1,2^`, `<sup>1,2</sup>`, `¹²`.
//!
//! A number in brackets may also be an interval, an index or a year, and a raised one an exponent.
//! Only forms that are almost certainly citations are taken, and the document ignores them if it
//! lacks a numbered list.

use crate::list_marker::MAX_REFERENCE_NUMBER;
use crate::{Citation, Mode, Target, spans};
use referee_text::Span;

/// The maximum length of a range, such as `[1-40]`.
const MAX_RANGE: u32 = 200;

/// The maximum length of the word before a bracket that is examined, in bytes.
const MAX_WORD_BYTES: usize = 64;

/// Words before a bracket that make its numbers a range or an index.
const RANGE_WORDS: &[&str] = &[
    "ci",
    "cri",
    "hdi",
    "hpd",
    "pi",
    "iqr",
    "interval",
    "intervals",
    "range",
    "ranges",
    "ranging",
    "ranged",
    "scale",
    "ic",
    "intervalo",
    "rango",
    "between",
    "domain",
    "step",
    "item",
    "row",
    "column",
    "min",
    "max",
    "sd",
    "se",
];

/// Words before a raised number that make it an exponent.
const POWER_WORDS: &[&str] = &[
    "sec", "min", "mol", "log", "exp", "chi", "eta", "omega", "epsilon", "sigma", "tau", "phi", "rho",
    "kappa", "beta", "alpha", "gamma", "delta", "lambda", "theta", "inch", "day", "hour", "metre", "meter",
    "square", "pixel", "pixels",
];

/// Returns the citations by number in `text`, outside the `opaque` parts, which are in order and do
/// not overlap.
pub(crate) fn find(text: &str, opaque: &[Span]) -> Vec<Citation> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some((start, opening)) = next_opening(text, from) {
        from = start + opening.len();
        let found = match opening {
            "[" => bracketed(text, start),
            "^" => raised(text, start, "^", "^"),
            "<sup>" => raised(text, start, "<sup>", "</sup>"),
            _ => superscript(text, start),
        };
        let Some((end, numbers)) = found else { continue };
        from = end;
        if !spans::hold(opaque, start) {
            let span = Span::new(start, end);
            let target = Target::Numbers(numbers);
            out.push(Citation { span, group: span, target, mode: Mode::Parenthetical });
        }
    }
    out
}

/// Returns the next place that may be a citation by number, with its opening delimiter.
fn next_opening(text: &str, from: usize) -> Option<(usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        let byte = *bytes.get(at)?;
        let len = match byte {
            b'[' | b'^' => 1,
            b'<' if bytes.get(at..at + 5).is_some_and(|tag| tag.eq_ignore_ascii_case(b"<sup>")) => 5,
            0xC2 | 0xE2 => {
                let c = text.get(at..).and_then(|rest| rest.chars().next());
                c.filter(|c| superscript_digit(*c).is_some()).map_or(0, char::len_utf8)
            }
            _ => 0,
        };
        if len > 0 {
            let opening = if len == 5 { "<sup>" } else { text.get(at..at + len)? };
            return Some((at, opening));
        }
        at += 1;
    }
}

/// Returns at most about `most` bytes of the text from `start`.
fn ahead(text: &str, start: usize, most: usize) -> Option<&str> {
    text.get(start..text.floor_char_boundary(start.saturating_add(most)))
}

/// Reads numbers in brackets: `[3]`, `[1-3,7]`.
fn bracketed(text: &str, start: usize) -> Option<(usize, Vec<u32>)> {
    // The bound is the maximum length of a group of numbers: a text full of opening brackets costs
    // no more than another.
    let close = start + ahead(text, start, 120)?.find([']', '\n'])?;
    let numbers = numbers(text.get(start + 1..close)?)?;
    let behind = text.get(close..)?.strip_prefix(']')?;
    if behind.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | '[' | '{' | ':' | '=')) {
        return None;
    }
    let before = text.get(..start)?;
    if before.ends_with(['[', '!', '\\', '=', '^', '$', '_', '"', '\''])
        || before.trim_end().ends_with(['=', '∈', '±', '~', '≈'])
    {
        return None;
    }
    let word: String = before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let adjoins = !word.is_empty();
    if adjoins && (word.chars().count() < 3 || !word.chars().all(char::is_alphabetic)) {
        // An index: `x[1]`, `df2[3]`. A word of the text has at least three letters.
        return None;
    }
    if before.ends_with([')', ']'])
        && before.len() > 1
        && text.get(close + 1..).is_some_and(|rest| rest.starts_with('['))
    {
        return None;
    }
    let near = before.get(before.floor_char_boundary(before.len().saturating_sub(MAX_WORD_BYTES))..)?;
    let previous = near.trim_end().rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let previous = previous.trim_matches(|c: char| matches!(c, ':' | ',' | ';' | '('));
    let several = numbers.len() > 1;
    if before.trim_end().ends_with('%') {
        if several && is_interval(near, &numbers) {
            return None;
        }
    } else if several {
        let folded = previous.to_lowercase();
        let a_year = previous.len() == 4 && previous.starts_with(['1', '2']);
        let a_value = previous
            .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '−' | '+' | '.'))
            && previous.chars().all(|c| !c.is_alphabetic())
            && !a_year
            && !before.trim_end().ends_with(['.', ',', ';']);
        if RANGE_WORDS.contains(&folded.as_str()) || a_value {
            return None;
        }
    }
    Some((close + 1, numbers))
}

/// Returns whether several numbers after a percentage are its limits, `45% [40-50]`, or those of a level of confidence,
/// `2.3 (95% [1, 4])`; in `38% [4,5]` they cite.
fn is_interval(before: &str, numbers: &[u32]) -> bool {
    const LEVELS: [f64; 3] = [90.0, 95.0, 99.0];
    let number = before.trim_end().trim_end_matches(['%', '\\', ' ', '\u{a0}', '\u{202f}']);
    let ahead = number.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let percentage =
        number.get(ahead.len()..).and_then(|number| number.replace(',', ".").parse::<f64>().ok());
    let Some(percentage) = percentage else { return false };
    let is_level = LEVELS.contains(&percentage) && ahead.trim_end().ends_with(['(', ',', ';']);
    let limits = numbers.iter().min().zip(numbers.iter().max());
    is_level || limits.is_some_and(|(low, high)| (f64::from(*low)..=f64::from(*high)).contains(&percentage))
}

/// Reads raised numbers between delimiters: `^1,2^`, `<sup>1,2</sup>`.
fn raised(text: &str, start: usize, open: &str, close: &str) -> Option<(usize, Vec<u32>)> {
    let inner = ahead(text, start + open.len(), 60)?;
    let len = inner.find(['<', '^', '\n']).filter(|len| *len > 0)?;
    let end = start + open.len() + len;
    if !text
        .get(end..)
        .and_then(|rest| rest.get(..close.len()))
        .is_some_and(|tag| tag.eq_ignore_ascii_case(close))
    {
        return None;
    }
    let numbers = numbers(inner.get(..len)?)?;
    may_be_raised_citation(text.get(..start)?, &numbers).then_some((end + close.len(), numbers))
}

/// Returns the numbers of a raised `list` after `before`, for formats with special markup for
/// raised text.
pub(crate) fn raised_list(before: &str, list: &str) -> Option<Vec<u32>> {
    let numbers = Some(list.trim()).filter(|list| (1..=60).contains(&list.len())).and_then(numbers)?;
    may_be_raised_citation(before, &numbers).then_some(numbers)
}

/// Reads numbers in raised digits: `¹²`, `¹,²`, `¹⁻³`.
fn superscript(text: &str, start: usize) -> Option<(usize, Vec<u32>)> {
    let mut plain = String::new();
    let mut end = start;
    for (at, c) in text.get(start..)?.char_indices() {
        let next_raised = || {
            text.get(start + at + c.len_utf8()..)
                .and_then(|rest| rest.chars().next())
                .and_then(superscript_digit)
        };
        match c {
            c if superscript_digit(c).is_some() => {
                plain.extend(superscript_digit(c).and_then(|d| char::from_digit(d, 10)))
            }
            '⁻' | '˒' | '\u{2E34}' | ',' | '-' | '–' if next_raised().is_some() => {
                plain.push(if matches!(c, '⁻' | '-' | '–') { '-' } else { ',' });
            }
            _ => break,
        }
        end = start + at + c.len_utf8();
    }
    let numbers = numbers(&plain)?;
    may_be_raised_citation(text.get(..start)?, &numbers).then_some((end, numbers))
}

/// Returns whether a raised number after `before` can be a citation, and not an exponent, an
/// ordinal or a footnote of an author.
fn may_be_raised_citation(before: &str, numbers: &[u32]) -> bool {
    let Some(last) = before.chars().next_back() else { return false };
    if matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '"' | '”' | '’' | '»' | '\'' | '%')
    {
        return true;
    }
    if last.is_whitespace() || last.is_numeric() || !last.is_alphabetic() {
        return false;
    }
    let word: String = before
        .chars()
        .rev()
        .take_while(|c| c.is_alphanumeric())
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let exponent = matches!(numbers, [2..=4]) && POWER_WORDS.contains(&word.to_lowercase().as_str());
    // `m²`, `cm³`, `R²`, `kg`: units and symbols are short.
    letters >= 3 && !exponent
}

/// Returns the numbers of `1-3,7`: integers from 1 to [`MAX_REFERENCE_NUMBER`].
fn numbers(list: &str) -> Option<Vec<u32>> {
    let mut out = Vec::new();
    for part in list.split([',', ';']) {
        let mut ends = part.split(['-', '–', '—', '‐', '‑', '−']);
        let first = number(ends.next()?)?;
        match (ends.next(), ends.next()) {
            (None, _) => out.push(first),
            (Some(last), None) => {
                let last = number(last)?;
                if last <= first || last - first > MAX_RANGE {
                    return None;
                }
                out.extend(first..=last);
            }
            _ => return None,
        }
    }
    let mut sorted = out.clone();
    sorted.sort_unstable();
    // No citation contains the same number twice.
    sorted.windows(2).all(|pair| pair.first() != pair.last()).then_some(out)
}

fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    let digits = (1..=4).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && !text.starts_with('0');
    digits.then(|| text.parse().ok()).flatten().filter(|number| *number <= MAX_REFERENCE_NUMBER)
}

/// Returns the value of a raised digit.
pub(crate) fn superscript_digit(c: char) -> Option<u32> {
    "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c).and_then(|value| u32::try_from(value).ok())
}
