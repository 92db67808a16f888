//! The order and the phrases of a clause: what precedes what, which words mean the same, what is the
//! head of a phrase.

use super::words::{Role, Word};
use crate::support::word_lists::{WordList, mean_the_same};
use std::collections::{BTreeMap, BTreeSet};

/// Returns whether a word introduces a place or a population.
pub(super) fn is_place(word: &Word) -> bool {
    matches!(word.text.as_str(), "in" | "among" | "within" | "during" | "across")
}

/// Removes the place or population with which a claim begins, `In mice,`, and returns its roots.
pub(super) fn leading_context(words: &mut Vec<Word>) -> BTreeSet<String> {
    const MAX_WORDS_IN_CONTEXT: usize = 8;
    let end = words.iter().take(MAX_WORDS_IN_CONTEXT + 1).position(|word| word.comma);
    let is_context = words.first().is_some_and(|word| is_place(word) || word.text == "upon");
    match end.filter(|_| is_context) {
        Some(end) => {
            let context: Vec<Word> = words.drain(..end).collect();
            context.into_iter().filter(|word| word.role == Role::Content).map(|word| word.root).collect()
        }
        None => BTreeSet::new(),
    }
}

/// Returns whether the actor precedes the outcome, or follows it with a word between them that can
/// reverse the order: `Y was reduced by X`, `less Y with X`, but not `Y reduced X`.
pub(super) fn is_in_order(
    words: &[Word],
    actor: &BTreeMap<usize, BTreeSet<&str>>,
    outcome: &BTreeMap<usize, BTreeSet<&str>>,
) -> bool {
    let (Some(actor), Some(first)) = (actor.keys().next(), outcome.keys().next()) else { return false };
    // `Inhibition of Y prevented Y death in mice with X`: Y, not X, acts.
    let verb = (1..words.len())
        .find(|at| words.get(*at).is_some_and(|word| word.begins_predicate(words.get(at - 1))));
    if verb.is_some_and(|verb| first < &verb && outcome.range(verb..*actor.max(&verb)).next().is_some()) {
        return false;
    }
    let outcome = first;
    actor <= outcome
        || words.get(*outcome..*actor).into_iter().flatten().any(|word| {
            matches!(
                word.text.as_str(),
                "by" | "with"
                    | "after"
                    | "following"
                    | "among"
                    | "in"
                    | "of"
                    | "from"
                    | "between"
                    | "and"
                    | "on"
                    | "for"
                    | "to"
                    | "during"
                    | "without"
                    | "than"
            )
        })
}

/// Returns whether two roots are of one word: `diabet` and `diabetic`.
pub(super) fn is_same_root(left: &str, right: &str) -> bool {
    const MIN_ROOT: usize = 5;
    const MAX_MORE: usize = 3;
    left == right
        || mean_the_same(left, right)
        || (left.len().min(right.len()) >= MIN_ROOT
            && left.len().abs_diff(right.len()) <= MAX_MORE
            && (left.starts_with(right) || right.starts_with(left)))
}

/// Returns whether a root joins this one and another of the same side: `birthweight` for `birth
/// weight`.
pub(super) fn is_joined(part: &str, root: &str, side: &BTreeSet<String>) -> bool {
    const MIN_PART: usize = 4;
    let is_rest = |rest: Option<&str>| rest.is_some_and(|rest| rest.len() >= MIN_PART && side.contains(rest));
    part.len() >= MIN_PART && (is_rest(root.strip_prefix(part)) || is_rest(root.strip_suffix(part)))
}

/// Returns the index of the word that introduces the object of a comparison: `than`, `compared
/// with`.
pub(super) fn comparator(words: &[Word]) -> Option<usize> {
    words.iter().enumerate().position(|(at, word)| match word.text.as_str() {
        "than" | "versus" | "vs" => true,
        "compared" | "relative" => {
            words.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "with" | "to"))
        }
        _ => false,
    })
}

/// Returns the index of the head of the first phrase at these indexes; in `the growth of plaques`,
/// that of `plaques`.
pub(super) fn head(words: &[Word], places: &[usize]) -> Option<usize> {
    let is_measure = |at: &usize| words.get(*at).is_some_and(|word| WordList::Measure.has(&word.text));
    let measures = places.iter().take_while(|at| is_measure(at)).count();
    let places = places.get(measures..).filter(|rest| !rest.is_empty()).unwrap_or(places);
    let mut head = *places.first()?;
    for pair in places.windows(2) {
        let ends = (pair[0] + 1..=pair[1])
            .any(|at| words.get(at).is_none_or(|word| word.comma || WordList::Preposition.has(&word.text)));
        if ends {
            break;
        }
        head = pair[1];
    }
    Some(head)
}
