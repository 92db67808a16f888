//! Decides what a verb states about its object: stated, denied or supposed, and in which direction.

use super::{Clause, VerbPhrase};
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::verbs::VerbMeaning;
use crate::hypotheses::phrase::NounPhrase;
use crate::hypotheses::relation::{Assertion, Sign};

impl Clause<'_> {
    /// Returns the assertion of a clause, from the auxiliaries of the verb and the words before the
    /// subject.
    pub(super) fn assertion(&self, phrase: &VerbPhrase, subject_at: usize) -> Assertion {
        let before = || (self.start..subject_at).map(|at| self.words.text(at));
        let is_supposed = phrase.is_supposed
            || before().any(|word| {
                HEDGE_BEGINNINGS.iter().any(|beginning| {
                    if beginning.len() < 6 { word == *beginning } else { word.starts_with(beginning) }
                })
            });
        if is_supposed {
            return Assertion::Supposed;
        }
        let denies = |word: &str| DENYING_WORDS.contains(&word) || word.ends_with("n't");
        let has_that = before().any(|word| matches!(word, "that"));
        let is_denied = has_that && before().any(denies);
        match (phrase.is_denied, is_denied) {
            (true, true) => Assertion::Supposed,
            (false, false) => Assertion::Stated,
            _ => Assertion::Denied,
        }
    }

    /// Returns the direction of an effect on the thing that the object mentions.
    pub(super) fn sign(
        &self,
        meaning: VerbMeaning,
        subject: &NounPhrase,
        object: &NounPhrase,
    ) -> Option<Sign> {
        let good = self.words.is_good(object.name);
        let of_object = match object.better {
            // `improved survival` is an increase, `improved pain` a decrease.
            Some(better) => Some(if good? == better { Sign::Increases } else { Sign::Decreases }),
            None => object.direction,
        };
        let sign = match meaning {
            VerbMeaning::More => of_object.unwrap_or(Sign::Increases),
            VerbMeaning::Less => {
                if good == Some(false) && object.direction.is_none() && object.better.is_none() {
                    Sign::Decreases
                } else {
                    Sign::Decreases.then(of_object.unwrap_or(Sign::Increases))
                }
            }
            // The sign depends on whether the object was raised or lowered.
            VerbMeaning::Restore => match of_object {
                Some(Sign::Increases) => Sign::Decreases,
                Some(_) => Sign::Increases,
                None if good == Some(false) => return None,
                None => Sign::Increases,
            },
            VerbMeaning::Better | VerbMeaning::Worse => {
                let better = match (of_object, good) {
                    (None, Some(true)) => Sign::Increases,
                    (None, Some(false)) => Sign::Decreases,
                    // The loss of something good was improved.
                    (Some(Sign::Decreases), Some(true) | None) => Sign::Increases,
                    (Some(Sign::Increases), Some(false)) => Sign::Decreases,
                    _ => return None,
                };
                if meaning == VerbMeaning::Better { better } else { better.flipped() }
            }
            VerbMeaning::Something => {
                if of_object.is_some() {
                    return None;
                }
                Sign::Affects
            }
            VerbMeaning::AsTheObjectSays => of_object?,
        };
        Some(if subject.direction == Some(Sign::Decreases) { sign.flipped() } else { sign })
    }
}
