//! Finds the passages of the sources for each term of a note, for a reader who checks it line by line.

use crate::around::unit_after;
use crate::note::Note;
use crate::readings::{Reading, WRITTEN_WITHIN, reading};
use crate::rules::Evidence;
use crate::talk::{Talk, is_dose_unit};
use crate::times::{Kind, kind, topics};
use crate::vocabulary::{self, Gap, Reach, forms_at, problems};
use crate::words::{Said, WordKind, same};
use referee_text::Span;

/// A drug, a number or a problem of a note, with the places of the sources that speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The place, in bytes of the note.
    pub span: Span,
    /// The places of the sources; empty if they do not speak of it.
    pub evidence: Vec<Evidence>,
}

/// The maximum number of places for a term.
const MAX_PLACES: usize = 3;

/// Returns the terms of a note in its order.
#[must_use]
pub fn terms(note: &Note, talk: &Talk) -> Vec<Term> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < note.words.len() {
        let (end, places) = match term_at(note, talk, at) {
            Some(found) => found,
            None => {
                at += 1;
                continue;
            }
        };
        let evidence = places
            .into_iter()
            .take(MAX_PLACES)
            .map(|(first, stop)| Evidence::of(talk, first, stop))
            .collect();
        out.push(Term { span: note.span(at, end), evidence });
        at = end;
    }
    out
}

/// A term that begins at a word: one past its last word, and the places of the source as ranges of
/// words.
type Found = (usize, Vec<(usize, usize)>);

fn term_at(note: &Note, talk: &Talk, at: usize) -> Option<Found> {
    if let Some((name, length)) = vocabulary::drug_at(&note.words, at)
        && note.words[at].text.len() >= 3
    {
        return Some((at + length, of_drugs(talk, &name.drugs)));
    }
    if let Some(said) = note.numbers.iter().find(|said| said.words.0 == at) {
        let is_digits = matches!(note.words[at].kind, WordKind::Number(_));
        return (is_digits && !note.is_label(at)).then(|| (said.words.1, of_number(note, talk, said)));
    }
    let form = forms_at(&note.words, at, Gap::Link)
        .filter(|form| form.reach == Reach::Exact)
        .max_by_key(|form| form.end)?;
    // Of a symptom, also the words by which the source asks about it.
    let is_broad_too = problems()[form.problem].kind == "symptom";
    let mut places: Vec<(bool, (usize, usize))> = talk
        .problem(form.problem)
        .iter()
        .filter(|mention| is_broad_too || mention.reach != Reach::Broad)
        .map(|mention| (mention.reach == Reach::Broad, mention.words))
        .collect();
    places.sort_unstable();
    Some((form.end, places.into_iter().map(|(_, words)| words).collect()))
}

fn of_drugs(talk: &Talk, drugs: &[u32]) -> Vec<(usize, usize)> {
    let named = talk.drugs.iter().filter(|said| vocabulary::share_substance(&said.sure, drugs));
    let mut out: Vec<(usize, usize)> = named.map(|said| said.words).collect();
    out.extend(drugs.iter().flat_map(|drug| talk.similar_to(*drug)).map(|at| (at, at + 1)));
    if out.is_empty() {
        let kinds = talk.drugs.iter().filter(|said| vocabulary::share_substance(&said.drugs, drugs));
        out.extend(kinds.map(|said| said.words));
    }
    out.sort_unstable();
    out
}

/// Returns the places where the source says a number of the same thing: with the same unit, or with none
/// where it speaks of what the note speaks of.
fn of_number(note: &Note, talk: &Talk, said: &Said) -> Vec<(usize, usize)> {
    let own_unit = unit_after(&note.words, said.words.1);
    let own_kind = kind(&note.words, said.words.0, said.words.1 + 1, true);
    let own_reading = measured(note, said);
    let within = note.sentence_of(said.words.0).map_or((0, note.words.len()), |sentence| sentence.words);
    let own_topics = topics(&note.words, said.words, within);
    let is_about = |other: &Said| {
        let turn = talk.turn_of[other.words.0] as usize;
        let mut theirs = topics(&talk.words, other.words, talk.turn_words(turn));
        if let Some((from, to)) = talk.question_before(turn) {
            theirs.extend(topics(&talk.words, (to, to), (from, to)));
        }
        own_topics.iter().any(|topic| theirs.contains(topic))
    };
    let supports = |other: &Said, reading: Option<&Reading>| {
        if let Some(own) = &own_reading {
            return other.may_be(said.value)
                && reading.is_none_or(|theirs| theirs.is_same(own))
                && is_about(other);
        }
        match (own_unit, unit_after(&talk.words, other.words.1)) {
            (Some(own), Some(theirs)) => {
                let is_opposite = matches!(
                    (own_kind, kind(&talk.words, other.words.0, other.words.1 + 1, false)),
                    (Kind::Lasting, Kind::Ahead) | (Kind::Ahead, Kind::Lasting)
                );
                let is_equal = own.id == theirs.id && other.may_be(said.value)
                    || own.base == theirs.base && same(other.value * theirs.factor, said.value * own.factor);
                let is_of_drug = is_dose_unit(&own.base) && own.id != "puff";
                is_equal && !is_opposite && (!is_of_drug || is_about(other))
            }
            (_, None) => other.may_be(said.value) && is_about(other),
            (None, Some(_)) => false,
        }
    };
    let readings = talk.readings().iter();
    let numbers = talk.numbers.iter().zip(readings);
    numbers
        .filter(|(other, reading)| supports(other, reading.as_ref()))
        .map(|(other, _)| other.words)
        .collect()
}

/// Returns the measurement that a number of the note is the value of.
fn measured(note: &Note, said: &Said) -> Option<Reading> {
    let start = note.sentence_of(said.words.0).map_or(0, |sentence| sentence.words.0);
    reading(&note.words, &note.numbers, said, start, WRITTEN_WITHIN, true)
}
