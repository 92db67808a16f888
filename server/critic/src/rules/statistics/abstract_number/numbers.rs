//! Results in an abstract, and whether the body contains them.

use crate::analysis::statistics::{Number, Statistics};
use crate::rules::statistics::wording;
use referee_findings::{Data, Remark};
use referee_text::Span;
use std::ops::Range;

/// A paper with fewer numbers in its body has its results elsewhere.
const MIN_BODY_NUMBERS: usize = 10;
/// The same limit for a body that contains at least one number of the abstract.
const MIN_BODY_NUMBERS_WITH_ONE_HELD: usize = 5;
/// More findings than this are merged into one.
const MAX_FINDINGS: usize = 5;

/// A number that the body should contain.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct ExactNumber {
    number: Number,
    percent: bool,
    /// The count and the total next to a percentage.
    of: Option<(u64, u64)>,
}

pub(super) struct AbstractNumber {
    pub(super) number: ExactNumber,
    shown: String,
    span: Span,
    pub(super) found: bool,
}

/// Whether a text of the body contains a number of the abstract.
pub(super) fn holds(statistics: &Statistics, one: &ExactNumber) -> bool {
    statistics.numbers.iter().any(|(number, _)| same(one, *number))
        || statistics.numbers.windows(2).any(|pair| differ_by(one, pair) || is_fraction(one, pair))
        || statistics.proportions.iter().any(|found| {
            one.percent && (found.exact() - one.number.value()).abs() <= one.number.half_unit() + 1e-9
        })
}

/// The remarks on an abstract's numbers if the body contains `held` numbers.
pub(super) fn told(mut wanted: Vec<AbstractNumber>, held: usize, spanish: bool) -> Vec<Remark> {
    let is_held = wanted.iter().any(|one| one.found);
    if held < if is_held { MIN_BODY_NUMBERS_WITH_ONE_HELD } else { MIN_BODY_NUMBERS } {
        return Vec::new();
    }
    derive(&mut wanted);
    let missing: Vec<&AbstractNumber> = wanted.iter().filter(|one| !one.found).collect();
    if missing.len() > MAX_FINDINGS {
        return vec![together(&missing, spanish)];
    }
    missing.into_iter().map(|one| alone(one, spanish)).collect()
}

fn alone(one: &AbstractNumber, spanish: bool) -> Remark {
    let mut data = Data::default();
    data.more.insert("number", one.shown.clone());
    let message = if spanish {
        format!("{} está en el resumen y en ningún lugar del texto. Compárelo con los resultados.", one.shown)
    } else {
        format!("{} is in the abstract and nowhere in the text. Compare it with the results.", one.shown)
    };
    Remark::new(one.span, message).with_data(data)
}

fn together(missing: &[&AbstractNumber], spanish: bool) -> Remark {
    let shown: Vec<&str> = missing.iter().take(MAX_FINDINGS).map(|one| one.shown.as_str()).collect();
    let (count, shown) = (missing.len(), shown.join(", "));
    let message = if spanish {
        format!(
            "{count} números están en el resumen y en ningún lugar del texto: {shown} y otros. Compárelos con los resultados."
        )
    } else {
        format!(
            "{count} numbers are in the abstract and nowhere in the text: {shown} and others. Compare them with the results."
        )
    };
    let mut remark = Remark::new(missing.first().map_or(Span::at(0), |one| one.span), message);
    remark.data.more.insert("count", missing.len().to_string());
    for one in missing.iter().skip(1).take(10) {
        remark = remark.with_related(one.span, one.shown.clone());
    }
    remark
}

/// The results among the numbers of an abstract.
pub(super) fn gather(statistics: &Statistics, start: usize, out: &mut Vec<AbstractNumber>) {
    let text = statistics.text();
    for (number, place) in &statistics.numbers {
        let behind = text.get(place.end..).unwrap_or_default().trim_start_matches(' ');
        let percent = behind.starts_with('%');
        if !is_result(text, *number, place, percent) {
            continue;
        }
        let shown = format!("{}{}", statistics.slice(place), if percent { "%" } else { "" });
        let known = out
            .iter()
            .map(|one| one.number)
            .any(|one| one.number.value() == number.value() && one.percent == percent);
        if !known {
            let span = statistics.source(place).shift(start);
            let fraction = statistics.proportions.iter().find(|found| found.percent_place == *place);
            let of = fraction.map(|found| (found.count.digits, found.total.digits));
            out.push(AbstractNumber {
                number: ExactNumber { number: *number, percent, of },
                shown: wording::quoted(&shown),
                span,
                found: false,
            });
        }
    }
}

