//! Detects a drug in a sentence that the source states about another drug.

use super::super::remark::SourceRemark;
use super::note_drug::{NoteDrug, instead_of};
use crate::note::Note;
use crate::talk::Talk;
use crate::vocabulary::{self, lists};
use referee_text::Message;

/// The number of words around a drug in the source that are taken to be about it.
const SAID_OF: usize = 22;
/// By how much, and by which factor, another drug that the note also has must match a sentence better.
const PRESENT: (f64, f64) = (2.0, 2.0);
/// The same for a drug that the note lacks.
const MISSING: (f64, f64) = (1.0, 1.4);

/// Reports a drug whose sentence matches another drug of the source better.
pub(super) fn check(
    note: &Note,
    talk: &Talk,
    drug: &NoteDrug,
    drugs: &[NoteDrug],
    out: &mut Vec<SourceRemark>,
) {
    let Some(sentence) = note.sentence_of(drug.words.0) else { return };
    let in_sentence =
        drugs.iter().filter(|other| other.words.0 >= sentence.words.0 && other.words.1 <= sentence.words.1);
    if drug.is_class
        || in_sentence.count() > 1
        || talk.said_drug(drug.drugs).is_none_or(|(_, by_class)| by_class)
    {
        return;
    }
    let features = features(note, sentence.words, drug);
    if features.len() < 2 {
        return;
    }
    let own = support(talk, &features, |mention| vocabulary::share_substance(&mention.drugs, drug.drugs));
    let own = drug
        .drugs
        .iter()
        .flat_map(|one| talk.similar_to(*one))
        .map(|at| weight(talk, &features, at))
        .fold(own, f64::max);
    let mut best: Option<(f64, usize)> = None;
    for (index, mention) in talk.drugs.iter().enumerate() {
        if mention.is_class || vocabulary::share_substance(&mention.drugs, drug.drugs) {
            continue;
        }
        let found = weight(talk, &features, mention.words.0);
        // What is said in another turn may be of a drug that was named before this one.
        if !is_in_turn(talk, &features, mention.words.0) {
            continue;
        }
        // A drug that the note lacks is the likelier one.
        let is_missing = !drugs.iter().any(|own| vocabulary::share_substance(own.drugs, &mention.drugs));
        let (margin, ratio) = if is_missing { MISSING } else { PRESENT };
        if found >= own + margin && found >= ratio * own && best.is_none_or(|(known, _)| found > known) {
            best = Some((found, index));
        }
    }
    let Some((_, index)) = best else { return };
    out.push(instead_of(note, talk, drug, &talk.drugs[index], |name, said| {
        Message::new(
            format!("What this sentence says of {name}, the source says of {said}."),
            format!("Lo que esta frase dice de {name}, la fuente lo dice de {said}."),
        )
    }));
}

/// A word or number of a sentence that is looked for near the mentions of a drug.
enum Feature {
    Root(Box<str>),
    Number(f64),
}

fn features(note: &Note, words: (usize, usize), drug: &NoteDrug) -> Vec<Feature> {
    let mut out = Vec::new();
    for at in (words.0..words.1).filter(|at| *at < drug.words.0 || *at >= drug.words.1) {
        let word = &note.words[at];
        let is_known = out.iter().any(|known| matches!(known, Feature::Root(root) if *root == word.root));
        if word.is_letters()
            && !lists().filler.has(word)
            && vocabulary::unit(&word.text).is_none()
            && !is_known
        {
            out.push(Feature::Root(word.root.clone()));
        }
    }
    let numbers = note
        .numbers
        .iter()
        .filter(|said| said.words.0 >= words.0 && said.words.1 <= words.1 && said.value >= 2.0);
    out.extend(numbers.map(|said| Feature::Number(said.value)));
    out
}

fn support(talk: &Talk, features: &[Feature], is_it: impl Fn(&crate::talk::DrugMention) -> bool) -> f64 {
    talk.drugs
        .iter()
        .filter(|mention| is_it(mention))
        .map(|mention| weight(talk, features, mention.words.0))
        .fold(0.0, f64::max)
}

/// Whether the turn of a word has one of the features.
fn is_in_turn(talk: &Talk, features: &[Feature], at: usize) -> bool {
    let turn = talk.turn_of[at];
    features.iter().any(|feature| match feature {
        Feature::Root(root) => talk
            .by_root
            .get(root)
            .is_some_and(|places| places.iter().any(|place| talk.turn_of[*place as usize] == turn)),
        Feature::Number(value) => {
            talk.numbers.iter().any(|said| talk.turn_of[said.words.0] == turn && said.may_be(*value))
        }
    })
}

/// Returns how well the source around a word matches a sentence; rare words count more.
fn weight(talk: &Talk, features: &[Feature], at: usize) -> f64 {
    let (from, to) = (at.saturating_sub(SAID_OF), at + SAID_OF);
    let near = |feature: &Feature| match feature {
        Feature::Root(root) => {
            let places = talk.by_root.get(root).map_or(&[][..], Vec::as_slice);
            let is_near = places.iter().any(|place| (from..to).contains(&(*place as usize)));
            if is_near { 1.5 / (1.0 + (places.len() as f64).ln()) } else { 0.0 }
        }
        Feature::Number(value) => {
            let is_near =
                talk.numbers.iter().any(|said| (from..to).contains(&said.words.0) && said.may_be(*value));
            if is_near { 1.0 } else { 0.0 }
        }
    };
    features.iter().map(near).sum()
}
