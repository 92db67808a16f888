//! `medication/reconciliation`

mod changes;
mod columns;
mod held;
mod one_class;

use super::allergy_conflict::mentions::mentions;
use super::regimen::{Regimen, Stage, Taken};
use super::relations;
use crate::analysis::allergens::Substance;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, context, forms};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan, Sentence};
use changes::tells_of_change;
use one_class::are_of_one_class;
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/reconciliation",
        summary: "A home medicine is neither continued, changed nor stopped at discharge, or its dose changed without a comment",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

In a note with a list of home medicines and a discharge list: a medicine of the first that the second lacks and that \
nothing else in the note stops, changes or replaces; and a dose that differs between the two without an explanation, also between the columns of one table. A \
medicine whose class has another drug in the second list counts as replaced. In a letter of discharge also a medicine that is \
held or paused where nothing says when it is taken again.

## Why

A medicine that gets lost between the lists, such as an anticoagulant or an antiepileptic, is noticed by the next prescriber or not at all.

## Example

```text
Home medications: levetiracetam 500 mg BD, amlodipine 5 mg daily.

Discharge medications: amlodipine 5 mg daily.
```

## What it cannot tell

Whether the medicine was stopped on purpose elsewhere. Sentences are read like lists (“at home he takes …”, “she was \
discharged on …”) if what the patient goes home with contains a medicine of home. It is silent for medicines that are taken as needed or put on the \
skin, and if the note says that the other medicines continue unchanged.
",
            notice!(),
            "
## Fixes

None. The finding links the other list.

## Sources

WHO, *Medication safety in transitions of care*, 2019 (WHO/UHC/SDS/2019.9): both lists are compared, and each change has a \
reason.
"
        ),
    },
    checks: &[
        Check::document(Applies::Notes, check),
        Check::block(Applies::Notes, BlockFlags::DRUG, columns::check),
    ],
    fixes: None,
};

/// Words that mean that medicines that are not listed continue unchanged.
static REST_GOES_ON: LazyLock<Pattern> = LazyLock::new(|| context("reconciliation/rest-goes-on"));

/// The mentions of drugs in a note, with the stage of their section.
#[derive(Default)]
struct Mentioned(Vec<(Substance, Span)>);

impl Scan for Mentioned {
    type State = ();
    type Summary = Mentioned;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Mentioned, block: &BlockContext<'_>) {
        let here: Arc<Mentioned> = block.fact(|block| {
            let named = block.sentences().iter().flat_map(|sentence| mentions(block, sentence.span));
            Mentioned(named.map(|mention| (mention.substance, mention.span)).collect())
        });
        summary.0.extend(here.0.iter().map(|(substance, at)| (*substance, at.shift(block.start))));
    }
}

fn share_ingredient(one: &[usize], other: &[usize]) -> bool {
    one.iter().any(|drug| other.contains(drug))
}

/// The drugs that were taken at home according to sentences in the past: "before admission she was
/// on apixaban".
#[derive(Default)]
struct TakenBefore(Vec<(Substance, Span)>);

impl Scan for TakenBefore {
    type State = ();
    type Summary = TakenBefore;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut TakenBefore, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here: Arc<TakenBefore> = block.fact_of_sentences(taken_before);
        summary.0.extend(here.0.iter().map(|(substance, at)| (*substance, at.shift(block.start))));
    }
}

fn taken_before(block: &BlockContext<'_>, sentence: Sentence, out: &mut TakenBefore) {
    let text = block.slice(sentence.span);
    if !HOME_IN_PROSE.is_match(text)
        || DISCHARGE_IN_PROSE.is_match(text)
        || block.section_at(sentence.span.start as usize) == Section::FamilyHistory
    {
        return;
    }
    for mention in mentions(block, sentence.span) {
        let before = block.slice(Span { start: sentence.span.start, end: mention.span.start });
        let said = assertion::within(block, sentence, mention.span);
        let is_so = matches!(said.state, State::Confirmed | State::Historical)
            && said.experiencer == Experiencer::Patient;
        if is_so
            && matches!(mention.substance, Substance::Drug(_))
            && !mention.substance.names_group()
            && TAKES.is_match(before)
            && !tells_of_change(text)
        {
            out.0.push((mention.substance, mention.span));
        }
    }
}

