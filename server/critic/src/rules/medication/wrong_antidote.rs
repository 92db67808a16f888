//! `medication/wrong-antidote`

mod antidotes;
mod poisonings;
mod poisons;

use super::allergy_conflict::orders::{self, Order, OrderScan, StoppedScan};
use crate::rules::notice::notice;
use crate::{Applies, BlockFlags, Check, CriticRule, Draft};
use antidotes::{ANTIDOTES, Antidote, Scope, row_of};
use poisonings::{AntidoteScan, ExplicitUse, NotePoisonings, PoisonScan};
use poisons::Poison;
use referee_findings::{Remark, Rule, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/wrong-antidote",
        summary: "An antidote is ordered that does not act on the poison or drug",
        severity: Some(Severity::Warning),
        scope: referee_findings::Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

An antidote or reversal agent that a note orders, or says was given, for something on which it does not act. Where the \
drug is an antidote and nothing else, the poisoning may be mentioned elsewhere in the note, before the order; where it has other \
uses, the sentence must say what it is given for. English and Spanish.

| antidote | acts on | source |
| --- | --- | --- |
| naloxone | opioids | WHO list, label |
| flumazenil | benzodiazepines, zolpidem and its kin | label |
| acetylcysteine | paracetamol | WHO list, label |
| deferoxamine | iron | WHO list, label |
| dimercaprol | arsenic, mercury, gold, lead | WHO list, label |
| fomepizole | methanol, ethylene glycol | WHO list, label |
| pralidoxime | organophosphates | label |
| digoxin immune fab | digoxin and its kin | label |
| protamine | heparin, in part its fragments | label |
| vitamin K | warfarin, acenocoumarol, poisons for rats | label |
| idarucizumab | dabigatran | label |
| andexanet | apixaban, rivaroxaban | label |
| sugammadex | rocuronium, vecuronium | label |
| neostigmine | relaxants of muscles that are no succinylcholine | WHO list, label |
| glucagon, for a poisoning | beta blockers, calcium channel blockers | guidelines |
| hydroxocobalamin | cyanide | label |
| methylene blue | methemoglobinemia | WHO list, label |
| dantrolene | malignant hyperthermia | label |
| lipid emulsion | local anesthetics, other drugs that dissolve in fat | guidelines |
| physostigmine | anticholinergic drugs | label |
| atropine, for a poisoning | organophosphates, carbamates | WHO list, label |
| leucovorin, for an overdose | methotrexate, not fluorouracil | label |

## Why

The names are given in haste, and each looks right alone. What is given in place of the antidote costs the time in which \
the antidote would have worked.

## Example

```text
Intentional overdose of alprazolam, GCS 9.
Plan: naloxone 0.4 mg IV.
```

## What it cannot tell

What else was taken. So it is silent where the note names anything anywhere that the antidote acts on, also a test \
of it; where the poison is unknown, mixed or only suspected; where the antidote is one of a trial, was given before help \
came, did not work, is advised against or stopped, or is ordered together with one that fits; and where the note names another \
use of the drug, such as vitamin K for a raised INR or protamine after a bypass. It does not say which antidote is \
right, nor whether any should be given: a center for poisonings does.
",
            notice!(),
            "
## Fixes

None. The finding links the poison.

## Sources

WHO Model List of Essential Medicines, section *Antidotes and other substances used in poisonings*; the section \
*Indications and usage* of the labels at DailyMed (United States, public domain); for glucagon and lipid emulsion the \
guidelines of toxicology and anesthesia societies. The table holds facts only. Which poisons an antidote is surely not for \
is a selection of our own; what has been tried or reported is left out of it.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// Returns the row of an ordered antidote.
fn antidote_of(order: &Order) -> Option<&'static Antidote> {
    let ingredients = order.substance.ingredients();
    // An opioid combined with naloxone to prevent abuse is an opioid.
    let [only] = ingredients else { return None };
    row_of(*only)
}

/// Compares the antidotes that a note orders with the poisoning of the patient, or with the drug to
/// be reversed.
fn check(draft: &Draft<'_>) -> Vec<Remark> {
    if !draft.has(BlockFlags::DRUG) || !draft.scan::<AntidoteScan>(()).iter().any(|group| *group.summary) {
        return Vec::new();
    }
    let mut orders: Vec<Order> = Vec::new();
    for group in draft.scan::<OrderScan>(()) {
        for order in group.summary.iter().filter(|order| antidote_of(order).is_some()) {
            orders::add(&mut orders, order, group.start);
        }
    }
    let mut note = NotePoisonings::default();
    for group in draft.scan::<PoisonScan>(()) {
        note.add(&group.summary, group.start);
    }
    let mut out: Vec<Remark> =
        note.explicit.iter().filter_map(|one| explicit(draft, &note, &orders, one)).collect();
    for group in draft.scan::<StoppedScan>(()) {
        for (substance, stop) in group.summary.iter() {
            for order in orders.iter_mut().filter(|order| order.substance == *substance) {
                order.places.retain(|place| place.start >= stop.shift(group.start).start);
            }
        }
    }
    for order in &orders {
        out.extend(elsewhere(draft, &note, &orders, order));
    }
    // The sentence that gives the indication is also an order.
    let mut known: Vec<Span> = Vec::new();
    out.retain(|remark| {
        let is_new = !known.contains(&remark.place);
        known.push(remark.place);
        is_new
    });
    out
}

