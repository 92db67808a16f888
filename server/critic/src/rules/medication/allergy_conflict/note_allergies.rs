//! Reads the allergies that a note lists, their reactions, and the drugs that the patient has
//! tolerated.

mod diseases;
mod feared;
mod list_end;
mod mothers;
mod past_allergy;
mod question_answers;
mod rows;
mod sensitivities;
mod side_effects;
mod test_results;
mod tolerated_drugs;

use super::allergy::{Allergy, ToleratedDrug};
use super::mentions::{Mention, mentions};
use super::reactions::{Reaction, is_cause, is_remedy, reaction_to};
use super::reported_reaction;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::pattern::words;
use crate::{BlockContext, BlockFlags, Scan, Sentence};
use diseases::{aspirin_exacerbated, heparin_induced};
use feared::{is_carried_for, is_only_a_risk};
use list_end::{is_behind_denied_list, is_interrupted};
pub(crate) use mothers::is_of_mum;
pub(super) use past_allergy::tells_of_past;
use question_answers::{is_asked_or_denied, is_labelled, is_ticked};
use referee_text::Span;
use rows::is_row_of_allergies;
pub(super) use sensitivities::is_of_an_isolate;
use sensitivities::{has_result, is_of_patient};
use side_effects::accepted_side_effects;
use std::sync::{Arc, LazyLock};
use test_results::{is_found_negative, results};
use tolerated_drugs::{disproved_in, tolerated_in};

/// What a block says about allergies, with places relative to the block.
#[derive(Default)]
pub(super) struct BlockAllergies {
    pub(super) allergies: Vec<Allergy>,
    pub(super) tolerated: Vec<ToleratedDrug>,
    /// Whether it mentions a desensitisation without naming the drug.
    pub(super) is_desensitised: bool,
}

impl BlockAllergies {
    /// Returns what `block` says about allergies; computed once.
    pub(super) fn of(block: &BlockContext<'_>) -> Arc<BlockAllergies> {
        block.fact(read)
    }
}

/// What a note says about allergies: the last place for each pair of drug and reaction.
#[derive(Default)]
pub(super) struct NoteAllergies {
    pub(super) allergies: Vec<Allergy>,
    pub(super) tolerated: Vec<ToleratedDrug>,
    pub(super) is_desensitised: bool,
}

impl NoteAllergies {
    /// Adds items whose block begins `start` bytes further on.
    pub(super) fn add(&mut self, allergies: &[Allergy], tolerated: &[ToleratedDrug], start: usize) {
        for allergy in allergies {
            let key = (allergy.substance, allergy.reaction);
            self.allergies
                .retain(|known| (known.substance, known.reaction) != key || known.name != allergy.name);
            self.allergies.push(Allergy { span: allergy.span.shift(start), ..allergy.clone() });
        }
        for one in tolerated {
            if !self.tolerated.contains(one) {
                self.tolerated.push(one.clone());
            }
        }
    }
}

/// Collects [`NoteAllergies`] over the blocks that name drugs.
pub(super) struct AllergyScan;

impl Scan for AllergyScan {
    type State = ();
    type Summary = NoteAllergies;
    const NEEDS: BlockFlags = BlockFlags::DRUG.and(BlockFlags::ALLERGY);

    fn visit((): &mut (), summary: &mut NoteAllergies, block: &BlockContext<'_>) {
        let here = BlockAllergies::of(block);
        summary.add(&here.allergies, &here.tolerated, block.start);
        summary.is_desensitised |= here.is_desensitised;
    }
}