/// Whether a number is a result and not a year, confidence level, significance threshold, small count or identifier.
fn is_result(text: &str, number: Number, place: &Range<usize>, percent: bool) -> bool {
    let value = number.value().abs();
    let before = text.get(..place.start).unwrap_or_default().trim_end_matches(' ');
    let behind = text.get(place.end..).unwrap_or_default().trim_start_matches([' ', '%', '-']);
    let level = [80.0, 90.0, 95.0, 97.5, 99.0].contains(&value)
        && (["CI", "confidence", "IC", "CrI", "interval", "cred"]
            .iter()
            .any(|word| behind.starts_with(word))
            || ["CI", "IC", "del", "(", "IC del"].iter().any(|word| before.ends_with(word)));
    let limit =
        before.ends_with(['<', '>', '≤', '≥']) || [0.05, 0.01, 0.001, 0.1, 100.0, 0.0].contains(&value);
    let year = number.is_whole() && !percent && (1800.0..2100.0).contains(&value);
    let small = number.is_whole() && !percent && value <= 20.0;
    let name = before.ends_with(|c: char| c.is_alphanumeric() && !c.is_lowercase() && !c.is_ascii_digit())
        && text.get(..place.start).is_some_and(|before| !before.ends_with(' '));
    let of_address = behind.starts_with('/') || before.ends_with(['/', ':']) && number.digits > 99_999;
    !(level || limit || year || small || name || of_address)
}

/// Whether a number of the body equals the abstract's, possibly rounded or as a percentage.
fn same(one: &ExactNumber, number: Number) -> bool {
    let wanted = one.number.value().abs();
    let value = number.value().abs();
    let slack = one.number.half_unit() + 1e-9;
    let near = |value: f64, slack: f64| (value - wanted).abs() <= slack;
    // A number with fewer decimals than the abstract's is equal only if no precision was lost.
    let coarse = number.decimals < one.number.decimals;
    let slack_of = if coarse && number.decimals > 0 { number.half_unit() + 1e-9 } else { slack };
    near(value, slack_of)
        || (one.percent && (near(value * 100.0, slack) || near(100.0 - value, slack)))
        || (!one.percent && one.number.decimals > 0 && near(value / 100.0, slack) && number.decimals > 0)
}

/// Whether two adjacent numbers are the count and the total of a percentage in the abstract.
fn is_fraction(one: &ExactNumber, pair: &[(Number, Range<usize>)]) -> bool {
    let ([(first, _), (second, _)], Some((count, total))) = (pair, one.of) else { return false };
    first.is_whole() && second.is_whole() && (first.digits, second.digits) == (count, total)
}

/// Whether two adjacent numbers differ by the abstract's: `fell from 24.5 to 19.2`.
fn differ_by(one: &ExactNumber, pair: &[(Number, Range<usize>)]) -> bool {
    let [(first, _), (second, _)] = pair else { return false };
    let difference = (first.value() - second.value()).abs();
    one.number.decimals > 0
        && first.decimals == second.decimals
        && (difference - one.number.value().abs()).abs() <= one.number.half_unit() + 1e-9
}

/// Sums and differences of two abstract numbers that were found count as found.
fn derive(wanted: &mut [AbstractNumber]) {
    let known: Vec<f64> =
        wanted.iter().filter(|one| one.found).map(|one| one.number.number.value().abs()).take(64).collect();
    for one in wanted.iter_mut().filter(|one| !one.found) {
        let number = one.number.number;
        let (value, slack) = (number.value().abs(), number.half_unit() * 2.0 + 1e-9);
        one.found = known.iter().enumerate().any(|(at, first)| {
            known.iter().skip(at + 1).any(|second| {
                ((first - second).abs() - value).abs() <= slack || (first + second - value).abs() <= slack
            })
        });
    }
}
