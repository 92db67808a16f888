//! Values of one measure that differ, and totals that the numbers of parts do not give.

use super::frame::Frame;
use super::statement::{Says, Statement, Statements, remark};
use super::table::Measure;
use crate::Draft;
use referee_findings::Remark;

/// Two values of one measure that differ.
pub(super) fn two_values(
    draft: &Draft<'_>,
    all: &Statements,
    index: usize,
    measure: &Measure,
) -> Option<Remark> {
    let tolerance = measure.tolerance?;
    let values: Vec<(&Statement, f64)> = all
        .all
        .iter()
        .filter_map(|one| match one.says {
            Says::Value(of, value) if of == index => Some((one, value)),
            _ => None,
        })
        .collect();
    let (first, value) = values.first()?;
    let (second, _) = values.iter().find(|(one, other)| {
        let greater = value.abs().max(other.abs());
        one.frame == first.frame
            && !one.part.overlaps(first.part)
            && (value - other).abs() > greater * tolerance / 100.0 + f64::EPSILON
    })?;
    Some(remark(draft, measure.kind, measure.english, measure.spanish, first.span, second.span))
}

/// A number of all things of a kind that is greater than each number of them elsewhere and not their sum: "two polyps" and
/// "all three polyps were retrieved".
pub(super) fn wrong_total(
    draft: &Draft<'_>,
    all: &Statements,
    index: usize,
    parts: usize,
    measure: &Measure,
) -> Option<Remark> {
    let values = |wanted: usize| {
        all.all.iter().filter_map(move |one| match one.says {
            Says::Value(of, value) if of == wanted && one.frame == Frame::Now => Some((one, value)),
            _ => None,
        })
    };
    let totals: Vec<(&Statement, f64)> = values(index).collect();
    let is_total = |one: &Statement| totals.iter().any(|(total, _)| total.span.overlaps(one.span));
    let counts: Vec<(&Statement, f64)> = values(parts).filter(|(one, _)| !is_total(one)).collect();
    let sum: f64 = counts.iter().map(|(_, value)| value).sum();
    let (total, _) = totals.iter().copied().find(|(_, total)| {
        let is_equal = |other: f64| (other - total).abs() < f64::EPSILON;
        !counts.is_empty() && !is_equal(sum) && counts.iter().all(|(_, value)| value < total)
    })?;
    let (other, _) = counts.iter().find(|(one, _)| !one.part.overlaps(total.part))?;
    let (first, second) = if other.span.start < total.span.start { (*other, total) } else { (total, *other) };
    Some(remark(draft, measure.kind, measure.english, measure.spanish, first.span, second.span))
}
