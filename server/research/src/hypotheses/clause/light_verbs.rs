//! Reads verbs whose meaning depends on the words around them: `carried a higher risk of Y`,
//! `we found X to inhibit Y`.

use super::{Clause, Verb};
use crate::hypotheses::lexicon::verbs::{VerbForm, VerbMeaning};

impl Clause<'_> {
    /// Returns a verb whose meaning depends on its noun: `carried a higher risk of Y`,
    /// `confers protection against Y`, `gave better control of Y`, `gave rise to Y`.
    pub(super) fn light_verb(&self, at: usize) -> Option<Verb> {
        const MAX_WORDS_TO_NOUN: usize = 5;
        let word = self.words.text(at);
        // `patients on X are at increased risk of Y`.
        if matches!(word, "are" | "were" | "is" | "was") && self.words.text(at + 1) == "at" {
            const MAX_WORDS_TO_RISK: usize = 4;
            let is_risk = (at + 2..=at + 1 + MAX_WORDS_TO_RISK).any(|at| self.words.text(at) == "risk");
            return is_risk.then_some(Verb {
                at,
                meaning: VerbMeaning::AsTheObjectSays,
                form: VerbForm::Present,
                object_at: at + 2,
            });
        }
        let of_risk = matches!(word, "carry" | "carries" | "carried" | "pose" | "poses" | "posed");
        let of_both = matches!(word, "confer" | "confers" | "conferred");
        let of_good = matches!(
            word,
            "gave"
                | "give"
                | "gives"
                | "provided"
                | "provide"
                | "provides"
                | "offered"
                | "offer"
                | "offers"
                | "afforded"
                | "affords"
                | "afford"
                | "brought"
                | "brings"
        );
        if !(of_risk || of_both || of_good) {
            return None;
        }
        let is_past = word.ends_with("ed") || matches!(word, "gave" | "brought");
        let form = if is_past { VerbForm::Past } else { VerbForm::Present };
        if matches!((self.words.text(at + 1), self.words.text(at + 2)), ("rise", "to")) {
            return Some(Verb { at, meaning: VerbMeaning::More, form, object_at: at + 3 });
        }
        let noun = (at + 1..=at + MAX_WORDS_TO_NOUN)
            .take_while(|at| {
                self.words.get(*at).is_some_and(|token| token.name.is_none() && !token.comma && !token.stop)
            })
            .find(|at| matches!(self.words.text(*at + 1), "of" | "for" | "against" | "from"))?;
        if (at + 1..noun).any(|at| matches!(self.words.text(at), "no" | "little" | "less")) {
            return None;
        }
        match self.words.text(noun) {
            "risk" | "risks" | "hazard" | "likelihood" if !of_good => {
                Some(Verb { at, meaning: VerbMeaning::More, form, object_at: at + 1 })
            }
            "protection" if !of_risk => {
                Some(Verb { at, meaning: VerbMeaning::Less, form, object_at: noun + 2 })
            }
            "relief" | "control" if of_good => {
                Some(Verb { at, meaning: VerbMeaning::Better, form, object_at: noun + 2 })
            }
            _ => None,
        }
    }

    /// Returns whether the name before `to` is the object of an observation:
    /// `we found X to inhibit Y`.
    pub(super) fn is_found_to(&self, to: usize) -> bool {
        let is_name =
            to.checked_sub(1).is_some_and(|at| self.words.get(at).is_some_and(|token| token.name.is_some()));
        is_name
            && to.checked_sub(2).is_some_and(|at| matches!(self.words.text(at), "found" | "showed" | "shown"))
    }
}
