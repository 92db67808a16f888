//! `medication/allergy-conflict`

use super::notice;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::drugs::{self, Class};
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::analysis::words::Meaning;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Sentence};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;

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
struct Allergy {
    index: usize,
    class: Class,
    /// In the file.
    span: Span,
    /// The sentence, in the file: an order in it is none.
    sentence: Span,
    has_reaction: bool,
}

fn allergies(draft: &Draft<'_>) -> Vec<Allergy> {
    let mut out = Vec::new();
    for passage in draft.passages() {
        let in_list = |at: u32| passage.section_at(at as usize) == Section::Allergies;
        let listed = passage.place.section == Section::Allergies || passage.marks().any(BlockFlags::ALLERGY);
        if !listed || !passage.marks().any(BlockFlags::DRUG) {
            continue;
        }
        let part = passage.part;
        for sentence in part.sentences() {
            let word = part.terms_in(sentence.span, |term| term == Term::Allergy).next();
            let here = in_list(sentence.span.start);
            let none = part.terms_in(sentence.span, |term| term == Term::NoAllergy).next().is_some();
            if none || (word.is_none() && !here) {
                continue;
            }
            let has_reaction = part.terms_in(sentence.span, |term| term == Term::Reaction).next().is_some();
            for found in part.phrases_in(sentence.span) {
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
                let said = assertion::within(part, *sentence, found.span);
                let denied = word.is_some_and(|word| {
                    assertion::within(part, *sentence, word.span).state == State::Negated
                });
                let relative = said.experiencer == Experiencer::Relative && !here;
                if !near || denied || relative || matches!(said.state, State::Negated | State::Uncertain) {
                    continue;
                }
                out.push(Allergy {
                    index,
                    class: drugs::drug(index).map_or(Class::Other, |drug| drug.class),
                    span: found.span.shift(passage.start),
                    sentence: sentence.span.shift(passage.start),
                    has_reaction,
                });
            }
        }
    }
    out
}

fn is_same_class(allergy: &Allergy, class: Class) -> bool {
    allergy.class == class && matches!(class, Class::Penicillin | Class::SulfonamideAntibiotic | Class::Nsaid)
}

/// Whether a slot is an order: how the drug is given is said, or that it should be.
fn is_order(passage: &BlockContext<'_>, sentence: Sentence, drug: Span, has_details: bool) -> bool {
    let section = passage.section_at(drug.start as usize);
    let quiet = matches!(
        section,
        Section::Allergies
            | Section::FamilyHistory
            | Section::Subjective
            | Section::PastHistory
            | Section::ReviewOfSystems
            | Section::Complaint
    );
    let advised = passage
        .part
        .terms_in(sentence.span, |term| term == Term::Recommend)
        .any(|found| found.span.end <= drug.start);
    !quiet && (has_details || advised || section.is_plan())
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    if draft.marked(BlockFlags::ALLERGY).next().is_none() {
        return Vec::new();
    }
    let allergies = allergies(draft);
    let mut out: Vec<Remark> = Vec::new();
    let mut said: Vec<(usize, usize)> = Vec::new();
    if allergies.is_empty() {
        return out;
    }
    for passage in draft.marked(BlockFlags::DRUG) {
        for slot in passage.part.slots() {
            let class = slot.class();
            let at = slot.drug.shift(passage.start);
            let allergy = allergies
                .iter()
                .filter(|allergy| allergy.index == slot.index || is_same_class(allergy, class))
                .max_by_key(|allergy| (allergy.index == slot.index, allergy.has_reaction));
            let Some(allergy) = allergy else { continue };
            if allergies.iter().any(|other| other.sentence.overlaps(at)) {
                continue;
            }
            let has_details = slot.dose.is_some() || slot.frequency.is_some() || slot.route.is_some();
            let state = assertion::within(passage.part, slot.sentence, slot.drug).state;
            if matches!(state, State::Negated | State::Historical)
                || !is_order(&passage, slot.sentence, slot.drug, has_details)
            {
                continue;
            }
            let ordered = passage.part.slice(slot.drug);
            let listed = draft.text(allergy.span).unwrap_or_default();
            let why = if allergy.index == slot.index {
                format!("The note lists an allergy to {listed}")
            } else {
                format!("The note lists an allergy to {listed}; both are {}", class.name())
            };
            let (severity, reaction) = if allergy.has_reaction {
                (Severity::Warning, "")
            } else {
                (Severity::Hint, " What the allergy did is not documented.")
            };
            // One remark for each drug; where else it is ordered belongs to it.
            if let Some((_, known)) = said.iter().find(|(index, _)| *index == slot.index) {
                if let Some(remark) = out.get_mut(*known).filter(|remark| remark.related.len() < 5) {
                    *remark = std::mem::take(remark).with_related(at, "ordered here too");
                }
                continue;
            }
            said.push((slot.index, out.len()));
            out.push(
                Remark::new(
                    at,
                    format!("“{ordered}” is ordered. {why}.{reaction} Check whether it may be given."),
                )
                .with_severity(severity)
                .with_related(allergy.span, "the allergy"),
            );
        }
    }
    out
}
