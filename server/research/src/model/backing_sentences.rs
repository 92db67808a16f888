//! Finds the stored sentences that support a sentence of a model: they contain its entities, its
//! numbers and its direction.

use super::check;
use crate::evidence::Evidence;
use crate::hypotheses::relations::relations;
use crate::hypotheses::{Assertion, Relation, Sign};
use crate::passage::{Passage, passages};
use crate::support::{self, Stance};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// The minimum share of a sentence's words in a stored sentence that supports a part of it.
const MIN_SHARE: f64 = 0.3;

/// The minimum share of a sentence's words in the stored sentences together.
const MIN_SHARE_TOGETHER: f64 = 0.6;

/// Words that make a sentence a supposition.
const HEDGE_WORDS: &[&str] = &["may", "might", "could", "possibly", "perhaps", "suggests", "suggest"];

/// The reason why no stored sentence supports a sentence of a model. The text follows "“…”: ".
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotBackedError {
    /// No stored sentence shares enough words with it.
    #[error("no sentence of what it cites is about it")]
    NothingAbout,
    /// A stored sentence states the opposite.
    #[error("what it cites says the opposite: “{0}”")]
    Opposite(String),
    /// It mentions a name that the stored sentences do not contain.
    #[error("no single sentence of what it cites mentions {0}")]
    Unnamed(String),
    /// The stored sentences lack one of its numbers.
    #[error("the sentence that it rests on does not have the number {0}")]
    Number(String),
    /// The stored sentences contain too few of its words.
    #[error("what it cites is about something else")]
    SomethingElse,
    /// No stored sentence states the same relation in the same direction.
    #[error("no sentence of what it cites says so in this direction")]
    Direction,
}

/// A stored sentence that supports a sentence of a model.
pub(super) struct BackingSentence<'a> {
    pub(super) work: &'a Evidence,
    pub(super) passage: Passage,
}

/// Returns the stored sentences that support a sentence, at most one per work.
///
/// # Errors
///
/// Returns the reason why the works do not support it.
pub(super) fn backing_sentences<'a>(
    sentence: &str,
    works: &[&'a Evidence],
    vocabulary: &Vocabulary,
) -> Result<Vec<BackingSentence<'a>>, NotBackedError> {
    let claim = Claim::read(sentence, vocabulary);
    let backing_sentences: Vec<BackingSentence<'a>> =
        works.iter().filter_map(|work| claim.best(work)).collect();
    if backing_sentences.is_empty() {
        return Err(NotBackedError::NothingAbout);
    }
    if let Some(opposite) = backing_sentences.iter().find(|one| claim.is_contradicted(&one.passage.text)) {
        return Err(NotBackedError::Opposite(opposite.passage.text.clone()));
    }
    let together: String =
        backing_sentences.iter().map(|one| one.passage.text.as_str()).collect::<Vec<_>>().join("\n");
    let titles = backing_sentences.iter().filter_map(|one| one.work.record.work.full_title());
    let named = format!("{together}\n{}", titles.collect::<Vec<_>>().join("\n"));
    let there: BTreeSet<_> = vocabulary.mentions(&named).iter().map(|mention| mention.entity).collect();
    if let Some(missing) =
        vocabulary.mentions(sentence).iter().find(|mention| !there.contains(&mention.entity))
    {
        let name = sentence.get(missing.range.clone()).unwrap_or_default();
        return Err(NotBackedError::Unnamed(name.to_owned()));
    }
    let beyond = check::numbers_beyond(&claim.unnamed, &together);
    if !beyond.is_empty() {
        return Err(NotBackedError::Number(beyond.join(", ")));
    }
    if support::shared_content(sentence, &named) < MIN_SHARE_TOGETHER {
        return Err(NotBackedError::SomethingElse);
    }
    let is_carried =
        claim.is_supposed || backing_sentences.iter().any(|one| claim.is_stated_in(&one.passage.text));
    if !is_carried {
        return Err(NotBackedError::Direction);
    }
    Ok(backing_sentences)
}

/// A sentence of a model, as read.
struct Claim<'a> {
    sentence: &'a str,
    /// The sentence without its known entities.
    unnamed: String,
    relations: Vec<Relation>,
    is_supposed: bool,
    vocabulary: &'a Vocabulary,
}

