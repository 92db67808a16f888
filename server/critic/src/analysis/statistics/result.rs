//! Results of tests: a statistic, its degrees of freedom and the p that is reported with it.

use super::equation::{Equation, floor};
use super::{Number, Relation, distribution};
use std::ops::Range;

/// A test whose p follows from its statistic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// Student's t.
    T {
        /// Degrees of freedom.
        df: f64,
    },
    /// Fisher's F.
    F {
        /// Degrees of freedom of the numerator.
        df1: f64,
        /// Degrees of freedom of the denominator.
        df2: f64,
    },
    /// χ².
    ChiSquared {
        /// Degrees of freedom.
        df: f64,
    },
    /// A standard normal deviate.
    Z,
    /// Pearson's correlation.
    R {
        /// Pairs less two.
        df: f64,
    },
    /// Cochran's Q, which is distributed as χ².
    Q {
        /// Degrees of freedom.
        df: f64,
    },
}

impl Test {
    /// The p of a value of the statistic: two-sided for t, z and r, the upper tail for the others.
    #[must_use]
    pub fn p(self, value: f64) -> Option<f64> {
        match self {
            Test::T { df } => distribution::student(value, df),
            Test::F { df1, df2 } => distribution::fisher(value, df1, df2),
            Test::ChiSquared { df } | Test::Q { df } => distribution::chi_squared(value, df),
            Test::Z => distribution::normal(value),
            Test::R { df } => distribution::correlation(value, df),
        }
    }

    /// Whether the test has two sides.
    #[must_use]
    pub fn has_sides(self) -> bool {
        matches!(self, Test::T { .. } | Test::Z | Test::R { .. })
    }
}

/// A p as it is reported. Places are in the plain text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reported {
    /// The p with its relation and its number: `p = .036`, `ns`.
    pub place: Range<usize>,
    /// The relation and the number alone: `= .036`.
    pub value: Range<usize>,
    /// The relation.
    pub relation: Relation,
    /// The number; `None` for `ns`.
    pub number: Option<Number>,
    /// Whether it says itself that it was corrected: `p_adj`.
    pub adjusted: bool,
}

/// A result with its statistic and its p. Places are in the plain text.
#[derive(Clone, Debug, PartialEq)]
pub struct TestResult {
    /// From the name of the statistic to the end of p.
    pub place: Range<usize>,
    /// The statistic: `t(28) = 2.20`.
    pub statement: Range<usize>,
    /// The test.
    pub test: Test,
    /// How the statistic is given.
    pub relation: Relation,
    /// Its value as printed.
    pub statistic: Number,
    /// The p.
    pub p: Reported,
}

/// The furthest that p may stand from its statistic, in bytes of the plain text.
const MAX_GAP_BYTES: usize = 140;

/// The tests and the p values among the equations.
pub(super) fn read(text: &str, equations: &[Equation]) -> (Vec<TestResult>, Vec<Reported>) {
    let ps: Vec<(usize, Reported)> = equations
        .iter()
        .enumerate()
        .filter_map(|(index, equation)| probability(text, equation).map(|p| (index, p)))
        .collect();
    let mut results = Vec::new();
    for (index, equation) in equations.iter().enumerate() {
        let Some(number) = equation.number else { continue };
        let Some(statistic_kind) = statistic_kind(text, equation) else { continue };
        let later = equations.get(index + 1..).unwrap_or_default();
        let behind = ps.partition_point(|(at, _)| *at <= index);
        let candidate = ps.get(behind);
        let (statistic_end, test) = match degrees(text, statistic_kind, equation, later) {
            Some(found) => found,
            None => continue,
        };
        let until = candidate.map_or(later.len(), |(at, _)| (at - index - 1).min(later.len()));
        let reported = not_significant(text, statistic_end).or_else(|| {
            let (_, p) = candidate?;
            let other = later.get(..until).unwrap_or_default().iter().any(|other| {
                self::statistic_kind(text, other)
                    .is_some_and(|statistic_kind| degrees(text, statistic_kind, other, &[]).is_some())
            });
            (!other && belongs(text, statistic_end, p.place.start)).then(|| p.clone())
        });
        let Some(p) = reported else { continue };
        if number.value().abs() > 1e7 || (matches!(test, Test::Z) && coordinates(text, equation)) {
            continue;
        }
        results.push(TestResult {
            place: equation.label.start..p.place.end,
            statement: equation.label.start..equation.place.end,
            test,
            relation: equation.relation,
            statistic: number,
            p,
        });
    }
    (results, ps.into_iter().map(|(_, p)| p).collect())
}

