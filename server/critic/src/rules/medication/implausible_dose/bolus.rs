//! Detects intravenous boluses that are fatal: potassium, vasopressors and insulin.

use crate::analysis::assertion::{self, State};
use crate::analysis::dose_limits::{self, DoseUnit};
use crate::analysis::drugs::Class;
use crate::analysis::medication::MedicationStatement;
use crate::pattern::{Pattern, any_case, context, forms};
use crate::{BlockContext, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// The highest rate of potassium, in milliequivalents per hour.
const MAX_POTASSIUM_AN_HOUR: f64 = 40.0;
/// The maximum units of insulin as an intravenous bolus, and of a rapid insulin under the skin, if
/// the sentence does not explain more.
const MAX_UNITS_INTO_VEIN: f64 = 30.0;
const MAX_RAPID_UNITS: f64 = 80.0;
/// The maximum bolus of a vasopressor into a vein outside an arrest, in milligrams.
const BOLUS_LIMITS: &[(&str, f64)] = &[("norepinephrine", 0.1), ("phenylephrine", 1.0)];

static BOLUS_WORDS: LazyLock<Pattern> = LazyLock::new(|| context("implausible-dose/bolus/bolus-words"));
static INTO_VEIN: LazyLock<Pattern> =
    LazyLock::new(|| any_case(r"\b(?:iv|i\.v\.|ev|e\.v\.|intraven\w+|endoven\w+)(?:\W|$)"));
static WARNING_OR_DILUTED: LazyLock<Pattern> =
    LazyLock::new(|| context("implausible-dose/bolus/warning-or-diluted"));

/// Returns remarks on drugs that are given too fast in a block.
pub(super) fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    block.medications().iter().filter_map(|medication| remark(block, medication)).collect()
}

/// Returns the words of the order: from the drug, or a dose before it, to the next drug or the end
/// of the sentence.
fn order<'t>(block: &'t BlockContext<'_>, medication: &MedicationStatement) -> &'t str {
    let Sentence { span: sentence, .. } = medication.sentence;
    let next =
        block.medications().iter().map(|other| other.drug.start).find(|start| *start > medication.drug.start);
    let end = next.unwrap_or(sentence.end).min(sentence.end);
    let start =
        medication.dose.map_or(medication.drug.start, |dose| dose.span.start.min(medication.drug.start));
    let text = block.slice(Span { start, end: end.max(medication.drug.end) });
    text.split([';', '\n']).next().unwrap_or_default()
}

