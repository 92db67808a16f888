//! Degrees of freedom of a statistic: in parentheses, in a lost subscript, next to it, or after p.

use super::super::Number;
use super::super::equation::Equation;
use super::gap::belongs;
use super::names::{self, Statistic, StatisticKind, statistic};

/// Degrees of freedom and their position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Degrees {
    /// Empty for z, two for F, one for the others.
    pub(super) numbers: Vec<f64>,
    /// The end of the statistic including them.
    pub(super) end: usize,
    /// The start of their label, if they have their equation (`df = 28`).
    pub(super) label: Option<usize>,
}

/// Whether a statistic has its degrees of freedom in its label or directly after it.
pub(super) fn has_own(text: &str, equation: &Equation) -> bool {
    statistic(text, equation).is_some_and(|statistic| {
        in_name(text, statistic, equation).is_some()
            || statistic.kind != StatisticKind::Z && after(text, statistic.kind, equation.place.end).is_some()
    })
}

/// The degrees of freedom in the name of the statistic at `index`, or between it and its p.
pub(super) fn beside(
    text: &str,
    statistic: Statistic,
    equations: &[Equation],
    index: usize,
) -> Option<Degrees> {
    let equation = equations.get(index)?;
    let end = equation.place.end;
    if let Some(numbers) = in_name(text, statistic, equation) {
        return Some(Degrees { numbers, end, label: None });
    }
    if equation.group.is_some() || statistic.kind == StatisticKind::Z {
        return None;
    }
    if let Some((numbers, end)) = after(text, statistic.kind, end) {
        return Some(Degrees { numbers, end, label: None });
    }
    let later = equations.get(index + 1..)?;
    let until = later.iter().position(|other| is_p_or_statistic(text, other)).unwrap_or(later.len());
    named(text, statistic.kind, later.get(..until)?, end)
}

/// The degrees of freedom directly before the statistic at `index`, or after its p, which ends at `end`; `used` are
/// those of other results.
pub(super) fn apart(
    text: &str,
    statistic: Statistic,
    equations: &[Equation],
    index: usize,
    end: usize,
    used: &[usize],
) -> Option<Degrees> {
    let equation = equations.get(index)?;
    if equation.group.is_some() || statistic.kind == StatisticKind::Z {
        return None;
    }
    if let Some(before) = index.checked_sub(1).and_then(|before| equations.get(before))
        && !used.contains(&before.label.start)
        && let Some(found) = named(text, statistic.kind, std::slice::from_ref(before), before.label.start)
        && is_punctuation(text.get(found.end..equation.label.start)?)
    {
        return Some(Degrees { end: equation.place.end, ..found });
    }
    if let Some((numbers, end)) = after(text, statistic.kind, end) {
        return Some(Degrees { numbers, end, label: None });
    }
    let from = equations.iter().position(|other| other.label.start >= end)?;
    let later = equations.get(from..)?;
    let until = later.iter().position(|other| is_p_or_statistic(text, other)).unwrap_or(later.len());
    let found = named(text, statistic.kind, later.get(..until.min(2))?, end)?;
    // `p = .036; df = 27, t = 1.90`: they belong to the next statistic.
    let is_of_next = later.get(until).is_some_and(|next| {
        names::statistic(text, next).is_some()
            && text
                .get(found.end..next.label.start)
                .is_some_and(|gap| gap.trim_matches([' ', ',', '(']).is_empty())
    });
    (!is_of_next).then_some(found)
}

fn is_p_or_statistic(text: &str, equation: &Equation) -> bool {
    names::is_p(text, &equation.label).is_some() || statistic(text, equation).is_some()
}

fn is_punctuation(gap: &str) -> bool {
    gap.len() <= 6 && gap.chars().all(|c| matches!(c, ' ' | ',' | ';' | '(' | ')' | '[' | ']'))
}

/// The degrees of freedom in a statistic's label: `t(28)`, `t35`, `r (N = 100)`; empty for z.
fn in_name(text: &str, statistic: Statistic, equation: &Equation) -> Option<Vec<f64>> {
    let group = equation.group.clone().and_then(|group| text.get(group));
    match (statistic.kind, group, statistic.bare) {
        (StatisticKind::Z, None, _) => Some(Vec::new()),
        (StatisticKind::Z, Some(group), _) => {
            (group.contains("N =") || group.contains("n =") || group.contains("N=") || group.contains("n="))
                .then(Vec::new)
        }
        (_, None, Some(df)) => Some(vec![df]),
        (kind, Some(group), None) => Some(inside(group, kind)).filter(|numbers| !numbers.is_empty()),
        _ => None,
    }
}