/// Words before a drug in a sentence that lists the discharge medicines.
static DISCHARGE_IN_PROSE: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})\b", forms("reconciliation/discharge"))));
/// Words of a sentence that lists home medicines.
static HOME_IN_PROSE: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})\b", forms("reconciliation/home"))));
/// Words before a drug that mean that the patient takes it.
static TAKES: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})\b", forms("reconciliation/takes"))));

/// Returns the stage of a medicine: that of its list, or of its sentence if it is not in a list.
fn stage(draft: &Draft<'_>, taken: &Taken) -> Stage {
    if taken.stage == Stage::Discharge {
        return taken.stage;
    }
    let sentence = draft.text(taken.sentence).unwrap_or_default();
    let before = draft.text(Span { start: taken.sentence.start, end: taken.place.start }).unwrap_or_default();
    if DISCHARGE_IN_PROSE.is_match(before) {
        Stage::Discharge
    } else if taken.stage == Stage::Home || HOME_IN_PROSE.is_match(sentence) && TAKES.is_match(before) {
        Stage::Home
    } else {
        taken.stage
    }
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    static LEAVES: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:discharg\w*|(?:went|going|goes) home|leaves (?:with|on|hospital)|d/c|alta|egreso|TTOs?)\b",
        )
    });
    let regimen = Regimen::of(draft);
    let of = |wanted: Stage| regimen.all.iter().filter(move |taken| stage(draft, taken) == wanted);
    let home: Vec<&Taken> =
        of(Stage::Home).filter(|taken| !taken.is_topical || is_lasting_drop(taken)).collect();
    let discharge: Vec<&Taken> = of(Stage::Discharge).collect();
    let mut before: Vec<(Substance, Span)> = Vec::new();
    for group in draft.scan::<TakenBefore>(()) {
        before.extend(group.summary.0.iter().map(|(substance, at)| (*substance, at.shift(group.start))));
    }
    before.retain(|(substance, at)| {
        let is_stopped = regimen.stopped.iter().any(|(stopped, _)| stopped.is_same_as(*substance));
        !is_stopped && !regimen.all.iter().any(|taken| taken.place == *at)
    });
    let leaves = || draft.flagged(BlockFlags::NONE).any(|block| LEAVES.is_match(block.prose()));
    let held = if leaves() { held::check(draft, &regimen) } else { Vec::new() };
    let Some(list) = discharge.first() else { return held };
    if home.is_empty() && before.is_empty() {
        return held;
    }
    // A sentence may list only new medicines; one that mentions a home medicine is taken as complete.
    let are_lists = [&home, &discharge]
        .iter()
        .all(|all| all.iter().any(|taken| matches!(taken.stage, Stage::Home | Stage::Discharge)));
    let goes_through = discharge.iter().any(|taken| {
        home.iter().any(|other| share_ingredient(other.ingredients(), taken.ingredients()))
            || before.iter().any(|(other, _)| share_ingredient(other.ingredients(), taken.ingredients()))
    });
    if !(are_lists || goes_through && leaves()) {
        return held;
    }
    let goes_on = draft
        .flagged(BlockFlags::NONE)
        .any(|block| !block.in_references && REST_GOES_ON.is_match(block.prose()));
    let mut named: Vec<(Substance, Span)> = Vec::new();
    for group in draft.scan::<Mentioned>(()) {
        named.extend(group.summary.0.iter().map(|(substance, at)| (*substance, at.shift(group.start))));
    }
    let is_lost = |substance: Substance, place: Span| {
        let name = fold(draft.text(place).unwrap_or_default());
        let is_replaced =
            discharge.iter().any(|other| are_of_one_class(substance.ingredients(), other.ingredients()));
        // Another mention of the drug may give the reason.
        let is_told = named.iter().any(|(other, at)| {
            // "Insulin stopped" refers to insulin glargine.
            let is_kind = || {
                let other = fold(draft.text(*at).unwrap_or_default());
                other.len() >= 5 && name.contains(&other)
            };
            at.start != place.start && (other.is_same_as(substance) || is_kind())
        });
        !goes_on && !is_replaced && !is_told
    };
    let goes_home_with = |substance: Substance| {
        discharge.iter().any(|other| share_ingredient(substance.ingredients(), other.ingredients()))
    };
    let mut out: Vec<Remark> = before
        .iter()
        .filter(|(substance, place)| !goes_home_with(*substance) && is_lost(*substance, *place))
        .filter_map(|(_, place)| lost(draft, *place, list.place))
        .collect();
    for taken in home {
        let same: Vec<&&Taken> = discharge
            .iter()
            .filter(|other| share_ingredient(taken.ingredients(), other.ingredients()))
            .collect();
        if same.is_empty() {
            let is_passing = taken.is_as_needed || taken.is_once || taken.goes_on;
            if is_lost(taken.substance, taken.place) && !is_passing {
                out.extend(lost(draft, taken.place, list.place));
            }
        } else if let [one] = same.as_slice() {
            out.extend(changed(draft, taken, one, &named));
        }
    }
    let is_new = |remark: &Remark| out.iter().all(|known| !known.place.overlaps(remark.place));
    let held: Vec<Remark> = held.into_iter().filter(is_new).collect();
    out.extend(held);
    out
}

