//! Finds the passages of the sources for each term of a note, for a reader who checks it line by line.

use crate::note::Note;
use crate::rules::Evidence;
use crate::talk::Talk;
use crate::vocabulary::{self, Gap, Reach, forms_at, problems};
use crate::words::{Said, WordKind};
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

/// Returns the places where the source says a number: first those with the same unit.
fn of_number(note: &Note, talk: &Talk, said: &Said) -> Vec<(usize, usize)> {
    let unit = |words: &[crate::words::Word], end: usize| {
        words.get(end).and_then(|word| vocabulary::unit(&word.text)).map(|unit| unit.id.clone())
    };
    let own = unit(&note.words, said.words.1);
    let mut same: Vec<(bool, (usize, usize))> = talk
        .numbers
        .iter()
        .filter(|other| other.may_be(said.value))
        .map(|other| (own.is_none() || unit(&talk.words, other.words.1) != own, other.words))
        .collect();
    same.sort_unstable();
    same.into_iter().map(|(_, words)| words).collect()
}
