//! Checks whether a mean of integers is possible.
//!
//! The mean of n integers is an integer divided by n, so not every decimal can result from rounding one. Source: N. J.
//! L. Brown and J. A. J. Heathers, "The GRIM test", 2017, 10.1177/1948550616673876.

use super::Number;

/// Whether `n` integers can have the printed `mean`; `None` if every decimal is possible because n is large enough.
#[must_use]
pub fn possible(mean: Number, n: u64) -> Option<bool> {
    let steps = 10_u64.checked_pow(u32::from(mean.decimals))?;
    if n == 0 || mean.exponent != 0 || n >= steps {
        return None;
    }
    let count = n as f64;
    let value = mean.value().abs();
    let nearest = (value * count).round();
    // Ties may be rounded up or down.
    let slack = mean.half_unit() * (1.0 + 1e-9);
    Some([nearest - 1.0, nearest, nearest + 1.0].iter().any(|sum| (sum / count - value).abs() <= slack))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    fn is_possible(mean: &str, n: u64) -> Option<bool> {
        possible(Number::read(mean, false).unwrap().0, n)
    }

    #[test]
    fn golden_values() {
        assert_eq!(is_possible("5.19", 28), Some(false));
        assert_eq!(is_possible("5.19", 32), Some(true));
        assert_eq!(is_possible("3.48", 20), Some(false));
        assert_eq!(is_possible("5.93", 49), Some(false));
        assert_eq!(is_possible("3.40", 20), Some(true));
        assert_eq!(is_possible("3.45", 120), None);
        assert_eq!(is_possible("3", 0), None);
    }

    proptest! {
        #[test]
        fn a_real_mean_is_always_possible(sum in 0_u32..2_000, n in 1_u64..99) {
            let mean = format!("{:.2}", f64::from(sum) / n as f64);
            prop_assert_ne!(is_possible(&mean, n), Some(false));
        }
    }
}