impl<'a> Claim<'a> {
    fn read(sentence: &'a str, vocabulary: &'a Vocabulary) -> Claim<'a> {
        let is_supposed = sentence
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| HEDGE_WORDS.contains(&word));
        let relations = relations(sentence, vocabulary);
        let unnamed = check::without_names(sentence, vocabulary);
        Claim { sentence, unnamed, relations, is_supposed, vocabulary }
    }

    /// Returns the sentence of a work with the best support: by numbers, then direction, then
    /// words.
    fn best<'w>(&self, work: &'w Evidence) -> Option<BackingSentence<'w>> {
        let rank = |passage: &Passage| {
            let missing = check::numbers_beyond(&self.unnamed, &passage.text).len();
            let share = support::shared_content(self.sentence, &passage.text);
            (missing, !self.is_stated_in(&passage.text), share)
        };
        let share = |passage: &Passage| support::shared_content(self.sentence, &passage.text);
        let carrying = passages(&work.record).into_iter().filter(|passage| share(passage) >= MIN_SHARE);
        let best = carrying
            .map(|passage| (rank(&passage), passage))
            .min_by(|(a, _), (b, _)| (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| b.2.total_cmp(&a.2)));
        best.map(|(_, passage)| BackingSentence { work, passage })
    }

    /// Returns the relation of a stored sentence between the same two things.
    fn same<'r>(&self, read: &'r [Relation], own: &Relation) -> Option<&'r Relation> {
        read.iter().find(|other| (other.subject, other.object) == (own.subject, own.object))
    }

    fn is_contradicted(&self, passage: &str) -> bool {
        let read = relations(passage, self.vocabulary);
        let is_opposite = self.relations.iter().any(|own| {
            self.same(&read, own).is_some_and(|other| {
                let differs =
                    own.sign != other.sign && own.sign != Sign::Affects && other.sign != Sign::Affects;
                let is_denied =
                    (own.assertion == Assertion::Denied) != (other.assertion == Assertion::Denied);
                own.assertion != Assertion::Supposed && (differs != is_denied)
            })
        });
        is_opposite || support::contradicting(self.sentence, passage).is_some()
    }

    /// Returns whether a stored sentence states the claim: verbatim, or as the same relation
    /// between the same things. For a sentence without a direction, its words suffice.
    fn is_stated_in(&self, passage: &str) -> bool {
        let plain = self.sentence.trim_end_matches(['.', '!']);
        if support::find_quote(plain, passage).is_some() {
            return true;
        }
        let read = relations(passage, self.vocabulary);
        // `Y reduces X` does not support `X reduces Y`.
        let is_turned = self.relations.iter().any(|own| {
            self.same(&read, own).is_none()
                && read.iter().any(|other| (other.object, other.subject) == (own.subject, own.object))
        });
        if is_turned {
            return false;
        }
        let stance = support::stance(self.sentence, passage);
        if stance == Some(Stance::Agrees) {
            return true;
        }
        if self.relations.is_empty() {
            return stance.is_none();
        }
        self.relations.iter().all(|own| {
            self.same(&read, own).is_some_and(|other| {
                own.assertion == other.assertion && (own.sign == other.sign || own.sign == Sign::Affects)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::testing::{self, record};

    fn evidence(text: &str) -> Evidence {
        let record = record(1, "A drug in rats", text);
        Evidence { passages: passages(&record), ..testing::evidence(record) }
    }

    const CITED: &str = "We kept rats for ten weeks. Metformin activated AMPK in 48 neurons. Aspirin did not reduce mortality in adults with type 2 diabetes. Exercise improved sleep in older adults by 12 minutes.";

    fn wrong(sentence: &str) -> Option<NotBackedError> {
        let one = evidence(CITED);
        backing_sentences(sentence, &[&one], &Vocabulary::shipped()).err()
    }

    #[test]
    fn a_sentence_that_one_stored_sentence_holds_is_carried() {
        for sentence in [
            "Metformin activates AMPK.",
            "Metformin activated AMPK in 48 neurons.",
            "In neurons, AMPK was activated by metformin.",
            "Aspirin did not reduce mortality in type 2 diabetes.",
            "Exercise improved the sleep of older adults by 12 minutes.",
        ] {
            assert_eq!(wrong(sentence), None, "{sentence}");
        }
        let one = evidence(CITED);
        let vocabulary = Vocabulary::shipped();
        let carried = backing_sentences("Metformin activates AMPK.", &[&one], &vocabulary).unwrap();
        assert_eq!(carried[0].passage.text, "Metformin activated AMPK in 48 neurons.");
    }

    #[test]
    fn what_no_single_sentence_holds_is_an_invention() {
        for sentence in [
            "Metformin inhibited AMPK in neurons.",
            "Metformin activated AMPK in 10 neurons.",
            "Metformin reduced mortality in adults with diabetes.",
            "Aspirin reduced mortality in adults with type 2 diabetes.",
            "Exercise worsened the sleep of older adults.",
            "The sleep of older adults improved exercise.",
            "Sleep improved exercise in older adults.",
            "AMPK activated metformin in 48 neurons.",
            "Exercise improved the memory of older adults by 12 minutes.",
            "Metformin improved the sleep of older adults.",
            "The chlorophyll of plants absorbs light.",
        ] {
            assert!(wrong(sentence).is_some(), "{sentence}");
        }
    }
}
