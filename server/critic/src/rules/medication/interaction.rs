//! `medication/interaction` and `medication/caution`

use super::contraindicated;
use super::duplicate;
use super::patient::Patient;
use super::regimen::{Regimen, Stage, Taken, pairs_of};
use super::relations::{self, Comparison, Condition, Interaction, Strength};
use crate::analysis::folding::fold;
use crate::pattern::any_case;
use crate::rules::notice::notice;
use crate::{Applies, BlockFlags, Check, CriticRule, Draft};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use regex::Regex;
use std::cell::LazyCell;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/interaction",
        summary: "Two drugs are taken together that a label or an agency speaks against",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

Two drugs that the patient takes at one time and that a label forbids, boxes or does not recommend together: MAO inhibitors \
with serotonergic drugs, lithium with ACE inhibitors, diuretics and NSAIDs, methotrexate with trimethoprim, simvastatin \
above its limit with amiodarone, opioids with benzodiazepines, anticoagulants with NSAIDs, strong inhibitors and inducers of \
CYP3A4, QT drugs that exclude each other, and about 180 rows more with classes on both sides; behind them 1,000 pairs of \
the thesaurus of France's agency of October 2020. A warning where the source forbids or boxes the pair, information where \
it does not recommend it. Each pair is told once, at the later order, with its source and the day on which the row was \
compared with it. What `medication/contraindicated` or `medication/duplicate` says of a pair is not said again.

Two drugs whose labels warn of a long QT are told where the note gives a QTc of 480 ms and above.

## Why

The two drugs are ordered by different people, and each looks right alone.

## Example

```text
Meds: amiodarone 200 mg daily, simvastatin 40 mg at night.
```

## What it cannot tell

Whether the pair was chosen. It is silent where the note stops one, where its sentence tells of a change or weighs the \
risk, for what is put on the skin or the eye, and for an opioid with a benzodiazepine in sedation, anesthesia and palliative \
care. A pair that the tables lack is not safe for that.
",
            notice!(),
            "
## Fixes

None. The finding links the other drug.

## Sources

`server/knowledge/data/relations/interactions.tsv`, with a source in each row, and `ansm.tsv`: France's medicines agency \
(ANSM), thesaurus of drug interactions, 20 October 2020. Facts only. Rows that were not yet compared with their source say \
so in the message.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

pub(super) static CAUTION: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/caution",
        summary: "Two drugs are taken together that a label asks to give with care",
        severity: None,
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

Two drugs that the patient takes at one time and that a label or the thesaurus of France's agency asks to give with care: \
to watch, to space or to begin with less. It is off unless it is switched on, since such pairs are in most long lists.

## Why

Some want to see them, as for a review of medicines.

## Example

```text
Meds: sertraline 100 mg daily, sumatriptan 50 mg as needed.
```

## What it cannot tell

Whether somebody watches already.
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

/// Words of a sentence by which an opioid and a benzodiazepine are given together on purpose, under watch.
static SEDATION: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:sedat\w*|sedaci[oó]n|sedoanalg\w*|intubat\w*|intubac\w*|intuba\w*|induc\w*|an(?:a)?esth\w*|anest\w*|procedur\w*|palliat\w*|paliativ\w*|comfort|end[- ]of[- ]life|syringe driver|premed\w*|endosc\w*|colonosc\w*|broncosc\w*|bronchosc\w*|RSI|ventilat\w*|ventilad\w*|ICU|UCI|infusion|perfusi[oó]n|infusor|just in case|anticipatory|PCA|epidural|withdrawal|abstinencia|CIWA|seizures?|crisis|status|naloxone|naloxona)\b",
    )
});

/// Words of a note about a patient at the end of life.
static PALLIATIVE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:palliat\w*|pall care|paliativ\w*|hospice|end[- ]of[- ]life|EOL|comfort care|syringe driver|last days|terminal(?:ly)? (?:ill|phase|agitation)|infusor subcut[aá]neo|situaci[oó]n de [uú]ltimos d[ií]as|agonal)\b",
    )
});