#[derive(Clone, Copy, PartialEq)]
enum StatisticKind {
    T,
    F,
    ChiSquared,
    Z,
    R,
    Q,
}

/// Which statistic the name of an equation means.
fn statistic_kind(text: &str, equation: &Equation) -> Option<StatisticKind> {
    let label = text.get(equation.label.clone())?;
    // Behind a letter and an apostrophe or a dot (`Cohen's d`, `i.e.`) no statistic begins.
    Some(match label {
        "t" => StatisticKind::T,
        "F" | "FF" => StatisticKind::F,
        "z" | "Z" | "z-score" | "Z-score" => StatisticKind::Z,
        "r" => StatisticKind::R,
        "Q" | "Q_b" | "Q_w" | "Q_B" | "Q_W" | "Q_M" | "Q_E" | "Qentre" | "Qdentro" | "Q_entre"
        | "Q_dentro" | "Qbetween" | "Qwithin" | "Q_between" | "Q_within" | "Qw" | "Qb" | "QW" | "QB"
        | "QM" | "QE" => StatisticKind::Q,
        "between" | "within" | "entre" | "dentro" => return None,
        _ => {
            let folded = label.to_lowercase();
            let chi = matches!(
                folded.as_str(),
                "χ" | "χ^2"
                    | "χ2"
                    | "χ^2^"
                    | "x^2"
                    | "x2"
                    | "x^2^"
                    | "chi2"
                    | "chi^2"
                    | "chi^2^"
                    | "chi-square"
                    | "chi-squared"
                    | "chisquare"
                    | "chi-cuadrado"
                    | "ji-cuadrado"
                    | "ji-cuadrada"
                    | "chi-cuadrada"
            ) || (matches!(folded.as_str(), "square" | "squared" | "cuadrado" | "cuadrada")
                && text.get(..equation.label.start).is_some_and(|before| {
                    let before = before.trim_end_matches([' ', '-']).to_lowercase();
                    before.ends_with("chi") || before.ends_with("ji") || before.ends_with('χ')
                }));
            if !chi {
                return None;
            }
            StatisticKind::ChiSquared
        }
    })
}

/// The test with its degrees of freedom, and where its statement ends.
fn degrees(
    text: &str,
    statistic_kind: StatisticKind,
    equation: &Equation,
    later: &[Equation],
) -> Option<(usize, Test)> {
    let end = equation.place.end;
    let group = equation.group.clone().and_then(|group| text.get(group));
    if statistic_kind == StatisticKind::Z {
        return group
            .is_none_or(|group| group.contains("N =") || group.contains("n ="))
            .then_some((end, Test::Z));
    }
    let (numbers, end) = match group {
        Some(group) => (inside(group, statistic_kind), end),
        // `t = 1.21; 54 df`
        None if statistic_kind != StatisticKind::F && degrees_behind(text, end).is_some() => {
            let (df, stop) = degrees_behind(text, end)?;
            (vec![df], stop)
        }
        // `t = 2.20, df = 28`; `r = .26, n = 100`
        None => {
            let next = later.first()?;
            let gap = text.get(end..next.label.start)?;
            if gap.len() > 6 || !gap.chars().all(|c| matches!(c, ' ' | ',' | ';' | '(' | '[')) {
                return None;
            }
            let label = text.get(next.label.clone())?.to_lowercase();
            let first = next.number.filter(|number| number.is_whole() || number.decimals < 3)?.value();
            let mut stop = next.place.end;
            match label.as_str() {
                "df" | "d.f." | "d.f" | "gl" | "g.l." | "g.l" => {
                    let mut all = vec![first];
                    let behind = text.get(stop..)?;
                    let rest = behind.trim_start_matches(' ').strip_prefix([',', ';', '/']);
                    if statistic_kind == StatisticKind::F
                        && let Some(rest) = rest
                        && let Some((second, length)) = Number::read(rest.trim_start_matches(' '), false)
                    {
                        all.push(second.value());
                        stop += behind.len() - rest.len()
                            + (rest.len() - rest.trim_start_matches(' ').len())
                            + length;
                    }
                    (all, stop)
                }
                "n" if statistic_kind == StatisticKind::R => (vec![first - 2.0], stop),
                _ => return None,
            }
        }
    };
    let test = match (statistic_kind, numbers.as_slice()) {
        (StatisticKind::T, [df]) => Test::T { df: *df },
        (StatisticKind::F, [df1, df2]) => Test::F { df1: *df1, df2: *df2 },
        (StatisticKind::ChiSquared, [df]) => Test::ChiSquared { df: *df },
        (StatisticKind::R, [df]) => Test::R { df: *df },
        (StatisticKind::Q, [df]) => Test::Q { df: *df },
        _ => return None,
    };
    // Degrees of freedom that are 0 or that only a misreading can give.
    let whole = numbers.iter().all(|df| *df > 0.0 && df.is_finite());
    whole.then_some((end, test))
}