fn remark(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<Remark> {
    let dose = medication.dose.filter(|dose| !dose.per.weight && !dose.per.surface)?;
    if assertion::within(block, medication.sentence, medication.drug).state != State::Confirmed {
        return None;
    }
    let (counted, factor) = dose_limits::counted(&dose, block.slice(dose.unit))?;
    let number = dose.upper.map_or(dose.number.value(), |upper| upper.value().max(dose.number.value()));
    let value = number * factor;
    let order = order(block, medication);
    let name = medication.known()?.names.first()?.as_str();
    let spanish = block.in_spanish();
    let place = medication.drug.cover(dose.span);
    let shown = block.slice(place);
    let said = |english: String, spanish_words: String, severity: Severity| {
        Some(Remark::new(place, if spanish { spanish_words } else { english }).with_severity(severity))
    };
    if counted == DoseUnit::Milliequivalents && matches!(name, "potassium chloride" | "potassium phosphate") {
        let rate = hours(order).map(|hours| value / hours);
        let is_pushed = BOLUS_WORDS.is_match(order) && !WARNING_OR_DILUTED.is_match(order);
        let is_fast = rate.is_some_and(|rate| rate > MAX_POTASSIUM_AN_HOUR);
        return (is_pushed || is_fast)
            .then(|| {
                said(
                    format!("“{shown}” at this speed can cause cardiac arrest: intravenous potassium is never given as a bolus, and usual rates are 10 to 20 mEq an hour. Check the dilution and the rate."),
                    format!("«{shown}» a esta velocidad puede causar parada cardiaca: el potasio intravenoso no se administra nunca en bolo, y lo habitual son 10 a 20 mEq por hora. Compruebe la dilución y el ritmo."),
                    Severity::Error,
                )
            })
            .flatten();
    }
    if let Some((_, most)) = BOLUS_LIMITS.iter().find(|(known, _)| *known == name)
        && counted == DoseUnit::Milligrams
        && value > *most
        && BOLUS_WORDS.is_match(order)
        && !WARNING_OR_DILUTED.is_match(order)
    {
        let most = most * 1000.0;
        return said(
            format!(
                "“{shown}” is far above a single dose (at most {most:.0} micrograms). Are micrograms meant, or an infusion? Check the order."
            ),
            format!(
                "«{shown}» en bolo es mucho más de lo que se administra en una sola dosis (como máximo {most:.0} microgramos). ¿Quería decir microgramos, o una perfusión? Compruebe la orden."
            ),
            Severity::Error,
        );
    }
    if medication.class() == Class::Insulin && counted == DoseUnit::Units && !dose.per.time {
        return insulin(block, medication, value, order).map(|(most, severity)| {
            let message = if spanish {
                format!("«{shown}» son más unidades en una sola dosis de lo habitual (hasta {most:.0}). ¿Sobra un cero? Compruebe la cifra.")
            } else {
                format!("“{shown}” is more units in one dose than is usual (up to {most:.0}). Is there a zero too many? Check the number.")
            };
            Remark::new(place, message).with_severity(severity)
        });
    }
    None
}

/// Returns the maximum usual units, if a bolus of insulin exceeds them.
fn insulin(
    block: &BlockContext<'_>,
    medication: &MedicationStatement,
    units: f64,
    order: &str,
) -> Option<(f64, Severity)> {
    static NOT_A_SINGLE_DOSE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:{words})\b|/ ?\d+ ?mL",
            words = forms("implausible-dose/bolus/not-a-single-dose")
        ))
    });
    const RAPID_INSULINS: &[&str] =
        &["lispro", "aspart", "glulisine", "insulin soluble", "insulin regular", "novorapid"];
    if NOT_A_SINGLE_DOSE.is_match(block.slice(medication.sentence.span)) {
        return None;
    }
    if INTO_VEIN.is_match(order) && units > MAX_UNITS_INTO_VEIN {
        return Some((MAX_UNITS_INTO_VEIN, Severity::Error));
    }
    let names = &medication.known()?.names;
    let is_rapid = names.iter().any(|name| {
        RAPID_INSULINS.iter().any(|rapid| name.contains(rapid))
            || ["actrapid", "apidra", "humalog", "humulin r", "novorapid"].contains(&name.as_str())
    });
    (is_rapid && units > MAX_RAPID_UNITS).then_some((MAX_RAPID_UNITS, Severity::Warning))
}

/// Returns the hours in which an order gives its amount: "over 10 min", "en 30 minutos", `40
/// mEq/h`.
fn hours(order: &str) -> Option<f64> {
    static INFUSION_TIME: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:over|in|en|durante|a pasar en|during|within) (?P<number>\d{1,3}|an?|una?|one|half an) ?(?P<unit>min\w*|hours?|hrs?|horas?|h)\b|(?P<rate>/ ?(?:h|hr|hour|hora)\b)",
        )
    });
    let found = INFUSION_TIME.captures(order)?;
    if found.name("rate").is_some() {
        return Some(1.0);
    }
    let number = match found.name("number")?.as_str() {
        "half an" => 0.5,
        other => other.parse::<f64>().unwrap_or(1.0),
    };
    let is_minutes = found.name("unit")?.as_str().to_lowercase().starts_with("min");
    (number > 0.0).then_some(if is_minutes { number / 60.0 } else { number })
}

/// Returns remarks on `T4` in milligrams: thyroid hormone is ordered in micrograms.
pub(super) fn thyroxine(block: &BlockContext<'_>) -> Vec<Remark> {
    static ABBREVIATED_THYROXINE: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"(?:^|[^\w/])(?P<order>l?-?T4 \d{2,3} ?mg)(?:[\s.,;)]|$)"));
    let found = ABBREVIATED_THYROXINE.captures_iter(block.prose()).filter_map(|found| found.name("order"));
    found
        .map(|order| {
            let shown = order.as_str();
            let message = if block.in_spanish() {
                format!("«{shown}»: la levotiroxina se pauta en microgramos. ¿Quería decir microgramos? Compruebe la unidad.")
            } else {
                format!("“{shown}”: levothyroxine is ordered in micrograms. Are micrograms meant? Check the unit.")
            };
            Remark::new(Span::new(order.start(), order.end()), message).with_severity(Severity::Error)
        })
        .filter(|remark| block.medications().iter().all(|medication| !medication.drug.overlaps(remark.place)))
        .collect()
}