/// The degrees of freedom in parentheses: `28`, `df = 28`, `1, 138`, `1; 138`, `1, N = 90`, `1,92; 49,9`, `N = 30`.
fn inside(group: &str, kind: StatisticKind) -> Vec<f64> {
    let group = group.trim();
    if kind == StatisticKind::F {
        return pair(without_name(group)).map(|(numbers, _)| numbers).unwrap_or_default();
    }
    // One number has a comma only between its thousands.
    if matches!(kind, StatisticKind::T | StatisticKind::R | StatisticKind::Rho)
        && let Some((number, length)) = thousands(without_name(group))
        && length == without_name(group).len()
    {
        return vec![number];
    }
    let mut pairs = None;
    for part in group.split([',', ';']) {
        let part = part.trim();
        if let Some(count) = size(part) {
            pairs = Some(count);
        }
    }
    let sized = |count: f64| matches!(kind, StatisticKind::R | StatisticKind::Rho).then_some(count - 2.0);
    let parts: Vec<&str> =
        group.split([',', ';']).map(str::trim).filter(|part| size(part).is_none()).collect();
    match (parts.as_slice(), pairs) {
        ([], Some(count)) => sized(count).into_iter().collect(),
        ([df], None) => read(without_name(df)).into_iter().collect(),
        ([df], Some(_)) if kind != StatisticKind::T => read(without_name(df)).into_iter().collect(),
        // `N = 1,090` was split at its thousands separator; `χ²(1, 90)` has an unlabelled sample size.
        ([df, rest], _)
            if kind != StatisticKind::T
                && rest.bytes().all(|byte| byte.is_ascii_digit())
                && (pairs.is_some() || kind == StatisticKind::ChiSquared && rest.len() >= 2) =>
        {
            read(without_name(df)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A labelled sample size: `N = 90`, `n=90`.
fn size(part: &str) -> Option<f64> {
    let rest = part.strip_prefix(['n', 'N'])?.trim_start_matches(' ').strip_prefix(['=', ':'])?;
    Number::read(rest.trim_start_matches(' '), false).map(|(number, _)| number.value())
}

/// The names of degrees of freedom, in English and Spanish.
const NAMES: [&str; 8] =
    ["degrees of freedom", "grados de libertad", "df", "DF", "d.f.", "gl", "g.l.", "dof"];

/// Degrees of freedom without the label before or after: `28` of `df = 28`, `28 df`.
fn without_name(degrees: &str) -> &str {
    let degrees = degrees.trim();
    let after = NAMES.iter().find_map(|name| degrees.strip_prefix(name)).unwrap_or(degrees);
    let after = after.trim_start_matches([' ', '=', ':']);
    NAMES.iter().find_map(|name| after.strip_suffix(name)).unwrap_or(after).trim_end()
}

/// A number, if it is all of `degrees`.
fn read(degrees: &str) -> Option<f64> {
    // Typewriters and scanners put an l in place of a 1.
    let degrees = if degrees == "l" || degrees == "I" { "1" } else { degrees };
    let (number, length) = Number::read(degrees, false)?;
    (length == degrees.len() && !number.negative && number.exponent == 0).then(|| number.value())
}

/// Two numbers at the start of a text and their length: `1, 138`, `1/138`, `1,92; 49,9`, `1 and 138`.
fn pair(text: &str) -> Option<(Vec<f64>, usize)> {
    pair_with(text, true, &[";"]).or_else(|| pair_with(text, false, &[",", "/", "&", "and ", "y "]))
}

fn pair_with(text: &str, comma: bool, separators: &[&str]) -> Option<(Vec<f64>, usize)> {
    let (first, length) = one(text, comma)?;
    let rest = text.get(length..)?.trim_start_matches(' ');
    let after = separators.iter().find_map(|separator| rest.strip_prefix(separator))?;
    let rest = after.trim_start_matches(' ');
    // `1, 1,234`: who writes a blank after the comma between the two writes none in a number.
    let grouped = if rest.len() < after.len() && !comma { thousands(rest) } else { None };
    let (second, length) = grouped.or_else(|| one(rest, comma))?;
    Some((vec![first, second], text.len() - rest.len() + length))
}

/// A number without thousands at the start of a text and its length; with `comma`, a comma is its decimal mark.
fn one(text: &str, comma: bool) -> Option<(f64, usize)> {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let bytes = text.as_bytes();
    let whole = bytes.iter().take_while(|byte| is_digit(byte)).count();
    let mark = bytes.get(whole).copied().filter(|byte| *byte == b'.' || comma && *byte == b',');
    let decimals =
        bytes.get(whole + 1..).unwrap_or_default().iter().take_while(|byte| is_digit(byte)).count();
    let length = if mark.is_some() && decimals > 0 { whole + 1 + decimals } else { whole };
    // An l in place of a 1.
    if whole == 0 && matches!(bytes.first(), Some(b'l' | b'I')) {
        return Some((1.0, 1));
    }
    text.get(..length)?.replace(',', ".").parse().ok().map(|value| (value, length))
}

/// A whole number with commas between its thousands at the start of a text and its length: `1,234`.
fn thousands(text: &str) -> Option<(f64, usize)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(text.len());
    let number = text.get(..end)?;
    let mut groups = number.split(',');
    let is_first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()));
    let mut others = groups.peekable();
    (is_first && others.peek().is_some() && others.all(|group| group.len() == 3))
        .then(|| number.replace(',', "").parse().ok().map(|value| (value, end)))?
}

/// The degrees of freedom after `end` without a relation sign: `; 54 df`, ` on 28 df`, ` (df 1, 138)`, ` (1, 138)` of
/// F.
fn after(text: &str, kind: StatisticKind, end: usize) -> Option<(Vec<f64>, usize)> {
    let rest = text.get(end..)?;
    let start = rest.trim_start_matches([' ', ',', ';', '(', '[']);
    let gap = rest.get(..rest.len() - start.len())?;
    if !(1..=4).contains(&gap.len()) {
        return None;
    }
    let start = ["on ", "with ", "at ", "con ", "for "]
        .iter()
        .find_map(|word| start.strip_prefix(word))
        .unwrap_or(start);
    let numbers = |text: &str| match kind {
        StatisticKind::F => pair(text),
        _ => Number::read(text, false)
            .filter(|(number, _)| !number.negative && number.exponent == 0)
            .map(|(number, length)| (vec![number.value()], length)),
    };
    let end_of = |suffix: &str| text.len() - suffix.len();
    if let Some(named) = NAMES.iter().find_map(|name| start.strip_prefix(name)) {
        let number = named.strip_prefix(' ')?.trim_start_matches(' ');
        let (numbers, length) = numbers(number)?;
        return Some((numbers, end_of(number) + length));
    }
    let (numbers, length) = numbers(start)?;
    let suffix = start.get(length..)?;
    let unit = suffix.trim_start_matches([' ', '-']);
    if let Some(rest) = NAMES.iter().find_map(|name| unit.strip_prefix(name)) {
        return (!rest.starts_with(char::is_alphanumeric)).then(|| (numbers, end_of(rest)));
    }
    let is_bracketed = gap.ends_with(['(', '[']) && suffix.starts_with([')', ']']);
    let is_whole = numbers.iter().all(|number| number.fract() == 0.0);
    (kind == StatisticKind::F && is_bracketed && is_whole).then(|| (numbers, end_of(suffix) + 1))
}

/// The degrees of freedom among the equations from `from` on: `df = 28`, `df1 = 1, df2 = 138`, `n = 100` of r.
fn named(text: &str, kind: StatisticKind, equations: &[Equation], from: usize) -> Option<Degrees> {
    let mut first = None;
    for equation in equations {
        let label = text.get(equation.label.clone())?.to_lowercase();
        let start = equation.label.start;
        if start > from && !belongs(text, from, start) {
            return None;
        }
        let group = equation.group.clone().and_then(|group| text.get(group)).unwrap_or_default();
        let number = equation.number.filter(|number| number.is_whole() || number.decimals < 3);
        let at = equation.place.start;
        match (label.as_str(), group) {
            ("df" | "d.f." | "d.f" | "gl" | "g.l." | "g.l" | "dof", "") if kind == StatisticKind::F => {
                let value = text.get(at..)?;
                let open = value.len() - value.trim_start_matches(['(', '[']).len();
                let (numbers, length) = pair(value.get(open..)?)?;
                return Some(Degrees { numbers, end: at + open + length, label: Some(start) });
            }
            ("df" | "d.f." | "d.f" | "gl" | "g.l." | "g.l" | "dof", "") => {
                return Some(Degrees {
                    numbers: vec![number?.value()],
                    end: equation.place.end,
                    label: Some(start),
                });
            }
            ("df1" | "gl1", "") | ("df" | "gl", "1") => first = Some(number?.value()),
            ("df2" | "gl2", "") | ("df" | "gl", "2") => {
                return Some(Degrees {
                    numbers: vec![first?, number?.value()],
                    end: equation.place.end,
                    label: Some(start),
                });
            }
            ("n", "") if matches!(kind, StatisticKind::R | StatisticKind::Rho) => {
                return Some(Degrees {
                    numbers: vec![number?.value() - 2.0],
                    end: equation.place.end,
                    label: Some(start),
                });
            }
            _ => {}
        }
    }
    None
}
