//! `medication/allergy-conflict`

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::drugs::{self, Class};
use crate::analysis::meaning::Meaning;
use crate::analysis::medication::Slot;
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan, Sentence};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::Arc;

/// The rule.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/allergy-conflict",
        summary: "A drug is ordered to which the note lists an allergy",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

A drug that is ordered, and an allergy of the patient in the same note to the same ingredient or to the same class: \
penicillins, antibacterial sulfonamides, NSAIDs. A hint, where the note does not say what the allergy did.

## Why

The list and the order stand far apart, and are often written by different people.

## Example

```text
Allergies: penicillin (anaphylaxis).
Plan: amoxicillin 500 mg three times daily.
```

## What it cannot tell

Whether the allergy is real: most people with a label of penicillin allergy tolerate it. Cross-reactions between classes \
(penicillins and cephalosporins) are not looked at. Denied allergies, those of relatives, and drugs that are stopped or \
avoided are passed over.
",
            notice!(),
            "
## Fixes

None. The finding links the allergy.

## Sources

How often a beta-lactam label has its reaction recorded: DOI 10.1371/journal.pone.0150514. \
Classes follow the ATC index of WHO.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// A drug to which an allergy is listed.
#[derive(Clone)]
struct Allergy {
    index: usize,
    class: Class,
    span: Span,
    /// The sentence: an order in it is none.
    sentence: Span,
    has_reaction: bool,
}

/// The allergies that a block lists, with their places in it.
struct BlockAllergies(Vec<Allergy>);

impl BlockAllergies {
    fn of(block: &BlockContext<'_>) -> Arc<BlockAllergies> {
        block.fact(|block| BlockAllergies(allergies_in(block)))
    }
}

fn allergies_in(block: &BlockContext<'_>) -> Vec<Allergy> {
    let mut out = Vec::new();
    let in_list = |at: u32| block.section_at(at as usize) == Section::Allergies;
    let listed = block.place.section == Section::Allergies || block.flags().any(BlockFlags::ALLERGY);
    if !listed || !block.flags().any(BlockFlags::DRUG) {
        return out;
    }
    for sentence in block.sentences() {
        let word = block.terms_in(sentence.span, |term| term == Term::Allergy).next();
        let here = in_list(sentence.span.start);
        let none = block.terms_in(sentence.span, |term| term == Term::NoAllergy).next().is_some();
        if none || (word.is_none() && !here) {
            continue;
        }
        let has_reaction = block.terms_in(sentence.span, |term| term == Term::Reaction).next().is_some();
        for found in block.phrases_in(sentence.span) {
            let Meaning::Drug(index) = found.meaning else { continue };
            // "allergic to x", "x allergy", and everything in a list of allergies.
            let near = word.is_none_or(|word| {
                let gap = found
                    .span
                    .start
                    .saturating_sub(word.span.end)
                    .max(word.span.start.saturating_sub(found.span.end));
                here || gap <= 60
            });
            let said = assertion::within(block, *sentence, found.span);
            let denied = word
                .is_some_and(|word| assertion::within(block, *sentence, word.span).state == State::Negated);
            let relative = said.experiencer == Experiencer::Relative && !here;
            if !near || denied || relative || matches!(said.state, State::Negated | State::Uncertain) {
                continue;
            }
            out.push(Allergy {
                index,
                class: drugs::drug(index).map_or(Class::Other, |drug| drug.class),
                span: found.span,
                sentence: sentence.span,
                has_reaction,
            });
        }
    }
    out
}

/// The allergies of a draft: for each drug the last that tells of a reaction, and the last that does not.
struct Allergies;

impl Allergies {
    fn remember(all: &mut Vec<Allergy>, allergy: &Allergy, start: usize) {
        all.retain(|known| (known.index, known.has_reaction) != (allergy.index, allergy.has_reaction));
        all.push(Allergy { span: allergy.span.shift(start), ..allergy.clone() });
    }
}

impl Scan for Allergies {
    type State = ();
    type Summary = Vec<Allergy>;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Vec<Allergy>, block: &BlockContext<'_>) {
        if block.place.section == Section::Allergies || block.flags().any(BlockFlags::ALLERGY) {
            for allergy in &BlockAllergies::of(block).0 {
                Allergies::remember(summary, allergy, block.start);
            }
        }
    }
}

fn is_same_class(allergy: &Allergy, class: Class) -> bool {
    allergy.class == class && matches!(class, Class::Penicillin | Class::SulfonamideAntibiotic | Class::Nsaid)
}

