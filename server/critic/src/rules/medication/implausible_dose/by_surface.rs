//! Checks doses per square metre of body surface: cytotoxic drugs, for which an extra zero is
//! fatal.

use super::message::ShownOrder;
use super::slip::{ERROR_MULTIPLE, meant};
use crate::BlockContext;
use crate::analysis::dose_limits;
use crate::analysis::medication::MedicationStatement;
use crate::analysis::quantities::Quantity;
use crate::pattern::{Pattern, context};
use referee_findings::{Remark, Severity};
use std::sync::LazyLock;

/// The multiple of the highest usual dose above which a dose is flagged.
const TOLERANCE: f64 = 1.5;

/// Returns the remark on a dose per square metre.
pub(super) fn remark(
    block: &BlockContext<'_>,
    medication: &MedicationStatement,
    dose: &Quantity,
    number: f64,
) -> Option<Remark> {
    /// Words of a sentence that describe several doses together, or a limit.
    static SEVERAL_DOSES: LazyLock<Pattern> =
        LazyLock::new(|| context("implausible-dose/by-surface/several-doses"));
    let highest = dose_limits::per_square_metre(medication.index)?;
    let unit = block.slice(dose.unit);
    let unit = unit.split('/').next().unwrap_or(unit).trim();
    let multiple = number * dose_limits::milligrams(unit)? / highest;
    if multiple <= TOLERANCE || SEVERAL_DOSES.is_match(block.slice(medication.sentence.span)) {
        return None;
    }
    let shown = ShownOrder {
        order: block.slice(medication.drug.cover(dose.span)),
        drug: block.slice(medication.drug),
        spanish: block.in_spanish(),
    };
    let message = shown.too_high_per(
        multiple,
        highest,
        meant(number, unit, highest),
        if shown.spanish { ("por superficie corporal", "mg/m²") } else { ("by body surface", "mg/m²") },
    );
    let severity = if multiple >= ERROR_MULTIPLE { Severity::Error } else { Severity::Warning };
    Some(Remark::new(medication.drug.cover(dose.span), message).with_severity(severity))
}
