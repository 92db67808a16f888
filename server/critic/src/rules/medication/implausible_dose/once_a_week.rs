//! Detects drugs whose dose lasts a week or a month but is ordered every day.

use super::not_an_order::is_every_few_weeks;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::dose_limits::{self, DoseUnit};
use crate::analysis::folding::fold;
use crate::analysis::medication::MedicationStatement;
use crate::analysis::terms::Frequency;
use crate::pattern::{Pattern, any_case, context};
use crate::rules::medication::cancelled_order::is_cancelled_order;
use crate::rules::medication::order_words::{own_words, stated_times};
use crate::{BlockContext, Sentence};
use referee_findings::{Remark, Severity};
use std::sync::LazyLock;

/// A drug by its first name, the doses in milligrams that are given once per interval, and the
/// interval in days. Source: the labels. Drugs that are also given every day have other doses then
/// (alendronate 10 mg, oral semaglutide 3, 7 and 14 mg).
const LONG_INTERVALS: &[(&str, &[f64], u32)] = &[
    ("semaglutide", &[0.25, 0.5, 1.0, 1.7, 2.0, 2.4], 7),
    ("dulaglutide", &[0.75, 1.5, 3.0, 4.5], 7),
    ("tirzepatide", &[2.5, 5.0, 7.5, 10.0, 12.5, 15.0], 7),
    ("albiglutide", &[30.0, 50.0], 7),
    ("alendronate", &[35.0, 70.0], 7),
    ("risedronate", &[35.0], 7),
    ("ibandronate", &[150.0], 30),
    ("denosumab", &[60.0], 180),
    ("zoledronate", &[5.0], 365),
];

/// Words for oral use, which exclude the weekly injection of semaglutide.
static BY_MOUTH: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(r"\b(?:oral(?:ly)?|by mouth|po|vo|tab(?:let)?s?|comprimidos?|rybelsus|empty stomach|ayunas)\b")
});

/// Returns remarks on doses of a block that last a week but are ordered every day.
pub(super) fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    block.medications().iter().filter_map(|medication| remark(block, medication)).collect()
}

/// Returns the dose of a statement in milligrams and the days that it lasts.
fn lasting_dose(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<(f64, u32)> {
    let name = medication.known()?.names.first()?;
    let (_, doses, days) = LONG_INTERVALS.iter().find(|(known, ..)| known == name)?;
    let dose = medication.dose.filter(|dose| !dose.per.weight && !dose.per.surface)?;
    let (DoseUnit::Milligrams, factor) = dose_limits::counted(&dose, block.slice(dose.unit))? else {
        return None;
    };
    let value = dose.number.value() * factor;
    doses.iter().any(|known| (known - value).abs() < 1e-6).then_some((value, *days))
}

/// Whether the words of an order give the dose at least once a day.
fn is_daily(block: &BlockContext<'_>, medication: &MedicationStatement) -> bool {
    let Some(dose) = medication.dose else { return false };
    let words = fold(own_words(block, medication, &dose));
    let per = fold(block.slice(dose.span));
    static EVERY_DAY: LazyLock<Pattern> = LazyLock::new(|| context("implausible-dose/once-a-week/every-day"));
    let is_stated = medication.frequency.is_some_and(|(_, often)| often == Frequency::Daily)
        || stated_times(&words).is_some_and(|times| times >= 1.0)
        || EVERY_DAY.is_match(&words)
        || per.contains("/day")
        || per.contains("/dia");
    let is_weekly = medication.frequency.is_some_and(|(_, often)| often == Frequency::Weekly);
    is_stated && !is_weekly
}

/// Whether a sentence mentions a week, a month or a day of the week, or reports an error that was
/// found.
fn names_interval(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    static INTERVAL: LazyLock<Pattern> = LazyLock::new(|| context("implausible-dose/once-a-week/interval"));
    let text = fold(block.slice(sentence.span));
    INTERVAL.is_match(&text) || is_every_few_weeks(&text)
}

/// Returns the days between two doses of an order: 1 for every day, 6 for "every 6 days"; `None`
/// for another or missing interval.
fn stated_days(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<u32> {
    static EVERY_FEW_DAYS: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:every|each|cada) ?(?P<number>\d{1,2}) ?(?:(?P<days>days?|dias?)|(?P<weeks>weeks?|semanas?))\b",
        )
    });
    let dose = medication.dose?;
    let words = fold(own_words(block, medication, &dose));
    if let Some(found) = EVERY_FEW_DAYS.captures(&words) {
        let number: u32 = found.name("number")?.as_str().parse().ok()?;
        return Some(if found.name("weeks").is_some() { number * 7 } else { number });
    }
    (is_daily(block, medication) && !names_interval(block, medication.sentence)).then_some(1)
}

/// Returns the interval that a dose lasts, in words.
fn duration(days: u32, spanish: bool) -> &'static str {
    match (days, spanish) {
        (7, false) => "a week",
        (7, true) => "una semana",
        (30, false) => "a month",
        (30, true) => "un mes",
        (180, false) => "six months",
        (180, true) => "seis meses",
        (_, false) => "a year",
        (_, true) => "un año",
    }
}

fn remark(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<Remark> {
    let (_, days) = lasting_dose(block, medication)?;
    let dose = medication.dose?;
    let sentence = medication.sentence;
    let stated = stated_days(block, medication).filter(|stated| stated * 2 < days)?;
    let said = assertion::within(block, sentence, medication.drug);
    let is_order =
        !matches!(said.state, State::Negated | State::Historical) && said.experiencer == Experiencer::Patient;
    let name = medication.known()?.names.first()?;
    let is_swallowed = name == "semaglutide" && BY_MOUTH.is_match(&fold(block.slice(sentence.span)));
    let place = medication.drug.cover(dose.span);
    if !is_order || is_swallowed || is_cancelled_order(block, sentence, place, || None) {
        return None;
    }
    let shown = block.slice(place);
    let spanish = block.in_spanish();
    let lasts = duration(days, spanish);
    let often = match (stated, spanish) {
        (1, false) => String::from("for every day"),
        (1, true) => String::from("cada día"),
        (days, false) => format!("every {days} days"),
        (days, true) => format!("cada {days} días"),
    };
    let message = if spanish {
        format!(
            "«{shown}» es una dosis para {lasts} y se indica {often}. Compruebe la frecuencia de administración."
        )
    } else {
        format!("“{shown}” is a dose for {lasts}, and is ordered {often}. Check how often it is given.")
    };
    Some(Remark::new(place, message).with_severity(Severity::Warning))
}
