//! Reads the effect of one thing on another from a sentence; the things can be any words.
//!
//! A claim is split at its verb into the actor and the outcome. A sentence of an abstract is about
//! the same subject if it contains both. The effect is then more, less, no effect or an
//! association, according to the words of direction that belong to the actor or the outcome: `loss
//! of X reduced Y` means more Y with more X. If a word of denial or several verbs leave that open,
//! nothing is read.

mod abbreviations;
mod clause;
mod comparison;
mod drug_classes;
mod grammar;
mod ratio;
mod sentence;
mod words;

pub(super) use super::objection::Field;
use super::word_lists::WordList;
pub(super) use abbreviations::Abbreviations;
use clause::clauses;
pub(super) use comparison::GroupComparison;
use drug_classes::is_class_and_member;
use grammar::{comparator, head, is_in_order, is_joined, is_place, is_same_root, leading_context};
use ratio::ratio;
use referee_text::sentences::sentences;
use sentence::{Effect, Sentence};
use std::collections::{BTreeMap, BTreeSet};
use words::{Role, Word, words};

/// The minimum share of a claim's words in a sentence about the same subject.
const MIN_SAME_SUBJECT: f64 = 0.5;

/// The minimum share of a claim's words in a sentence that is examined.
const MIN_RELATED: f64 = 0.4;

/// The minimum share of the words for the actor if there are more than two; of two, both are
/// required.
const MIN_ACTOR_SHARE: f64 = 0.5;

/// The minimum share of the words for the outcome if the head of its phrase is missing.
const MIN_OUTCOME_SHARE: f64 = 0.67;

/// The same if all words for the actor are there.
const MIN_OUTCOME_SHARE_OF_FULL_ACTOR: f64 = 0.5;

/// The minimum share of the words for the actor and for the outcome if the claim denies an effect:
/// an effect of something near is no contradiction.
const MIN_SHARE_OF_DENIAL: f64 = 0.5;

/// A claim that one thing affects another.
pub(super) struct EffectClaim {
    actor: BTreeSet<String>,
    outcome: BTreeSet<String>,
    /// The head of the phrase for the outcome: `diabetes` in `type 2 diabetes`.
    outcome_head: String,
    /// The modifier before the head: `bladder` in `bladder cancer`.
    outcome_kind: Option<String>,
    /// The words of the place or the population: `in mice`.
    context: BTreeSet<String>,
    /// Whether it holds only here: `in women only`.
    is_exclusive: bool,
    effect: Effect,
}

/// The stance of a text to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// A sentence makes the same statement about the same two things.
    Agrees,
    /// A sentence states the opposite, or denies the claim.
    Contradicts,
    /// No sentence was found that does either.
    Open,
}

/// A sentence that contradicts a claim.
struct Contradiction {
    sentence: String,
    field: Field,
    /// The share of the claim's words that it has.
    share: f64,
}

/// The comparison of a text with a claim.
#[derive(Default)]
struct EffectComparison {
    found: Option<Contradiction>,
    /// The largest share of the claim's words in a sentence that agrees; 0 if no sentence agrees.
    agreeing: f64,
    /// Whether a sentence that agrees is certainly about the same two things.
    is_agreed: bool,
}

impl EffectComparison {
    /// Returns the contradicting sentence, unless one that agrees has at least as many of the
    /// claim's words.
    fn contradiction(self) -> Option<Contradiction> {
        let EffectComparison { found, agreeing, .. } = self;
        found.filter(|found| found.share > agreeing)
    }
}

impl EffectClaim {
    /// Parses a claim, and its means if they are another effect: `X reduces Y by inducing Z`. The
    /// abbreviations of `text` replace their long forms. Empty if the claim does not state what
    /// affects what.
    pub(super) fn read_all(claim: &str, text: &str) -> Vec<EffectClaim> {
        let shortened = Abbreviations::of(text).shortened(claim).into_owned();
        let parts = clause::with_means(&shortened);
        let mut out: Vec<EffectClaim> = parts.iter().filter_map(|part| EffectClaim::read(part)).collect();
        if out.is_empty() && shortened != claim {
            out.extend(EffectClaim::read(claim));
        }
        out
    }

