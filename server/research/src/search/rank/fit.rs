//! Measures how well a work fits the statement of a sentence, so that a match which only shares
//! words is called weak.
//!
//! The weights were chosen on the claims of SciFact; the threshold was chosen on the odd-numbered
//! claims and holds on the even-numbered ones. `server/research/tests/suite/claims.rs` searches all
//! claims in a library with the works that were cited for them, and the even-numbered claims in a
//! library without them.

use super::terms::{MAX_WORDS_OF_BRIEF_SENTENCE, ReadPassage, SoughtTerm};
use crate::forms;
use crate::passage::PassageLocation;
use crate::query::Query;

/// The weight of having the words together in two neighbouring sentences.
const TOGETHER_WEIGHT: f32 = 0.5;

/// The weight of having the words in the title.
const TITLE_WEIGHT: f32 = 0.3;

/// The weight of containing the beginning of the sentence, which usually is its subject.
const SUBJECT_WEIGHT: f32 = 0.3;

/// The weight of having the entities of the sentence together in one sentence.
const NAMES_WEIGHT: f32 = 0.2;

/// The bonus for each word of the sentence, which compensates for missing words: a work on a long
/// sentence expresses more of it in other words.
const LENGTH_WEIGHT: f32 = 0.03;

/// The maximum number of words for which the bonus is given.
const MAX_WORDS: usize = 12;

/// Returns how well a record fits the sentence of `query`; see
/// [`Candidate::fit`](crate::search::Candidate::fit). Infinite if the sentence is brief.
#[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
pub(super) fn fit(query: &Query, sought: &[SoughtTerm<'_>], word_share: f32, read: &[ReadPassage]) -> f32 {
    let own: Vec<&SoughtTerm<'_>> = sought.iter().filter(|one| one.is_of_text()).collect();
    let weight_of = |terms: &[&SoughtTerm<'_>]| terms.iter().map(|one| one.weight()).sum::<f32>();
    let wanted = weight_of(&own).max(f32::MIN_POSITIVE);
    let has: Vec<Vec<f32>> =
        read.iter().map(|one| own.iter().map(|term| presence(term, &one.roots)).collect()).collect();
    let share = |present: &dyn Fn(usize) -> f32| {
        own.iter().enumerate().map(|(at, one)| one.weight() * present(at)).sum::<f32>() / wanted
    };
    let of = |passage: &[f32], at: usize| passage.get(at).copied().unwrap_or_default();
    let single = has.iter().map(|one| share(&|at| of(one, at))).fold(0.0, f32::max);
    let together = has
        .windows(2)
        .map(|pair| share(&|at| pair.iter().map(|one| of(one, at)).fold(0.0, f32::max)))
        .fold(single, f32::max);
    let title = read.iter().zip(&has).find(|(one, _)| one.passage.place == PassageLocation::Title);
    let title = title.map_or(0.0, |(_, one)| share(&|at| of(one, at)));
    let telling: Vec<(usize, &SoughtTerm<'_>)> =
        own.iter().copied().enumerate().filter(|(_, one)| !one.is_plain).collect();
    // With two or three words each is too significant to be weighed: `Candidate::is_on_subject`
    // decides.
    if telling.len() <= MAX_WORDS_OF_BRIEF_SENTENCE {
        return f32::INFINITY;
    }
    let subject = telling.get(..(telling.len() / 3).max(1).min(telling.len())).unwrap_or_default();
    let subject_wanted = subject.iter().map(|(_, one)| one.weight()).sum::<f32>().max(f32::MIN_POSITIVE);
    let is_somewhere = |at: usize| has.iter().any(|one| of(one, at) > 0.0);
    let subject_share = subject.iter().filter(|(at, _)| is_somewhere(*at)).map(|(_, one)| one.weight());
    TOGETHER_WEIGHT * together
        + TITLE_WEIGHT * title
        + SUBJECT_WEIGHT * subject_share.sum::<f32>() / subject_wanted
        + NAMES_WEIGHT * names_together(query, read)
        + LENGTH_WEIGHT * own.len().min(MAX_WORDS) as f32
        + word_share
}

/// The share of the first third of the sentence's content words in a record times the share of the last third, from 0
/// to 1. A product, because a work about the subject that does not mention the object makes another statement.
pub(super) fn subject_and_object(sought: &[SoughtTerm<'_>], read: &[ReadPassage]) -> f32 {
    let telling: Vec<&SoughtTerm<'_>> =
        sought.iter().filter(|one| one.is_of_text() && !one.is_plain).collect();
    let third = (telling.len() / 3).max(1).min(telling.len());
    let share = |terms: &[&SoughtTerm<'_>]| {
        let wanted = terms.iter().map(|one| one.weight()).sum::<f32>().max(f32::MIN_POSITIVE);
        let most =
            |term: &SoughtTerm<'_>| read.iter().map(|one| presence(term, &one.roots)).fold(0.0, f32::max);
        terms.iter().map(|one| one.weight() * most(one)).sum::<f32>() / wanted
    };
    let subject = telling.get(..third).unwrap_or_default();
    let object = telling.get(telling.len() - third..).unwrap_or_default();
    share(subject) * share(object)
}

/// How much of a word a passage has: all of it, a part where it has another form of it.
fn presence(term: &SoughtTerm<'_>, roots: &[String]) -> f32 {
    if roots.contains(&term.term.root) {
        1.0
    } else if term.forms.iter().any(|form| roots.iter().any(|root| root == form)) {
        forms::FORM_WEIGHT
    } else {
        0.0
    }
}

/// Returns the highest share of the sentence's entities in one passage; 1 if it mentions no known
/// entity.
#[expect(clippy::cast_precision_loss, reason = "a share needs no more")]
fn names_together(query: &Query, read: &[ReadPassage]) -> f32 {
    if query.entity_names.is_empty() {
        return 1.0;
    }
    let is_named = |names: &Vec<Vec<String>>, roots: &[String]| {
        names.iter().any(|name| name.iter().all(|word| roots.contains(word)))
    };
    let most = read
        .iter()
        .map(|one| query.entity_names.iter().filter(|names| is_named(names, &one.roots)).count())
        .max()
        .unwrap_or_default();
    most as f32 / query.entity_names.len() as f32
}
