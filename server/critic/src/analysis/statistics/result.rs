//! Test results: a statistic, its degrees of freedom and the reported p.

mod degrees;
mod gap;
mod names;
mod worded;

use super::equation::{Equation, floor};
use super::{Number, Relation, distribution};
use gap::belongs;
use names::{StatisticKind, is_p, statistic};
use std::ops::Range;

/// A test whose p can be computed from its statistic.
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
        /// Number of pairs minus two.
        df: f64,
    },
    /// Spearman's rank correlation; its p is approximated by Pearson's.
    Rho {
        /// Number of pairs minus two.
        df: f64,
    },
    /// Cochran's Q, which is distributed as χ².
    Q {
        /// Degrees of freedom.
        df: f64,
    },
    /// The H of Kruskal and Wallis, which is distributed as χ².
    H {
        /// Number of groups minus one.
        df: f64,
    },
}

impl Test {
    /// The p for a value of the statistic: two-sided for t, z and r, upper tail for the others.
    #[must_use]
    pub fn p(self, value: f64) -> Option<f64> {
        match self {
            Test::T { df } => distribution::student(value, df),
            Test::F { df1, df2 } => distribution::fisher(value, df1, df2),
            Test::ChiSquared { df } | Test::Q { df } | Test::H { df } => distribution::chi_squared(value, df),
            Test::Z => distribution::normal(value),
            Test::R { df } | Test::Rho { df } => distribution::correlation(value, df),
        }
    }

    /// Whether the test can be two-sided.
    #[must_use]
    pub fn has_sides(self) -> bool {
        matches!(self, Test::T { .. } | Test::Z | Test::R { .. } | Test::Rho { .. })
    }
}

/// A p as reported. Ranges are in the plain text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reported {
    /// The p including its relation and number: `p = .036`, `ns`.
    pub place: Range<usize>,
    /// The relation and the number alone: `= .036`.
    pub value: Range<usize>,
    /// The relation.
    pub relation: Relation,
    /// The number; `None` for `ns`.
    pub number: Option<Number>,
    /// Whether it is labelled as corrected: `p_adj`.
    pub adjusted: bool,
}

/// A result with its statistic and p. Ranges are in the plain text.
#[derive(Clone, Debug, PartialEq)]
pub struct TestResult {
    /// From the statistic's label to the end of p.
    pub place: Range<usize>,
    /// The statistic: `t(28) = 2.20`.
    pub statement: Range<usize>,
    /// The test.
    pub test: Test,
    /// The relation between statistic and value.
    pub relation: Relation,
    /// Its value as printed.
    pub statistic: Number,
    /// The p.
    pub p: Reported,
}

/// The tests and p values among the equations of a text; `comma` for decimal commas.
pub(super) fn read(text: &str, equations: &[Equation], comma: bool) -> (Vec<TestResult>, Vec<Reported>) {
    let equations = worded::add(text, equations, comma);
    let ps: Vec<(usize, Reported)> = equations
        .iter()
        .enumerate()
        .filter_map(|(index, equation)| probability(text, equation).map(|p| (index, p)))
        .collect();
    let mut reader = ResultReader { text, equations: &equations, ps: &ps, used: Vec::new() };
    let results = (0..equations.len()).filter_map(|index| reader.result(index)).collect();
    // "A p value of .05 was significant" states a criterion, not a result.
    let written = ps.iter().filter(|(index, _)| equations.get(*index).is_some_and(|found| !found.worded));
    (results, written.map(|(_, p)| p.clone()).collect())
}

/// Joins the statistics, degrees of freedom and p values of a text.
struct ResultReader<'t> {
    text: &'t str,
    equations: &'t [Equation],
    /// The p values, each with its equation index.
    ps: &'t [(usize, Reported)],
    /// The equation indexes of p values and degrees of freedom that an earlier result already uses.
    used: Vec<usize>,
}

