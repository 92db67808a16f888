//! How well a work holds what a sentence says, so that a match which only shares words with it is called weak.
//!
//! The weights were chosen on the claims of SciFact; the threshold chosen on those with an odd number holds on the even
//! ones. `server/research/tests/suite/claims.rs` asks the claims of a library with the works that were cited for them and
//! the even ones of a library without.

use super::terms::{MAX_WORDS_OF_BRIEF_SENTENCE, ReadPassage, SoughtTerm};
use crate::forms;
use crate::passage::PassageLocation;
use crate::query::Query;

/// How much it counts that two neighbouring sentences have the words together.
const TOGETHER_WEIGHT: f32 = 0.5;

/// How much it counts that the title has the words.
const TITLE_WEIGHT: f32 = 0.3;

/// How much it counts that the work has what the sentence begins with, which mostly is its subject.
const SUBJECT_WEIGHT: f32 = 0.3;

/// How much it counts that one sentence has what the sentence names.
const NAMES_WEIGHT: f32 = 0.2;

/// How much each word of the sentence makes up for those that are missing: a work that speaks of a long sentence says
/// more of it in other words.
const LENGTH_WEIGHT: f32 = 0.03;

/// From this number of words on a sentence is not longer.
const MAX_WORDS: usize = 12;

/// How well a record holds what the sentence of `query` says; see [`Candidate::fit`](crate::search::Candidate::fit).
/// Infinite where the sentence is brief.
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
    // Of two or three words each says too much to be weighed: `Candidate::is_on_subject` decides.
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

/// The share of what the sentence names that one passage names; 1 where it names nothing that is known.
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
