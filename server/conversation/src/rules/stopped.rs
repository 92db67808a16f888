//! Drugs that are stopped: `source/left-out` for one that the source stops and the note does not, and
//! `source/negation-differs` for one that the note stops and the source continues.

use super::definitions::{LEFT_OUT, NEGATION_DIFFERS};
use super::drugs::{self, NoteDrug};
use super::left_out::whole;
use super::remark::{Evidence, SourceRemark};
use crate::note::Note;
use crate::reader::Role;
use crate::talk::{DrugMention, Talk};
use crate::vocabulary::{Gap, forms_at, lists, problems, share_substance};
use crate::words::{Word, WordKind, shown_name};
use referee_findings::Severity;
use referee_text::Message;

/// The number of words after "stop" in which the drug is looked for.
const STOPPED_WITHIN: usize = 7;
/// The number of words after "stop" in which a class of drugs is looked for.
const CLASS_WITHIN: usize = 3;
/// The number of words before "stop" or "keep" in which a denial is looked for.
const DENIED_WITHIN: usize = 4;

/// A passage in which the clinician stops drugs or advises against them.
struct Stop {
    /// The first word of the order.
    at: usize,
    /// The drugs, by index in [`Talk::drugs`].
    drugs: Vec<usize>,
    /// Whether the drugs are named before the order, which only refers to them: "stop that".
    is_reference: bool,
}

pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    if !talk.is_talk {
        return;
    }
    let drugs = drugs::named(note);
    let stops: Vec<Stop> = (0..talk.words.len()).filter_map(|at| stop_at(talk, at)).collect();
    left_out(note, talk, &drugs, &stops, out);
    continued(note, talk, &drugs, &stops, out);
}

fn left_out(note: &Note, talk: &Talk, drugs: &[NoteDrug], stops: &[Stop], out: &mut Vec<SourceRemark>) {
    let mut told: Vec<u32> = Vec::new();
    for stop in stops {
        let first = &talk.drugs[stop.drugs[0]];
        let is_told = drugs
            .iter()
            .any(|own| share_substance(own.drugs, &first.drugs) && drugs::is_stopped(note, own.words.0));
        if is_told || first.drugs.iter().any(|one| told.contains(one)) {
            continue;
        }
        told.extend(&first.drugs);
        let names: Vec<String> = stop.drugs.iter().map(|index| talk.name_of(&talk.drugs[*index])).collect();
        let names = names.join(", ");
        let evidence = if stop.is_reference {
            vec![Evidence::of(talk, first.words.0, first.words.1), Evidence::of(talk, stop.at, stop.at + 1)]
        } else {
            vec![Evidence::of(talk, stop.at, first.words.1)]
        };
        let message = Message::new(
            format!("The source stops or advises against {names}; the note does not say so."),
            format!("La fuente suspende o desaconseja {names}; la nota no lo dice."),
        );
        out.push(SourceRemark::new(&LEFT_OUT, Severity::Information, whole(note), message).with(evidence));
    }
}

/// Returns the order to stop drugs that begins at a word.
fn stop_at(talk: &Talk, at: usize) -> Option<Stop> {
    let length = lists().stop.length_at(&talk.words, at);
    // "Lo deja", "suspéndalo": the pronoun is part of the order.
    let with_pronoun = lists().stop_reference.length_at(&talk.words, at);
    if length.max(with_pronoun) == 0 || !is_order(talk, at) {
        return None;
    }
    let end = talk.sentence_end(at);
    // "Lo deja en la nevera", "la deja en diez".
    let is_placed = |place: usize| talk.words.get(place).is_some_and(|next| lists().at_place.has(next));
    if with_pronoun > 0 && is_placed(at + with_pronoun) {
        return None;
    }
    let pronoun = if with_pronoun > 0 { Some(at) } else { reference_after(talk, at, length, end) };
    let drugs = match pronoun {
        Some(pronoun) => named_before(talk, at, is_plural(talk, pronoun))?,
        None => named_after(talk, at, end)?,
    };
    Some(Stop { at, drugs, is_reference: pronoun.is_some() })
}

/// Whether the words at `at` are an order of the clinician, not a question, a case or a denial.
fn is_order(talk: &Talk, at: usize) -> bool {
    let (from, stop) = talk.segment(at);
    let is_asked = talk.words.get(stop - 1).is_some_and(|word| word.is_mark('?'));
    let is_case = talk.words[from..at].iter().any(|word| {
        // "Sí" is an answer, "si" a case.
        matches!(&*word.text, "if" | "before" | "did" | "when" | "cuando")
            || &*word.text == "si" && !word.is_accented()
    });
    let is_denied = talk.words[from.max(at.saturating_sub(DENIED_WITHIN))..at]
        .iter()
        .any(|word| lists().negation.has(word));
    let is_patient = talk.turn(at).is_some_and(|turn| turn.role == Role::Patient);
    !is_patient && !is_asked && !is_case && !is_denied
}