/// Whether a sentence belongs to a list of allergies. Orders on the lines below `Allergies: …` do
/// not belong to it.
pub(super) fn is_in_list(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    if is_row_of_allergies(block, sentence) {
        return true;
    }
    if block.section_at(sentence.span.start as usize) != Section::Allergies {
        return false;
    }
    if is_behind_denied_list(block, sentence) {
        return false;
    }
    let labelled =
        block.units().iter().enumerate().rev().find(|(_, unit)| {
            unit.label.as_ref().is_some_and(|label| label.span.start <= sentence.span.start)
        });
    // "Se retira amoxicilina por exantema" describes a current event, even below a label of
    // allergies.
    let folded = fold(block.slice(sentence.span));
    let stops = ["se retira", "se suspende", "se cambia", "was stopped", "stopped on", "was switched"];
    let is_stopped = stops.iter().any(|words| folded.contains(words));
    let is_ordered = || {
        if is_stopped {
            return true;
        }
        let mut continued = block.terms_in(sentence.span, |term| term == Term::Continued);
        if continued.any(|found| block.slice(found.span).len() > 4) {
            return true;
        }
        block
            .terms_in(sentence.span, |term| matches!(term, Term::Recommend | Term::Frequency(_)))
            .next()
            .is_some()
            || block
                .quantities()
                .iter()
                .any(|quantity| quantity.may_be_dose() && sentence.span.contains(quantity.span))
    };
    let labelled = labelled.and_then(|(index, unit)| Some((index, unit.label.as_ref()?)));
    let Some((unit, label)) = labelled else {
        // A label within a paragraph: an order after it does not belong to its list.
        if block.place.section == Section::Allergies {
            return true;
        }
        // "Allergies: penicillin (hives). Swab sensitive to linezolid. Orders: …": a later sentence
        // belongs to the list only if it begins with a drug.
        let names_list = || {
            let named = mentions(block, sentence.span);
            let label =
                block.slice(sentence.span).find(':').map(|at| sentence.span.start + Span::at(at).start);
            named.first().is_some_and(|first| {
                let lead = Span { start: sentence.span.start, end: first.span.start };
                label.is_some_and(|label| label < first.span.start)
                    || block.slice(lead).chars().filter(|c| c.is_alphabetic()).count() <= 3
                    || block.terms_in(sentence.span, |term| term == Term::Allergy).next().is_some()
            })
        };
        return !is_ordered() && names_list();
    };
    let is_later = |label: Span| {
        let between =
            block.slice(Span { start: label.end.min(sentence.span.start), end: sentence.span.start });
        between.contains(['.', ';'])
    };
    let is_below = label.section == Section::Allergies
        && label.has_text
        && (unit != sentence.unit || is_later(label.span));
    // "Allergies: sulfa.↵Urine grew E. coli, S to fosfomycin": the list ends with its line, unless
    // the next line is another drug of it.
    let is_other_line = label.has_text
        && unit != sentence.unit
        && (!begins_with_drug(block, sentence) || is_interrupted(block, unit, sentence));
    !(is_below && (is_other_line || is_ordered()))
}

/// Whether the line of a sentence begins with a drug, after an optional list marker.
fn begins_with_drug(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    let Some(unit) = block.units().get(sentence.unit) else { return false };
    mentions(block, unit.span).first().is_some_and(|first| {
        let lead = block.slice(Span { start: unit.span.start, end: first.span.start });
        lead.chars().all(|c| !c.is_alphabetic())
    })
}

