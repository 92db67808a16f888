//! Names of statistics and of p values.

use super::super::equation::{Equation, floor};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// A kind of statistic; its test also needs degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StatisticKind {
    T,
    F,
    ChiSquared,
    Z,
    R,
    Rho,
    Q,
    H,
}

/// A statistic, recognised by its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Statistic {
    pub(super) kind: StatisticKind,
    /// Degrees of freedom from a lost subscript: 35 for `t35`, 1 for `χ21`.
    pub(super) bare: Option<f64>,
}

static KINDS: LazyLock<HashMap<&str, StatisticKind>> = LazyLock::new(|| {
    let rows = include_str!("statistics.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let (name, test) = row.split_once('\t')?;
        let kind = match test {
            "t" => StatisticKind::T,
            "F" => StatisticKind::F,
            "chi" => StatisticKind::ChiSquared,
            "z" => StatisticKind::Z,
            "r" => StatisticKind::R,
            "rho" => StatisticKind::Rho,
            "Q" => StatisticKind::Q,
            "H" => StatisticKind::H,
            _ => return None,
        };
        Some((name, kind))
    })
    .collect()
});

/// The statistic that an equation gives.
pub(super) fn statistic(text: &str, equation: &Equation) -> Option<Statistic> {
    let label = equation.label.clone();
    let mut found = named(text, label.clone())?;
    let mark = equation.mark.clone().and_then(|mark| text.get(mark)).unwrap_or_default();
    match (found.kind, mark.trim_matches(['"', ' '])) {
        (_, "") | (StatisticKind::Q, _) => {}
        (StatisticKind::R | StatisticKind::Rho, "s" | "S") => found.kind = StatisticKind::Rho,
        _ => return None,
    }
    Some(found)
}

/// The statistic named at `label`, which may be a noun after the name (`t value`, `z-score`).
fn named(text: &str, label: Range<usize>) -> Option<Statistic> {
    let name = text.get(label.clone())?;
    let plain = |kind| Some(Statistic { kind, bare: None });
    // `chi square`, `χ 2`: names of two words.
    if let Some(kind) = text.get(word_before(text, label.start).start..label.end).and_then(kind) {
        return plain(kind);
    }
    if let Some(kind) = kind(name) {
        return plain(kind);
    }
    for noun in ["value", "score", "statistic", "ratio", "test"] {
        let Some(stem) = name.strip_suffix(noun) else { continue };
        let stem = match stem.strip_suffix('-') {
            Some(stem) => label.start..label.start + stem.len(),
            None if stem.is_empty() => word_before(text, label.start),
            None => return None,
        };
        return if stem.is_empty() { None } else { named(text, stem) };
    }
    bare(name)
}

fn kind(name: &str) -> Option<StatisticKind> {
    let exact = KINDS.get(name).copied();
    exact.or_else(|| {
        (name.chars().nth(1).is_some()).then(|| KINDS.get(name.to_lowercase().as_str()).copied()).flatten()
    })
}

/// Returns the word before a name, separated by one space; empty without one.
fn word_before(text: &str, start: usize) -> Range<usize> {
    /// The longest word in a name.
    const MAX_WORD_BYTES: usize = 12;
    let Some(before) = text.get(..start).and_then(|before| before.strip_suffix(' ')) else {
        return start..start;
    };
    let window = before.get(floor(before, before.len().saturating_sub(MAX_WORD_BYTES))..).unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '^' | '-');
    let word = window.len() - window.trim_end_matches(is_part).len();
    if word == 0 { start..start } else { before.len() - word..before.len() }
}

/// A statistic and degrees of freedom without parentheses, the result of a lost subscript.
fn bare(name: &str) -> Option<Statistic> {
    let digits = |text: &str| {
        let is_number = text.len() <= 6
            && text.starts_with(|c: char| matches!(c, '1'..='9'))
            && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        is_number.then(|| text.parse::<f64>().ok()).flatten()
    };
    let of = |kind, df| Some(Statistic { kind, bare: Some(df) });
    if let Some(df) = name.strip_prefix('t').and_then(|rest| digits(rest.trim_start_matches(' '))) {
        // `t1` and `t2` are time points.
        return if df >= 3.0 { of(StatisticKind::T, df) } else { None };
    }
    if let Some(df) = name.strip_prefix('r').and_then(digits) {
        // `r12` is the correlation between variables 1 and 2.
        return if df >= 100.0 { of(StatisticKind::R, df) } else { None };
    }
    let rest = name.strip_prefix('χ')?;
    let rest = rest.trim_start_matches(' ');
    let after = rest.strip_prefix("^2").or_else(|| rest.strip_prefix('2')).and_then(digits);
    let before = rest.strip_suffix("^2").or_else(|| rest.strip_suffix('2')).and_then(digits);
    match (after, before) {
        (Some(df), None) | (None, Some(df)) => of(StatisticKind::ChiSquared, df),
        // `χ22` is 2 in either reading; `χ212` may be 12 or 21.
        (Some(after), Some(before)) if after == before => of(StatisticKind::ChiSquared, after),
        _ => None,
    }
}

/// The start of a p value's name at the end of `label`: `p`, `p-value`, the `value` of `p value`, `Sig.`.
pub(super) fn is_p(text: &str, label: &Range<usize>) -> Option<usize> {
    match text.get(label.clone())?.to_lowercase().as_str() {
        "p" | "p-value" | "pvalue" | "p-valor" | "sig" | "sig." => Some(label.start),
        "value" | "valor" => {
            let before = text.get(..label.start)?.trim_end_matches(' ');
            let p = before.strip_suffix(['p', 'P']).filter(|rest| !rest.ends_with(char::is_alphanumeric))?;
            Some(p.len())
        }
        _ => None,
    }
}