    /// Parses a claim; `None` if it does not state what affects what.
    pub(super) fn read(claim: &str) -> Option<EffectClaim> {
        let mut words = words(claim);
        let mut context = leading_context(&mut words);
        let is_exclusive = words.iter().any(|word| WordList::Exclusive.has(&word.text));
        // `Although X is linked to Y, it is no marker of Z` has two statements.
        let is_conceded = words.first().is_some_and(|word| WordList::ClauseBreak.has(&word.text));
        let is_open = is_conceded
            || words.windows(2).any(|pair| {
                matches!(
                    (pair[0].text.as_str(), pair[1].text.as_str()),
                    ("or", "may" | "not") | ("unclear" | "whether", _)
                ) || WordList::ClauseBreak.has(&pair[1].text)
            });
        if is_open {
            return None;
        }
        let is_content = |word: &Word| word.role == Role::Content;
        let first = words.iter().position(is_content);
        let between = words.iter().position(|word| word.text == "between");
        let verb = match (first, between) {
            // `There is no relation between X and Y`.
            (Some(first), Some(between)) if between < first => words
                .iter()
                .skip(between + 2)
                .position(|word| word.text == "and")
                .map(|at| at + between + 2)?,
            (Some(first), _) => {
                let begins = |at: &usize| {
                    let before = at.checked_sub(1).and_then(|at| words.get(at));
                    words.get(*at).is_some_and(|word| word.begins_predicate(before))
                };
                let is_participle = |at: &usize| {
                    words.get(*at).is_some_and(|word| word.role.is_direction() && word.text.ends_with("ing"))
                };
                (first + 1..words.len())
                    .find(begins)
                    .or_else(|| (first + 1..words.len()).find(is_participle))?
            }
            (None, _) => return None,
        };
        // `by inhibiting Z` gives the mechanism and is not a second claim about the outcome.
        let how = words.windows(2).position(|pair| {
            matches!(pair[0].text.as_str(), "by" | "through" | "via") && pair[1].text.ends_with("ing")
        });
        words.truncate(how.unwrap_or(words.len()));
        let places = |is_before: bool| -> Vec<usize> {
            let all = words.iter().enumerate().filter(|(_, word)| is_content(word));
            all.map(|(at, _)| at).filter(|at| if is_before { *at < verb } else { *at > verb }).collect()
        };
        let (mut before, mut behind) = (places(true), places(false));
        // `The PDPN gene`, `treatment with alirocumab`: another text may omit the common word.
        let is_generic =
            |at: &usize| words.get(*at).is_some_and(|word| WordList::GenericActor.has(&word.text));
        if !before.iter().all(is_generic) {
            before.retain(|at| !is_generic(at));
        }
        let roots = |places: &[usize]| -> BTreeSet<String> {
            places.iter().filter_map(|at| words.get(*at)).map(|word| word.root.clone()).collect()
        };
        let place = head(&words, &behind)
            .and_then(|head| (head + 1..words.len()).find(|at| words.get(*at).is_some_and(is_place)));
        if let Some(place) = place {
            let (near, far): (Vec<usize>, Vec<usize>) = behind.iter().partition(|at| **at < place);
            if !near.is_empty() {
                context.extend(roots(&far));
                behind = near;
            }
        }
        let actor = roots(&before);
        let outcome: BTreeSet<String> = roots(&behind).difference(&actor).cloned().collect();
        if actor.is_empty() || outcome.is_empty() {
            return None;
        }
        let head_at = head(&words, &behind)?;
        let mut outcome = outcome;
        let head_at = match head_at.checked_sub(1).filter(|at| behind.contains(at)) {
            // `p53 function`: another text speaks of its activity.
            Some(name)
                if words
                    .get(head_at)
                    .is_some_and(|word| !word.comma && WordList::Measure.has(&word.text)) =>
            {
                outcome.remove(&words.get(head_at)?.root);
                name
            }
            _ => head_at,
        };
        let outcome_head = words.get(head_at)?.root.clone();
        let outcome_kind = head_at
            .checked_sub(1)
            .filter(|at| behind.contains(at) && words.get(head_at).is_some_and(|word| !word.comma))
            .and_then(|at| words.get(at))
            .map(|word| word.root.clone());
        let effect = Sentence {
            words: &words,
            actor: &before.into_iter().collect(),
            outcome: &behind.into_iter().collect(),
        }
        .effect()?;
        Some(EffectClaim { actor, outcome, outcome_head, outcome_kind, context, is_exclusive, effect })
    }

    /// Returns the sentence of a text, title first, that contradicts the claim; `None` if there is
    /// none, or another sentence with at least as many of the claim's words agrees.
    /// The field in which they differ comes with it.
    pub(super) fn contradicted_by(&self, text: &str) -> Option<(String, Field)> {
        self.compare(text).contradiction().map(|found| (found.sentence, found.field))
    }

    /// Returns the stance of a text to the claim.
    pub(super) fn stance_of(&self, text: &str) -> Stance {
        let read = self.compare(text);
        let is_agreed = read.is_agreed;
        match read.contradiction() {
            Some(_) => Stance::Contradicts,
            None if is_agreed => Stance::Agrees,
            None => Stance::Open,
        }
    }

