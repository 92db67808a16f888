//! Checks whether a reported p agrees with its printed statistic.
//!
//! A printed value represents all values that round to it, however ties are rounded. The p of a printed statistic is
//! therefore a range, and a reported p agrees if it overlaps with that range. Source: M. B. Nuijten and others, "The
//! prevalence of statistical reporting errors in psychology", 2016, 10.3758/s13428-015-0664-2.

use super::{Relation, Reported, Test, TestResult};

/// The conventional significance level.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// The largest relative difference between two computations of one p.
const MAX_ROUNDING_ERROR: f64 = 1e-6;

/// The smallest p that can be computed.
const UNDERFLOW: f64 = 1e-290;

/// The smallest p that R prints: the machine epsilon.
const SMALLEST_P_OF_R: f64 = 2.3e-16;

/// The range of p for a printed statistic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recomputed {
    /// The smallest.
    pub low: f64,
    /// For the value as printed.
    pub point: f64,
    /// The largest.
    pub high: f64,
}

/// How a reported p compares with its statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consistency {
    /// The p agrees with the statistic.
    Consistent,
    /// It disagrees, but both are (or may be) on the same side of [`SIGNIFICANCE_LEVEL`].
    Differs,
    /// It disagrees, and exactly one of them is significant.
    Decides,
}

/// The p values of the printed statistic. With `loose_df`, whole degrees of freedom may have been rounded, as in
/// Welch's test. `None` if they cannot be computed.
#[must_use]
pub fn recompute(result: &TestResult, loose_df: bool) -> Option<Recomputed> {
    let value = result.statistic.value().abs();
    let half = result.statistic.half_unit();
    let most = if matches!(result.test, Test::R { .. } | Test::Rho { .. }) { 1.0 } else { f64::INFINITY };
    if value > most + half {
        return None;
    }
    let tests = variants(result.test, loose_df);
    let mut low = f64::INFINITY;
    let mut high = f64::NEG_INFINITY;
    for test in tests.iter().flatten() {
        low = low.min(test.p((value + half).min(most))?);
        high = high.max(test.p((value - half).max(0.0))?);
    }
    if let Test::Rho { df } = result.test {
        // Programs compute p exactly, by t or by z: for 10 or more pairs the exact p lies between the other two.
        // Authors also report the number of pairs instead of the degrees of freedom.
        for pairs in [df + 2.0, df].into_iter().filter(|pairs| *pairs > 1.0) {
            let z = |value: f64| Test::Z.p(value * (pairs - 1.0).sqrt());
            low = low.min(z((value + half).min(most))?);
            high = high.max(z((value - half).max(0.0))?);
        }
    }
    match result.relation {
        Relation::Equal => {}
        Relation::Less => high = 1.0,
        Relation::Greater => low = 0.0,
    }
    Some(Recomputed { low, point: result.test.p(value.min(most))?, high })
}

/// The test; with loose degrees of freedom, also those that round to it.
fn variants(test: Test, loose: bool) -> [Option<Test>; 3] {
    match test {
        Test::T { df } if loose && df > 1.0 => {
            [Some(test), Some(Test::T { df: df - 0.5 }), Some(Test::T { df: df + 0.5 })]
        }
        Test::F { df1, df2 } if loose && df2 > 1.0 => {
            [Some(test), Some(Test::F { df1, df2: df2 - 0.5 }), Some(Test::F { df1, df2: df2 + 0.5 })]
        }
        Test::Rho { df } if df > 2.0 => [Some(test), Some(Test::Rho { df: df - 2.0 }), None],
        _ => [Some(test), None, None],
    }
}

/// Whether a reported p fits the range `low..=high`.
#[must_use]
pub fn fits(p: &Reported, low: f64, high: f64) -> bool {
    let Some(number) = p.number else { return high + MAX_ROUNDING_ERROR > SIGNIFICANCE_LEVEL };
    let (value, half) = (number.value(), number.half_unit());
    // Differences in the last bit do not count. The slack is relative: p = 5.81e-12 is not 5.81e-48.
    let slack = MAX_ROUNDING_ERROR * high.abs().max(value.abs()) + UNDERFLOW;
    match p.relation {
        // R prints `< 2.2e-16` for every smaller p; authors write `= 2.2e-16`.
        Relation::Equal if is_smallest_of_r(value) => low <= SMALLEST_P_OF_R,
        Relation::Equal => value - half <= high + slack && low - slack <= value + half,
        Relation::Less => low - slack <= value,
        Relation::Greater => high + slack >= value,
    }
}

/// Whether p is the smallest that R prints, with the digits that people copy: 2.2e-16, 2.22e-16, 2e-16.
fn is_smallest_of_r(value: f64) -> bool {
    (1.95e-16..2.25e-16).contains(&value)
}

/// Compares a reported p; `one_sided` if its sentence describes a one-sided test.
#[must_use]
pub fn judge(p: &Reported, test: Test, recomputed: Recomputed, one_sided: bool) -> Consistency {
    let Recomputed { low, high, .. } = recomputed;
    if fits(p, low, high) {
        return Consistency::Consistent;
    }
    // For either direction: a result in the opposite direction has a large one-sided p.
    if one_sided
        && test.has_sides()
        && (fits(p, low / 2.0, high / 2.0) || fits(p, 1.0 - high / 2.0, 1.0 - low / 2.0))
    {
        return Consistency::Consistent;
    }
    let computed = if high <= SIGNIFICANCE_LEVEL {
        Some(true)
    } else if low > SIGNIFICANCE_LEVEL {
        Some(false)
    } else {
        None
    };
    match (significant(p), computed) {
        (Some(reported), Some(computed)) if reported != computed => Consistency::Decides,
        _ => Consistency::Differs,
    }
}