fn read(block: &BlockContext<'_>) -> BlockAllergies {
    let mut out = BlockAllergies::default();
    if !block.flags().any(BlockFlags::DRUG.and(BlockFlags::ALLERGY)) {
        return out;
    }
    let mut taken_before: Option<Mention> = None;
    // The previous sentence, if it mentions drugs.
    let mut last_named: Option<Span> = None;
    for sentence in block.sentences() {
        let named = mentions(block, sentence.span);
        heparin_induced(block, *sentence, &mut out.allergies);
        aspirin_exacerbated(block, *sentence, &mut out.allergies);
        let was_taken = taken_before.take();
        if named.is_empty() {
            if let Some(mention) = was_taken
                && let Some(reaction) = reported_reaction::new_in(block, *sentence)
            {
                out.allergies.push(Allergy {
                    comes_from: None,
                    substance: mention.substance,
                    name: fold(block.slice(mention.span)),
                    span: mention.span,
                    sentence: sentence.span,
                    reaction: if reaction.is_severe { Reaction::Severe } else { Reaction::Allergic },
                    is_observed: true,
                    is_of_the_past: true,
                });
            }
            // "Penicillin allergy. Skin tests negative in 2022.": the tests refer to the drug of
            // the previous sentence.
            let named_before = last_named.take();
            if named_before.is_some() && is_found_negative(block.slice(sentence.span)) {
                let tested = out.allergies.iter().filter(|allergy| Some(allergy.sentence) == named_before);
                out.tolerated.extend(
                    tested.map(|one| ToleratedDrug { substance: one.substance, name: one.name.clone() }),
                );
            }
            let mut terms = block.terms_in(sentence.span, |term| term == Term::Tolerated);
            let is_of_transplant = ["HLA", "DSA", "ntibod", "nticuerpo", "EMDR", "donor", "donante"]
                .iter()
                .any(|word| block.slice(sentence.span).contains(word));
            out.is_desensitised |=
                !is_of_transplant && terms.any(|found| fold(block.slice(found.span)).starts_with("desens"));
            continue;
        }
        last_named = Some(sentence.span);
        taken_before = named
            .last()
            .filter(|last| {
                reported_reaction::tells_of_taking(block, *sentence, last.span) && !is_remedy(last.substance)
            })
            .copied();
        let mut tolerated = tolerated_in(block, *sentence, &named);
        tolerated.extend(disproved_in(block, *sentence, &named));
        tolerated.extend(accepted_side_effects(block, *sentence, &named));
        let in_list = is_in_list(block, *sentence);
        let tested = results(block, sentence.span, &named);
        let is_tested = |nth: usize, verdict: bool| tested.contains(&(nth, verdict));
        for (nth, mention) in named.iter().enumerate() {
            if is_tested(nth, true)
                && assertion::within(block, *sentence, mention.span).experiencer == Experiencer::Patient
            {
                out.allergies.push(Allergy {
                    comes_from: None,
                    substance: mention.substance,
                    name: fold(block.slice(mention.span)),
                    span: mention.span,
                    sentence: sentence.span,
                    reaction: reaction_to(block, *sentence, &named, nth).max(Reaction::Allergic),
                    is_observed: false,
                    is_of_the_past: true,
                });
            } else if is_tested(nth, false) || tolerated.contains(&nth) {
                out.tolerated.push(ToleratedDrug {
                    substance: mention.substance,
                    name: fold(block.slice(mention.span)),
                });
            } else if is_allergen(block, *sentence, &named, nth, in_list) {
                out.allergies.push(Allergy {
                    comes_from: None,
                    substance: mention.substance,
                    name: fold(block.slice(mention.span)),
                    span: mention.span,
                    sentence: sentence.span,
                    reaction: reaction_to(block, *sentence, &named, nth),
                    is_observed: !in_list && block.terms_in(sentence.span, is_statement).next().is_none(),
                    is_of_the_past: tells_of_past(block.slice(sentence.span)),
                });
            }
        }
    }
    out
}

/// Whether the words that deny a drug mean that it was stopped: "discontinued", "suspendido".
fn stops(cue: &str) -> bool {
    let folded = fold(cue);
    ["stopped", "discontinued", "withheld", "suspend"].iter().any(|word| folded.contains(word))
}

/// Whether a term states an allergy, as opposed to a reaction.
fn is_statement(term: Term) -> bool {
    matches!(term, Term::Allergy | Term::NoAllergy)
}

