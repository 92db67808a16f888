//! How far a dose is from what is usual, and the slip that explains it.

use super::message::Unit;
use crate::analysis::dose_limits;

/// From this multiple of the highest usual dose on, a finding is an error.
pub(super) const ERROR_MULTIPLE: f64 = 5.0;

/// The unit that makes the number a usual dose, where the one that stands there is a thousand times too large.
pub(super) fn meant(number: f64, unit: &str, highest: f64) -> Option<Unit> {
    let factor = dose_limits::milligrams(unit)?;
    let smaller = if (factor - 1.0).abs() < f64::EPSILON {
        Unit::Micrograms
    } else if factor > 1.0 {
        Unit::Milligrams
    } else {
        return None;
    };
    (number * factor / 1000.0 <= highest).then_some(smaller)
}