/// Degrees of freedom whose name stands behind them: `; 54 df`. With where they end.
fn degrees_behind(text: &str, end: usize) -> Option<(f64, usize)> {
    let rest = text.get(end..)?;
    let number_at = rest.trim_start_matches([' ', ',', ';', '(', '[']);
    let gap = rest.len() - number_at.len();
    let (number, length) = Number::read(number_at, false)?;
    let behind = number_at.get(length..)?;
    let unit = behind.trim_start_matches(' ');
    let named = ["df", "d.f.", "gl", "g.l.", "degrees of freedom", "grados de libertad"];
    let name = named.iter().find(|name| unit.starts_with(**name))?;
    let stop = end + gap + length + (behind.len() - unit.len()) + name.len();
    ((1..=4).contains(&gap) && !number.negative).then(|| (number.value(), stop))
}

/// The degrees of freedom in parentheses: `28`, `df = 28`, `1, 138`, `1; 138`, `1, N = 90`, `1,92; 49,9`.
fn inside(group: &str, statistic_kind: StatisticKind) -> Vec<f64> {
    let mut group = group.trim();
    let folded = group.to_lowercase();
    for prefix in ["df", "d.f.", "gl", "g.l."] {
        if let Some(rest) = folded.strip_prefix(prefix)
            && let Some(rest) = group.get(group.len() - rest.len()..)
        {
            group = rest.trim_start_matches([' ', '=']);
            break;
        }
    }
    for suffix in ["df", "d.f.", "gl", "g.l."] {
        group = group.strip_suffix(suffix).unwrap_or(group).trim_end();
    }
    let read = |degrees: &str, comma: bool| {
        let degrees = degrees.trim();
        // An l that was meant as a 1 is an old slip of typewriters and of scanners.
        let degrees = if degrees == "l" || degrees == "I" { "1" } else { degrees };
        let (number, length) = Number::read(degrees, comma)?;
        (length == degrees.len() && !number.negative && number.exponent == 0).then(|| number.value())
    };
    if statistic_kind == StatisticKind::F {
        let (first, second) = match group.split_once(';') {
            Some((first, second)) => (read(first, true), read(second, true)),
            None => {
                let Some((first, second)) = group.split_once(',') else { return Vec::new() };
                (read(first, false), read(second, false))
            }
        };
        return first.into_iter().chain(second).collect();
    }
    let (df, rest) = match group.split_once([',', ';']) {
        Some((df, rest)) if rest.trim_start().to_lowercase().starts_with(['n']) => (df, rest),
        Some(_) => (group, ""),
        None => (group, ""),
    };
    if !rest.is_empty() && statistic_kind == StatisticKind::T {
        return Vec::new();
    }
    read(df, false).into_iter().collect()
}

/// The p that an equation reports.
fn probability(text: &str, equation: &Equation) -> Option<Reported> {
    let label = text.get(equation.label.clone())?;
    let before = text.get(..equation.label.start)?;
    let mut start = equation.label.start;
    let folded = label.to_lowercase();
    let mut adjusted = false;
    match folded.as_str() {
        "p" | "p-value" | "pvalue" | "p-valor" => {}
        "value" | "valor" => {
            let trimmed = before.trim_end_matches(' ');
            let p = trimmed.strip_suffix(['p', 'P']).filter(|rest| !rest.ends_with(char::is_alphanumeric))?;
            start = p.len();
        }
        _ => {
            let mark = folded.strip_prefix('p')?;
            let mark = mark.trim_start_matches(['-', '.']);
            adjusted = is_correction(mark);
            if !adjusted {
                return None;
            }
        }
    }
    if label.starts_with('p') || label.starts_with('P') {
        // `log-p`, `PP` and the p of `n.p` are none.
        if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '^' | '/' | '\\')) {
            return None;
        }
    }
    if let Some(group) = equation.group.clone().and_then(|group| text.get(group)) {
        // `p(adj) = .03`; `P(X > 3) = .03` is a probability of something else.
        adjusted |= is_correction(&group.to_lowercase());
        let mark = group.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b'-' | b'.'));
        if !mark || (group.len() == 1 && !matches!(group, "c" | "s")) {
            return None;
        }
    }
    let behind = text.get(equation.place.end..)?;
    let ns = equation.number.is_none().then(|| letters_of_ns(behind)).flatten();
    if equation.number.is_none() && ns.is_none() {
        return None;
    }
    let value_start = value_start(text, equation);
    let end = equation.place.end + ns.unwrap_or(0);
    Some(Reported {
        place: start..end,
        value: value_start..end,
        relation: equation.relation,
        number: equation.number,
        adjusted,
    })
}