/// Whether a sentence mentions a relative and then describes an allergy of that person: "Father
/// allergic to aspirin".
fn describes_relative(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    static RELATIVES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("allergy-conflict/note-allergies/relatives"));
    block.terms_in(sentence.span, |term| term == Term::Allergy).any(|word| {
        let folded = fold(block.slice(word.span));
        let before = block.slice(Span { start: sentence.span.start, end: word.span.start });
        (folded.starts_with("allergic") || folded.starts_with("alergic"))
            && has_word(before, &RELATIVES)
            && assertion::within(block, sentence, word.span).experiencer == Experiencer::Relative
    })
}

/// Whether a drug is listed as an allergen.
fn is_allergen(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
    nth: usize,
    in_list: bool,
) -> bool {
    let Some(mention) = named.get(nth) else { return false };
    let span = mention.span;
    if is_given_for_allergy(block, sentence, named, nth) {
        return false;
    }
    if !in_list && is_only_a_risk(block, sentence, span) {
        return false;
    }
    let said = assertion::within(block, sentence, span);
    let none = block.terms_in(sentence.span, |term| term == Term::NoAllergy).next();
    let is_restated = none.is_some_and(|none| is_restated(block, none.span, span))
        || in_list && is_ticked(block.slice(Span { start: span.end, end: sentence.span.end }));
    let is_of_relative = said.experiencer == Experiencer::Relative || is_of_mum(block, span);
    if !is_of_relative && is_carried_for(block, sentence, span) {
        return true;
    }
    let row = reported_reaction::end_of_causes(block, sentence, named, nth);
    let next = named.get(row + 1).map(|next| next.span.start);
    let causes = named.get(row).map_or(span, |last| span.cover(last.span));
    let is_reported = || {
        !is_remedy(mention.substance) && reported_reaction::caused(block, sentence, causes, next).is_some()
    };
    // "No puede tomar Septrin, se le peló la piel" does not deny an allergy.
    if !is_of_relative && reported_reaction::is_barred(block, sentence, span) && is_reported() {
        return true;
    }
    // "Tolerates no 5-ASA: mesalazine caused a rash": the denied drug precedes the colon.
    let is_before_colon = said.cue.is_some_and(|cue| {
        cue.end <= span.start && block.slice(Span { start: cue.end, end: span.start }).contains(':')
    });
    // "Ramipril stopped for angioedema": a stopped drug is still an allergen, if it is in a list of
    // them or caused a reaction.
    let is_stopped = said.cue.is_some_and(|cue| stops(block.slice(cue)))
        && said.state == State::Negated
        && (in_list && block.slice(Span { start: span.end, end: sentence.span.end }).starts_with(" (")
            || is_labelled(block.slice(sentence.span))
            || is_reported());
    if !is_of_relative
        && is_class_not_tolerated(block, sentence, mention)
        && block
            .terms_in(sentence.span, |term| term == Term::NotTolerated)
            .any(|found| found.span.end <= span.start && span.start - found.span.end <= 12)
    {
        return true;
    }
    let is_told_before = is_before_colon && is_reported() || is_stopped;
    if is_of_relative && (!in_list || describes_relative(block, sentence))
        || matches!(said.state, State::Negated | State::Uncertain)
            && !is_told_before
            && !is_excepted(block, sentence, span)
            && !is_restated
    {
        return false;
    }
    if let Some(none) = none {
        // "NKDA initially; then recalled that metronidazole brought her out in blisters".
        let is_told_later = || {
            let between = Span { start: none.span.end.min(span.start), end: span.start };
            block.slice(between).contains([';', '.']) && is_reported()
        };
        return is_excepted(block, sentence, span) || is_restated || is_told_later();
    }
    if !in_list && is_asked_or_denied(block, sentence, span) {
        return false;
    }
    // "Isolate sensitive to clindamycin" describes a pathogen.
    let is_of_germ = || {
        block.terms_in(sentence.span, |term| term == Term::Susceptibility).any(|word| {
            let (from, to) = (word.span.start.min(span.start), word.span.end.max(span.end));
            to - from <= word.span.end - word.span.start + span.end - span.start + 12
        }) && block.terms_in(sentence.span, |term| term == Term::Allergy).next().is_none()
            && !is_of_patient(block, sentence)
            || has_result(block.slice(Span { start: span.end, end: sentence.span.end }))
    };
    if in_list && is_of_germ() && !is_reported() {
        return false;
    }
    // "Allergies: penicillin; takes cetirizine": start after the previous drug.
    let before =
        nth.checked_sub(1).and_then(|nth| named.get(nth)).map_or(sentence.span.start, |m| m.span.end);
    let lead = Span { start: before, end: span.start };
    let is_taken = |lead: Span| {
        block.terms_in(lead, |term| matches!(term, Term::Taken | Term::Recommend | Term::InsteadOf)).any(
            |found| {
                // "on" and "with" refer to the drug only if they directly precede it.
                block.slice(found.span).len() > 2 || span.start - found.span.end <= 3
            },
        )
    };
    // "No tolera IECA (angioedema)": an intolerance with an allergic reaction is an allergy.
    let is_not_tolerated = || {
        block.terms_in(sentence.span, |term| term == Term::NotTolerated).any(|found| {
            found.span.end <= span.start
                && span.start - found.span.end <= 12
                && !fold(block.slice(found.span)).starts_with("si ")
        }) && reaction_to(block, sentence, named, nth) >= Reaction::Allergic
    };
    let reacts = || is_cause(block, sentence, span) || is_not_tolerated() || is_reported();
    if in_list {
        let is_own =
            !is_taken(lead) && (!is_remedy(mention.substance) || is_plainly_listed(block, sentence, span));
        return is_own || reacts();
    }
    let mut words = block.terms_in(sentence.span, |term| term == Term::Allergy);
    if is_labelled(block.slice(sentence.span)) && named.iter().all(|one| one.substance == mention.substance) {
        return true;
    }
    let linked = words.any(|word| {
        let other = block
            .terms_in(sentence.span, |term| term == Term::OtherAllergy)
            .any(|other| other.span.overlaps(word.span));
        let denied = assertion::within(block, sentence, word.span);
        if other
            || matches!(denied.state, State::Negated | State::Uncertain)
                && !is_excepted(block, sentence, span)
            || denied.experiencer == Experiencer::Relative
        {
            return false;
        }
        // "Sulfa allergy" is a complete name.
        if span.contains(word.span) {
            return true;
        }
        if word.span.end <= span.start {
            let gap = Span { start: word.span.end, end: span.start };
            let text = block.slice(gap);
            let limit = if nth == 0 { 60 } else { 120 };
            !text.contains([';', '.'])
                && text.len() <= limit
                && !is_taken(Span { start: gap.start.max(before), end: gap.end })
                && !has_word(text, &["for", "para", "but", "pero"])
                && (!is_remedy(mention.substance) || text.len() <= 12)
        } else if span.end <= word.span.start {
            let text = block.slice(Span { start: span.end, end: word.span.start });
            // "amoxicillin, allergic to sulfa": the word refers to the drug after it.
            let has_own = text.contains(',')
                && named.get(nth + 1).is_some_and(|next| {
                    next.span.start >= word.span.end && next.span.start - word.span.end <= 20
                });
            text.len() <= 25
                && !has_own
                && (!text.contains([';', '.', ':']) || text.trim() == ":")
                && !has_word(
                    text,
                    &["for", "para", "por", "from", "but", "pero", "if", "si", "unless", "without"],
                )
                // "Carries a card that says MORPHINE ALLERGY": the two words form one name.
                && (!is_taken(lead) || text.trim().is_empty() && !is_remedy(mention.substance))
        } else {
            false
        }
    });
    linked || reacts() || is_bracketed(block, sentence, named, nth)
}

