//! Reads dependencies: `Z depends on Y`, `D is characterized by P`, `D due to P`, `Y inhibition by X`, `binding of X to
//! Y`.

use super::{Clause, Verb};
use crate::cues::Cue;
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::nouns::*;
use crate::hypotheses::lexicon::verbs::*;
use crate::hypotheses::phrase::{NounPhrase, Position};
use crate::hypotheses::relation::{Assertion, Sign};
use crate::hypotheses::tokens::{Name, Role};
use crate::vocabulary::EntityKind;

impl Clause<'_> {
    /// Reads dependence, features of conditions and acts with their agent.
    pub(super) fn read_dependence(&mut self) {
        for at in self.start + 1..self.end {
            self.depends_on(at);
            self.has_feature(at);
            self.comes_from(at);
            self.act_by(at);
        }
    }

    /// Reads `Z depends on Y` and `Z requires Y`: without Y there is less of Z.
    fn depends_on(&mut self, at: usize) {
        let (word, next) = (self.words.text(at), self.words.text(at + 1));
        let is_dependent = word == "dependent" && FORMS_OF_BE.contains(&self.words.text(at - 1));
        let object_at = match (word, next) {
            ("depends" | "depend" | "depended" | "relies" | "rely", "on" | "upon") => at + 2,
            ("dependent", "on" | "upon") if is_dependent => at + 2,
            ("requires" | "require", _) => at + 1,
            _ => return,
        };
        let verb_at = if is_dependent { at - 1 } else { at };
        let verb = Verb { at: verb_at, meaning: VerbMeaning::More, form: VerbForm::Present, object_at };
        let Some(phrase) = self.verb_phrase(&verb).filter(|phrase| !phrase.is_passive) else { return };
        let needed = self.words.list(self.behind_complex(object_at), Position::Object);
        let Some((needing, prefix)) = self.region(phrase.start, Position::Subject) else { return };
        let assertion = self.assertion(&phrase, prefix);
        for other in needing.iter().filter(|one| acts_in_the_body(one) && !one.is_agent) {
            let sign = other.direction.unwrap_or(Sign::Increases);
            for one in needed.iter().filter(|one| acts_in_the_body(one) && one.direction.is_none()) {
                self.add(*one, *other, sign, assertion);
            }
        }
    }

    /// The place after `complex formation with`: what depends on a complex depends on its parts.
    fn behind_complex(&self, at: usize) -> usize {
        const MAX_WORDS: usize = 4;
        let is_with = |at: &usize| {
            self.words.text(*at) == "with"
                && matches!(
                    self.words.text(at - 1),
                    "formation" | "binding" | "interaction" | "association" | "complex"
                )
        };
        (at + 1..=at + MAX_WORDS)
            .take_while(|at| self.words.get(*at).is_some_and(|token| token.name.is_none() && !token.comma))
            .find(is_with)
            .map_or(at, |with| with + 1)
    }

    /// Reads `D is characterized by P` and `D, a disorder marked by P,`: P increases with D.
    fn has_feature(&mut self, at: usize) {
        const MAX_WORDS: usize = 10;
        if !Cue::Feature.is(self.words.text(at)) || self.words.text(at + 1) != "by" {
            return;
        }
        let from = at.saturating_sub(MAX_WORDS).max(self.start);
        let is_condition = |name: &Name| name.kind == EntityKind::Condition && name.role == Role::Plain;
        let name_at = |range: std::ops::Range<usize>| {
            range.rev().find_map(|at| Some((at, self.words.get(at)?.name.filter(is_condition)?)))
        };
        // The condition is the subject of `is`, or without a verb the name before `characterized`.
        let be = (from..at).rev().find(|at| FORMS_OF_BE.contains(&self.words.text(*at)));
        let Some((found, name)) = name_at(from..be.unwrap_or(at)) else { return };
        let is_plain = (from..at).all(|at| {
            !matches!(self.words.text(at), "not" | "no" | "that" | "than" | "without" | "which" | "who")
                && !self.words.get(at).is_some_and(|token| token.stop)
        });
        let names_between =
            (found + 1..at).filter(|at| self.words.get(*at).is_some_and(|token| token.name.is_some()));
        // Another name in between may be the one with the feature.
        let is_sure = match be {
            Some(be) => be == found + 1 || names_between.count() == 0,
            None => names_between.count() == 0,
        };
        // `X with D characterized by P` may be about X.
        let clause = (self.start..=found)
            .rev()
            .find(|at| *at == self.start || self.words.get(*at).is_some_and(|token| token.comma))
            .unwrap_or(self.start);
        if be.is_none() && (clause..found).any(|at| PREPOSITIONS.contains(&self.words.text(at))) {
            return;
        }
        let begins = found == self.start
            || self.words.get(found).is_some_and(|token| token.comma)
            || !PREPOSITIONS.contains(&self.words.text(found - 1));
        if !is_plain || !is_sure || !begins {
            return;
        }
        let condition = NounPhrase::plain(name, found + 1);
        for feature in self.words.list(at + 2, Position::Object) {
            if feature.better.is_none() && feature.name.kind != EntityKind::Drug && !feature.is_agent {
                // The level of a molecule in a condition is a sign of it, and may be a response.
                let is_level = feature.name.kind == EntityKind::Target
                    && (at + 2..=feature.end).any(|at| {
                        matches!(self.words.text(at), "level" | "levels" | "concentration" | "concentrations")
                    });
                let sign =
                    if is_level { Sign::Affects } else { feature.direction.unwrap_or(Sign::Increases) };
                self.add(feature, condition, sign, Assertion::Stated);
            }
        }
    }

    /// Reads `D due to P` and `a disease caused by P`, said of the name directly before.
    fn comes_from(&mut self, at: usize) {
        const MAX_WORDS_BEFORE: usize = 6;
        let object_at = match (self.words.text(at), self.words.text(at + 1)) {
            ("due" | "secondary" | "owing" | "attributable", "to") | ("resulting" | "arising", "from") => {
                at + 2
            }
            ("caused" | "driven" | "induced", "by") => at + 2,
            _ => return,
        };
        let Some(before) = at.checked_sub(1) else { return };
        let is_joined = self.words.get(at).is_some_and(|token| !token.comma && !token.stop);
        let effect = self.words.get(before).and_then(|token| token.name).filter(|name| {
            name.role == Role::Plain && matches!(name.kind, EntityKind::Condition | EntityKind::Process)
        });
        let Some(effect) = effect.filter(|_| is_joined) else { return };
        // Words of direction or of treatment before it: `reduced D due to P`, `treatment of D caused by P`.
        let from = before.saturating_sub(MAX_WORDS_BEFORE).max(self.start);
        let is_other = (from..before).any(|at| {
            let word = self.words.text(at);
            self.verb(at).is_some_and(|verb| verb.meaning != VerbMeaning::AsTheObjectSays)
                || effect_noun(word).is_some()
                || MORE_ADJECTIVES.contains(&word)
                || LESS_ADJECTIVES.contains(&word)
                || BETTER_ADJECTIVES.iter().any(|(better, _)| *better == word)
                || BETTER_NOUNS.iter().any(|(better, _)| *better == word)
                || Cue::Treating.begins(word)
                || Cue::UnsureTogether.is(word)
                || DENYING_WORDS.contains(&word)
                || HEDGE_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
        });
        let causes = self.words.list(object_at, Position::Subject);
        if is_other {
            return;
        }
        for cause in causes.into_iter().filter(|cause| !cause.is_agent && cause.better.is_none()) {
            let sign = cause.direction.unwrap_or(Sign::Increases);
            self.add(cause, NounPhrase::plain(effect, at), sign, Assertion::Stated);
        }
    }

    /// Reads an act with its agent: `Y inhibition by X`, `Y blockade with X`.
    fn act_by(&mut self, at: usize) {
        let word = self.words.text(at);
        let Some(sign) = effect_noun(word).filter(|_| Cue::Act.is(word) && word != "degradation") else {
            return;
        };
        let by_at = at + 1 + usize::from(Cue::BroughtAbout.is(self.words.text(at + 1)));
        let by = self.words.text(by_at);
        if !matches!(by, "by" | "with") {
            return;
        }
        // A word of its kind may follow the molecule: `P2Y12 receptor inhibition`.
        let mut name_at = at - 1;
        while name_at > self.start && Cue::PartOfName.is(self.words.text(name_at)) {
            name_at -= 1;
        }
        let molecule = self.words.get(name_at).and_then(|token| token.name).filter(|name| {
            name.role == Role::Plain && matches!(name.kind, EntityKind::Target | EntityKind::Process)
        });
        let is_joined = (name_at + 1..=by_at)
            .all(|at| self.words.get(at).is_some_and(|token| !token.comma && !token.stop));
        let agents = self.words.list(by_at + 1, Position::Subject);
        let Some(molecule) = molecule.filter(|_| is_joined) else { return };
        // `X, Y and Z inhibition with A, B and C` does not say who acts on which.
        let is_listed = name_at > self.start
            && (matches!(self.words.text(name_at - 1), "and" | "or")
                || self.words.get(name_at).is_some_and(|token| token.comma));
        if is_listed && agents.len() > 1 {
            return;
        }
        let is_drug = |agent: &NounPhrase| agent.name.kind == EntityKind::Drug && agent.direction.is_none();
        // `Y inhibition with and without X`, `no Y inhibition by X`.
        let from = name_at.saturating_sub(4).max(self.start);
        let is_unsure = (from..by_at + 1).any(|at| {
            let word = self.words.text(at);
            DENYING_WORDS.contains(&word)
                || MODALS.contains(&word)
                || word.starts_with("independent")
                || HEDGE_BEGINNINGS.iter().any(|beginning| {
                    if beginning.len() < 6 { word == *beginning } else { word.starts_with(beginning) }
                })
        });
        if is_unsure || agents.iter().any(|agent| !is_drug(agent) && by == "with") {
            return;
        }
        for agent in agents.into_iter().filter(|agent| agent.direction.is_none()) {
            self.add(agent, NounPhrase::plain(molecule, at), sign, Assertion::Stated);
        }
    }

    /// The only drug that a clause mentions before a place, near it.
    pub(super) fn only_drug_before(&self, at: usize) -> Option<NounPhrase> {
        const MAX_WORDS: usize = 12;
        let mut drugs = (self.start..at).filter_map(|at| {
            let name = self.words.get(at)?.name.filter(|name| name.kind == EntityKind::Drug)?;
            Some((at, name))
        });
        let (first, name) = drugs.next()?;
        let is_near = at - first <= MAX_WORDS
            && (first..at).all(|at| {
                self.words.get(at).is_some_and(|token| !token.stop)
                    && !matches!(self.words.text(at), "not" | "no" | "without" | "than")
                    && !MODALS.contains(&self.words.text(at))
            });
        (name.role == Role::Plain && is_near && drugs.next().is_none())
            .then(|| NounPhrase::plain(name, first + 1))
    }
}

/// Whether a phrase names a molecule or a process of the body.
fn acts_in_the_body(phrase: &NounPhrase) -> bool {
    matches!(phrase.name.kind, EntityKind::Target | EntityKind::Process)
}
