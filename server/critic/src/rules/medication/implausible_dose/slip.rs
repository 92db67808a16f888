//! How far a dose is from the usual one, and the slip that explains it.

use crate::analysis::dose_limits;

/// The multiple of the highest usual dose from which a finding is an error.
pub(super) const ERROR_MULTIPLE: f64 = 5.0;

/// A slip that explains a dose that is too high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slip {
    /// Milligrams were written instead of micrograms.
    Micrograms,
    /// Grams were written instead of milligrams.
    Milligrams,
    /// An extra zero, or a misplaced decimal mark.
    TenTimes,
}

/// Returns the slip whose correction gives a usual dose: a tenth of it, or a thousandth if it is a
/// thousand times too large.
pub(super) fn meant(number: f64, unit: &str, highest: f64) -> Option<Slip> {
    /// The multiples of the highest usual dose for which a tenth is a usual dose; below them the
    /// dose may be one and a half tablets, and a tenth of it is unusual.
    const TENFOLD_MULTIPLES: std::ops::RangeInclusive<f64> = 2.0..=10.0;
    /// The multiples of the highest usual dose for which a thousandth is a usual dose, not below a
    /// fiftieth of the highest.
    const THOUSANDFOLD_MULTIPLES: std::ops::RangeInclusive<f64> = 20.0..=1000.0;
    /// The highest usual dose of drugs that are ordered in micrograms, in milligrams.
    const MAX_IN_MICROGRAMS: f64 = 10.0;
    let factor = dose_limits::milligrams(unit)?;
    let multiple = number * factor / highest;
    // Remove the rounding error of the division.
    let rounded = (multiple * 1e6).round() / 1e6;
    if TENFOLD_MULTIPLES.contains(&rounded) {
        return Some(Slip::TenTimes);
    }
    if !THOUSANDFOLD_MULTIPLES.contains(&rounded) {
        return None;
    }
    if factor > 1.0 {
        Some(Slip::Milligrams)
    } else {
        ((factor - 1.0).abs() < f64::EPSILON && highest <= MAX_IN_MICROGRAMS).then_some(Slip::Micrograms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_named_where_it_leads_to_a_usual_dose() {
        for (number, unit, highest, slip) in [
            (400.0, "mg", 80.0, Some(Slip::TenTimes)),
            (2.5, "mg", 0.75, Some(Slip::TenTimes)),
            (125.0, "mg", 0.75, Some(Slip::Micrograms)),
            (500.0, "g", 2000.0, Some(Slip::Milligrams)),
            (25.0, "mg", 20.0, None),
            (8000.0, "mg", 80.0, None),
            (1250.0, "mcg", 0.5, Some(Slip::TenTimes)),
        ] {
            assert_eq!(meant(number, unit, highest), slip, "{number} {unit}");
        }
    }
}