/// Returns the drugs that an order names after the word at `at`, before the end of its sentence.
fn named_after(talk: &Talk, at: usize, end: usize) -> Option<Vec<usize>> {
    let near = |reach: usize| {
        talk.drugs
            .iter()
            .enumerate()
            .filter(move |(_, drug)| drug.words.0 > at && drug.words.0 <= at + reach && drug.words.0 < end)
    };
    let (_, first) = near(STOPPED_WITHIN).next()?;
    let is_crossed = talk.words[at + 1..first.words.0].iter().any(|word| lists().other_order.has(word));
    // "Any of the nonsteroidals, the Motrin or Advil": the names after the class.
    let named = near(2 * STOPPED_WITHIN).find(|(_, drug)| !drug.is_class).filter(|_| first.is_class);
    let (index, drug) = named.or_else(|| near(STOPPED_WITHIN).next())?;
    let is_far_class = drug.is_class && drug.words.0 > at + CLASS_WITHIN;
    if is_crossed || is_far_class {
        return None;
    }
    if drug.is_class {
        return Some(vec![index]);
    }
    let is_with = |other: &DrugMention| {
        !other.is_class
            && other.words.0 >= drug.words.0
            && talk.segment(other.words.0) == talk.segment(drug.words.0)
    };
    Some(near(2 * STOPPED_WITHIN).filter(|(_, other)| is_with(other)).map(|(index, _)| index).collect())
}

/// Returns the pronoun that is the object of the order at `at`: "stop that", "stop taking it". In "stop that pill" it
/// belongs to the noun, and "hold it in place" stops nothing.
fn reference_after(talk: &Talk, at: usize, length: usize, end: usize) -> Option<usize> {
    let is_verb =
        |word: &Word| lists().using.has(word) || matches!(&*word.text, "on" | "off" | "of" | "with" | "de");
    let pronoun = (at + length..end).find(|at| !is_verb(&talk.words[*at]))?;
    let is_place = |word: &Word| &*talk.words[at].text == "hold" && lists().at_place.has(word);
    let is_object = |word: &Word| {
        !word.is_letters() || (lists().after_object.has(word) || lists().pronoun.has(word)) && !is_place(word)
    };
    let is_last = talk.words[pronoun + 1..end].first().is_none_or(is_object);
    (lists().reference.has(&talk.words[pronoun]) && is_last).then_some(pronoun)
}

fn is_plural(talk: &Talk, pronoun: usize) -> bool {
    matches!(&*talk.words[pronoun].text, "them" | "those" | "these" | "los" | "las")
}

/// Returns the drugs that a pronoun in the order at `at` refers to: those that are named before it in its
/// turn, otherwise in one of the turns before. `None` if it may be one of several, or a habit.
fn named_before(talk: &Talk, at: usize, is_plural: bool) -> Option<Vec<usize>> {
    const TURNS_BACK: u32 = 2;
    let own = talk.turn_of[at];
    let nearest = talk.drugs.iter().rev().find(|drug| drug.words.1 <= at)?;
    let turn = talk.turn_of[nearest.words.0];
    let is_habit = (nearest.words.1..at).any(|place| {
        forms_at(&talk.words, place, Gap::Any).any(|form| problems()[form.problem].kind == "habit")
    });
    // "Some antibiotics" names none that could be stopped.
    if own - turn > TURNS_BACK || is_habit || nearest.sure.is_empty() || has_other_topic(talk, at) {
        return None;
    }
    let mut named: Vec<usize> = (0..talk.drugs.len())
        .filter(|index| {
            let (first, end) = talk.drugs[*index].words;
            end <= at && talk.turn_of[first] == turn
        })
        .collect();
    let is_one = named.iter().all(|index| share_substance(&talk.drugs[*index].drugs, &nearest.drugs));
    if is_one && !is_plural {
        named.truncate(1);
    }
    (is_one || is_plural).then_some(named)
}

