//! Checks a dose of insulin against the weight of the patient, and against another dose of the same
//! insulin in the note, to find an extra zero.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::dose_limits::{self, DoseUnit};
use crate::analysis::drugs::Class;
use crate::analysis::medication::MedicationStatement;
use crate::pattern::{Pattern, any_case, context};
use crate::rules::medication::order_words::own_words;
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// The maximum units in one dose per kilogram of weight; patients who need more use the
/// concentrated form, otherwise it is an error.
const MAX_UNITS_PER_KILOGRAM: f64 = 1.2;
/// The maximum number of doses and weights of a note that are kept.
const MAX_PLACES: usize = 40;

/// The doses of insulin and the weights of a note.
#[derive(Clone, Debug, Default)]
struct InsulinDoses {
    /// The drug, the units and the place of each dose.
    doses: Vec<(usize, f64, Span)>,
    kilograms: Vec<f64>,
    /// Infusion rates per kilogram of weight.
    rates: Vec<(f64, Span)>,
    /// Second doses of a line that are implausible: "10 units in the morning and 400 units at
    /// night".
    later: Vec<(f64, Span)>,
}

/// The maximum units in a second dose of a line that is not flagged: the highest usual daily dose.
const MAX_LATER_UNITS: f64 = 300.0;

/// The maximum units per hour and kilogram of weight.
const MAX_RATE: f64 = 0.4;

impl Scan for InsulinDoses {
    type State = ();
    type Summary = InsulinDoses;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut InsulinDoses, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here = block.fact(read);
            summary.doses.extend(
                here.doses.iter().map(|(drug, units, span)| (*drug, *units, span.shift(block.start))),
            );
            summary.kilograms.extend(&here.kilograms);
            summary.rates.extend(here.rates.iter().map(|(rate, span)| (*rate, span.shift(block.start))));
            summary.later.extend(here.later.iter().map(|(units, span)| (*units, span.shift(block.start))));
            summary.later.truncate(MAX_PLACES);
            summary.rates.truncate(MAX_PLACES);
            summary.doses.truncate(MAX_PLACES);
            summary.kilograms.truncate(MAX_PLACES);
        }
    }
}

/// Words of a sentence that mean that a dose is not a single one, or that count available units.
static NOT_A_SINGLE_DOSE: LazyLock<Pattern> =
    LazyLock::new(|| context("implausible-dose/insulin/not-a-single-dose"));

fn read(block: &BlockContext<'_>) -> InsulinDoses {
    static WEIGHT_IN_KILOGRAMS: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"(?:^|[^\w/.,-])(?P<kilograms>[1-9][0-9]{1,2}(?:[.,][0-9])?) ?kgs?\b(?P<behind>[²2/]?)")
    });
    let mut out = InsulinDoses::default();
    for found in WEIGHT_IN_KILOGRAMS.captures_iter(block.prose()) {
        let is_index = found.name("behind").is_some_and(|behind| !behind.as_str().is_empty());
        let number =
            found.name("kilograms").and_then(|number| number.as_str().replace(',', ".").parse::<f64>().ok());
        out.kilograms.extend(number.filter(|_| !is_index));
    }
    for medication in block.medications().iter().filter(|medication| medication.class() == Class::Insulin) {
        if let Some(dose) = medication.dose.filter(|dose| dose.per.weight && dose.per.time)
            && block.slice(Span { start: dose.unit.start, end: dose.span.end }).to_lowercase().contains("/h")
            && dose.number.value() > MAX_RATE
        {
            out.rates.push((dose.number.value(), medication.drug.cover(dose.span)));
            continue;
        }
        let Some(dose) =
            medication.dose.filter(|dose| !dose.per.weight && !dose.per.time && dose.upper.is_none())
        else {
            continue;
        };
        let counted = dose_limits::counted(&dose, block.slice(dose.unit));
        let said = assertion::within(block, medication.sentence, medication.drug);
        let is_order = !matches!(said.state, State::Negated | State::Historical)
            && said.experiencer == Experiencer::Patient;
        let near = medication.drug.cover(dose.span);
        if is_order
            && counted.is_some_and(|(counted, _)| counted == DoseUnit::Units)
            && near.end - near.start <= 60
            && !NOT_A_SINGLE_DOSE.is_match(block.slice(medication.sentence.span))
        {
            out.doses.push((medication.index, dose.number.value(), near));
            out.later.extend(later_dose(block, medication));
        }
    }
    out
}

