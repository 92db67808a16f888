//! Reads effects that are expressed without a verb of effect: `X was effective in reducing Y`,
//! `X is an effective treatment for Y`, `Y is a side effect of X`.

use super::{Clause, Verb};
use crate::hypotheses::lexicon::adjectives::is_adjective;
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::verbs::*;
use crate::hypotheses::phrase::{NounPhrase, Position};
use crate::hypotheses::relation::{Assertion, Sign};
use crate::vocabulary::EntityKind;

/// Words for a treatment that achieves its purpose.
const EFFECTIVE_WORDS: &[&str] = &["effective", "efficacious", "beneficial", "successful"];

/// Nouns for a treatment after such a word.
const TREATMENT_NOUNS: &[&str] =
    &["treatment", "treatments", "therapy", "remedy", "prophylaxis", "option", "drug", "agent"];

/// Nouns for an adverse effect of a drug or a disease.
const ADVERSE_NOUNS: &[&str] = &["effect", "event", "reaction", "complication", "consequence", "toxicity"];

/// The maximum number of words that describe it: `a common, dose-limiting adverse effect`.
const MAX_DESCRIBING_WORDS: usize = 6;

impl Clause<'_> {
    /// Reads which treatments are effective, and which things are adverse effects.
    pub(super) fn read_effectiveness(&mut self) {
        for at in self.start..self.end {
            self.read_risk_factors(at);
        }
        for at in self.start + 1..self.end {
            // `has proved effective`.
            let is_copula = |at: usize| {
                FORMS_OF_BE.contains(&self.words.text(at))
                    || matches!(self.words.text(at), "proved" | "proven" | "remains")
            };
            if !is_copula(at) || is_copula(at + 1) {
                continue;
            }
            let verb =
                Verb { at, meaning: VerbMeaning::Something, form: VerbForm::Present, object_at: at + 1 };
            let Some(phrase) = self.verb_phrase(&verb) else { continue };
            let mut next = at + 1;
            let is_denied = phrase.is_denied || matches!(self.words.text(next), "not" | "never");
            while next <= at + MAX_DESCRIBING_WORDS
                && !EFFECTIVE_WORDS.contains(&self.words.text(next))
                && self.words.text(next) != "superior"
                && !self.is_unwanted(next)
                && self.is_describing(next)
            {
                next += 1;
            }
            let word = self.words.text(next);
            let is_compared =
                (at..next).any(|at| matches!(self.words.text(at), "more" | "less" | "as" | "most"));
            // `superior to placebo in reducing Y`, `more effective than placebo against Y`.
            let than_nothing = matches!(
                (word, self.words.text(next + 1)),
                ("effective" | "efficacious", "than") | ("superior", "to")
            ) && matches!(self.words.text(next + 2), "placebo" | "vehicle" | "sham")
                && !(at..next).any(|at| matches!(self.words.text(at), "less" | "no" | "not" | "as"));
            let behind = if than_nothing { next + 3 } else { next + 1 };
            if than_nothing || EFFECTIVE_WORDS.contains(&word) && !is_compared {
                let Some((objects, meaning)) = self.treated(behind) else { continue };
                let Some((subjects, prefix)) = self.region(phrase.start, Position::Subject) else { continue };
                let assertion = match self.assertion(&phrase, prefix) {
                    Assertion::Stated if is_denied => Assertion::Denied,
                    assertion => assertion,
                };
                for subject in subjects.iter().filter(|one| one.direction.is_none()) {
                    for object in &objects {
                        if let Some(sign) = self.sign(meaning, subject, object) {
                            self.add(*subject, *object, sign, assertion);
                        }
                    }
                }
            } else if self.is_unwanted(next) && matches!(self.words.text(next + 1), "of" | "to") && !is_denied
            {
                self.unwanted_effect(phrase.start, next + 2);
            }
        }
    }

    /// Reads `risk factors for Y include X and Z`.
    fn read_risk_factors(&mut self, at: usize) {
        let is_risk = self.words.text(at) == "risk" && self.words.text(at + 1) == "factors";
        if !is_risk || !matches!(self.words.text(at + 2), "for" | "of") {
            return;
        }
        const MAX_WORDS_TO_VERB: usize = 5;
        let Some(outcome) = self.words.noun_phrase(at + 3, Position::Object) else { return };
        let is_plain = outcome.direction.is_none() && outcome.better.is_none();
        let include = (outcome.end..self.end.min(outcome.end + MAX_WORDS_TO_VERB)).find(|at| {
            matches!(self.words.text(*at), "include" | "included" | "includes")
                && !matches!(self.words.text(at - 1), "not" | "may" | "might" | "could")
        });
        let Some(include) = include.filter(|_| is_plain) else { return };
        let denies = |word: &str| {
            DENYING_WORDS.contains(&word) || HEDGE_BEGINNINGS.contains(&word) || word == "potential"
        };
        if (self.start..at).any(|at| denies(self.words.text(at))) {
            return;
        }
        for factor in self.words.list(include + 1, Position::Subject) {
            let sign =
                if factor.direction == Some(Sign::Decreases) { Sign::Decreases } else { Sign::Increases };
            self.add(factor, outcome, sign, Assertion::Stated);
        }
    }

    /// Returns whether an adverse effect is at this position: `complication`, or the name
    /// `side effect`.
    fn is_unwanted(&self, at: usize) -> bool {
        let name = self.words.get(at).and_then(|token| token.name);
        ADVERSE_NOUNS.contains(&self.words.text(at))
            || name.is_some_and(|name| self.words.shown(name) == "adverse events")
    }

    /// Returns whether a word only describes the following noun or belongs to it.
    fn is_describing(&self, at: usize) -> bool {
        let word = self.words.text(at);
        self.words.get(at).is_some_and(|token| token.name.is_none() && !token.stop)
            && (matches!(
                word,
                "a" | "an"
                    | "the"
                    | "and"
                    | "side"
                    | "adverse"
                    | "late"
                    | "safe"
                    | "simple"
                    | "not"
                    | "highly"
                    | "known"
                    | "well"
                    | "dose"
                    | "limiting"
                    | "frequent"
                    | "feared"
                    | "unwanted"
                    | "common"
                    | "dreaded"
                    | "most"
                    | "recognised"
                    | "recognized"
                    | "established"
                    | "related"
                    | "important"
                    | "rare"
                    | "one"
            ) || is_adjective(word)
                || is_adverb(word))
    }

    /// Returns the things that a treatment is effective against: `in reducing Y`, `against Y`,
    /// `in the treatment of Y`, `treatment for Y`.
    fn treated(&self, behind: usize) -> Option<(Vec<NounPhrase>, VerbMeaning)> {
        let mut at = behind;
        // `an effective treatment for Y`.
        let is_noun = TREATMENT_NOUNS.contains(&self.words.text(at));
        if is_noun {
            at += 1;
        }
        while is_adverb(self.words.text(at)) {
            at += 1;
        }
        let preposition = self.words.text(at);
        if !(matches!(preposition, "in" | "for" | "against" | "at") || is_noun && preposition == "of") {
            return None;
        }
        at += 1;
        if let Some(verb) = self.verb(at).filter(|verb| verb.form == VerbForm::Gerund) {
            let objects = self.objects(&verb)?;
            return Some((objects, verb.meaning));
        }
        let word = self.words.text(at + usize::from(self.words.text(at) == "the"));
        let is_treatment =
            matches!(word, "treatment" | "prevention" | "management" | "prophylaxis" | "therapy" | "control");
        if is_treatment {
            at += 1 + usize::from(self.words.text(at) == "the");
            if self.words.text(at) != "of" {
                return None;
            }
            at += 1;
        } else if preposition == "in" {
            // `effective in asthma` states the population, and usually the condition too; skip it
            // because it is ambiguous.
            return None;
        }
        let mut objects = self.words.list(at, Position::Object);
        objects.retain(|object| {
            object.direction.is_none()
                && object.better.is_none()
                && self.words.is_good(object.name) == Some(false)
        });
        (!objects.is_empty()).then_some((objects, VerbMeaning::Better))
    }

    /// Reads an adverse effect: `Y is a side effect of X`.
    fn unwanted_effect(&mut self, start: usize, behind: usize) {
        let Some(cause) = self.words.noun_phrase(behind, Position::Subject) else { return };
        let Some((effects, prefix)) = self.region(start, Position::Object) else { return };
        let is_supposed = (self.start..prefix).any(|at| HEDGE_BEGINNINGS.contains(&self.words.text(at)))
            || (start..behind).any(|at| matches!(self.words.text(at), "possible" | "potential" | "putative"));
        let assertion = if is_supposed { Assertion::Supposed } else { Assertion::Stated };
        let causes = matches!(cause.name.kind, EntityKind::Drug | EntityKind::Condition);
        for effect in effects.iter().filter(|one| causes && one.direction.is_none() && one.better.is_none()) {
            let sign =
                if cause.direction == Some(Sign::Decreases) { Sign::Decreases } else { Sign::Increases };
            self.add(cause, *effect, sign, assertion);
        }
    }
}