impl ResultReader<'_> {
    /// The result whose statistic is the equation at `index`.
    fn result(&mut self, index: usize) -> Option<TestResult> {
        let equation = self.equations.get(index)?;
        let number = equation.number?;
        let statistic = statistic(self.text, equation)?;
        let near = degrees::beside(self.text, statistic, self.equations, index);
        let end = near.as_ref().map_or(equation.place.end, |near| near.end);
        let p = self.p_after(index, end).or_else(|| self.p_before(index, statistic.kind))?;
        let degrees = match near {
            Some(near) => near,
            None => degrees::apart(self.text, statistic, self.equations, index, p.place.end, &self.used)?,
        };
        let test = test(statistic.kind, &degrees.numbers)?;
        let is_coordinate = matches!(test, Test::Z) && coordinates(self.text, equation);
        if number.value().abs() > 1e7 || is_coordinate {
            return None;
        }
        self.used.push(p.place.start);
        self.used.extend(degrees.label);
        Some(TestResult {
            place: equation.label.start.min(p.place.start)..p.place.end.max(equation.place.end),
            statement: equation.label.start..equation.place.end,
            test,
            relation: equation.relation,
            statistic: number,
            p,
        })
    }

    /// The p or the `ns` after the statistic at `index`, which ends at `end` with its degrees of freedom.
    fn p_after(&self, index: usize, end: usize) -> Option<Reported> {
        let candidate = self.ps.get(self.ps.partition_point(|(at, _)| *at <= index));
        let until = candidate.map_or(self.equations.len(), |(at, _)| *at);
        let between = self.equations.get(index + 1..until).unwrap_or_default();
        let next_statistic =
            between.iter().find(|other| degrees::has_own(self.text, other)).map(|other| other.label.start);
        let limit = next_statistic.or(candidate.map(|(_, p)| p.place.start)).unwrap_or(self.text.len());
        if let Some(p) = not_significant(self.text, end, limit) {
            return Some(p);
        }
        let (at, p) = candidate?;
        let is_threshold = self.equations.get(*at).is_some_and(|found| found.worded)
            && [" was ", " were ", " is ", " indicat", " denot"]
                .iter()
                .any(|verb| self.text.get(p.place.end..).is_some_and(|suffix| suffix.starts_with(verb)));
        (next_statistic.is_none() && !is_threshold && belongs(self.text, end, p.place.start))
            .then(|| p.clone())
    }

    /// The p directly before the statistic at `index`, unless an earlier result uses it: `p = .036, t(28) = 2.20`.
    fn p_before(&self, index: usize, kind: StatisticKind) -> Option<Reported> {
        let (at, p) = self.ps.get(self.ps.partition_point(|(at, _)| *at < index).checked_sub(1)?)?;
        let start = self.equations.get(index)?.label.start;
        let gap = self.text.get(p.place.end..start)?.trim_matches(' ');
        // A z without an adjacent test may also be a score.
        if kind == StatisticKind::Z
            || !matches!(gap, "," | ";" | "(" | "[")
            || self.used.contains(&p.place.start)
        {
            return None;
        }
        let earlier = self.equations.get(..*at)?.iter().rev().take(8);
        let is_of_earlier = earlier
            .filter(|other| statistic(self.text, other).is_some())
            .any(|other| belongs(self.text, other.place.end, p.place.start));
        (!is_of_earlier).then(|| p.clone())
    }
}

/// The test of a statistic with these degrees of freedom.
fn test(kind: StatisticKind, numbers: &[f64]) -> Option<Test> {
    // Degrees of freedom that are zero or can only come from a misreading.
    if !numbers.iter().all(|df| *df > 0.0 && df.is_finite()) {
        return None;
    }
    Some(match (kind, numbers) {
        (StatisticKind::Z, []) => Test::Z,
        (StatisticKind::T, [df]) => Test::T { df: *df },
        (StatisticKind::F, [df1, df2]) => Test::F { df1: *df1, df2: *df2 },
        (StatisticKind::ChiSquared, [df]) => Test::ChiSquared { df: *df },
        (StatisticKind::R, [df]) => Test::R { df: *df },
        (StatisticKind::Rho, [df]) => Test::Rho { df: *df },
        (StatisticKind::Q, [df]) => Test::Q { df: *df },
        (StatisticKind::H, [df]) => Test::H { df: *df },
        _ => return None,
    })
}

