//! Finds a dose in units of activity of a drug that is dosed by weight, and the other way round.

use crate::BlockContext;
use crate::analysis::assertion::{self, State};
use crate::analysis::dose_limits::{self, DoseUnit};
use crate::analysis::medication::MedicationStatement;
use crate::analysis::quantities::Quantity;
use crate::pattern::{Pattern, any_case, context};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// The highest number of "units" that may be tablets or bags of blood.
const MAX_PIECES: f64 = 6.0;
/// The maximum distance from a dose to the drug after it that it may belong to, in bytes.
const MAX_BYTES_TO_NEXT_DRUG: u32 = 12;

/// Returns the unit in which the table gives every dose of a drug, if the dose is not in it.
fn usual_unit(drug: usize, counted: DoseUnit) -> Option<DoseUnit> {
    let usual = match counted {
        DoseUnit::Units => DoseUnit::Milligrams,
        DoseUnit::Milligrams => DoseUnit::Units,
        DoseUnit::Milliequivalents => return None,
    };
    let rows = dose_limits::rows(drug);
    (!rows.is_empty() && rows.iter().all(|row| row.unit == usual.word())).then_some(usual)
}

/// Returns the usual unit of a drug if the dose of its statement is in another one.
fn other_unit(
    block: &BlockContext<'_>,
    medication: &MedicationStatement,
    dose: &Quantity,
) -> Option<DoseUnit> {
    static COUNTS_THINGS: LazyLock<Pattern> =
        LazyLock::new(|| context("implausible-dose/wrong-unit/counts-things"));
    static JOINED: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"[,;/+&]|\b(?:and|with|for|y|e|con|para|por)\b"));
    let unit = block.slice(dose.unit);
    let (counted, _) = dose_limits::counted(dose, unit)?;
    let usual = usual_unit(medication.index, counted)?;
    let letters = unit.to_lowercase().replace('.', "");
    let is_word = letters.starts_with('u') && letters != "ui";
    let may_be_pieces = counted == DoseUnit::Units && is_word && dose.number.value() <= MAX_PIECES;
    let gap = Span { start: medication.drug.end.min(dose.span.start), end: dose.span.start };
    let behind =
        block.slice(Span { start: dose.span.end, end: medication.sentence.span.end.max(dose.span.end) });
    let is_of_thing = behind.trim_start().starts_with("of ") || behind.trim_start().starts_with("de ");
    // "Calcium gluconate, 10 units insulin": the dose may belong to the next drug.
    let is_of_next = block.medications().iter().any(|other| {
        let distance = other.drug.start.checked_sub(dose.span.end);
        distance.is_some_and(|bytes| bytes <= MAX_BYTES_TO_NEXT_DRUG)
            && usual_unit(other.index, counted).is_none()
    });
    let is_other = may_be_pieces
        || is_of_thing
        || is_of_next
        || dose.span.start < medication.drug.end && dose.span.end > medication.drug.start
        || JOINED.is_match(block.slice(gap))
        || COUNTS_THINGS.is_match(block.slice(medication.sentence.span));
    (!is_other).then_some(usual)
}

/// Whether a quantity is a dose in the wrong unit.
pub(crate) fn is_wrong(block: &BlockContext<'_>, quantity: &Quantity) -> bool {
    block.medications().iter().any(|medication| {
        medication
            .dose
            .is_some_and(|dose| dose.span == quantity.span && remark(block, medication, &dose).is_some())
    })
}

/// Returns the remark on a dose in a unit in which the drug is not dosed.
pub(super) fn remark(
    block: &BlockContext<'_>,
    medication: &MedicationStatement,
    dose: &Quantity,
) -> Option<Remark> {
    let usual = other_unit(block, medication, dose)?;
    if assertion::within(block, medication.sentence, medication.drug).state == State::Negated {
        return None;
    }
    let place = medication.drug.cover(dose.span);
    let (order, drug) = (block.slice(place), block.slice(medication.drug));
    let is_small = dose_limits::rows(medication.index).iter().all(|row| row.highest < 1.0);
    let message = match (usual, block.in_spanish()) {
        (DoseUnit::Units, false) => {
            format!("“{order}” is a weight, and {drug} is dosed in units. Check the unit.")
        }
        (DoseUnit::Units, true) => {
            format!("«{order}» es un peso y {drug} se dosifica en unidades. Compruebe la unidad.")
        }
        (_, false) => {
            let usual = if is_small { "micrograms" } else { "mg" };
            format!("“{order}” is in units, and {drug} is dosed in {usual}. Check the unit.")
        }
        (_, true) => {
            let usual = if is_small { "microgramos" } else { "mg" };
            format!("«{order}» está en unidades y {drug} se dosifica en {usual}. Compruebe la unidad.")
        }
    };
    Some(Remark::new(place, message).with_severity(Severity::Warning))
}
