//! Reads which entities occur in a sentence together with a word of effect, for the second tier of
//! steps.
//!
//! Such a sentence indicates that two things are related and where a reader should look. A
//! direction is shown only if two papers agree on it and none differs.

use super::lexicon::grammar::DENYING_WORDS;
use super::lexicon::verbs::{VerbMeaning, effect_noun, verb};
use super::relation::Sign;
use crate::cues::Cue;
use crate::quotable::is_introduced;
use crate::vocabulary::{EntityId, Mention, Vocabulary, words};
use std::collections::BTreeSet;

/// The maximum number of words between two mentions that count as named together.
const MAX_WORDS_BETWEEN: usize = 25;

/// Two things that a sentence mentions together, with the direction of its words of effect if they
/// have one.
pub(super) struct Together {
    pub(super) from: EntityId,
    pub(super) to: EntityId,
    pub(super) sign: Option<Sign>,
}

/// Reads the pairs of entities in a sentence that include a requested one.
pub(super) fn together(
    sentence: &str,
    asked: &BTreeSet<EntityId>,
    mentions: &[Mention],
    vocabulary: &Vocabulary,
) -> Vec<Together> {
    if !mentions.iter().any(|mention| asked.contains(&mention.entity)) || mentions.len() < 2 {
        return Vec::new();
    }
    if is_introduced(sentence) || sentence.contains('?') {
        return Vec::new();
    }
    let all = words(sentence);
    let raw = |at: usize| {
        all.get(at).and_then(|(_, range)| sentence.get(range.clone())).unwrap_or_default().to_lowercase()
    };
    let is_unsure = (0..all.len()).any(|at| {
        let word = raw(at);
        DENYING_WORDS.contains(&word.as_str()) || Cue::UnsureTogether.is(&word) || Cue::Open.begins(&word)
    });
    if is_unsure {
        return Vec::new();
    }
    let place = |at: usize| all.iter().position(|(_, range)| range.start >= at).unwrap_or(all.len());
    let mut out: Vec<Together> = Vec::new();
    for (index, first) in mentions.iter().enumerate() {
        for second in mentions.get(index + 1..).unwrap_or_default() {
            let (a, b) = (first.entity, second.entity);
            if a == b || !asked.contains(&a) && !asked.contains(&b) {
                continue;
            }
            let rank = |id| vocabulary.get(id).map(|entity| entity.kind.rank());
            let (from, to) = if rank(a) <= rank(b) { (a, b) } else { (b, a) };
            if rank(a) == rank(b) || out.iter().any(|known| (known.from, known.to) == (from, to)) {
                continue;
            }
            let between = place(first.range.end)..place(second.range.start);
            if between.len() > MAX_WORDS_BETWEEN {
                continue;
            }
            let behind = place(second.range.end);
            let Some(sign) = effect(between, behind, &raw) else { continue };
            let is_measured = |mention: &Mention| {
                place(mention.range.start).checked_sub(1).is_some_and(|at| Cue::MeasuredThing.is(&raw(at)))
            };
            let (drug, other) = if from == a { (first, second) } else { (second, first) };
            let is_plain = !is_measured(drug) && !describes_next(sentence, other);
            out.push(Together { from, to, sign: sign.filter(|_| is_plain) });
        }
    }
    out
}

/// Returns whether a name only describes the next word, so that the sentence states the direction of
/// something else: `inhibited ADP-induced aggregation`, `the ADP receptor`.
fn describes_next(sentence: &str, mention: &Mention) -> bool {
    let behind = sentence.get(mention.range.end..).unwrap_or_default();
    behind.starts_with(['-', '\u{2010}', '\u{2011}']) || behind.trim_start().starts_with("receptor")
}

/// Returns the direction of the words of effect between two mentions or after the second. `None` if
/// such a word is missing, `Some(None)` if their directions are unknown or differ.
fn effect(
    between: std::ops::Range<usize>,
    behind: usize,
    raw: &dyn Fn(usize) -> String,
) -> Option<Option<Sign>> {
    let mut signs = BTreeSet::new();
    let mut is_linked = false;
    for at in between.chain(behind..behind + 2) {
        let word = raw(at);
        let meaning = verb(&word).map(|(meaning, _)| meaning);
        match (meaning, effect_noun(&word)) {
            (Some(VerbMeaning::More), _) | (_, Some(Sign::Increases)) => {
                signs.insert(Sign::Increases);
            }
            (Some(VerbMeaning::Less), _) | (_, Some(Sign::Decreases)) => {
                signs.insert(Sign::Decreases);
            }
            (Some(VerbMeaning::AsTheObjectSays), _) => {}
            (Some(_), _) => is_linked = true,
            _ => is_linked |= Cue::Link.is(&word),
        }
    }
    match (signs.len(), signs.into_iter().next()) {
        (1, Some(sign)) => Some(Some(sign)),
        (0, _) => is_linked.then_some(None),
        _ => Some(None),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn sign(sentence: &str, drug: &str) -> Option<Sign> {
        let vocabulary = Vocabulary::shipped();
        let asked = BTreeSet::from([vocabulary.find(drug).unwrap()]);
        let found = together(sentence, &asked, &vocabulary.mentions(sentence), &vocabulary);
        found.first().unwrap().sign
    }

    #[test]
    fn a_measured_hormone_and_a_describing_name_have_no_direction() {
        let normal = "The mice had normal serum thyroxine and markedly elevated serum TSH.";
        let given = "The mice had thyroxine and markedly elevated serum TSH.";
        assert_eq!(sign(normal, "levothyroxine"), None);
        assert_eq!(sign(given, "levothyroxine"), Some(Sign::Increases));
        assert_eq!(sign("Prasugrel strongly inhibits ADP-induced shape change.", "prasugrel"), None);
        assert_eq!(sign("Prasugrel strongly inhibits ADP.", "prasugrel"), Some(Sign::Decreases));
    }
}
