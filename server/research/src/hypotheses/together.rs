//! What sentences name together with a word of effect, where nothing was read: the second tier of steps.
//!
//! Such a sentence says that two things have to do with each other, and where somebody should look; in which direction
//! is shown only where two papers agree and none differs.

use super::lexicon::grammar::DENYING_WORDS;
use super::lexicon::verbs::{VerbMeaning, effect_noun, verb};
use super::relation::Sign;
use crate::quotable::is_introduced;
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary, words};
use std::collections::BTreeSet;

/// Beginnings of words of sentences that say what is to be found out.
const OPEN_BEGINNINGS: &[&str] = &["hypothes", "investigat", "examin", "evaluat", "explor", "determin"];

/// The most words between two names that count as named together.
const MAX_WORDS_BETWEEN: usize = 25;

/// Two things that a sentence names together, and the direction of its words of effect if they have one.
pub(super) struct Together {
    pub(super) from: EntityId,
    pub(super) to: EntityId,
    pub(super) sign: Option<Sign>,
}

/// Drugs 0, molecules 1, processes 2, conditions 3.
fn rank(id: EntityId, vocabulary: &Vocabulary) -> Option<u8> {
    Some(match vocabulary.get(id)?.kind {
        EntityKind::Drug => 0,
        EntityKind::Target => 1,
        EntityKind::Process => 2,
        EntityKind::Condition => 3,
    })
}

/// Reads the pairs of names in a sentence of which one was asked for.
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
        DENYING_WORDS.contains(&word.as_str())
            || matches!(
                word.as_str(),
                "failed"
                    | "non"
                    | "independent"
                    | "independently"
                    | "irrespective"
                    | "regardless"
                    | "cannot"
                    | "versus"
                    | "vs"
                    | "whether"
                    | "aimed"
                    | "aim"
                    | "aims"
                    | "unclear"
                    | "unknown"
            )
            || OPEN_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
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
            let (Some(rank_a), Some(rank_b)) = (rank(a, vocabulary), rank(b, vocabulary)) else { continue };
            let (from, to) = if rank_a <= rank_b { (a, b) } else { (b, a) };
            if rank_a == rank_b || out.iter().any(|known| (known.from, known.to) == (from, to)) {
                continue;
            }
            let between = place(first.range.end)..place(second.range.start);
            if between.len() > MAX_WORDS_BETWEEN {
                continue;
            }
            let behind = place(second.range.end);
            let Some(sign) = effect(between, behind, &raw) else { continue };
            out.push(Together { from, to, sign });
        }
    }
    out
}

/// The direction of the words of effect between two names or after the second. `None` if there is no such word,
/// `Some(None)` if they have no direction or differ.
fn effect(
    between: std::ops::Range<usize>,
    behind: usize,
    raw: &dyn Fn(usize) -> String,
) -> Option<Option<Sign>> {
    const LINKS: &[&str] = &[
        "role",
        "associated",
        "association",
        "implicated",
        "involved",
        "pathogenesis",
        "target",
        "targets",
        "targeting",
        "binds",
        "binding",
        "bind",
        "mediated",
        "via",
        "through",
        "regulates",
        "related",
        "linked",
        "treatment",
        "therapy",
        "dependent",
        "responsible",
        "characterized",
        "driven",
        "pathway",
        "mechanism",
        "contribute",
        "contributes",
        "underlying",
    ];
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
            _ => is_linked |= LINKS.contains(&word.as_str()),
        }
    }
    match (signs.len(), signs.into_iter().next()) {
        (1, Some(sign)) => Some(Some(sign)),
        (0, _) => is_linked.then_some(None),
        _ => Some(None),
    }
}
