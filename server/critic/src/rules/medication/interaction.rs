//! `medication/interaction` and `medication/caution`

use super::contraindicated;
use super::duplicate;
use super::patient::Patient;
use super::regimen::{Regimen, Stage, Taken, pairs_of};
use super::relations::{self, Comparison, Condition, Interaction, Strength};
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, context};
use crate::rules::notice::notice;
use crate::{Applies, BlockFlags, Check, CriticRule, Draft};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::cell::LazyCell;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/interaction",
        summary: "Two drugs are taken together although a label or an agency advises against it",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

Two drugs that the patient takes at the same time and that a label forbids, boxes or does not recommend together: MAO \
inhibitors with serotonergic drugs, lithium with ACE inhibitors, diuretics and NSAIDs, methotrexate with trimethoprim, \
simvastatin above its limit with amiodarone, opioids with benzodiazepines, anticoagulants with NSAIDs, strong inhibitors \
and inducers of CYP3A4, QT drugs that exclude each other, and about 180 rows more with classes on both sides; after them \
1,131 pairs of the thesaurus of France's agency of October 2020. A warning if the source forbids or boxes the pair, \
information if it does not recommend it. Each pair is reported once, at the later order, with its source and the day on \
which the row was compared with it, and not if `medication/contraindicated` or `medication/duplicate` reports it.

Two drugs whose labels warn of a long QT are reported if the note gives a QTc of 480 ms or more.

## Why

The two drugs are ordered by different people, and each looks right alone.

## Example

```text
Meds: amiodarone 200 mg daily, simvastatin 40 mg at night.
```

## What it cannot tell

Whether the pair was chosen. It is silent if the note stops one of them, if its sentence describes a change or considers \
the risk, for what is put on the skin or into the eye, and for an opioid with a benzodiazepine in sedation, anesthesia and \
palliative care. A pair that the tables lack is not therefore safe.
",
            notice!(),
            "
## Fixes

None. The finding links the other drug.

## Sources

`server/knowledge/data/relations/interactions.tsv`, with a source in each row, and `ansm.tsv`: France's medicines agency \
(ANSM), thesaurus of drug interactions, 20 October 2020. Facts only. The message says so if a row was not yet compared with \
its source.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

pub(super) static CAUTION: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/caution",
        summary: "Two drugs are taken together that a label asks to combine with care",
        severity: None,
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

Two drugs that the patient takes at the same time and that a label or the thesaurus of France's agency asks to give with \
care: to monitor, to space or to start with a lower dose. It is off by default, since most long lists have such pairs.

## Why

A review of all medicines, by a pharmacist for example, looks at these pairs too.

## Example

```text
Meds: sertraline 100 mg daily, sumatriptan 50 mg as needed.
```

## What it cannot tell

Whether somebody monitors the patient already.
",
            notice!(),
            "
## Fixes

None. The finding links the other drug.

## Sources

As for `medication/interaction`.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, cautions)],
    fixes: None,
};

/// Words of a sentence in which an opioid and a benzodiazepine are combined on purpose, under
/// monitoring.
static SEDATION: LazyLock<Pattern> = LazyLock::new(|| context("interaction/sedation"));

/// The title of the report of a procedure, which gives its sedation.
static PROCEDURE_REPORT: LazyLock<Pattern> = LazyLock::new(|| context("interaction/procedure-report"));

/// Words of a note about a patient at the end of life.
static PALLIATIVE: LazyLock<Pattern> = LazyLock::new(|| context("state/palliative"));

/// Words next to an order that show that the pair was considered or is monitored.
static WEIGHED: LazyLock<Pattern> = LazyLock::new(|| context("interaction/weighed"));

/// Words of an order whose dose is lowered for the other drug.
static LOWERED: LazyLock<Pattern> = LazyLock::new(|| context("contraindicated/pairs/lowered"));

/// Words of a sentence in which one drug replaces another.
static CHANGE: LazyLock<Pattern> = LazyLock::new(|| context("interaction/change"));

/// Returns the sentence of an order and the next few words, in which a plan mentions monitoring.
fn around<'d>(draft: &Draft<'d>, taken: &Taken) -> &'d str {
    const MAX_BYTES_AFTER: usize = 90;
    let own = draft.text(taken.sentence).unwrap_or_default();
    let Some(block) = draft.at(taken.sentence.start as usize) else { return own };
    let text = block.analysis.text();
    let start = (taken.sentence.start as usize).saturating_sub(block.start);
    let end = (taken.sentence.end as usize).saturating_sub(block.start) + MAX_BYTES_AFTER;
    text.get(start..text.floor_char_boundary(end.min(text.len()))).unwrap_or(own)
}