/// Whether a reported p is called significant; `None` if unknown.
#[must_use]
pub fn significant(p: &Reported) -> Option<bool> {
    let Some(number) = p.number else { return Some(false) };
    let value = number.value();
    match p.relation {
        Relation::Equal => Some(value <= SIGNIFICANCE_LEVEL),
        Relation::Less => (value <= SIGNIFICANCE_LEVEL).then_some(true),
        Relation::Greater => (value >= SIGNIFICANCE_LEVEL).then_some(false),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::super::{PlainText, Statistics};
    use super::*;
    use proptest::prelude::*;
    use referee_syntax::Format;

    fn judged(text: &str, one_sided: bool) -> Consistency {
        let read = Statistics::of(PlainText::read(text, Format::PlainText, &[]));
        let result = read.results.first().unwrap_or_else(|| panic!("nothing read in {text}"));
        judge(&result.p, result.test, recompute(result, false).unwrap(), one_sided)
    }

    #[test]
    fn golden_results() {
        use Consistency::{Consistent, Decides, Differs};
        for (text, wanted) in [
            ("t(28) = 2.20, p = .036", Consistent),
            ("t(28) = 2.20, p = .04", Consistent),
            ("t(28) = 2.20, p = .03", Differs),
            ("t(28) = 2.20, p < .05", Consistent),
            ("t(28) = 2.20, p < .01", Differs),
            ("t(28) = 2.20, p > .05", Decides),
            ("t(28) = 2.20, ns", Decides),
            ("t(28) = -2.20, p = .06", Decides),
            ("t(38) = 2.0, p = .05", Consistent),
            ("t(38) = 2.0, p = .048", Consistent),
            ("F(1, 138) = 4.45, p = .037", Consistent),
            ("χ²(1) = 3.90, p = .048", Consistent),
            ("z = 1.96, p = .05", Consistent),
            ("r(98) = .26, p = .009", Consistent),
            ("t(40) = 1.80, p = .079", Consistent),
            ("t(40) = 1.80, p = .04", Decides),
            ("t(28) = 4.90, p = .000", Consistent),
            ("χ²(5) = 231.24, p = 5.81 × 10^-48", Consistent),
            ("χ²(5) = 231.24, p = 5.81 · 10^-12", Differs),
            ("χ²(5) = 231.24, p = 5.9 × 10^-48", Differs),
            ("χ²(5) = 231.24, p < 5.81 × 10^-12", Consistent),
            ("χ²(5) = 231.24, p < 1 × 10^-50", Differs),
            ("χ²(5) = 231.24, p < 2.2e-16", Consistent),
            ("χ²(5) = 231.24, p = 2.2e-16", Consistent),
            ("χ²(5) = 31.24, p = 2.2e-16", Differs),
        ] {
            assert_eq!(judged(text, false), wanted, "{text}");
        }
    }

    #[test]
    fn a_one_sided_p_fits_only_where_the_sentence_says_so_and_in_either_direction() {
        assert_eq!(judged("t(28) = 2.20, p = .018", false), Consistency::Differs);
        assert_eq!(judged("t(28) = 2.20, p = .018", true), Consistency::Consistent);
        assert_eq!(judged("t(28) = -2.20, p = .982", true), Consistency::Consistent);
        // F has one tail, so p is not halved.
        assert_eq!(judged("F(1, 138) = 4.45, p = .018", true), Consistency::Differs);
    }

    fn rounded(value: f64, decimals: usize, way: u8) -> String {
        // To the nearest, with ties rounded down or up.
        let nudge = if way == 0 { -1e-12 } else { 1e-12 };
        format!("{:.decimals$}", value + nudge * value.signum())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn rounding_never_makes_a_consistent_result_inconsistent(
            which in 0_u8..5, value in 0.01..9.0_f64, df1 in 1_u32..30, df2 in 2_u32..400,
            decimals in 1_usize..4, p_decimals in 2_usize..5, way in 0_u8..2, p_way in 0_u8..2, style in 0_u8..4,
        ) {
            let (d1, d2) = (f64::from(df1), f64::from(df2));
            let (test, value, name) = match which {
                0 => (Test::T { df: d2 }, value, format!("t({df2})")),
                1 => (Test::F { df1: d1, df2: d2 }, value, format!("F({df1}, {df2})")),
                2 => (Test::ChiSquared { df: d1 }, value * 4.0, format!("χ²({df1}, N = {df2})")),
                3 => (Test::Z, value, String::from("z")),
                _ => (Test::R { df: d2 }, value / 9.1, format!("r({df2})")),
            };
            let p = test.p(value).unwrap();
            let statistic = rounded(value, decimals, way);
            let p = match style {
                0 => format!("= {}", rounded(p, p_decimals, p_way)),
                1 if p < 0.001 => String::from("< .001"),
                2 if p < 0.05 => String::from("< .05"),
                3 if p > 0.05 => String::from("> .05"),
                _ => format!("= {}", rounded(p, p_decimals, p_way)),
            };
            let text = format!("They differed, {name} = {statistic}, p {p}.");
            prop_assert_eq!(judged(&text, false), Consistency::Consistent, "{}", text);
        }
    }
}