/// Returns the second dose of the insulin in the line of a statement, if it is implausibly high.
fn later_dose(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<(f64, Span)> {
    static LATER_UNITS: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"(?:[,;+/]|\b(?:and|then|y|luego|e)\b) ?(?P<units>[1-9]\d{2,3}) ?(?:units?|unidades|ui|iu|u)\b",
        )
    });
    let dose = medication.dose?;
    let words = own_words(block, medication, &dose);
    let found = LATER_UNITS.captures(words)?.name("units")?;
    let units: f64 = found.as_str().parse().ok()?;
    let start = dose.span.end as usize + found.start();
    (units > MAX_LATER_UNITS).then(|| (units, Span::new(start, start + found.len())))
}

/// Returns remarks on insulin doses in which the weight, or another dose of the note, reveals an
/// extra zero.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = InsulinDoses::default();
    for group in draft.scan::<InsulinDoses>(()) {
        all.doses.extend(
            group.summary.doses.iter().map(|(drug, units, span)| (*drug, *units, span.shift(group.start))),
        );
        all.kilograms.extend(&group.summary.kilograms);
    }
    let spanish = draft.is_spanish();
    let mut out = Vec::new();
    for group in draft.scan::<InsulinDoses>(()) {
        out.extend(group.summary.rates.iter().map(|(rate, span)| {
            let place = span.shift(group.start);
            let order = draft.text(place).unwrap_or_default();
            let message = if spanish {
                format!("«{order}»: {} unidades por kilogramo y hora son muchas más de lo habitual (0,05 a 0,2). Compruebe la cifra.", rate.to_string().replace('.', ","))
            } else {
                format!("“{order}”: {rate} units for each kilogram an hour are many more than is usual (0.05 to 0.2). Check the number.")
            };
            Remark::new(place, message).with_severity(Severity::Error)
        }));
    }
    for group in draft.scan::<InsulinDoses>(()) {
        out.extend(group.summary.later.iter().map(|(units, span)| {
            let message = if spanish {
                format!("{units} unidades de insulina en una sola dosis son más que la dosis máxima habitual de un día ({MAX_LATER_UNITS:.0}). Compruebe la cifra.")
            } else {
                format!("{units} units of insulin in one dose are more than the highest usual dose of a day ({MAX_LATER_UNITS:.0}). Check the number.")
            };
            Remark::new(span.shift(group.start), message).with_severity(Severity::Error)
        }));
    }
    for (drug, units, place) in &all.doses {
        let order = draft.text(*place).unwrap_or_default();
        let smaller =
            all.doses.iter().find(|(other, less, _)| other == drug && (less * 10.0 - units).abs() < 1e-6);
        if let Some((_, less, other)) = smaller {
            let message = if spanish {
                format!(
                    "«{order}» son diez veces las {less} unidades que la nota da en otro lugar. Compruebe la cifra."
                )
            } else {
                format!(
                    "“{order}” is ten times the {less} units that the note gives elsewhere. Check the number."
                )
            };
            let label = if spanish { "la otra dosis" } else { "the other dose" };
            out.push(
                Remark::new(*place, message).with_severity(Severity::Warning).with_related(*other, label),
            );
            continue;
        }
        // Several weights belong to several times or persons: use the highest.
        let Some(kilograms) = all.kilograms.iter().copied().reduce(f64::max) else { continue };
        if *units > kilograms * MAX_UNITS_PER_KILOGRAM && *units > 10.0 {
            let each = units / kilograms;
            let message = if spanish {
                let each = format!("{each:.1}").replace('.', ",");
                format!(
                    "«{order}» son {each} unidades por kilogramo de peso en una sola dosis. Compruebe la cifra y el peso."
                )
            } else {
                format!(
                    "“{order}” is {each:.1} units for each kilogram of weight in one dose. Check the number and the weight."
                )
            };
            out.push(Remark::new(*place, message).with_severity(Severity::Warning));
        }
    }
    out
}
