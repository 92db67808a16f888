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
remark for each drug, with all reasons and their sources, the strongest first. A limit counts for the routes of its row: \
gels, drops and inhalers do not meet one of the swallowed or injected drug, and drops with timolol meet one of asthma.

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
    let mut current = regimen.current();
    current.extend(regimen.current_local());
    if current.is_empty() {
        return Vec::new();
    }
    let patient = Patient::of(draft);
    let contraindications = contraindicated::remarks(draft);
    let name = |span: Span| fold(draft.text(span).unwrap_or_default());
    let is_told = |taken: &Taken| contraindications.0.iter().any(|remark| name(remark.place) == taken.name);
    let mut out: Vec<Remark> = Vec::new();
    let mut reported: Vec<(&Taken, &Limit)> = Vec::new();
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
        if is_told(taken) || patient.considered.iter().any(|sentence| sentence.contains(taken.place)) {
            continue;
        }
        let reasons = reasons(&patient, taken);
        let Some((strongest, _)) = reasons.first().copied() else { continue };
        // One drug under two names, or in a product, has the same limit.
        let is_known = reported.iter().any(|(known, limit)| {
            known.name == taken.name
                || std::ptr::eq(*limit, strongest)
                    && known.ingredients().iter().any(|drug| taken.ingredients().contains(drug))
        });
        if !is_known && let Some(remark) = remark(draft, &patient, taken, &reasons) {
            reported.push((taken, strongest));
            out.push(remark);
        }
    }
    out
}

/// Returns the rows that speak against a medicine with the places of their facts, the strongest
/// first; of the rows about one fact, the first of the strongest.
fn reasons(patient: &Patient, taken: &Taken) -> Vec<(&'static Limit, Span)> {
    let mut out: Vec<(&'static Limit, Span)> = Vec::new();
    for limit in taken.ingredients().iter().flat_map(|drug| relations::limits(*drug)) {
        if limit.statement.strength == Strength::Caution || !taken.is_given_by(&limit.routes) {
            continue;
        }
        let Some(at) = fact(limit, patient, taken) else { continue };
        let is_same = |(known, place): &&mut (&Limit, Span)| {
            place.overlaps(at) || known.statement.reason(false) == limit.statement.reason(false)
        };
        match out.iter_mut().find(is_same) {
            Some((known, _)) if known.statement.strength >= limit.statement.strength => {}
            Some(known) => *known = (limit, at),
            None => out.push((limit, at)),
        }
    }
    out.sort_by_key(|(limit, _)| std::cmp::Reverse(limit.statement.strength));
    out
}

/// Returns the remark on a medicine with all reasons against it.
fn remark(draft: &Draft<'_>, patient: &Patient, taken: &Taken, reasons: &[(&Limit, Span)]) -> Option<Remark> {
    let spanish = draft.is_spanish();
    let shown = draft.text(taken.place)?;
    let mut message = if spanish {
        format!("«{shown}» consta y la nota recoge ")
    } else {
        format!("“{shown}” is taken, and the note gives ")
    };
    for (nth, (limit, at)) in reasons.iter().enumerate() {
        message += match (nth, spanish) {
            (0, _) => "",
            (_, false) => "It also gives ",
            (_, true) => "También recoge ",
        };
        message += &in_words(draft, patient, taken, limit, *at);
        message.push(' ');
    }
    message += if spanish { "Compruebe la pauta." } else { "Check the order." };
    let (strongest, _) = reasons.first()?;
    let remark = Remark::new(taken.place, message).with_severity(strongest.statement.strength.severity()?);
    let related = if spanish { "lo que dice la nota" } else { "what the note says" };
    Some(reasons.iter().fold(remark, |remark, (_, at)| remark.with_related(*at, related)))
}

/// Returns a fact in quotation marks, and the sentence with the reason and its source.
fn in_words(draft: &Draft<'_>, patient: &Patient, taken: &Taken, limit: &Limit, at: Span) -> String {
    let given = draft.text(at).unwrap_or_default();
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
    let quoted = if spanish { format!("«{given}»") } else { format!("“{given}”") };
    format!("{quoted}{estimate}. {reason} {source}.")
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
    fn a_medicine_with_several_reasons_is_one_finding_that_gives_all() {
        for (text, first, second) in [
            ("eGFR 25, K 5.8. Meds: spironolactone 25 mg daily.", "“eGFR 25”", "“K 5.8”"),
            ("Filtrado 25, potasio 5,8. Tratamiento: espironolactona 25 mg al día.", "25", "5,8"),
        ] {
            let found = said("medication/patient-limit", Format::PlainText, text, &note());
            let [one] = found.as_slice() else { panic!("{text}: {} findings", found.len()) };
            let message = &one.remark.message;
            assert!(message.contains(first) && message.contains(second), "{message}");
            assert_eq!(one.remark.related.len(), 2, "{text}");
        }
    }

    #[test]
    fn a_limit_counts_for_its_route() {
        for (text, is_limited) in [
            ("Asthma. Meds: timolol 0.5% eye drops BD.", true),
            ("Asma. Tratamiento: timolol colirio 0,5% cada 12 h.", true),
            ("30 weeks pregnant. Plan: diclofenac gel TDS.", true),
            ("Creatinine clearance 20. Plan: vancomycin 1 g IV BD.", true),
            ("Creatinine clearance 20. Plan: vancomycin 500 mg orally QDS.", false),
            ("Creatinine clearance 20. Plan: tobramycin eye drops TDS.", false),
            ("20 weeks pregnant. Plan: tobramycin 300 mg nebulised BD.", false),
            ("20 weeks pregnant. Plan: tobramycin 300 mg IV daily.", true),
            ("Asthma. Meds: dorzolamide eye drops BD.", false),
            ("Filtrado 20. Plan: vancomicina 500 mg vía oral cada 6 h.", false),
        ] {
            assert_eq!(severity(text).is_some(), is_limited, "{text}");
        }
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
