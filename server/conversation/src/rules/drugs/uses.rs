//! Detects a drug that is not given for the problem of its sentence, while the source mentions
//! another one that is.

use super::super::remark::SourceRemark;
use super::note_drug::{NoteDrug, instead_of};
use crate::note::Note;
use crate::talk::{DrugMention, Talk};
use crate::vocabulary::{self, Use, lists, uses};
use referee_text::Message;

/// The number of sentences before a drug in which the title of its problem is looked for.
const TITLE_WITHIN: usize = 8;
/// The maximum length of such a title, in words.
const MAX_TITLE: usize = 6;
/// The number of words around a drug in the source in which its use is looked for.
const AROUND: usize = 20;

/// Reports a drug that is not given for the problem of its sentence.
pub(super) fn check(
    note: &Note,
    talk: &Talk,
    drug: &NoteDrug,
    drugs: &[NoteDrug],
    out: &mut Vec<SourceRemark>,
) {
    let Some(index) = note
        .sentences
        .iter()
        .position(|sentence| sentence.words.0 <= drug.words.0 && drug.words.0 < sentence.words.1)
    else {
        return;
    };
    let sentence = &note.sentences[index];
    if is_of_other_class(note, drug, drugs, sentence.words.0) {
        return report(note, talk, drug, |said| !vocabulary::share_substance(&said.drugs, drug.drugs), out);
    }
    let own: Vec<&Use> = uses().iter().filter(|one| one.is_of(drug.drugs)).collect();
    let form = form_after(note, drug).filter(|form| !own.is_empty() && !form.is_of(drug.drugs));
    if let Some(form) = form {
        return report(note, talk, drug, |said| form.is_of(&said.drugs), out);
    }
    let own: Vec<&Use> = own.into_iter().filter(|one| !one.is_form).collect();
    let words = &note.words[sentence.words.0..sentence.words.1];
    if drug.is_class
        || own.is_empty()
        || sentence.section == "allergies"
        || words.iter().any(|word| lists().allergy.has(word) || lists().negation.has(word))
        || talk.said_drug(drug.drugs).is_none_or(|(_, by_class)| by_class)
    {
        return;
    }
    let given_for = given_for(note, index, drugs);
    if given_for.is_empty() || given_for.iter().any(|one| own.iter().any(|own| own.id == one.id)) {
        return;
    }
    // The source itself speaks of the drug where it speaks of this problem.
    let is_said_together = uses()
        .iter()
        .enumerate()
        .filter(|(_, one)| given_for.iter().any(|given| given.id == one.id))
        .flat_map(|(index, _)| talk.use_places(index))
        .filter_map(|at| nearest(talk, *at))
        .any(|said| vocabulary::share_substance(&said.drugs, drug.drugs));
    let is_here = |said: &DrugMention| {
        drugs.iter().any(|other| {
            other.words.0 >= sentence.words.0
                && other.words.1 <= sentence.words.1
                && vocabulary::share_substance(other.drugs, &said.drugs)
        })
    };
    if is_said_together {
        return;
    }
    let is_other = |said: &DrugMention| given_for.iter().any(|one| one.is_of(&said.drugs)) && !is_here(said);
    report(note, talk, drug, is_other, out);
}

/// Returns the mention of a drug that is the nearest to a word of the source; the one before it if
/// there are two.
fn nearest(talk: &Talk, at: usize) -> Option<&DrugMention> {
    let after = talk.drugs.partition_point(|said| said.words.0 < at);
    let before = after.checked_sub(1).and_then(|index| talk.drugs.get(index));
    let distance = |said: &&DrugMention| {
        if said.words.0 > at { said.words.0 - at } else { at.saturating_sub(said.words.1 - 1) }
    };
    before
        .into_iter()
        .chain(talk.drugs.get(after))
        .filter(|said| distance(said) <= AROUND)
        .min_by_key(distance)
}

/// Reports a drug if the source names another one that fits.
fn report(
    note: &Note,
    talk: &Talk,
    drug: &NoteDrug,
    fits: impl Fn(&DrugMention) -> bool,
    out: &mut Vec<SourceRemark>,
) {
    let is_it = |said: &&DrugMention| {
        !said.is_class && !vocabulary::share_substance(&said.drugs, drug.drugs) && fits(said)
    };
    let Some(other) = talk.drugs.iter().find(is_it) else { return };
    out.push(instead_of(note, talk, drug, other, |name, said| {
        Message::new(
            format!("{name} does not fit what is written here; the source names {said}."),
            format!("{name} no encaja con lo escrito aquí; la fuente nombra {said}."),
        )
    }));
}

/// Whether the note gives a drug as an example of a class that it does not belong to: "an
/// anti-inflammatory such as metformin".
fn is_of_other_class(note: &Note, drug: &NoteDrug, drugs: &[NoteDrug], start: usize) -> bool {
    const WITHIN: usize = 6;
    let class = drugs.iter().rev().find(|class| {
        class.is_class
            && class.words.0 >= start
            && class.words.1 <= drug.words.0
            && drug.words.0 - class.words.1 <= WITHIN
    });
    class.is_some_and(|class| {
        lists().example.length_at(&note.words, class.words.1) > 0
            && !vocabulary::share_substance(class.drugs, drug.drugs)
    })
}

/// Returns the form that follows a drug: "an albuterol inhaler".
fn form_after(note: &Note, drug: &NoteDrug) -> Option<&'static Use> {
    const WITHIN: usize = 2;
    let (start, end) = (drug.words.1, (drug.words.1 + WITHIN).min(note.words.len()));
    uses().iter().find(|one| {
        one.is_form
            && (start..end).any(|at| {
                one.words.length_at(&note.words, at) > 0
                    && note.words[start..at].iter().all(|word| word.is_letters())
            })
    })
}

/// Returns what a sentence speaks of: the uses of drugs that its words name, otherwise those of the
/// title before it.
fn given_for(note: &Note, index: usize, drugs: &[NoteDrug]) -> Vec<&'static Use> {
    const ORDERED_WITHIN: usize = 5;
    // A test that is ordered is not what a drug before it is given for: "Continue lisinopril, order a
    // hemoglobin A1c."
    let is_ordered = |start: usize, at: usize| {
        let order = (start.max(at.saturating_sub(ORDERED_WITHIN))..at)
            .rev()
            .find(|place| lists().order.has(&note.words[*place]));
        order.is_some_and(|order| {
            !drugs.iter().any(|drug| drug.words.0 > order && drug.words.1 <= at)
                && drugs.iter().any(|drug| drug.words.0 >= start && drug.words.1 <= order)
        })
    };
    let named = |index: usize| {
        let (start, end) = note.sentences[index].words;
        let at_word = |one: &&Use| {
            (start..end).any(|at| one.words.length_at(&note.words, at) > 0 && !is_ordered(start, at))
        };
        uses().iter().filter(|one| !one.is_form).filter(at_word).collect::<Vec<_>>()
    };
    let here = named(index);
    let section = note.sentences[index].section;
    if !here.is_empty() || !matches!(section, "assessment" | "plan" | "assessment-and-plan" | "management") {
        return here;
    }
    let is_title = |index: &usize| {
        let (start, end) = note.sentences[*index].words;
        let letters = note.words[start..end].iter().filter(|word| word.is_letters()).count();
        let has_drug = drugs.iter().any(|drug| drug.words.0 >= start && drug.words.1 <= end);
        note.sentences[*index].section == section
            && letters <= MAX_TITLE
            && !has_drug
            && !named(*index).is_empty()
    };
    (index.saturating_sub(TITLE_WITHIN)..index).rev().find(is_title).map(named).unwrap_or_default()
}
