//! Doses for each square metre of body surface: cytotoxics, where a zero too many kills.

use super::message::ShownOrder;
use super::slip::{ERROR_MULTIPLE, meant};
use crate::BlockContext;
use crate::analysis::dose_limits;
use crate::analysis::medication::MedicationStatement;
use crate::analysis::quantities::Quantity;
use crate::pattern::any_case;
use referee_findings::{Remark, Severity};
use regex::Regex;
use std::sync::LazyLock;

/// A dose is flagged above this multiple of the highest usual one.
const TOLERANCE: f64 = 1.5;

/// First name of the drug, and the highest usual dose of a day for each square metre, in milligrams, high doses before a
/// transplant included. From general knowledge of labels and regimens, not compared row by row.
const LIMITS_PER_SQUARE_METRE: &[(&str, f64)] = &[
    ("azacitidine", 100.0),
    ("bendamustine", 120.0),
    ("bortezomib", 1.6),
    ("busulfan", 150.0),
    ("cabazitaxel", 25.0),
    ("capecitabine", 2500.0),
    ("carfilzomib", 70.0),
    ("carmustine", 300.0),
    ("cetuximab", 500.0),
    ("cisplatin", 120.0),
    ("cladribine", 10.0),
    ("cyclophosphamide", 4000.0),
    ("cytarabine", 6000.0),
    ("dacarbazine", 1200.0),
    ("daunorubicin", 90.0),
    ("decitabine", 45.0),
    ("docetaxel", 100.0),
    ("doxorubicin", 90.0),
    ("epirubicin", 135.0),
    ("eribulin", 1.4),
    ("etoposide", 800.0),
    ("fludarabine", 40.0),
    ("fluorouracil", 3000.0),
    ("gemcitabine", 1500.0),
    ("idarubicin", 13.0),
    ("ifosfamide", 5000.0),
    ("irinotecan", 350.0),
    ("melphalan", 200.0),
    ("methotrexate", 12000.0),
    ("mitomycin", 20.0),
    ("mitoxantrone", 20.0),
    ("oxaliplatin", 130.0),
    ("paclitaxel", 260.0),
    ("pemetrexed", 500.0),
    ("rituximab", 500.0),
    ("temozolomide", 200.0),
    ("topotecan", 4.0),
    ("vinblastine", 11.0),
    ("vincristine", 2.0),
    ("vinorelbine", 80.0),
];

/// The remark on a dose for each square metre.
pub(super) fn remark(
    block: &BlockContext<'_>,
    medication: &MedicationStatement,
    dose: &Quantity,
    number: f64,
) -> Option<Remark> {
    /// Words of a sentence that tell of several doses together, or of a limit.
    static SEVERAL_DOSES: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"\b(?:cumulativ\w*|lifetime|total\w*|so far|to date|limit|exceed\w*|received|previous\w*|prior|history|acumulad[oa]|recibi\w*|recibid[oa]|hasta la fecha|previ[oa]s?|antecedente\w*|l[ií]mite|superar)\b",
        )
    });
    let names = &medication.known()?.names;
    let first = names.first()?;
    let (_, highest) = LIMITS_PER_SQUARE_METRE.iter().find(|(name, _)| name == first)?;
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
        *highest,
        meant(number, unit, *highest),
        if shown.spanish { ("por superficie corporal", "mg/m²") } else { ("by body surface", "mg/m²") },
    );
    let severity = if multiple >= ERROR_MULTIPLE { Severity::Error } else { Severity::Warning };
    Some(Remark::new(medication.drug.cover(dose.span), message).with_severity(severity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::drugs;

    #[test]
    fn every_name_is_the_first_one_of_a_drug() {
        for (name, highest) in LIMITS_PER_SQUARE_METRE {
            assert!(
                drugs::all().iter().any(|drug| drug.names.first().is_some_and(|first| first == name)),
                "{name}"
            );
            assert!(*highest > 0.0);
        }
        assert!(LIMITS_PER_SQUARE_METRE.is_sorted_by_key(|(name, _)| *name));
    }
}
