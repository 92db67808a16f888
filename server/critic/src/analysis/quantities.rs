//! Quantities: a number or range with a unit and an optional denominator.
//!
//! Numbers keep their written form and their exact value: `5,0` and `5.0` are five with one decimal place. `1,000` and
//! `1.000` with a unit follow the block's language. A quantity per volume (`mg/dL`) is a concentration, not a dose.

pub use crate::analysis::units::{Measure, Per};

use crate::analysis::folding::fold;
use crate::analysis::units::{DENOMINATORS, MAX_UNIT_BYTES, SetPer, UNITS};
use referee_text::Span;

/// A number as written, with its exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its location.
    pub span: Span,
    /// All digits as one integer, without marks.
    pub digits: u64,
    /// The number of digits after the decimal mark.
    pub decimals: u8,
    /// The decimal mark, if present.
    pub mark: Option<char>,
    /// Whether the digit before the decimal mark is missing: `.5`.
    pub is_naked: bool,
    /// Whether its thousands are grouped.
    pub is_grouped: bool,
}

impl Number {
    /// The value as the nearest floating-point number.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.digits as f64 / 10f64.powi(i32::from(self.decimals))
    }
}

/// A number with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// From the first digit to the end of the unit.
    pub span: Span,
    /// The number; for a range, the lower bound.
    pub number: Number,
    /// The upper bound of a range.
    pub upper: Option<Number>,
    /// The unit as written, without the denominator.
    pub unit: Span,
    /// What is measured.
    pub measure: Measure,
    /// The denominator.
    pub per: Per,
}

impl Quantity {
    /// Whether its unit allows a dose; the context decides whether it is one.
    #[must_use]
    pub fn may_be_dose(&self) -> bool {
        use Measure as M;
        !self.per.concentration
            && matches!(
                self.measure,
                M::Mass | M::Volume | M::Units | M::Amount | M::Radiation | M::Activity | M::Auc
            )
    }
}

/// The quantities in a text. `spanish` decides how an ambiguous group of three digits is read.
#[must_use]
pub fn read(text: &str, spanish: bool) -> Vec<Quantity> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(u8::is_ascii_digit)) {
        let digit = at + found;
        let Some(number) = number_at(text, digit, spanish) else {
            at = skip_word(bytes, digit);
            continue;
        };
        at = number.span.end as usize;
        if let Some(quantity) = quantity(text, number, spanish) {
            at = quantity.span.end as usize;
            out.push(quantity);
        } else if let Some(auc) = auc(text, number) {
            out.push(auc);
        }
    }
    out
}

fn skip_word(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric()) {
        at += 1;
    }
    at
}

/// The number whose first digit is at `at`; `None` if it is part of a word (`B12`).
pub(crate) fn number_at(text: &str, at: usize, spanish: bool) -> Option<Number> {
    let bytes = text.as_bytes();
    let before = text.get(..at)?.chars().next_back();
    if before.is_some_and(|c| c.is_alphabetic() || c == '_') {
        return None;
    }
    let mut start = at;
    let mut is_naked = false;
    if let Some(mark @ ('.' | ',')) = before {
        let ahead = text.get(..at - mark.len_utf8())?.chars().next_back();
        // Accept ".5 mg" as a number, but not the digits of "p.5", "3..5" and "a,5".
        is_naked = ahead.is_none_or(|c| {
            c.is_whitespace() || matches!(c, '(' | '[' | ':' | '-' | '–' | '=' | '/' | '~' | '>' | '<' | '|')
        });
        if is_naked {
            start = at - 1;
        }
    }
    let run = |from: usize| {
        bytes.get(from..).map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_digit()).count())
    };
    let mut digits = Digits::default();
    let first = run(at);
    digits.push(text.get(at..at + first)?);
    let mut end = at + first;
    if is_naked {
        let mark = before;
        return digits.number(Span::new(start, end), u8::try_from(first).ok()?, mark, true, false);
    }
    // Groups of three digits, separated by comma, full stop or thin space.
    let mut grouped = None;
    if first <= 3 {
        while let Some(separator) = text.get(end..).and_then(|rest| rest.chars().next()) {
            let fits = match separator {
                ',' => !spanish || grouped == Some(','),
                '.' => spanish || grouped == Some('.'),
                '\u{a0}' | '\u{202f}' | '\u{2009}' => true,
                _ => false,
            };
            let behind = end + separator.len_utf8();
            let starts_zero =
                grouped.is_none() && text.get(at..at + first).is_some_and(|digits| digits.starts_with('0'));
            if !fits || starts_zero || grouped.is_some_and(|mark| mark != separator) || run(behind) != 3 {
                break;
            }
            digits.push(text.get(behind..behind + 3)?);
            end = behind + 3;
            grouped = Some(separator);
        }
    }
    // The decimal mark.
    if let Some(mark @ ('.' | ',' | '·')) = text.get(end..).and_then(|rest| rest.chars().next())
        && grouped != Some(mark)
    {
        let behind = end + mark.len_utf8();
        let count = run(behind);
        let more = text.get(behind + count..).and_then(|rest| rest.chars().next());
        let in_list = more == Some(mark) && run(behind + count + 1) > 0;
        if (1..=9).contains(&count) && !in_list {
            digits.push(text.get(behind..behind + count)?);
            let span = Span::new(start, behind + count);
            return digits.number(span, u8::try_from(count).ok()?, Some(mark), false, grouped.is_some());
        }
    }
    digits.number(Span::new(start, end), 0, None, false, grouped.is_some())
}

