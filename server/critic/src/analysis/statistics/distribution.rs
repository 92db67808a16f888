//! Tail probabilities of the test statistics that papers report.
//!
//! Each function returns `None` for invalid arguments and outside the range in which its approximation was tested.

use statrs::function::{beta, erf, gamma};

/// The largest supported number of degrees of freedom.
const MAX_DEGREES: f64 = 1e7;

/// Two-sided p of a standard normal deviate.
#[must_use]
pub fn normal(z: f64) -> Option<f64> {
    probability(erf::erfc(z.abs() / std::f64::consts::SQRT_2))
}

/// Two-sided p of Student's t with `df` degrees of freedom, which may be fractional.
#[must_use]
pub fn student(t: f64, df: f64) -> Option<f64> {
    if !t.is_finite() || !degrees(df) {
        return None;
    }
    if t == 0.0 {
        return Some(1.0);
    }
    if df > 1e5 {
        // The incomplete beta converges slowly here, and the relative difference to the normal is below 1e-5.
        return normal(t * (1.0 - 1.0 / (4.0 * df)) / (1.0 + t * t / (2.0 * df)).sqrt());
    }
    probability(beta::checked_beta_reg(df / 2.0, 0.5, df / (df + t * t)).ok()?)
}

/// Upper tail of Fisher's F with `df1` and `df2` degrees of freedom.
#[must_use]
pub fn fisher(f: f64, df1: f64, df2: f64) -> Option<f64> {
    if !f.is_finite() || f < 0.0 || !degrees(df1) || !degrees(df2) {
        return None;
    }
    if f == 0.0 {
        return Some(1.0);
    }
    if df2 > 1e5 {
        return chi_squared(f * df1, df1);
    }
    if df1 > 1e3 {
        return None;
    }
    probability(beta::checked_beta_reg(df2 / 2.0, df1 / 2.0, df2 / (df2 + df1 * f)).ok()?)
}

/// Upper tail of χ² with `df` degrees of freedom.
#[must_use]
pub fn chi_squared(x: f64, df: f64) -> Option<f64> {
    if !x.is_finite() || x < 0.0 || !degrees(df) || df > 1e5 {
        return None;
    }
    if x == 0.0 {
        return Some(1.0);
    }
    if x > 1e6 {
        return Some(0.0);
    }
    probability(gamma::checked_gamma_ur(df / 2.0, x / 2.0).ok()?)
}

/// Two-sided p of a correlation coefficient with `df` (number of pairs minus two) degrees of freedom.
#[must_use]
pub fn correlation(r: f64, df: f64) -> Option<f64> {
    if !r.is_finite() || r.abs() > 1.0 || !degrees(df) {
        return None;
    }
    if r.abs() == 1.0 {
        return Some(0.0);
    }
    student(r * (df / (1.0 - r * r)).sqrt(), df)
}

/// The normal deviate with half of `1 - level` in each tail: 1.96 for .95.
#[must_use]
pub fn deviate(level: f64) -> Option<f64> {
    (level > 0.0 && level < 1.0).then(|| std::f64::consts::SQRT_2 * erf::erf_inv(level))
}

fn degrees(df: f64) -> bool {
    df.is_finite() && df > 0.0 && df <= MAX_DEGREES
}

fn probability(p: f64) -> Option<f64> {
    p.is_finite().then(|| p.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn near(computed: Option<f64>, expected: f64) {
        let computed = computed.unwrap();
        assert!((computed - expected).abs() < 6e-6, "{computed} is not {expected}");
    }

    #[test]
    fn golden_values_of_the_two_sided_p_and_of_the_values_that_round_to_the_statistic() {
        for (low, point, high, of) in [
            (0.03584, 0.03623, 0.03662, [student(2.205, 28.0), student(2.2, 28.0), student(2.195, 28.0)]),
            (0.04731, 0.05269, 0.05858, [student(2.05, 38.0), student(2.0, 38.0), student(1.95, 38.0)]),
            (
                0.03660,
                0.03671,
                0.03681,
                [fisher(4.455, 1., 138.), fisher(4.45, 1., 138.), fisher(4.445, 1., 138.)],
            ),
            (
                0.04814,
                0.04829,
                0.04843,
                [chi_squared(3.905, 1.0), chi_squared(3.9, 1.0), chi_squared(3.895, 1.0)],
            ),
            (0.04941, 0.05000, 0.05058, [normal(1.965), normal(1.96), normal(1.955)]),
            (
                0.00771,
                0.00899,
                0.01045,
                [correlation(0.265, 98.), correlation(0.26, 98.), correlation(0.255, 98.)],
            ),
            (0.07861, 0.07941, 0.08021, [student(1.805, 40.0), student(1.8, 40.0), student(1.795, 40.0)]),
        ] {
            near(of[0], low);
            near(of[1], point);
            near(of[2], high);
        }
    }

    #[test]
    fn table_values() {
        near(student(12.706_205, 1.0), 0.05);
        near(student(2.085_963, 20.0), 0.05);
        near(fisher(3.098_391, 3.0, 20.0), 0.05);
        near(chi_squared(18.307_038, 10.0), 0.05);
        near(chi_squared(124.342_113, 100.0), 0.05);
        near(normal(2.575_829), 0.01);
        assert!((deviate(0.95).unwrap() - 1.959_964).abs() < 1e-6);
        assert!((deviate(0.9).unwrap() - 1.644_854).abs() < 1e-6);
        assert!((deviate(0.99).unwrap() - 2.575_829).abs() < 1e-6);
    }

    #[test]
    fn large_degrees_of_freedom_join_smoothly() {
        for t in [0.1, 1.0, 1.96, 3.0, 6.0, 9.0] {
            let (below, above) = (student(t, 99_999.0).unwrap(), student(t, 100_001.0).unwrap());
            assert!((below / above - 1.0).abs() < 1e-3, "t = {t}: {below} and {above}");
            let (below, above) = (fisher(t, 3.0, 99_999.0).unwrap(), fisher(t, 3.0, 100_001.0).unwrap());
            assert!((below / above - 1.0).abs() < 1e-2, "F = {t}: {below} and {above}");
        }
        // F(1, n) equals t(n) squared.
        for df in [1.0, 2.0, 7.5, 40.0, 1_000.0, 30_000.0, 90_000.0] {
            for t in [0.3_f64, 1.5, 2.5, 5.0] {
                let (t_p, f_p) = (student(t, df).unwrap(), fisher(t * t, 1.0, df).unwrap());
                assert!((t_p - f_p).abs() <= 1e-9 + 1e-6 * t_p, "t({df}) = {t}: {t_p} and {f_p}");
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_not_computed() {
        assert_eq!(student(2.0, 0.0), None);
        assert_eq!(student(f64::NAN, 3.0), None);
        assert_eq!(fisher(-1.0, 1.0, 3.0), None);
        assert_eq!(chi_squared(3.0, -1.0), None);
        assert_eq!(correlation(1.2, 9.0), None);
        assert_eq!(deviate(1.0), None);
    }
}