/// The QTc in milliseconds from which two drugs that prolong it are reported.
const MIN_QTC: f64 = 480.0;

/// Whether the condition of a row holds for an order of `one` and one of `other`.
fn holds(row: &Interaction, patient: &Patient, one: &Taken, other: &Taken) -> bool {
    row.when.iter().all(|condition| match *condition {
        Condition::Value("day", comparison, limit) => {
            day(one).is_some_and(|day| Comparison::holds(comparison, day, limit))
        }
        Condition::Value("dose", comparison, limit) => {
            one.dose.is_some_and(|dose| Comparison::holds(comparison, dose, limit))
        }
        Condition::OtherDay(comparison, limit) => {
            day(other).is_some_and(|day| Comparison::holds(comparison, day, limit))
        }
        _ => patient.holds(condition).is_some_and(|(holds, _)| holds),
    })
}

/// Returns the milligrams per day; a dose without a frequency counts as one per day.
pub(super) fn day(taken: &Taken) -> Option<f64> {
    taken.day().or(taken.dose)
}

/// A pair of orders with the strongest row about it.
struct Pair<'r> {
    one: &'r Taken,
    other: &'r Taken,
    row: &'static Interaction,
}

/// Returns the pairs of a draft that are taken at the same time and occur in the tables.
fn pairs<'r>(draft: &Draft<'_>, current: &[&'r Taken]) -> Vec<Pair<'r>> {
    if current.len() < 2 {
        return Vec::new();
    }
    let patient = Patient::of(draft);
    let duplicates = duplicate::remarks(draft);
    let contraindications = contraindicated::remarks(draft);
    let name = |span: Span| fold(draft.text(span).unwrap_or_default());
    let is_told = |one: &Taken, other: &Taken| {
        duplicates.has(one.place, other.place)
            || contraindications.0.iter().any(|remark| {
                let places = [(one, other), (other, one)];
                places.iter().any(|(ordered, with)| {
                    name(remark.place) == ordered.name
                        && remark.related.iter().any(|related| name(related.span).contains(&with.name))
                })
            })
    };
    let is_considered =
        |taken: &Taken| patient.considered.iter().any(|sentence| sentence.contains(taken.place));
    // Any sentence of the note may say that the patient is at the end of life.
    let is_palliative =
        LazyCell::new(|| draft.flagged(BlockFlags::NONE).any(|block| PALLIATIVE.is_match(block.prose())));
    // The report of a procedure gives what was injected for it in one sentence.
    let is_report = LazyCell::new(|| {
        draft.flagged(BlockFlags::NONE).take(3).any(|block| PROCEDURE_REPORT.is_match(block.prose()))
    });
    let mut out: Vec<Pair<'r>> = Vec::new();
    for (one, other) in pairs_of(current) {
        if one.substance == other.substance {
            continue;
        }
        let Some(row) = strongest(&patient, one, other) else { continue };
        let is_passing =
            one.is_once && other.stage == Stage::Home && row.statement.strength < Strength::Boxed
                || other.is_once && one.stage == Stage::Home && row.statement.strength < Strength::Boxed
                || one.stage == Stage::Hospital
                    && other.stage == Stage::Hospital
                    && (one.is_once || other.is_once);
        let sentences = [one, other].map(|taken| draft.text(taken.sentence).unwrap_or_default());
        let is_sedation = row.statement.strength == Strength::Boxed
            && (sentences.iter().any(|text| SEDATION.is_match(text))
                || *is_palliative
                || one.sentence == other.sentence && *is_report);
        // Monitoring does not permit what a source forbids.
        let is_weighed = row.statement.strength < Strength::Boxed
            && [one, other].iter().any(|taken| {
                WEIGHED.is_match(around(draft, taken))
                    || LOWERED.is_match(draft.text(taken.sentence).unwrap_or_default())
            })
            || sentences.iter().any(|text| CHANGE.is_match(text));
        if is_passing
            || is_sedation
            || is_weighed
            || is_considered(one)
            || is_considered(other)
            || duplicate::is_alternative(draft, one, other)
            || is_told(one, other)
        {
            continue;
        }
        let is_known = out.iter().any(|known| {
            let names = (&known.one.name, &known.other.name);
            names == (&one.name, &other.name) || names == (&other.name, &one.name)
        });
        if !is_known {
            out.push(Pair { one, other, row });
        }
    }
    out
}

/// Returns the strongest row about ingredients of two orders whose condition holds; the first of
/// several.
///
/// Of the built-in rows about one pair only the first counts, because exceptions precede their
/// class. A user's row counts in addition, so that it can be stricter but never milder.
fn strongest(patient: &Patient, one: &Taken, other: &Taken) -> Option<&'static Interaction> {
    let mut best: Option<&'static Interaction> = None;
    for first in one.ingredients() {
        for second in other.ingredients().iter().filter(|second| *second != first) {
            let mut is_first = true;
            let rows = relations::interactions(*first, *second).filter(|(row, is_turned)| {
                if *is_turned { holds(row, patient, other, one) } else { holds(row, patient, one, other) }
            });
            for (row, _) in rows {
                let counts = row.is_of_user || std::mem::take(&mut is_first);
                if counts && best.is_none_or(|best| best.statement.strength < row.statement.strength) {
                    best = Some(row);
                }
            }
        }
    }
    best
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let regimen = Regimen::of(draft);
    let current = regimen.current();
    let mut out: Vec<Remark> = pairs(draft, &current)
        .iter()
        .filter_map(|pair| remark(draft, pair, pair.row.statement.strength.severity()?))
        .collect();
    out.extend(of_long_qt(draft, &current, &out));
    out
}