/// Accumulates digits; rejects numbers too long for an exact value.
#[derive(Default)]
struct Digits {
    value: Option<u64>,
    overflows: bool,
}

impl Digits {
    fn push(&mut self, digits: &str) {
        for digit in digits.bytes() {
            let value =
                self.value.unwrap_or(0).checked_mul(10).and_then(|v| v.checked_add(u64::from(digit - b'0')));
            self.overflows |= value.is_none();
            self.value = Some(value.unwrap_or(0));
        }
    }

    fn number(
        self,
        span: Span,
        decimals: u8,
        mark: Option<char>,
        is_naked: bool,
        is_grouped: bool,
    ) -> Option<Number> {
        (!self.overflows).then_some(Number {
            span,
            digits: self.value?,
            decimals,
            mark,
            is_naked,
            is_grouped,
        })
    }
}

/// The quantity that begins with `number`.
fn quantity(text: &str, number: Number, spanish: bool) -> Option<Quantity> {
    let mut end = number.span.end as usize;
    let mut upper = None;
    // "5-10 mg", "5 to 10 mg", "5 a 10 mg", "800/160 mg".
    if let Some((second, behind)) = second_number(text, end, spanish)
        && unit_at(text, behind).is_some()
    {
        upper = Some(second);
        end = behind;
    }
    let (unit, measure) = unit_at(text, end)?;
    let (per, end) = per(text, unit.end as usize);
    let mut quantity =
        Quantity { span: Span::new(number.span.start as usize, end), number, upper, unit, measure, per };
    // "5 mg - 10 mg".
    if upper.is_none()
        && let Some((second, behind)) = second_number(text, unit.end as usize, spanish)
        && let Some((again, same)) = unit_at(text, behind)
        && same == measure
        && text.get(again.range()) == text.get(unit.range())
        && !text.get(unit.range().end..second.span.start as usize).is_some_and(|gap| gap.contains('/'))
    {
        let (per, end) = self::per(text, again.end as usize);
        quantity.upper = Some(second);
        quantity.span.end = Span::at(end).end;
        quantity.per = per;
    }
    Some(quantity)
}

/// A second number after a dash, a slash or "to", with its end.
fn second_number(text: &str, at: usize, spanish: bool) -> Option<(Number, usize)> {
    let rest = text.get(at..)?;
    let trimmed = rest.trim_start_matches([' ', '\u{a0}']);
    let behind = ["--", "-", "–", "—", "/", "to ", "a ", "or ", "o ", "y ", "and ", "hasta "]
        .iter()
        .find_map(|joint| trimmed.strip_prefix(joint))?;
    let inner = behind.trim_start_matches([' ', '\u{a0}']);
    let start = text.len() - inner.len();
    let digit = inner.bytes().next()?;
    if !digit.is_ascii_digit() {
        return None;
    }
    let number = number_at(text, start, spanish)?;
    Some((number, number.span.end as usize))
}

/// The unit at `at`, after spaces, a no-break space or a hyphen.
fn unit_at(text: &str, at: usize) -> Option<(Span, Measure)> {
    let rest = text.get(at..)?;
    let gap = rest.len()
        - rest
            .trim_start_matches([' ', '\u{a0}', '\u{202f}', '\u{2009}', '~', '\t'])
            .trim_start_matches('-')
            .len();
    if gap > 6 {
        return None;
    }
    let start = at + gap;
    let window = text.get(start..)?;
    let first = window.chars().next()?;
    if !(first.is_alphabetic() || matches!(first, '%' | '°' | 'º' | 'µ' | 'μ' | '[')) {
        return None;
    }
    let window = window.get(..window.floor_char_boundary(MAX_UNIT_BYTES.min(window.len())))?;
    for (name, measure) in UNITS {
        let Some(len) = starts_with_folded(window, name) else { continue };
        let behind = window.get(len..).and_then(|rest| rest.chars().next());
        // A following letter or digit makes it another word; "m2" is an area.
        if behind.is_some_and(|c| c.is_alphanumeric() || matches!(c, '²' | '³' | '^'))
            && !matches!(*name, "%" | "°" | "º")
        {
            continue;
        }
        if !has_right_case(window.get(..len)?, name) {
            continue;
        }
        return Some((Span::new(start, start + len), *measure));
    }
    None
}