    fn compare(&self, text: &str) -> EffectComparison {
        let abbreviations = Abbreviations::of(text);
        let mut out = EffectComparison::default();
        for range in sentences(text) {
            let Some(sentence) = text.get(range) else { continue };
            if is_no_finding(sentence) {
                continue;
            }
            let clauses = clauses(&abbreviations.shortened(sentence));
            let read: Vec<(Effect, f64, bool)> =
                clauses.iter().filter_map(|clause| self.read_clause(clause, &abbreviations)).collect();
            // A sentence of which one clause agrees is no contradiction.
            let agrees = read.iter().any(|(effect, _, is_same)| *is_same && self.effect.agrees(*effect));
            for (effect, share, is_same) in read {
                if self.effect.agrees(effect) {
                    out.agreeing = out.agreeing.max(share);
                    out.is_agreed |= is_same;
                } else if is_same
                    && !agrees
                    && self.effect.contradicts(effect)
                    && !(self.is_exclusive && effect == Effect::Nothing)
                    && out.found.as_ref().is_none_or(|known| share > known.share)
                {
                    out.found = Some(Contradiction {
                        sentence: sentence.to_owned(),
                        field: self.effect.field(effect),
                        share,
                    });
                }
            }
        }
        out
    }

    /// Returns the effect that a clause states for actor and outcome, the share of the claim's
    /// words that it has, and whether it is certainly about both.
    #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
    fn read_clause(&self, clause: &str, abbreviations: &Abbreviations) -> Option<(Effect, f64, bool)> {
        let words = words(clause);
        let mut actor: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
        let mut outcome = actor.clone();
        for (at, word) in words.iter().enumerate() {
            let roots = std::iter::once(word.root.as_str()).chain(abbreviations.roots_of(&word.text));
            for root in roots {
                for (side, found) in [(&self.actor, &mut actor), (&self.outcome, &mut outcome)] {
                    let same = side.iter().filter(|known| {
                        is_same_root(known, root)
                            || is_joined(known, root, side)
                            || is_class_and_member(known, root)
                    });
                    for known in same {
                        found.entry(at).or_default().insert(known);
                    }
                }
            }
        }
        let count =
            |found: &BTreeMap<usize, BTreeSet<&str>>| found.values().flatten().collect::<BTreeSet<_>>().len();
        let (actors, outcomes) = (count(&actor), count(&outcome));
        if actors == 0 || outcomes == 0 {
            return None;
        }
        let share = (actors + outcomes) as f64 / (self.actor.len() + self.outcome.len()) as f64;
        if share < MIN_RELATED {
            return None;
        }
        let has_head =
            outcome.values().chain(actor.values()).any(|roots| roots.contains(self.outcome_head.as_str()));
        let actor_share = actors as f64 / self.actor.len() as f64;
        let outcome_share = outcomes as f64 / self.outcome.len() as f64;
        let sentence = Sentence {
            words: &words,
            actor: &actor.keys().copied().collect(),
            outcome: &outcome.keys().copied().collect(),
        };
        let effect = self.effect_of(&sentence, clause)?;
        let is_same = self.is_in_context(&words)
            && share >= MIN_SAME_SUBJECT
            && !self.is_of_another_kind(&words, &outcome)
            && is_in_order(&words, &actor, &outcome)
            && actor_share >= MIN_ACTOR_SHARE
            && (self.actor.len() != 2 || actors == 2)
            && (has_head
                || outcome_share >= MIN_OUTCOME_SHARE
                || (actors == self.actor.len() && outcome_share >= MIN_OUTCOME_SHARE_OF_FULL_ACTOR))
            && (self.effect != Effect::Nothing || actor_share.min(outcome_share) >= MIN_SHARE_OF_DENIAL)
            && (effect != Effect::Nothing || (outcome_share >= 0.5 && self.names_kind(&outcome)));
        Some((effect, self.share_with_context(&words, actors + outcomes), is_same))
    }
}