/// Words beside an order by which the pair was weighed, or is watched.
static WEIGHED: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:interact\w*|interacci\w*|aware|monitor(?:ing)? (?:QTc?|INR|levels?|potassium)|close monitoring|dose (?:reduced|halved|adjusted) (?:for|because|due)|with (?:weekly|close|daily) (?:monitoring|INR|levels)|(?:check|recheck|repeat|monitor) (?:INR|levels?|ECG|K\b|potassium|U&E|bloods)|INR (?:check|recheck|monitoring|in \d|on \w+day|twice|daily|every|tomorrow)|control(?:es)? (?:de |estrecho |frecuente )*(?:INR|niveles|litemia|potasio|ECG)|(?:INR|litemia|niveles|ECG) (?:en|a los) \d|vigilar|con control de)\b",
    )
});

/// Words of a sentence by which one drug takes the place of another.
static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:switch\w*|swap\w*|chang\w* (?:to|from)|replac\w*|instead|wash-?out|cambi\w* (?:a|por|de)|sustitu\w*|reemplaz\w*|en lugar de|en vez de|lavado)\b",
    )
});

/// The sentence of an order and what follows it in the next few words, where a plan says what is watched.
fn around<'d>(draft: &Draft<'d>, taken: &Taken) -> &'d str {
    const MAX_BYTES_BEHIND: usize = 90;
    let own = draft.text(taken.sentence).unwrap_or_default();
    let Some(block) = draft.at(taken.sentence.start as usize) else { return own };
    let text = block.analysis.text();
    let start = (taken.sentence.start as usize).saturating_sub(block.start);
    let end = (taken.sentence.end as usize).saturating_sub(block.start) + MAX_BYTES_BEHIND;
    text.get(start..text.floor_char_boundary(end.min(text.len()))).unwrap_or(own)
}

/// The QTc in milliseconds from which two drugs that lengthen it are told.
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

/// Milligrams a day; a dose without a word for how often is taken once a day at least.
pub(super) fn day(taken: &Taken) -> Option<f64> {
    taken.day().or(taken.dose)
}

/// A pair of orders with the strongest row that names it.
struct Pair<'r> {
    one: &'r Taken,
    other: &'r Taken,
    row: &'static Interaction,
}

/// The pairs of a draft that are taken at one time and that the tables name.
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
    // Of a patient at the end of life the whole note says so.
    let is_palliative =
        LazyCell::new(|| draft.flagged(BlockFlags::NONE).any(|block| PALLIATIVE.is_match(block.prose())));
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
            && (sentences.iter().any(|text| SEDATION.is_match(text)) || *is_palliative);
        // What a source forbids is forbidden under watch as well.
        let is_weighed = row.statement.strength < Strength::Boxed
            && [one, other].iter().any(|taken| WEIGHED.is_match(around(draft, taken)))
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

/// Of the rows about ingredients of two orders whose condition holds, the strongest; of several the first.
///
/// Of the program's rows about one pair only the first counts, since exceptions precede their class. A user's row counts
/// beside it, so that it can be stricter and never milder.
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
    let (says, source) = (statement.strength.in_words(spanish), statement.source(spanish));
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

/// Two drugs whose labels warn of a long QT, where the note gives one.
fn of_long_qt(draft: &Draft<'_>, current: &[&Taken], told: &[Remark]) -> Option<Remark> {
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
    if told.iter().any(|remark| remark.place == last.place) {
        return None;
    }
    let names: Vec<&str> = found.iter().filter_map(|taken| draft.text(taken.place)).collect();
    let given = draft.text(qtc.place)?;
    let spanish = draft.is_spanish();
    let message = if spanish {
        format!(
            "La nota da «{given}» y las fichas técnicas de {} advierten de prolongación del QT. Compruebe si se dan todos.",
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

/// Names in quotation marks, with "and" before the last.
fn quoted(names: &[&str], spanish: bool) -> String {
    let all: Vec<String> =
        names.iter().map(|name| if spanish { format!("«{name}»") } else { format!("“{name}”") }).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {} {last}", rest.join(", "), if spanish { "y" } else { "and" }),
        None => String::new(),
    }
}