/// Some units differ from words or other units only by case: `5 G` is not gram, `5 M` is not metre, `M` is not a unit.
fn has_right_case(written: &str, name: &str) -> bool {
    match name {
        "g" | "m" | "h" | "s" | "mm" | "cm" | "ms" | "ng" | "pg" | "nm" => written == name,
        "gr" => written != "GR",
        // `mU` is a thousandth of a unit.
        "mu" => written == "MU",
        "kg" | "mg" => !matches!(written, "kG" | "mG"),
        _ => true,
    }
}

/// The byte length of the folded prefix `name` in `text`.
fn starts_with_folded(text: &str, name: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    let mut end = 0;
    for wanted in name.chars() {
        let (at, c) = chars.next()?;
        let c = match c {
            'μ' => 'µ',
            c if c.is_ascii() => c.to_ascii_lowercase(),
            'á' | 'Á' => 'a',
            'í' | 'Í' => 'i',
            'ó' | 'Ó' => 'o',
            'ñ' | 'Ñ' => 'n',
            '\u{a0}' => ' ',
            c => c,
        };
        if c != wanted {
            return None;
        }
        end = at + text.get(at..)?.chars().next()?.len_utf8();
    }
    Some(end)
}

/// The denominator of a quantity and its end.
fn per(text: &str, at: usize) -> (Per, usize) {
    let mut per = Per::default();
    let mut end = at;
    // "mg/kg/day", "mg per kg per day": at most three.
    for _ in 0..3 {
        let Some(rest) = text.get(end..) else { break };
        let trimmed = rest.trim_start_matches([' ', '\u{a0}']);
        let behind = if let Some(behind) = trimmed.strip_prefix('/') {
            behind
        } else if let Some(behind) =
            ["per ", "por ", "al ", "a la ", "cada "].iter().find_map(|word| strip_folded(trimmed, word))
        {
            behind
        } else if let Some(behind) = ["·", "*"].iter().find_map(|mark| trimmed.strip_prefix(mark)) {
            behind
        } else {
            break;
        };
        let inner = behind.trim_start_matches([' ', '\u{a0}']);
        let start = text.len() - inner.len();
        let window =
            inner.get(..inner.floor_char_boundary(MAX_UNIT_BYTES.min(inner.len()))).unwrap_or_default();
        let mut best: Option<(usize, SetPer)> = None;
        for (name, mark) in DENOMINATORS {
            if let Some(len) = starts_with_folded(window, name)
                && !window.get(len..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric)
                && best.is_none_or(|(known, _)| len > known)
            {
                best = Some((len, *mark));
            }
        }
        let Some((len, mark)) = best else {
            // "mg/100 mL", "/1.73 m2": a number makes it a concentration.
            if trimmed.starts_with('/')
                && inner.starts_with(|c: char| c.is_ascii_digit())
                && !is_interval(inner)
            {
                per.concentration = true;
            }
            break;
        };
        mark(&mut per);
        end = start + len;
    }
    (per, end)
}

/// Whether a text begins with a dosing interval: the `8 h` of "5.000 UI/8 h".
fn is_interval(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let unit: String = rest.trim_start().chars().take_while(|c| c.is_alphabetic()).collect();
    text.len() - rest.len() <= 2
        && matches!(fold(&unit).as_str(), "h" | "hs" | "hr" | "hrs" | "horas" | "hours")
}

fn strip_folded<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.get(starts_with_folded(text, word)?..)
}

/// "AUC 5", "AUC of 5", "AUC = 5": the unit comes first.
fn auc(text: &str, number: Number) -> Option<Quantity> {
    let before = text.get(..number.span.start as usize)?;
    let tail = before.trim_end_matches([' ', '=', '\u{a0}', ':', '(']);
    let tail = tail.strip_suffix("of").or_else(|| tail.strip_suffix("de")).unwrap_or(tail).trim_end();
    let name = tail.get(tail.len().checked_sub(3)?..)?;
    if fold(name) != "auc" || before.len() - tail.len() > 6 {
        return None;
    }
    let unit = Span::new(tail.len() - 3, tail.len());
    // The area under an ROC curve is at most one.
    if number.value() < 1.0 || number.value() > 12.0 {
        return None;
    }
    Some(Quantity {
        span: Span::new(unit.start as usize, number.span.end as usize),
        number,
        upper: None,
        unit,
        measure: Measure::Auc,
        per: Per::default(),
    })
}

#[cfg(test)]
mod tests;