/// Whether a drug is ordered because of an allergy to another drug before a colon: "penicillin
/// allergy: clarithromycin 250 mg BD", "alergia a penicilina: azitromicina 500 mg".
pub(super) fn is_given_for_allergy(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
    nth: usize,
) -> bool {
    let Some(mention) = named.get(nth) else { return false };
    let has_dose = block.medications().iter().any(|medication| {
        medication.drug == mention.span && (medication.dose.is_some() || medication.frequency.is_some())
    });
    if !has_dose {
        return false;
    }
    let lead = Span { start: sentence.span.start, end: mention.span.start };
    let Some(colon) = block.slice(lead).rfind(':') else { return false };
    let colon = lead.start + Span::at(colon).start;
    let clause = block.slice(Span { start: lead.start, end: colon });
    let clause = lead.start + clause.rfind(['.', ';']).map_or(0, |at| Span::at(at + 1).start);
    let before = Span { start: clause, end: colon };
    let names_allergen = named.iter().take(nth).any(|other| before.contains(other.span));
    names_allergen && block.terms_in(before, |term| term == Term::Allergy).next().is_some()
}

/// Whether a sentence says that a class of drugs or an antibiotic is not tolerated, without a
/// reason or a dose: "No tolera la penicilina". For other drugs the dose may be too high.
fn is_class_not_tolerated(block: &BlockContext<'_>, sentence: Sentence, mention: &Mention) -> bool {
    let behind = block.slice(Span { start: mention.span.end, end: sentence.span.end });
    (mention.substance.names_group() || mention.substance.is_antibacterial())
        && behind.trim_matches([' ', '.', '*', ';']).is_empty()
        && !block.section_at(mention.span.start as usize).is_plan()
}