/// Whether the sentence of the order at `at` begins with another thing that its pronoun refers to: "the running,
/// I want you to stop that"; not "with your stomach, I'd rather you stop that".
fn has_other_topic(talk: &Talk, at: usize) -> bool {
    let turn = talk.turn_of[at];
    let is_end = |place: &usize| {
        talk.turn_of[*place] != turn
            || matches!(talk.words[*place].kind, WordKind::Mark('.' | '?' | '!' | ';'))
    };
    let from = (0..at).rev().find(is_end).map_or(0, |end| end + 1);
    let is_word = |place: &usize| {
        let word = &talk.words[*place];
        talk.is_content(*place)
            && !lists().talk_end.has(word)
            && !lists().talk.has(word)
            && !lists().yes.has(word)
    };
    // "La sal la deja": in Spanish no comma is needed.
    let is_spanish = lists().stop_reference.length_at(&talk.words, at) > 0;
    let comma = (from..at).find(|place| talk.words[*place].is_mark(','));
    let Some(end) = is_spanish.then_some(at).or(comma) else { return false };
    let names_drug = talk.drugs.iter().any(|drug| drug.words.0 >= from && drug.words.1 <= end);
    let first = (from..end).find(|place| {
        talk.words[*place].is_letters()
            && !lists().talk_end.has(&talk.words[*place])
            && !lists().talk.has(&talk.words[*place])
    });
    let is_circumstance = first.is_some_and(|place| {
        lists().reach_end.has(&talk.words[place]) || lists().after_object.has(&talk.words[place])
    });
    (from..end).any(|place| is_word(&place)) && !names_drug && !is_circumstance
}

/// Reports a drug that the note stops and that the clinician only continues.
fn continued(note: &Note, talk: &Talk, drugs: &[NoteDrug], stops: &[Stop], out: &mut Vec<SourceRemark>) {
    for own in drugs.iter().filter(|own| !own.is_class && is_stopped_by_order(note, own, drugs)) {
        let is_it = |said: &DrugMention| share_substance(&said.drugs, own.drugs);
        let mentions: Vec<&DrugMention> = talk.drugs.iter().filter(|said| is_it(said)).collect();
        let is_stopped = stops.iter().any(|stop| stop.drugs.iter().any(|index| is_it(&talk.drugs[*index])))
            || mentions.iter().any(|said| speaks_of_stopping(talk, said));
        let kept: Vec<&&DrugMention> = mentions.iter().filter(|said| is_kept(talk, said)).collect();
        if is_stopped || kept.is_empty() {
            continue;
        }
        let name = shown_name(&note.words, own.words);
        out.push(
            SourceRemark::new(
                &NEGATION_DIFFERS,
                Severity::Warning,
                note.span(own.words.0, own.words.1),
                Message::new(
                    format!("{name}: stopped here, continued in the source."),
                    format!("{name}: se suspende aquí, se mantiene en la fuente."),
                ),
            )
            .with(kept.iter().map(|said| Evidence::of(talk, said.words.0, said.words.1))),
        );
    }
}

/// Whether the note orders to stop a drug: "stop aspirin", "discontinue the aspirin and ibuprofen"; not
/// for a time ("hold aspirin before surgery").
fn is_stopped_by_order(note: &Note, drug: &NoteDrug, drugs: &[NoteDrug]) -> bool {
    let Some(sentence) = note.sentence_of(drug.words.0) else { return false };
    let (start, end) = sentence.words;
    let is_passed = |at: usize| {
        let word = &note.words[at];
        !word.is_letters()
            || lists().filler.has(word)
            || drugs.iter().any(|other| other.words.0 <= at && at < other.words.1)
    };
    let order = (start..drug.words.0).rev().find(|at| !is_passed(*at));
    let is_limited =
        note.words[start..end].iter().any(|word| lists().limited.has(word) || lists().case.has(word));
    let is_denied = |at: usize| note.words[start..at].iter().any(|word| lists().denial.has(word));
    order.is_some_and(|at| lists().stop.has(&note.words[at]) && !is_denied(at)) && !is_limited
}

/// Whether the source speaks of stopping around a mention of a drug, in whatever way.
fn speaks_of_stopping(talk: &Talk, said: &DrugMention) -> bool {
    const AROUND: usize = 14;
    let (from, to) = (said.words.0.saturating_sub(AROUND), (said.words.1 + AROUND).min(talk.words.len()));
    (from..to).any(|at| {
        lists().stop.length_at(&talk.words, at).max(lists().stop_reference.length_at(&talk.words, at)) > 0
    })
}

/// Whether the clinician continues a drug at a mention: "keep the aspirin".
fn is_kept(talk: &Talk, said: &DrugMention) -> bool {
    const WITHIN: usize = 5;
    let first = said.words.0;
    (first.saturating_sub(WITHIN)..first).any(|at| {
        lists().keep.length_at(&talk.words, at) > 0
            && talk.sentence_end(at) > first
            && talk.turn_of[at] == talk.turn_of[first]
            && is_order(talk, at)
    })
}
