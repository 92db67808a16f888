//! `medication/patient-limit`

use super::contraindicated;
use super::interaction::day;
use super::patient::Patient;
use super::regimen::{Regimen, Taken};
use super::relations::{self, Comparison, Condition, Limit, Strength};
use crate::analysis::folding::fold;
use crate::rules::notice::notice;
use crate::{Applies, Check, CriticRule, Draft};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/patient-limit",
        summary: "A drug is taken although a laboratory value, the kidneys, the age or a pregnancy argues against it",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A drug that is ordered or continued although a value or a state of the patient in the same note argues against it: the \
filtration rate of the kidneys (as written, or computed from creatinine, age, sex and weight: Cockcroft-Gault, without a \
weight CKD-EPI 2021), potassium, sodium, calcium, INR, platelets, neutrophils, transaminases, CK, levels of lithium, \
digoxin and others, QTc, heart rate and pressure, age, weight, pregnancy with its weeks, breast-feeding, cirrhosis, \
dementia (an antipsychotic that is taken regularly, which is a warning unless the note gives a psychosis, delirium, palliative \
care, or that the risk was discussed). About 240 rows of labels, many with a dose: gabapentin above 900 mg a day below a clearance of 30, citalopram \
above 20 mg from 60 years on. A warning if the label forbids or boxes it, information if it does not recommend it. One \
remark for each drug, with its source.

## Why

The value and the order are far apart in the note, and the value may be newer than the order.

## Example

```text
82F, 55 kg, eGFR 24. Plan: dabigatran 150 mg BD.
```

## What it cannot tell

Whether the drug was chosen in spite of it. Of several values of one kind the last one of the text counts; a value next to a goal, a condition or another time does not. A drug that `medication/contraindicated` reports is not reported again. A drug \
that the table lacks is not therefore safe.
",
            notice!(),
            "
## Fixes

None. The finding links the value.

## Sources

`server/knowledge/data/relations/limits.tsv`, with a source in each row; the message gives it and says whether the row was \
compared with it. Cockcroft and Gault, Nephron 1976;16:31; CKD-EPI 2021, DOI 10.1056/NEJMoa2102953.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// Whether a condition about an order holds.
pub(super) fn holds_of_order(condition: &Condition, taken: &Taken) -> bool {
    let times = |wanted: f64| taken.times.is_some_and(|times| (times - wanted).abs() < 0.1);
    match *condition {
        Condition::Value("dose", comparison, limit) => {
            taken.dose.is_some_and(|dose| Comparison::holds(comparison, dose, limit))
        }
        Condition::Value("day", comparison, limit) => {
            day(taken).is_some_and(|day| Comparison::holds(comparison, day, limit))
        }
        Condition::Value("dose-for-kilogram", comparison, limit) => {
            taken.dose_for_kilogram.is_some_and(|dose| Comparison::holds(comparison, dose, limit))
        }
        Condition::Flag("daily") => times(1.0),
        Condition::Flag("twice") => times(2.0),
        Condition::Flag("three-times") => times(3.0),
        Condition::Flag("four-times") => times(4.0),
        Condition::Flag("regular") => !taken.is_as_needed && !taken.is_once,
        Condition::Flag("start") => taken.is_start,
        Condition::Flag("injected") => taken.is_injected,
        Condition::NotValue(name, comparison, limit) => {
            !holds_of_order(&Condition::Value(name, comparison, limit), taken)
        }
        Condition::NotFlag(name) => !holds_of_order(&Condition::Flag(name), taken),
        _ => false,
    }
}

/// Returns the place of the value or state that meets the conditions of a row; `None` if one does
/// not hold.
fn fact(limit: &Limit, patient: &Patient, taken: &Taken) -> Option<Span> {
    let mut place = None;
    for condition in &limit.when {
        match patient.holds(condition) {
            Some((true, at)) => place = place.or(at),
            Some((false, _)) => return None,
            None if holds_of_order(condition, taken) => {}
            None => return None,
        }
    }
    place
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let regimen = Regimen::of(draft);
    let current = regimen.current();
    if current.is_empty() {
        return Vec::new();
    }
    let patient = Patient::of(draft);
    let contraindications = contraindicated::remarks(draft);
    let name = |span: Span| fold(draft.text(span).unwrap_or_default());
    let mut out: Vec<Remark> = Vec::new();
    let mut reported: Vec<String> = contraindications.0.iter().map(|remark| name(remark.place)).collect();
    for taken in current.iter().copied() {
        // The mention with the dose is more informative than the history before it.
        let is_told_again = || {
            let mut others =
                current.iter().filter(|other| other.name == taken.name && other.place != taken.place);
            others.any(|other| other.dose.is_some() || other.units.is_some())
        };
        if taken.dose.is_none() && taken.units.is_none() && is_told_again() {
            continue;
        }
        if reported.contains(&taken.name)
            || patient.considered.iter().any(|sentence| sentence.contains(taken.place))
        {
            continue;
        }
        let mut best: Option<(&Limit, Span)> = None;
        for limit in taken.ingredients().iter().flat_map(|drug| relations::limits(*drug)) {
            if limit.statement.strength == Strength::Caution
                || best.is_some_and(|(best, _)| best.statement.strength >= limit.statement.strength)
            {
                continue;
            }
            if let Some(at) = fact(limit, &patient, taken) {
                best = Some((limit, at));
            }
        }
        if let Some(remark) = best.and_then(|(limit, at)| remark(draft, &patient, taken, limit, at)) {
            reported.push(taken.name.clone());
            out.push(remark);
        }
    }
    out
}