fn cautions(draft: &Draft<'_>) -> Vec<Remark> {
    let regimen = Regimen::of(draft);
    let pairs = pairs(draft, &regimen.current());
    let cautions = pairs.iter().filter(|pair| pair.row.statement.strength == Strength::Caution);
    cautions.filter_map(|pair| remark(draft, pair, Severity::Hint)).collect()
}

fn remark(draft: &Draft<'_>, pair: &Pair<'_>, severity: Severity) -> Option<Remark> {
    let (place, with) = duplicate::later(pair.one, pair.other);
    let (shown, known) = (draft.text(place)?, draft.text(with)?);
    let spanish = draft.is_spanish();
    let statement = &pair.row.statement;
    let drugs = [pair.one.ingredients(), pair.other.ingredients()].concat();
    let (says, source) = (statement.strength.in_words(spanish), statement.source(&drugs, spanish));
    let reason = statement.reason(spanish);
    let message = match (spanish, reason.is_empty()) {
        (false, false) => {
            format!("“{shown}” with “{known}”: {says}; {reason} {source}. Check whether both are taken.")
        }
        (false, true) => format!("“{shown}” with “{known}”: {says} {source}. Check whether both are taken."),
        (true, false) => {
            format!("«{shown}» con «{known}»: {says}; {reason} {source}. Compruebe si se toman los dos.")
        }
        (true, true) => format!("«{shown}» con «{known}»: {says} {source}. Compruebe si se toman los dos."),
    };
    Some(
        Remark::new(place, message).with_severity(severity).with_related(with, duplicate::the_other(spanish)),
    )
}

/// Reports two drugs whose labels warn of QT prolongation if the note gives a long QTc.
fn of_long_qt(draft: &Draft<'_>, current: &[&Taken], known: &[Remark]) -> Option<Remark> {
    let qtc = Patient::of(draft).value("qtc").filter(|qtc| qtc.number >= MIN_QTC)?;
    let class = relations::class("qt-drugs")?;
    let mut found: Vec<&Taken> = Vec::new();
    for taken in current {
        let lengthens = taken.ingredients().iter().any(|drug| class.holds(*drug));
        if lengthens && !found.iter().any(|known| known.substance == taken.substance) {
            found.push(taken);
        }
    }
    let [first, .., last] = found.as_slice() else { return None };
    if known.iter().any(|remark| remark.place == last.place) {
        return None;
    }
    let names: Vec<&str> = found.iter().filter_map(|taken| draft.text(taken.place)).collect();
    let given = draft.text(qtc.place)?;
    let spanish = draft.is_spanish();
    let message = if spanish {
        format!(
            "La nota recoge «{given}» y las fichas técnicas de {} advierten de prolongación del QT. Compruebe si se administran todos.",
            quoted(&names, true)
        )
    } else {
        format!(
            "The note gives “{given}”, and the labels of {} warn of a longer QT. Check whether all are given.",
            quoted(&names, false)
        )
    };
    let value = if spanish { "el QTc" } else { "the QTc" };
    let remark = Remark::new(last.place, message).with_severity(Severity::Warning);
    Some(remark.with_related(first.place, duplicate::the_other(spanish)).with_related(qtc.place, value))
}

/// Joins names in quotation marks, with "and" before the last.
fn quoted(names: &[&str], spanish: bool) -> String {
    let all: Vec<String> =
        names.iter().map(|name| if spanish { format!("«{name}»") } else { format!("“{name}”") }).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {} {last}", rest.join(", "), if spanish { "y" } else { "and" }),
        None => String::new(),
    }
}