/// Whether a slot is an order: how the drug is given is said, or that it should be.
fn is_order(block: &BlockContext<'_>, sentence: Sentence, drug: Span, has_details: bool) -> bool {
    let section = block.section_at(drug.start as usize);
    let quiet = matches!(
        section,
        Section::Allergies
            | Section::FamilyHistory
            | Section::Subjective
            | Section::PastHistory
            | Section::ReviewOfSystems
            | Section::Complaint
    );
    let advised = block
        .analysis
        .terms_in(sentence.span, |term| term == Term::Recommend)
        .any(|found| found.span.end <= drug.start);
    !quiet && (has_details || advised || section.is_plan())
}

/// The drugs that a block orders, by their index, with their places in it.
struct BlockOrders(Vec<(usize, Span)>);

impl BlockOrders {
    fn of(block: &BlockContext<'_>) -> Arc<BlockOrders> {
        block.fact(|block| {
            let allergies = BlockAllergies::of(block);
            let is_order = |slot: &&Slot| {
                let has_details = slot.dose.is_some() || slot.frequency.is_some() || slot.route.is_some();
                let state = assertion::within(block, slot.sentence, slot.drug).state;
                !allergies.0.iter().any(|allergy| allergy.sentence.overlaps(slot.drug))
                    && !matches!(state, State::Negated | State::Historical)
                    && is_order(block, slot.sentence, slot.drug, has_details)
            };
            BlockOrders(block.slots().iter().filter(is_order).map(|slot| (slot.index, slot.drug)).collect())
        })
    }
}

/// The orders of a draft: the first places of each drug, in the order of the text.
struct Orders;

impl Orders {
    fn remember(all: &mut Vec<(usize, Vec<Span>)>, index: usize, span: Span) {
        match all.iter_mut().find(|(known, _)| *known == index) {
            Some((_, places)) if places.len() >= MAX_PLACES => {}
            Some((_, places)) => places.push(span),
            None => all.push((index, vec![span])),
        }
    }
}

impl Scan for Orders {
    type State = ();
    type Summary = Vec<(usize, Vec<Span>)>;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Self::Summary, block: &BlockContext<'_>) {
        for (index, span) in &BlockOrders::of(block).0 {
            Orders::remember(summary, *index, span.shift(block.start));
        }
    }
}

/// The most places of one order that a remark names.
const MAX_PLACES: usize = 5;

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    if !draft.has(BlockFlags::ALLERGY) {
        return Vec::new();
    }
    let mut allergies: Vec<Allergy> = Vec::new();
    for group in draft.scan::<Allergies>(()) {
        for allergy in group.summary.iter() {
            Allergies::remember(&mut allergies, allergy, group.start);
        }
    }
    if allergies.is_empty() {
        return Vec::new();
    }
    let mut orders: Vec<(usize, Vec<Span>)> = Vec::new();
    for group in draft.scan::<Orders>(()) {
        for (index, places) in group.summary.iter() {
            for span in places {
                Orders::remember(&mut orders, *index, span.shift(group.start));
            }
        }
    }
    orders.iter().filter_map(|(index, places)| conflict(draft, &allergies, *index, places)).collect()
}

/// One remark for a drug that is ordered and to which an allergy is listed.
fn conflict(draft: &Draft<'_>, allergies: &[Allergy], index: usize, places: &[Span]) -> Option<Remark> {
    let class = drugs::drug(index).map_or(Class::Other, |drug| drug.class);
    let allergy = allergies
        .iter()
        .filter(|allergy| allergy.index == index || is_same_class(allergy, class))
        .max_by_key(|allergy| (allergy.index == index, allergy.has_reaction, allergy.span))?;
    let (&first, others) = places.split_first()?;
    let ordered = draft.text(first).unwrap_or_default();
    let listed = draft.text(allergy.span).unwrap_or_default();
    let why = if allergy.index == index {
        format!("The note lists an allergy to {listed}")
    } else {
        format!("The note lists an allergy to {listed}; both are {}", class.name())
    };
    let (severity, reaction) = if allergy.has_reaction {
        (Severity::Warning, "")
    } else {
        (Severity::Hint, " What the allergy did is not documented.")
    };
    let message = format!("“{ordered}” is ordered. {why}.{reaction} Check whether it may be given.");
    let remark =
        Remark::new(first, message).with_severity(severity).with_related(allergy.span, "the allergy");
    Some(others.iter().fold(remark, |remark, at| remark.with_related(*at, "ordered here too")))
}