/// The p that an equation reports.
fn probability(text: &str, equation: &Equation) -> Option<Reported> {
    let label = text.get(equation.label.clone())?;
    let before = text.get(..equation.label.start)?;
    let mut start = equation.label.start;
    let folded = label.to_lowercase();
    let mut adjusted = false;
    if let Some(name_start) = is_p(text, &equation.label) {
        start = name_start;
    } else {
        let mark = folded.strip_prefix('p')?.trim_start_matches(['-', '.']);
        adjusted = is_correction(mark);
        if !adjusted {
            return None;
        }
    }
    if label.starts_with('p') || label.starts_with('P') {
        // `log-p`, `PP` and the p of `n.p` do not count.
        if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '^' | '/' | '\\')) {
            return None;
        }
    }
    if let Some(group) = equation.group.clone().and_then(|group| text.get(group)) {
        // `p(adj) = .03`, `p(2-tailed) = .03`; in `P(X > 3) = .03` the probability is of something else.
        adjusted |= is_correction(&group.to_lowercase());
        let group =
            group.strip_prefix(['1', '2']).filter(|rest| rest.starts_with(['-', ' '])).unwrap_or(group);
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

/// The start of an equation's relation.
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

/// The largest distance of an `ns` from its statistic, in bytes of the plain text.
const MAX_GAP_OF_NS_BYTES: usize = 60;

/// `, ns`, `, p ns`, `, not significant` after a statistic that ends at `end`, and before `limit`.
fn not_significant(text: &str, end: usize, limit: usize) -> Option<Reported> {
    let window = text.get(end..floor(text, limit.min(end + MAX_GAP_OF_NS_BYTES)).max(end))?;
    let starts = window.char_indices().filter(|(at, c)| {
        matches!(c, 'n' | 'N')
            && window.get(..*at).is_some_and(|before| before.ends_with([' ', ',', ';', '(', '[']))
    });
    for (offset, _) in starts {
        let start = end + offset;
        let suffix = text.get(start..)?;
        let Some(length) = letters_of_ns(suffix).or_else(|| words_of_ns(suffix)) else { continue };
        if !belongs(text, end, start) {
            return None;
        }
        let before = text.get(end..start)?.trim_end_matches([' ', ':']);
        // `p ns` is one statement.
        let has_p = before.ends_with(['p', 'P']);
        let is_word = before
            .get(..before.len().saturating_sub(1))
            .is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', ',', ';', '(', '[']));
        let from = if has_p && is_word { end + before.len() - 1 } else { start };
        return Some(Reported {
            place: from..start + length,
            value: start..start + length,
            relation: Relation::Equal,
            number: None,
            adjusted: false,
        });
    }
    None
}

/// `not significant`, `non-significant` at the start of a text: its length.
fn words_of_ns(text: &str) -> Option<usize> {
    const WORDS: [&str; 6] = [
        "not significant",
        "non-significant",
        "nonsignificant",
        "non significant",
        "no significativo",
        "no significativa",
    ];
    let length = WORDS.iter().find(|words| text.starts_with(**words))?.len();
    (!text.get(length..)?.starts_with(char::is_alphanumeric)).then_some(length)
}

/// Whether `z` is the third coordinate of a point.
fn coordinates(text: &str, equation: &Equation) -> bool {
    let from = floor(text, equation.label.start.saturating_sub(24));
    let before = text.get(from..equation.label.start).unwrap_or_default();
    before.contains("y =") || before.contains("Y =") || before.contains("y=")
}

#[cfg(test)]
mod tests;