impl EffectClaim {
    /// Returns the effect that a clause states for actor and outcome: from its ratio, else from its
    /// words. If the actor is only the object of a comparison, the effect is reversed.
    fn effect_of(&self, sentence: &Sentence, clause: &str) -> Option<Effect> {
        let is_plain = |word: &Word| !matches!(word.role, Role::Less | Role::Worse | Role::Denial);
        let by_ratio = ratio(clause).filter(|_| sentence.words.iter().all(is_plain));
        let effect = by_ratio.or_else(|| sentence.effect())?;
        let behind = comparator(sentence.words);
        let is_compared_with = behind.is_some_and(|behind| {
            sentence.actor.iter().all(|at| *at > behind) && sentence.outcome.iter().any(|at| *at < behind)
        });
        if !is_compared_with {
            return Some(effect);
        }
        let is_without =
            |word: &Word| matches!(word.text.as_str(), "no" | "non" | "not" | "never" | "without");
        let is_left_open = sentence.words.iter().skip(behind.unwrap_or_default()).any(is_without);
        match effect {
            Effect::More if !is_left_open => Some(Effect::Less),
            Effect::Less if !is_left_open => Some(Effect::More),
            _ => None,
        }
    }

    /// Returns the share of all words of the claim that a clause has, of which `count` are those of
    /// the actor and the outcome.
    #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
    fn share_with_context(&self, words: &[Word], count: usize) -> f64 {
        let in_context = |known: &&String| words.iter().any(|word| is_same_root(known, &word.root));
        let known = self.context.iter().filter(in_context).count();
        (count + known) as f64 / (self.actor.len() + self.outcome.len() + self.context.len()) as f64
    }

    /// Returns whether a clause names the place or population of the claim, or none.
    fn is_in_context(&self, words: &[Word]) -> bool {
        if self.context.is_empty() {
            return true;
        }
        let is_known = |word: &Word| {
            [&self.context, &self.actor, &self.outcome]
                .iter()
                .any(|side| side.iter().any(|known| is_same_root(known, &word.root)))
        };
        let has_context =
            words.iter().any(|word| self.context.iter().any(|known| is_same_root(known, &word.root)));
        let is_other =
            |at: &usize| words.get(*at).is_some_and(|word| word.role == Role::Content && !is_known(word));
        let is_elsewhere = words
            .iter()
            .enumerate()
            .any(|(at, word)| is_place(word) && (at + 1..at + 3).any(|next| is_other(&next)));
        has_context || !is_elsewhere
    }

    /// Returns whether the modifier of the head is present: no effect on `cancer` does not mean no
    /// effect on `colorectal cancer`.
    fn names_kind(&self, outcome: &BTreeMap<usize, BTreeSet<&str>>) -> bool {
        let is_there = |kind: &str| outcome.values().any(|roots| roots.contains(kind));
        self.outcome_kind.as_deref().is_none_or(is_there) || !is_there(&self.outcome_head)
    }

    /// Returns whether the head of the outcome has another modifier than in the claim: `bladder
    /// cancer` for `pancreatic cancer`.
    fn is_of_another_kind(&self, words: &[Word], outcome: &BTreeMap<usize, BTreeSet<&str>>) -> bool {
        let Some(kind) = &self.outcome_kind else { return false };
        let is_kind_named = outcome.values().any(|roots| roots.contains(kind.as_str()));
        let heads = outcome.iter().filter(|(_, roots)| roots.contains(self.outcome_head.as_str()));
        let mut is_told_apart = heads.map(|(at, _)| {
            let before = at.checked_sub(1).and_then(|at| words.get(at));
            let begins = words.get(*at).is_some_and(|word| word.comma || word.stop);
            let is_other = |word: &Word| {
                word.role == Role::Content && word.root != *kind && !outcome.contains_key(&(at - 1))
            };
            // `phosphorylation of IRS1` is not that of P38.
            let of = words.get(at + 1).is_some_and(|word| word.text == "of" && !word.comma);
            let after = words.get(at + 2).filter(|word| of && word.role == Role::Content);
            let is_of_other =
                after.is_some_and(|word| word.root != *kind && !outcome.contains_key(&(at + 2)));
            is_of_other || !begins && before.is_some_and(is_other)
        });
        !is_kind_named && is_told_apart.next().is_some_and(|first| first && is_told_apart.all(|other| other))
    }
}

/// Returns whether a sentence of an abstract states an aim, a method or an open question, and not a
/// finding.
pub(super) fn is_no_finding(sentence: &str) -> bool {
    let lower = sentence.trim_start().to_lowercase();
    let end = sentence.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '"' | '”'));
    end.ends_with('?')
        || ["background", "purpose", "importance", "aim", "to "]
            .iter()
            .any(|beginning| lower.starts_with(beginning))
        || WordList::NoFinding.is_in(&lower)
}

/// Returns whether a sentence states a finding, by a word for a direction or an association.
pub(super) fn is_finding(sentence: &str) -> bool {
    !is_no_finding(sentence)
        && words(sentence).iter().any(|word| word.role.is_direction() || word.role == Role::Link)
}

#[cfg(test)]
mod tests;