/// Whether an antidote against `poison` is ordered.
fn is_treated(orders: &[Order], poison: Poison) -> bool {
    orders.iter().filter_map(antidote_of).any(|antidote| antidote.right_for.contains(&poison))
}

/// Returns the remark on a sentence that gives the indication of the antidote.
fn explicit(draft: &Draft<'_>, note: &NotePoisonings, orders: &[Order], one: &ExplicitUse) -> Option<Remark> {
    let antidote = ANTIDOTES.get(one.antidote)?;
    let is_of_reversal = one.poison.is_anticoagulant() || one.poison.is_relaxant();
    // "Naloxone for the overdose of alprazolam" in a note that also mentions heroin.
    if !one.is_plain && note.names_any(antidote.right_for) && !is_of_reversal
        || is_treated(orders, one.poison)
    {
        return None;
    }
    Some(remark(draft, antidote, one.place, one.named))
}

/// Returns the remark on an order whose poisoning the note mentions elsewhere.
fn elsewhere(draft: &Draft<'_>, note: &NotePoisonings, orders: &[Order], order: &Order) -> Option<Remark> {
    let antidote = antidote_of(order).filter(|antidote| antidote.scope == Scope::Note)?;
    if note.is_unclear || note.names_any(antidote.right_for) || note.has_use(antidote) {
        return None;
    }
    let is_wrong = |poison: Poison| antidote.not_for.iter().any(|list| list.contains(&poison));
    let all = note.concerning(antidote);
    if !all.iter().all(|mention| is_wrong(mention.poison) && !is_treated(orders, mention.poison)) {
        return None;
    }
    let place = *order.places.iter().find(|place| !note.is_excused(**place))?;
    // Of several mentions, the nearest before the order counts.
    let mention =
        all.iter().filter(|mention| mention.span.start < place.start).max_by_key(|mention| mention.span)?;
    Some(remark(draft, antidote, place, mention.span))
}

/// Returns the remark of the finding.
fn remark(draft: &Draft<'_>, antidote: &Antidote, place: Span, named: Span) -> Remark {
    let spanish = draft.is_spanish();
    let order_text = orders::order_in_words(draft, place);
    let poison = draft.text(named).unwrap_or_default();
    let source = antidote.source.name(spanish);
    let (message, other) = if spanish {
        let acts_on = antidote.acts_on.1;
        (
            format!(
                "{order_text} y la nota menciona «{poison}», sobre lo que no actúa: su indicación es otra, {acts_on} ({source}). Compruebe el antídoto."
            ),
            "la sustancia",
        )
    } else {
        let acts_on = antidote.acts_on.0;
        (
            format!(
                "{order_text}, and the note mentions “{poison}”, on which it does not act: it is for {acts_on} ({source}). Check the antidote."
            ),
            "the substance",
        )
    };
    Remark::new(place, message).with_related(named, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::drugs;
    use crate::rules::testing::{note, places, said};
    use referee_syntax::Format;

    const ID: &str = "medication/wrong-antidote";

    #[test]
    fn every_antidote_of_the_table_is_in_the_list_of_drugs() {
        let is_known = |name: &str| {
            drugs::all().iter().any(|drug| drug.names.first().is_some_and(|first| first == name))
        };
        let missing: Vec<&str> =
            ANTIDOTES.iter().map(|antidote| antidote.name).filter(|name| !is_known(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn no_antidote_is_said_to_act_and_not_to_act_on_one_poison() {
        for antidote in ANTIDOTES {
            let both = antidote
                .right_for
                .iter()
                .find(|poison| antidote.not_for.iter().any(|list| list.contains(poison)));
            assert_eq!(both, None, "{}", antidote.name);
        }
    }

    #[test]
    fn the_finding_stands_at_the_antidote_and_names_the_poison_and_the_source() {
        let text = "Alprazolam overdose, GCS 9.\n\nPlan: naloxone 0.4 mg IV.";
        assert_eq!(places(ID, Format::PlainText, text, &note()), ["naloxone"]);
        let found = said(ID, Format::PlainText, text, &note());
        let message = &found[0].remark.message;
        assert!(message.contains("“Alprazolam”") && message.contains("WHO"), "{message}");
        let spanish = "Intoxicación por lorazepam, Glasgow 9.\n\nPlan: naloxona 0,4 mg iv.";
        let found = said(ID, Format::PlainText, spanish, &note());
        assert!(found[0].remark.message.contains("los opioides (lista de"), "{}", found[0].remark.message);
    }

    #[test]
    fn one_order_is_flagged_once_where_its_sentence_says_what_it_is_for() {
        let text = "Warfarin overdose, bleeding.\n\nPlan: protamine 50 mg IV to reverse the warfarin.";
        assert_eq!(places(ID, Format::PlainText, text, &note()), ["protamine"]);
    }
}