/// Where the relation of an equation begins.
fn value_start(text: &str, equation: &Equation) -> usize {
    let named = equation.group.as_ref().map_or(equation.label.end, |group| group.end + 1);
    let between = text.get(named..equation.place.start).unwrap_or_default();
    named + between.find(['=', '<', '>', '≤', '≥']).unwrap_or(0)
}

fn is_correction(mark: &str) -> bool {
    const CORRECTION_MARKS: [&str; 12] =
        ["adj", "corr", "bonf", "fdr", "fwe", "holm", "tukey", "perm", "boot", "ajust", "exact", "bh"];
    CORRECTION_MARKS.iter().any(|known| mark.starts_with(known))
}

/// `ns`, `n.s.`, `NS` at the start of a text: its length.
fn letters_of_ns(text: &str) -> Option<usize> {
    let found = ["n.s.", "N.S.", "n. s.", "ns", "NS", "n.s"].into_iter().find(|ns| text.starts_with(ns))?;
    let behind = text.get(found.len()..)?;
    (!behind.starts_with(char::is_alphanumeric)).then_some(found.len())
}

/// `, ns` behind a statistic.
fn not_significant(text: &str, end: usize) -> Option<Reported> {
    let behind = text.get(end..)?;
    let rest = behind.trim_start_matches([' ', ',', ';']);
    if rest.len() == behind.len() {
        return None;
    }
    let start = end + behind.len() - rest.len();
    let length = letters_of_ns(rest)?;
    let place = start..start + length;
    Some(Reported {
        place: place.clone(),
        value: place,
        relation: Relation::Equal,
        number: None,
        adjusted: false,
    })
}

/// Whether between a statistic and a p there is nothing but other numbers of the same result.
fn belongs(text: &str, from: usize, to: usize) -> bool {
    const WORDS_OF_A_RESULT: [&str; 63] = [
        "d",
        "g",
        "r",
        "f",
        "v",
        "w",
        "b",
        "n",
        "p",
        "φ",
        "phi",
        "η",
        "ηp",
        "eta",
        "partial",
        "parcial",
        "ω",
        "ε",
        "epsilon",
        "omega",
        "mse",
        "se",
        "sem",
        "sd",
        "m",
        "β",
        "beta",
        "ci",
        "ic",
        "del",
        "de",
        "df",
        "gl",
        "cohen",
        "cohens",
        "s",
        "hedges",
        "with",
        "bf",
        "two",
        "one",
        "tailed",
        "sided",
        "value",
        "diff",
        "dz",
        "dav",
        "drm",
        "cramer",
        "cramér",
        "or",
        "rr",
        "hr",
        "a",
        "to",
        "and",
        "for",
        "x",
        "e",
        "bilateral",
        "valor",
        "unilateral",
        "u",
    ];
    let Some(gap) = text.get(from..to.max(from)) else { return false };
    if gap.len() > MAX_GAP_BYTES || gap.contains('|') || gap.contains(super::plain_text::HIDDEN_MARK) {
        return false;
    }
    let mut plain = true;
    for word in gap.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        let folded = word.to_lowercase();
        plain &= WORDS_OF_A_RESULT.contains(&folded.as_str());
    }
    // A sentence that ends in between parts them.
    plain && !gap.contains(". ") && !gap.contains("\u{a0}")
}

/// Whether `z` is the third coordinate of a point.
fn coordinates(text: &str, equation: &Equation) -> bool {
    let from = floor(text, equation.label.start.saturating_sub(24));
    let before = text.get(from..equation.label.start).unwrap_or_default();
    before.contains("y =") || before.contains("Y =") || before.contains("y=")
}

#[cfg(test)]
mod tests;