/// Whether a line consists only of a label and a drug with its reaction in brackets: "A:
/// trimethoprim (rash)", in which the letter means allergies.
fn is_bracketed(block: &BlockContext<'_>, sentence: Sentence, named: &[Mention], nth: usize) -> bool {
    let Some(mention) = named.get(nth) else { return false };
    let lead = block.slice(Span { start: sentence.span.start, end: mention.span.start }).trim();
    let is_letter = matches!(lead, "A:" | "A -" | "A/" | "Al:" | "Alg:" | "ALL:" | "All:")
        || nth > 0 && lead.starts_with("A:");
    let behind = block.slice(Span { start: mention.span.end, end: sentence.span.end }).trim_start();
    is_letter
        && behind.starts_with('(')
        && !is_remedy(mention.substance)
        && reaction_to(block, sentence, named, nth) >= Reaction::Allergic
}

/// Whether an allergy to the drug follows, in a separate clause, a statement that there is none:
/// "NAMC: no. Alergia a codeína".
fn is_restated(block: &BlockContext<'_>, none: Span, span: Span) -> bool {
    let between = Span { start: none.end.min(span.start), end: span.start };
    let mut words = block.terms_in(between, |term| term == Term::Allergy);
    words.any(|word| {
        span.start - word.span.end <= 12
            && block.slice(Span { start: between.start, end: word.span.start }).contains(['.', ';'])
    })
}

/// Whether a drug follows an exception: "no known allergies except penicillin".
fn is_excepted(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    has_word(before, &["except", "excepto", "salvo", "besides", "excepting", "excluyendo", "exceptuando"])
        || fold(before).contains("other than")
        || fold(before).contains("apart from")
        || fold(before).contains("aparte de")
}

/// Whether a text contains one of these folded words.
fn has_word(text: &str, words: &[&str]) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&fold(word).as_str()))
}

/// Whether a drug is listed by itself or with its reaction: `Prednisone (hives)`.
fn is_plainly_listed(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    let behind = block.slice(Span { start: span.end, end: sentence.span.end }).trim_start();
    let words = block.terms_in(sentence.span, |term| term == Term::OtherAllergy).next().is_some();
    !words
        && (behind.is_empty() || behind.starts_with(['(', ':', '-', '–', '—', ',', '.', '|', ';']))
        && !behind
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .starts_with(|c: char| c.is_ascii_digit())
}
