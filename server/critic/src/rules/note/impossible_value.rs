//! `note/impossible-value`

mod charted;
mod grades;
mod lifetimes;
mod measurements;
mod misnamed_values;
mod remarks;
mod scales;
mod slips;
mod stays;
mod unit_scales;
mod vitals;

use crate::analysis::dates::{named_dates, numeric_dates};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Remark, Rule, Scope, Severity};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/impossible-value",
        summary: "A value or a date is impossible",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

Values outside what the scale or the body allows: saturation, heart and respiratory rate, temperature, blood pressure \
(also written the wrong way round), FiO2, potassium, sodium, hematocrit, ejection fraction, HbA1c, body mass index, INR, the \
pH of blood; Glasgow (its parts, and whether they add up), Apgar, pain, ECOG, NYHA, Killip, BI-RADS, PI-RADS, Gleason (its \
patterns, and whether they add up), Child-Pugh (its points against its class), Ann Arbor, FIGO, ASA, Rankin, NIHSS and \
other scores with a last value. Letters where a class is a number (NYHA C). Numbers that only fit another unit: glucose \
above 60 mmol/L, hemoglobin above 30 g/dL or below 25 g/L, creatinine above 40 mg/dL, bilirubin above 90 mg/dL. Where a decimal mark is likely missing, the finding \
asks for it: “temperature 376 ºC” may be 37.6. Dates that no calendar has (31/02/2024), a discharge before the \
admission, and a time that ends before it begins (from 14/05/2024 to 11/05/2024).

## Why

A slip of the keyboard is carried forward from note to note.

## Example

```text
SpO2 108% on room air, GCS 16.
```

## What it cannot tell

Which number was meant. Only bounds that nothing living crosses are looked at; values that are merely alarming are not \
its concern. A pain of “12/10” is information: patients say so.
",
            notice!(),
            "
## Fixes

None: correct the number.

## Sources

The definitions of the scales; the Gregorian calendar; for units the factors 18 (glucose) and 88.4 (creatinine) between \
mass and amount.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::DIGIT, values),
        Check::block(Applies::Notes, BlockFlags::NONE, grades_and_scores), Check::block(Applies::Notes, BlockFlags::DIGIT, in_tables), Check::block(Applies::Notes, BlockFlags::DIGIT, dates), Check::block(Applies::Notes, BlockFlags::DIGIT, stays::ranges), Check::document(Applies::Notes, stays::check)],
    fixes: None,
};

/// Reports grades and scores outside their scale.
fn grades_and_scores(block: &BlockContext<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    grades::check(block, &mut out);
    misnamed_values::check(block, block.prose(), &mut out);
    out.retain(|remark| !values(block).iter().any(|known| known.place.overlaps(remark.place)));
    out
}

/// Reports values outside the possible range.
fn values(block: &BlockContext<'_>) -> Vec<Remark> {
    let text = block.prose();
    let mut out = Vec::new();
    vitals::check(block, text, &mut out);
    unit_scales::check(block, &mut out);
    lifetimes::check(block, text, &mut out);
    out
}

/// Reports values in tables that the text of the rows does not show.
fn in_tables(block: &BlockContext<'_>) -> Vec<Remark> {
    charted::check(block, &|sentence| {
        values(sentence).into_iter().chain(grades_and_scores(sentence)).collect()
    })
}

/// Reports dates that do not exist.
fn dates(block: &BlockContext<'_>) -> Vec<Remark> {
    let numeric = numeric_dates(block.prose()).into_iter().filter_map(Result::err);
    numeric
        .chain(named_dates(block.prose()))
        .map(|span| {
            let shown = block.slice(span);
            let message = if block.in_spanish() {
                format!("«{shown}» no está en ningún calendario. Compruebe la fecha.")
            } else {
                format!("“{shown}” is in no calendar. Check the date.")
            };
            Remark::new(span, message)
        })
        .collect()
}