fn remark(draft: &Draft<'_>, patient: &Patient, taken: &Taken, limit: &Limit, at: Span) -> Option<Remark> {
    let (shown, given) = (draft.text(taken.place)?, draft.text(at)?);
    let spanish = draft.is_spanish();
    let statement = &limit.statement;
    let (reason, source) = (statement.reason(spanish), statement.source(taken.ingredients(), spanish));
    let is_of_kidneys = limit.when.iter().any(|condition| matches!(condition, Condition::Value("egfr", ..)));
    let estimate = match patient.value("egfr").filter(|_| is_of_kidneys && patient.is_estimated) {
        Some(rate) if spanish => format!(", de lo que resulta un filtrado de unos {:.0} ml/min", rate.number),
        Some(rate) => format!(", from which a filtration of about {:.0} mL/min follows", rate.number),
        None => String::new(),
    };
    // "contraindicated below 30" already expresses the strength.
    let says = statement.strength.in_words(spanish);
    let stem: String = says.chars().take(9).collect();
    let reason =
        if reason.starts_with(&stem) { capital(reason) } else { format!("{}: {reason}", capital(says)) };
    let message = if spanish {
        format!(
            "«{shown}» consta y la nota recoge «{given}»{estimate}. {reason} {source}. Compruebe la pauta."
        )
    } else {
        format!(
            "“{shown}” is taken, and the note gives “{given}”{estimate}. {reason} {source}. Check the order."
        )
    };
    let severity = statement.strength.severity()?;
    let related = if spanish { "lo que dice la nota" } else { "what the note says" };
    Some(Remark::new(taken.place, message).with_severity(severity).with_related(at, related))
}

/// Returns a text with a capital first letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, said};
    use referee_findings::Severity;
    use referee_syntax::Format;

    /// Returns the severity of the rule's first remark on a note.
    fn severity(text: &str) -> Option<Severity> {
        said("medication/patient-limit", Format::PlainText, text, &note()).first()?.remark.severity
    }

    #[test]
    fn a_regular_antipsychotic_in_dementia_is_a_warning() {
        for text in [
            "86-year-old with dementia, agitated. Plan: olanzapine 2.5 mg nocte.",
            "Alzheimer disease. Medications: quetiapine 25 mg BD, donepezil 10 mg.",
            "Mujer de 84 años con demencia. Tratamiento: risperidona 0,5 mg c/12 h.",
            "Dementia, no psychosis. Plan: start haloperidol 1 mg BD.",
        ] {
            assert_eq!(severity(text), Some(Severity::Warning), "{text}");
        }
        for text in [
            "86-year-old with dementia and schizophrenia. Plan: olanzapine 5 mg nocte.",
            "86-year-old with dementia. Plan: haloperidol 0.5 mg PRN for agitation.",
            "86-year-old with dementia, now delirium. Plan: haloperidol 0.5 mg BD.",
            "Varón de 88 años con demencia, cuidados paliativos. Tratamiento: haloperidol 1 mg c/8 h.",
            "81-year-old, bipolar disorder, dementia. Meds: quetiapine 200 mg nocte.",
            "83-year-old, dementia. Family agrees after the risks were discussed. Plan: risperidone 0.5 mg nocte.",
        ] {
            assert_eq!(severity(text), Some(Severity::Information), "{text}");
        }
        for text in [
            "Frontotemporal dementia in a 58-year-old man. Meds: quetiapine 25 mg nocte.",
            "Mother had dementia. 70-year-old woman. Meds: olanzapine 5 mg nocte.",
            "No dementia. 70-year-old woman. Meds: olanzapine 5 mg nocte.",
        ] {
            assert_eq!(severity(text), None, "{text}");
        }
    }
}
