//! `medication/interaction` and `medication/caution`

use super::contraindicated;
use super::duplicate;
use super::pair_words::{later, quoted, the_other};
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
which the row was compared with it; an order that forms several pairs is one finding, the strongest reason first. A pair \
is not reported if `medication/contraindicated` or `medication/duplicate` reports it.

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

/// Words before the other drug with which it is taken for a time: "while on fluconazole".
static WHILE_TAKING: LazyLock<Pattern> = LazyLock::new(|| context("interaction/while-taking"));

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

/// Whether two medicines are or contain one drug.
fn shares_drug(one: &Taken, other: &Taken) -> bool {
    one.ingredients().iter().any(|drug| other.ingredients().contains(drug))
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
        duplicates.has(one, other)
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
                let words = around(draft, taken);
                WEIGHED.is_match(words)
                    || WHILE_TAKING.find(words).is_some_and(|found| {
                        let rest = fold(words.get(found.end()..).unwrap_or_default());
                        rest.contains(&one.name) || rest.contains(&other.name)
                    })
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
        // "CHOP (cyclophosphamide, …)" and "cyclophosphamide": the same pair under two names.
        let is_known = out.iter().any(|known| {
            let is_same = |first: &Taken, second: &Taken| {
                first.name == second.name || std::ptr::eq(known.row, row) && shares_drug(first, second)
            };
            is_same(known.one, one) && is_same(known.other, other)
                || is_same(known.one, other) && is_same(known.other, one)
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
    let all = pairs(draft, &current);
    let mut out = by_order(draft, all.iter().filter(|pair| pair.row.statement.strength != Strength::Caution));
    if let Some(remark) = of_long_qt(draft, &current, &out) {
        match out.iter_mut().find(|known| known.place == remark.place) {
            Some(known) => {
                known.message = format!("{} {}", remark.message, known.message);
                known.severity = known.severity.max(remark.severity);
                known.related.extend(remark.related);
            }
            None => out.push(remark),
        }
    }
    out
}

fn cautions(draft: &Draft<'_>) -> Vec<Remark> {
    let regimen = Regimen::of(draft);
    let all = pairs(draft, &regimen.current());
    by_order(draft, all.iter().filter(|pair| pair.row.statement.strength == Strength::Caution))
}

/// Returns one remark for each order, at the later one of each pair.
fn by_order<'a, 'r: 'a>(draft: &Draft<'_>, pairs: impl Iterator<Item = &'a Pair<'r>>) -> Vec<Remark> {
    let mut orders: Vec<(Span, Vec<&Pair<'r>>)> = Vec::new();
    for pair in pairs {
        let (place, _) = later(pair.one, pair.other);
        match orders.iter_mut().find(|(known, _)| *known == place) {
            Some((_, pairs)) => pairs.push(pair),
            None => orders.push((place, vec![pair])),
        }
    }
    orders.into_iter().filter_map(|(place, pairs)| remark(draft, place, pairs)).collect()
}

/// Returns the remark at an order about the drugs that it is not given with, those of the strongest
/// source first.
fn remark(draft: &Draft<'_>, place: Span, mut pairs: Vec<&Pair<'_>>) -> Option<Remark> {
    let spanish = draft.is_spanish();
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.row.statement.strength));
    let strongest = pairs.first()?.row.statement.strength;
    let other_of = |pair: &Pair<'_>| later(pair.one, pair.other).1;
    // Drugs with one reason share it: "with ibuprofen and naproxen".
    let mut reasons: Vec<(String, Vec<Span>)> = Vec::new();
    for pair in &pairs {
        let statement = &pair.row.statement;
        let drugs = [pair.one.ingredients(), pair.other.ingredients()].concat();
        let (says, source) = (statement.strength.in_words(spanish), statement.source(&drugs, spanish));
        let why = match statement.reason(spanish) {
            "" => format!("{says} {source}"),
            reason => format!("{says}; {reason} {source}"),
        };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, others)) => others.push(other_of(pair)),
            None => reasons.push((why, vec![other_of(pair)])),
        }
    }
    let mut message = String::new();
    for (nth, (why, others)) in reasons.iter().enumerate() {
        let names: Vec<&str> = others.iter().filter_map(|other| draft.text(*other)).collect();
        let (shown, names) = (quoted(&[draft.text(place)?], spanish), quoted(&names, spanish));
        message += &match (nth == 0, spanish) {
            (true, false) => format!("{shown} with {names}: {why}. "),
            (true, true) => format!("{shown} con {names}: {why}. "),
            (false, false) => format!("With {names}: {why}. "),
            (false, true) => format!("Con {names}: {why}. "),
        };
    }
    message += match (pairs.len() == 1, spanish) {
        (true, false) => "Check whether both are taken.",
        (true, true) => "Compruebe si se toman los dos.",
        (false, false) => "Check whether they are taken together.",
        (false, true) => "Compruebe si se toman a la vez.",
    };
    let remark = Remark::new(place, message).with_severity(strongest.severity().unwrap_or(Severity::Hint));
    let related = pairs.iter().map(|pair| other_of(pair));
    Some(related.fold(remark, |remark, other| remark.with_related(other, the_other(spanish))))
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
    let is_told = |remark: &Remark| {
        remark.place == last.place
            && remark.related.iter().any(|other| found.iter().any(|taken| taken.place == other.span))
    };
    if known.iter().any(is_told) {
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
    Some(remark.with_related(first.place, the_other(spanish)).with_related(qtc.place, value))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, said};
    use referee_syntax::Format;

    #[test]
    fn an_order_is_one_finding_about_all_drugs_that_it_is_not_given_with() {
        for (text, shown) in [
            (
                "Meds: ibuprofen 400 mg TDS, naproxen 250 mg BD, lithium 400 mg BD.",
                "“lithium” with “ibuprofen” and “naproxen”: not recommended",
            ),
            (
                "Tratamiento habitual: ibuprofeno 400 mg c/8 h, naproxeno 250 mg c/12 h, litio 400 mg c/12 h.",
                "«litio» con «ibuprofeno» y «naproxeno»: no recomendado",
            ),
        ] {
            let found = said("medication/interaction", Format::PlainText, text, &note());
            let [one] = found.as_slice() else { panic!("{text}: {} findings", found.len()) };
            assert!(one.remark.message.starts_with(shown), "{}", one.remark.message);
            assert_eq!(one.remark.related.len(), 2);
        }
    }

    #[test]
    fn one_pair_under_two_names_is_told_once() {
        let text = "Meds: Eliquis 5 mg BD, carbamazepine 200 mg BD. Continue apixaban 5 mg BD.";
        assert_eq!(said("medication/interaction", Format::PlainText, text, &note()).len(), 1);
    }
}