/// Whether a drug that is put on the eye is taken for years: drops against glaucoma.
fn is_lasting_drop(taken: &Taken) -> bool {
    let drops = relations::class("glaucoma-drops");
    drops.is_some_and(|class| taken.ingredients().iter().any(|drug| class.holds(*drug)))
}

/// Reports a medicine taken at home that is missing from the discharge list.
fn lost(draft: &Draft<'_>, place: Span, list: Span) -> Option<Remark> {
    let shown = draft.text(place)?;
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{shown}» está en el tratamiento domiciliario y no en el de alta, y la nota no dice que se suspenda o cambie. Compruebe si debe continuar."
            ),
            "el tratamiento al alta",
        )
    } else {
        (
            format!(
                "“{shown}” is taken at home and missing at discharge, and the note does not say that it was stopped or changed. Check whether it goes on."
            ),
            "the medicines at discharge",
        )
    };
    Some(Remark::new(place, message).with_related(list, other))
}

/// Reports a dose that differs between both lists without a reason.
fn changed(draft: &Draft<'_>, home: &Taken, now: &Taken, named: &[(Substance, Span)]) -> Option<Remark> {
    if home.substance != now.substance || home.is_as_needed != now.is_as_needed {
        return None;
    }
    let (before, after) = match (home.day(), now.day()) {
        (Some(before), Some(after)) => (before, after),
        _ if home.times == now.times && home.dose.is_some() == now.dose.is_some() => {
            (home.amount()?, now.amount()?)
        }
        _ => return None,
    };
    if (before - after).abs() < 0.01 * before.max(after) {
        return None;
    }
    // Words of a change next to any mention of the drug.
    let is_told =
        named.iter().filter(|(substance, _)| substance.is_same_as(home.substance)).any(|(_, at)| {
            let Some(block) = draft.at(at.start as usize) else { return false };
            let inside = (at.start as usize).saturating_sub(block.start);
            let Some(unit) = block.unit_at(inside) else { return false };
            let text = block.slice(unit.span);
            let from = inside.saturating_sub(unit.span.start as usize);
            let start = text.floor_char_boundary(from.saturating_sub(60));
            // The heading of the list is not a reason: "Medicación previa: torasemida 5 mg".
            let lead = text.get(start..from).unwrap_or_default();
            let start = lead.rfind([':', '\n']).map_or(start, |at| start + at + 1);
            let end = text.floor_char_boundary((from + 100).min(text.len()));
            text.get(start..end).is_some_and(tells_of_change)
        });
    if is_told {
        return None;
    }
    let spanish = draft.is_spanish();
    // The same dose at another frequency is shown with it.
    let differs_in_times = home.amount() == now.amount();
    let shown = |taken: &Taken| {
        let frequency = taken.shown_frequency.filter(|_| differs_in_times);
        let ends = [Some(taken.place), taken.shown_dose, frequency].into_iter().flatten();
        let end = ends.map(|part| part.end).max().unwrap_or(taken.place.end);
        draft.text(Span { start: taken.place.start, end }).map(fold_spaces)
    };
    let (old, new) = (shown(home)?, shown(now)?);
    let (message, other) = if spanish {
        (
            format!("«{new}» al alta y «{old}» en casa: la nota no dice por qué cambió. Compruebe la dosis."),
            "la dosis en casa",
        )
    } else {
        (
            format!(
                "“{new}” at discharge and “{old}” at home: the note does not say why it changed. Check the dose."
            ),
            "the dose at home",
        )
    };
    Some(Remark::new(now.place, message).with_related(home.place, other))
}

/// Joins a text into one line, without the bars of a table.
fn fold_spaces(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ")
}
