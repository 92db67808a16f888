//! Reads outcomes that come first and were more or less frequent with a drug:
//! `fewer strokes occurred with X`, `mortality was lower in patients taking X`,
//! `pain eased after X`.

use super::Clause;
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::nouns::{DOSE_WORDS, GIVEN_WITH_WORDS, PEOPLE_AND_ANIMALS};
use crate::hypotheses::lexicon::verbs::VerbMeaning;
use crate::hypotheses::phrase::{NounPhrase, Position};
use crate::hypotheses::relation::{Assertion, Sign};
use crate::vocabulary::EntityKind;

/// Prepositions between an outcome and the treated group or the drug.
const GROUP_PREPOSITIONS: &[&str] =
    &["with", "in", "on", "under", "among", "after", "during", "for", "following"];

const OBSERVATION_VERBS: &[&str] = &[
    "occurred",
    "seen",
    "observed",
    "reported",
    "recorded",
    "found",
    "noted",
    "developed",
    "achieved",
    "reached",
    "obtained",
    "detected",
    "experienced",
    "happened",
];

/// The maximum number of words between a changed outcome and its population: `by 30%`,
/// `from 8.1 to 7.0 points`.
const MAX_WORDS_OF_AMOUNT: usize = 8;

impl Clause<'_> {
    /// Reads `Fewer strokes occurred with X`.
    pub(super) fn read_comparisons(&mut self) {
        let candidates: Vec<usize> = (self.start..self.end)
            .filter(|at| *at == self.start || self.words.get(*at).is_some_and(|token| token.comma))
            .collect();
        for at in candidates {
            let Some(object) = self.words.noun_phrase(at, Position::Object) else { continue };
            if object.direction.is_some() && object.better.is_none() {
                self.read_comparative(&object);
            }
            if object.direction.is_none() && object.better.is_none() {
                self.read_comparative(&object);
                self.read_change(&object);
                self.read_frequency(&object);
                continue;
            }
            let mut next = object.end;
            while FORMS_OF_BE.contains(&self.words.text(next)) {
                next += 1;
            }
            if !OBSERVATION_VERBS.contains(&self.words.text(next)) {
                continue;
            }
            if let Some(subject) = self.drug_behind(next + 1)
                && let Some(sign) = self.sign(VerbMeaning::AsTheObjectSays, &subject, &object)
            {
                self.add(subject, object, sign, Assertion::Stated);
            }
        }
    }

    /// Returns the drug after `with`, `in patients taking`, `in the group of`.
    pub(super) fn drug_behind(&self, at: usize) -> Option<NounPhrase> {
        if !GROUP_PREPOSITIONS.contains(&self.words.text(at)) {
            return None;
        }
        let subject = self.words.noun_phrase(at + 1, Position::Subject)?;
        (subject.name.kind == EntityKind::Drug && subject.direction.is_none()).then_some(subject)
    }

    /// Reads a number of treated people with an outcome:
    /// `Fewer patients in the X group reported Y`.
    pub(super) fn read_how_many(&mut self) {
        const MAX_WORDS_TO_DRUG: usize = 4;
        let sign = match self.words.text(self.start) {
            "fewer" => Sign::Decreases,
            "more" => Sign::Increases,
            _ => return,
        };
        let whom = self.start + 1;
        if !PEOPLE_AND_ANIMALS.contains(&self.words.text(whom)) {
            return;
        }
        let is_given =
            |at: usize| GIVEN_WITH_WORDS.contains(&self.words.text(at)) || self.words.text(at) == "in";
        let given = (whom + 1..whom + 1 + MAX_WORDS_TO_DRUG)
            .take_while(|at| !matches!(self.words.text(*at), "than" | "and" | "or"))
            .find(|at| is_given(*at));
        let Some(given) = given else { return };
        let from = given + 1 + usize::from(matches!(self.words.text(given + 1), "with" | "to"));
        let Some(subject) = self.words.noun_phrase(from, Position::Subject) else { return };
        let is_verb = matches!(
            self.words.text(subject.end),
            "had" | "reported" | "developed" | "experienced" | "suffered" | "achieved" | "reached"
        );
        if !is_verb || subject.name.kind != EntityKind::Drug || subject.direction.is_some() {
            return;
        }
        let outcome = self.words.noun_phrase(subject.end + 1, Position::Object);
        if let Some(outcome) = outcome.filter(|one| one.direction.is_none() && one.better.is_none()) {
            self.add(subject, outcome, sign, Assertion::Stated);
        }
    }

    /// Reads an outcome that increased or decreased with a drug:
    /// `Mortality fell in patients who received X`, `Pain improved after X`.
    fn read_change(&mut self, object: &NounPhrase) {
        let (is_denied, at) = match (self.words.text(object.end), self.words.text(object.end + 1)) {
            ("did" | "does" | "do", "not") => (true, object.end + 2),
            _ => (false, object.end),
        };
        let mut at = at;
        while is_adverb(self.words.text(at)) {
            at += 1;
        }
        let worse = |is_better: bool| {
            self.words
                .is_good(object.name)
                .map(|good| if good == is_better { Sign::Increases } else { Sign::Decreases })
        };
        let sign = match self.words.text(at) {
            "fell" | "dropped" | "declined" | "decreased" | "diminished" | "lessened" | "fall" | "drop"
            | "decline" | "decrease" => Some(Sign::Decreases),
            "rose" | "increased" | "rise" | "increase" => Some(Sign::Increases),
            "subsided" | "abated" | "waned" | "disappeared" | "ceased"
                if self.words.is_good(object.name) == Some(false) =>
            {
                Some(Sign::Decreases)
            }
            "improved" | "improve" | "improves" | "resolved" | "recovered" | "remitted" | "regressed"
            | "eased" => worse(true),
            "worsened" | "deteriorated" | "worsen" => worse(false),
            _ => None,
        };
        let Some(sign) = sign else { return };
        let behind = self.skip_amount(at + 1);
        if self.words.get(behind).is_some_and(|token| token.comma || token.stop) {
            return;
        }
        if let Some(subject) = self.drug_behind(behind) {
            let assertion = if is_denied { Assertion::Denied } else { Assertion::Stated };
            self.add(subject, *object, sign, assertion);
        }
    }

    /// Returns the index after an amount: `by 30% from baseline`.
    fn skip_amount(&self, start: usize) -> usize {
        let is_amount = |at: usize| {
            let word = self.words.text(at);
            is_number(word)
                || is_adverb(word)
                || DOSE_WORDS.contains(&word)
                || matches!(
                    word,
                    "beats"
                        | "mmhg"
                        | "units"
                        | "by"
                        | "from"
                        | "to"
                        | "baseline"
                        | "percent"
                        | "points"
                        | "fold"
                        | "half"
                        | "two"
                        | "thirds"
                        | "a"
                        | "third"
                        | "mean"
                        | "per"
                        | "cent"
                        | "an"
                        | "average"
                        | "of"
                )
        };
        let is_end = |at: usize| self.words.get(at).is_some_and(|token| token.comma || token.stop);
        (start..start + MAX_WORDS_OF_AMOUNT)
            .find(|at| !is_amount(*at) || is_end(*at))
            .unwrap_or(start + MAX_WORDS_OF_AMOUNT)
    }

    /// Returns the start of the treated group after an amount: `30% in patients treated with X`.
    pub(super) fn behind_amount(&self, start: usize) -> Option<usize> {
        let behind = self.skip_amount(start);
        let is_joined = !self.words.get(behind).is_some_and(|token| token.comma || token.stop);
        (is_joined && GROUP_PREPOSITIONS.contains(&self.words.text(behind))).then_some(behind + 1)
    }

    /// Reads an outcome that was observed more or less often:
    /// `Y occurred more often in patients receiving X`.
    fn read_frequency(&mut self, object: &NounPhrase) {
        let mut at = object.end;
        while FORMS_OF_BE.contains(&self.words.text(at)) {
            at += 1;
        }
        if !OBSERVATION_VERBS.contains(&self.words.text(at)) {
            return;
        }
        at += 1;
        while is_adverb(self.words.text(at)) && self.words.text(at) != "more" {
            at += 1;
        }
        let often =
            matches!(self.words.text(at + 1), "often" | "frequently" | "commonly" | "rarely" | "quickly");
        let sign = match self.words.text(at) {
            "more" if often => Sign::Increases,
            "less" if often => Sign::Decreases,
            _ => return,
        };
        let sign = if self.words.text(at + 1) == "rarely" { sign.flipped() } else { sign };
        if let Some(subject) = self.drug_behind(at + 2) {
            self.add(subject, *object, sign, Assertion::Stated);
        }
    }

    /// Reads an outcome that was more or less common with a drug:
    /// `The risk of Y was lower in patients taking X`, `among users of X, Y was less common`.
    fn read_comparative(&mut self, object: &NounPhrase) {
        let mut at = object.end;
        // `Mortality among children given X was lower`.
        let in_whom = self.drug_behind(at);
        if let Some(subject) = &in_whom {
            at = subject.end;
        }
        if !matches!(self.words.text(at), "was" | "were" | "is" | "are" | "became") {
            return;
        }
        at += 1;
        // `was 32% lower`.
        while is_number(self.words.text(at)) || matches!(self.words.text(at), "percent" | "fold" | "times") {
            at += 1;
        }
        while is_adverb(self.words.text(at)) && !matches!(self.words.text(at), "more" | "only") {
            at += 1;
        }
        let better = |is_better: bool| {
            self.words
                .is_good(object.name)
                .map(|good| if good == is_better { Sign::Increases } else { Sign::Decreases })
        };
        let (sign, length) = match (self.words.text(at), self.words.text(at + 1)) {
            ("twice" | "thrice", "as")
                if matches!(self.words.text(at + 2), "high" | "common" | "likely" | "frequent" | "great") =>
            {
                (Some(Sign::Increases), 3)
            }
            ("half", "as")
                if matches!(self.words.text(at + 2), "high" | "common" | "likely" | "frequent" | "great") =>
            {
                (Some(Sign::Decreases), 3)
            }
            (
                "lower" | "slower" | "rarer" | "reduced" | "decreased" | "fewer" | "shorter" | "smaller"
                | "milder" | "halved",
                _,
            ) => (Some(Sign::Decreases), 1),
            (
                "higher" | "faster" | "increased" | "elevated" | "longer" | "greater" | "prolonged"
                | "raised",
                _,
            ) => (Some(Sign::Increases), 1),
            ("better" | "improved" | "superior", _) => (better(true), 1),
            ("worse" | "poorer", _) => (better(false), 1),
            ("less", "common" | "frequent" | "likely" | "severe" | "intense") => (Some(Sign::Decreases), 2),
            ("more", "common" | "frequent" | "likely" | "severe" | "intense") => (Some(Sign::Increases), 2),
            _ => return,
        };
        let Some(sign) = sign else { return };
        // `Gains in Y were greater with X`.
        let sign = object.direction.map_or(sign, |direction| direction.then(sign));
        at += length;
        let behind = self.skip_amount(at);
        let subject = if in_whom.is_some() {
            in_whom
        } else if GROUP_PREPOSITIONS.contains(&self.words.text(behind))
            && !self.words.get(behind).is_some_and(|token| token.comma || token.stop)
        {
            self.drug_behind(behind)
        } else if GROUP_PREPOSITIONS.contains(&self.words.text(at)) {
            self.drug_behind(at)
        } else if self.words.get(at).is_none_or(|token| token.stop)
            && matches!(self.words.text(self.start), "in" | "among" | "with")
        {
            self.words
                .noun_phrase(self.start + 1, Position::Subject)
                .filter(|subject| subject.name.kind == EntityKind::Drug && subject.direction.is_none())
        } else {
            None
        };
        let is_denied = (object.end..at).any(|at| matches!(self.words.text(at), "not" | "no"));
        let Some(subject) = subject.filter(|_| !is_denied) else { return };
        let is_supposed = (self.start..object.end).any(|at| {
            HEDGE_BEGINNINGS.contains(&self.words.text(at)) || MODALS.contains(&self.words.text(at))
        });
        let assertion = if is_supposed { Assertion::Supposed } else { Assertion::Stated };
        self.add(subject, *object, sign, assertion);
    }
}
