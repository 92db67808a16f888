//! Reads a drug's action on a molecule: `the Y inhibitor X`, `X, a selective and reversible Y inhibitor,`, `X lowers Z
//! through inhibition of Y`, `by inhibiting Y, X lowers Z`.
//!
//! Nine in ten abstracts that state a drug's target use one of these forms.

use super::{Clause, VerbPhrase};
use crate::cues::Cue;
use crate::hypotheses::lexicon::adjectives::is_adjective;
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::verbs::*;
use crate::hypotheses::phrase::{NounPhrase, Position};
use crate::hypotheses::relation::{Assertion, Sign};
use crate::hypotheses::tokens::{Name, Role};
use crate::vocabulary::EntityKind;

/// Words between a molecule and the noun of its agent that describe how the agent acts.
const AGENT_MODIFIERS: &[&str] = &["positive", "negative", "allosteric", "inverse", "partial", "full"];

impl Clause<'_> {
    /// Reads agents, means and binding.
    pub(super) fn read_agents(&mut self) {
        for at in self.start..self.end {
            if let Some((object, sign, behind)) = self.agent_with_object(at) {
                self.agent_before_its_name(object, sign, behind);
                self.agents_of_the_same_kind(at, object, sign);
            }
            if let Some((object, sign)) = self.antibody(at) {
                self.agent_before_its_name(object, sign, object.end);
            }
            if let Some((object, sign)) = self.means(at) {
                self.actor_by_means(at, object, sign);
            }
        }
        self.read_opening_means();
        self.read_binding();
    }

    /// Reads binding: `Y is the target of X`, `binding of X to Y`, `the affinity of X for Y`.
    fn read_binding(&mut self) {
        const MAX_WORDS: usize = 10;
        for at in self.start..self.end {
            let found = match (self.words.text(at), self.words.text(at + 1)) {
                ("target" | "targets", "of" | "for") => {
                    let drug = (at + 2..at + 2 + MAX_WORDS)
                        .take_while(|at| {
                            self.words.get(*at).is_some_and(|token| !token.stop)
                                && !self.words.begins_a_verb(*at)
                        })
                        .find_map(|at| self.drug(at));
                    let molecule = (at.saturating_sub(MAX_WORDS).max(self.start)..at)
                        .rev()
                        .take_while(|at| !self.words.get(*at).is_some_and(|token| token.stop))
                        .find_map(|at| self.molecule(at));
                    let is_said = (self.start..at).any(|at| FORMS_OF_BE.contains(&self.words.text(at)));
                    drug.zip(molecule).filter(|_| is_said)
                }
                // `X has a high affinity for Y`, `the action of X involves its binding to Y`.
                ("binding" | "affinity" | "affinities", "for" | "to" | "toward" | "towards") => {
                    let drug = self.only_drug_before(at).filter(|drug| !self.is_hindered(drug.end, at));
                    let drug = drug.map(|phrase| phrase.name);
                    let molecule = self.words.noun_phrase(at + 2, Position::Object);
                    let molecule = molecule.filter(|one| one.direction.is_none() && !one.is_agent);
                    drug.zip(molecule.map(|one| one.name))
                }
                ("binding" | "affinity" | "affinities", "of" | "with") => {
                    let first = self.drug_near(at + 2);
                    let second = (at + 3..at + 3 + MAX_WORDS)
                        .find(|at| matches!(self.words.text(*at), "to" | "with" | "for"))
                        .and_then(|to| (to + 1..to + 5).find_map(|at| self.molecule(at)));
                    let is_of_drug = self.words.text(at + 1) == "of";
                    first.filter(|_| is_of_drug).zip(second)
                }
                _ => None,
            };
            let is_hedged = (self.start..at).any(|at| {
                let word = self.words.text(at);
                HEDGE_BEGINNINGS.iter().any(|beginning| {
                    if beginning.len() < 6 { word == *beginning } else { word.starts_with(beginning) }
                })
            });
            let found = found.filter(|_| !is_hedged && !self.is_unsure_before(at));
            let Some((drug, molecule)) = found else { continue };
            if molecule.kind == EntityKind::Target {
                let (drug, molecule) = (NounPhrase::plain(drug, at), NounPhrase::plain(molecule, at));
                self.add(drug, molecule, Sign::Affects, Assertion::Stated);
            }
        }
    }

    /// Whether words before a place say that something is hindered: `prevents Y from binding to Z`.
    fn is_hindered(&self, from: usize, to: usize) -> bool {
        let is_less = |at: usize| {
            self.verb(at).is_some_and(|verb| verb.meaning == VerbMeaning::Less)
                || effect_noun(self.words.text(at)) == Some(Sign::Decreases)
        };
        (from..to).any(is_less)
            || self.words.text(to.wrapping_sub(1)) == "from"
            || self.words.text(to - 1).is_empty()
    }

    /// The first drug among three words.
    fn drug_near(&self, at: usize) -> Option<Name> {
        (at..at + 3).find_map(|at| self.drug(at))
    }

    /// Returns the molecule or process at a position.
    fn molecule(&self, at: usize) -> Option<Name> {
        let name = self.words.get(at)?.name?;
        let acts_in_the_body = matches!(name.kind, EntityKind::Target | EntityKind::Process);
        (acts_in_the_body && name.role == Role::Plain).then_some(name)
    }

    /// Reads `Y inhibitor` or `Y receptor antagonists`; returns the molecule, the direction of the
    /// effect and the index after the noun.
    pub(super) fn agent_with_object(&self, at: usize) -> Option<(NounPhrase, Sign, usize)> {
        if let Some(found) = self.class_of_agents(at) {
            return Some(found);
        }
        if let Some(found) = self.acting_adjective(at) {
            return Some(found);
        }
        let name = self.molecule(at)?;
        let mut noun = at + 1;
        // `EGFR tyrosine kinase inhibitor`: the second name is the class of the first.
        if self.molecule(noun).is_some_and(|kind| self.words.shown(kind).ends_with(" kinase"))
            && self.goes_on(noun)
        {
            noun += 1;
        }
        while Cue::PartOfName.is(self.words.text(noun)) && self.goes_on(noun) {
            noun += 1;
        }
        // `GABA-A positive allosteric modulator`, `H1 inverse agonist`.
        let is_modifier = |word: &str| AGENT_MODIFIERS.contains(&word) || Cue::AgentAdjective.is(word);
        while is_modifier(self.words.text(noun)) && self.goes_on(noun) {
            noun += 1;
        }
        if !self.goes_on(noun) {
            return None;
        }
        Some((NounPhrase::plain(name, noun + 1), self.agent_sign(noun)?, noun + 1))
    }

    /// Reads `HER2-targeted antibody`, `a TNF-blocking drug`.
    fn acting_adjective(&self, at: usize) -> Option<(NounPhrase, Sign, usize)> {
        const MAX_WORDS: usize = 4;
        let name = self.words.get(at)?.name?;
        let is_against = name.role == Role::Modifier
            && self.words.get(at).is_some_and(|token| token.joined)
            && self.words.text(at.wrapping_sub(1)) == "anti";
        let sign = match name.role {
            Role::Acted(sign) => sign,
            _ if is_against && name.kind == EntityKind::Target => Sign::Decreases,
            _ => return None,
        };
        let plain = Name { role: Role::Plain, ..name };
        let noun = (at + 1..=at + MAX_WORDS)
            .take_while(|at| self.goes_on(*at))
            .find(|at| Cue::AntibodyNoun.is(self.words.text(*at).trim_end_matches('s')))?;
        Some((NounPhrase::plain(plain, noun + 1), sign, noun + 1))
    }

    /// Returns the direction of an agent noun with its modifiers: a modulator is positive or negative, and an inverse
    /// agonist lowers what an agonist raises.
    pub(super) fn agent_sign(&self, noun: usize) -> Option<Sign> {
        let word = self.words.text(noun).trim_end_matches('s');
        let sign = effect_noun(word).filter(|_| is_agent_noun(word))?;
        let before = || (noun.saturating_sub(2).max(self.start)..noun).map(|at| self.words.text(at));
        if before().any(|word| matches!(word, "negative" | "inverse")) {
            return Some(Sign::Decreases);
        }
        Some(if before().any(|word| word == "positive") { Sign::Increases } else { sign })
    }

    /// Reads `X, Z and other Y inhibitors`: X and Z are inhibitors too. `at` is the position of the
    /// molecule.
    fn agents_of_the_same_kind(&mut self, at: usize, object: NounPhrase, sign: Sign) {
        const MAX_ADJECTIVES: usize = 3;
        const MAX_NAMES: usize = 6;
        let mut other = at;
        let is_before = |at: usize| at > self.start;
        while is_before(other)
            && at - other < MAX_ADJECTIVES
            && self.words.text(other - 1) != "other"
            && is_adjective(self.words.text(other - 1))
        {
            other -= 1;
        }
        if other < self.start + 3
            || self.words.text(other - 1) != "other"
            || !matches!(self.words.text(other - 2), "and" | "or")
        {
            return;
        }
        let mut found = Vec::new();
        let mut name = other - 3;
        while let Some(drug) = self.drug(name).filter(|_| found.len() < MAX_NAMES) {
            found.push(NounPhrase::plain(drug, name + 1));
            let joins = name > self.start && matches!(self.words.text(name - 1), "and" | "or");
            let Some(before) = name.checked_sub(1 + usize::from(joins)).filter(|at| *at >= self.start) else {
                break;
            };
            name = before;
        }
        for subject in found {
            if !self.is_unsure_before(at) {
                self.add(subject, object, sign, Assertion::Stated);
            }
        }
    }

    /// Reads the name of a class that includes its target: `ACE inhibitor`,
    /// `selective serotonin reuptake inhibitors`.
    fn class_of_agents(&self, at: usize) -> Option<(NounPhrase, Sign, usize)> {
        let name = self.drug(at)?;
        let (mut thing, noun) = self.words.shown(name).rsplit_once(' ')?;
        let sign = effect_noun(noun).filter(|_| is_agent_noun(noun))?;
        for described in ["selective ", "direct ", "non-selective "] {
            thing = thing.strip_prefix(described).unwrap_or(thing);
        }
        // `EGFR tyrosine kinase inhibitor`: the molecule before it says which kinase.
        let which = at.checked_sub(1).filter(|_| thing.ends_with("kinase") && self.goes_on(at));
        let which = which.filter(|before| *before >= self.start).and_then(|before| self.molecule(before));
        let entity = which.map_or_else(|| self.words.vocabulary.find(thing), |which| Some(which.entity))?;
        let kind = self.words.vocabulary.get(entity)?.kind;
        let acts_in_the_body = matches!(kind, EntityKind::Target | EntityKind::Process);
        let name = Name { entity, kind, role: Role::Plain };
        acts_in_the_body.then(|| (NounPhrase::plain(name, at + 1), sign, at + 1))
    }

    fn goes_on(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|token| !token.comma && !token.stop)
    }

    fn drug(&self, at: usize) -> Option<Name> {
        let token = self.words.get(at)?;
        token.name.filter(|name| name.kind == EntityKind::Drug && name.role == Role::Plain && !token.joined)
    }

    /// Reads the drugs after the noun: `the Y inhibitor X`, `Y inhibitors such as X and Z`.
    /// `behind` is the index after the noun.
    fn agent_before_its_name(&mut self, object: NounPhrase, sign: Sign, behind: usize) {
        let first = match (self.words.text(behind), self.words.text(behind + 1)) {
            _ if self.goes_on(behind) && self.drug(behind).is_some() => behind,
            ("such", "as") => behind + 2,
            (word, _) if Cue::Example.is(word) => behind + 1,
            _ => return,
        };
        // Take the names of a list, `such as X, Y and Z`, up to the first other word.
        let mut at = first;
        let mut found = Vec::new();
        while let Some(name) = self.drug(at).filter(|_| found.len() < 6) {
            found.push(NounPhrase::plain(name, at + 1));
            at += 1;
            let joins = matches!(self.words.text(at), "and" | "or");
            if first == behind && !joins {
                break;
            }
            at += usize::from(joins);
        }
        // `the Y inhibitor X and Z` does not say what Z is; `the Y inhibitors X and Z` does.
        if first == behind && !self.words.get(behind - 1).is_some_and(|token| token.text.ends_with('s')) {
            found.truncate(1);
        }
        for subject in found {
            if !self.is_unsure_before(behind) {
                self.add(subject, object, sign, Assertion::Stated);
            }
        }
    }

    /// Returns whether a word before a position makes the statement uncertain:
    /// `a potential Y inhibitor`.
    fn is_unsure_before(&self, behind: usize) -> bool {
        const MAX_WORDS: usize = 6;
        (behind.saturating_sub(MAX_WORDS).max(self.start)..behind)
            .any(|at| Cue::UnsureAgent.is(self.words.text(at)))
    }

    /// Reads a means and returns the molecule and the direction of the effect:
    /// `by inhibition of Y`, `through Y inhibition`, `via selective blockade of the Y`.
    fn means(&self, at: usize) -> Option<(NounPhrase, Sign)> {
        const MAX_WORDS: usize = 5;
        let opens = matches!(self.words.text(at), "by" | "through" | "via" | "involves" | "involving")
            || self.words.text(at) == "to" && self.words.text(at.wrapping_sub(1)) == "attributed"
            || self.words.text(at) == "from" && self.comes_from_there(at)
            || self.words.text(at) == "of" && self.words.text(at.wrapping_sub(1)) == "because"
            || self.words.text(at) == "to" && self.words.text(at.wrapping_sub(1)) == "due";
        if !opens {
            return None;
        }
        let describes = |at: usize| {
            let word = self.words.text(at);
            self.goes_on(at)
                && (Cue::MeansDeterminer.is(word)
                    || is_adjective(word)
                    || is_adverb(word)
                    || word.ends_with("ed"))
        };
        let mut noun = at + 1;
        while noun <= at + MAX_WORDS && describes(noun) {
            noun += 1;
        }
        // `through inhibition of Y`.
        if let Some(sign) = effect_noun(self.words.text(noun)).filter(|_| Cue::Act.is(self.words.text(noun)))
            && matches!(self.words.text(noun + 1), "of" | "at")
            && self.goes_on(noun)
        {
            let object = self.words.noun_phrase(noun + 2, Position::Object)?;
            let is_molecule = matches!(object.name.kind, EntityKind::Target | EntityKind::Process);
            return (is_molecule && object.direction.is_none() && object.better.is_none())
                .then_some((object, sign));
        }
        // `through Y inhibition`.
        let name = self.molecule(noun)?;
        let mut act = noun + 1;
        while Cue::PartOfName.is(self.words.text(act)) && self.goes_on(act) {
            act += 1;
        }
        let word = self.words.text(act);
        let sign =
            effect_noun(word).filter(|_| Cue::Act.is(word) && self.goes_on(act) && self.goes_on(noun))?;
        let is_whole = self.words.text(act + 1) != "of";
        is_whole.then(|| (NounPhrase::plain(name, act + 1), sign))
    }

    /// Whether a verb before `from` says where an effect comes from: `derives mostly from`.
    fn comes_from_there(&self, at: usize) -> bool {
        let from = at.saturating_sub(2).max(self.start);
        (from..at).any(|at| matches!(self.words.text(at), "derives" | "results" | "stems" | "arises"))
    }

    /// Adds the effect of a means for the drug that is the subject of the clause.
    fn actor_by_means(&mut self, at: usize, object: NounPhrase, sign: Sign) {
        const MAX_WORDS: usize = 30;
        let verb = (self.start..at).find(|at| {
            self.verb(*at).is_some_and(|verb| {
                verb.form != VerbForm::Gerund && !self.words.get(verb.at).is_some_and(|token| token.joined)
            }) || Cue::ActingVerb.is(self.words.text(*at))
        });
        let Some(verb_at) = verb.filter(|verb| at - verb <= MAX_WORDS) else {
            let found = self.drug_of_action(at).or_else(|| self.opening_actor(at));
            for subject in found.into_iter().flat_map(|(phrases, _)| phrases) {
                self.add(subject, object, sign, Assertion::Stated);
            }
            return;
        };
        let phrase = match self.verb(verb_at) {
            Some(verb) => self.verb_phrase(&verb),
            None => {
                Some(VerbPhrase { start: verb_at, is_denied: false, is_supposed: false, is_passive: false })
            }
        };
        // `the effect of X is mediated by inhibition of Y`.
        let of_action = || self.drug_of_action(verb_at);
        let Some(phrase) =
            phrase.filter(|phrase| !phrase.is_denied && (!phrase.is_passive || of_action().is_some()))
        else {
            return;
        };
        // Words between may name another drug, or deny the effect.
        let is_other = (verb_at..at).any(|at| {
            self.drug(at).is_some()
                || matches!(
                    self.words.text(at),
                    "than" | "not" | "which" | "that" | "independent" | "whether" | "without" | "rather"
                )
                || self.words.get(at).is_some_and(|token| token.stop)
        });
        if is_other || matches!(self.words.text(at.wrapping_sub(1)), "not" | "than" | "independently") {
            return;
        }
        let subjects = of_action().or_else(|| self.region(phrase.start, Position::Subject));
        let Some((subjects, prefix)) = subjects else { return };
        let assertion = self.assertion(&phrase, prefix);
        for subject in subjects {
            let is_drug = subject.name.kind == EntityKind::Drug && subject.direction.is_none();
            if is_drug {
                self.add(subject, object, sign, assertion);
            }
        }
    }

    /// Returns the drug whose action is the subject of a verb: `the antihypertensive effect of X is mediated by`.
    fn drug_of_action(&self, verb_at: usize) -> Option<(Vec<NounPhrase>, usize)> {
        const MAX_WORDS: usize = 8;
        let from = verb_at.saturating_sub(MAX_WORDS).max(self.start);
        let of = (from + 1..verb_at)
            .find(|at| self.words.text(*at) == "of" && Cue::ActionNoun.is(self.words.text(at - 1)))?;
        let phrases = self.words.list(of + 1, Position::Subject);
        let end = phrases.last()?.end;
        let is_rest = (end..verb_at).all(|at| {
            let word = self.words.text(at);
            !word.is_empty() && !DENYING_WORDS.contains(&word) && !MODALS.contains(&word)
        });
        let is_drug = |one: &NounPhrase| one.name.kind == EntityKind::Drug && one.direction.is_none();
        (is_rest && end <= verb_at && phrases.iter().all(is_drug)).then_some((phrases, of - 1))
    }

    /// Reads a means at the beginning of a clause: `By inhibiting Y, X lowers Z`.
    fn read_opening_means(&mut self) {
        const MAX_WORDS: usize = 14;
        if !matches!(self.words.text(self.start), "by" | "through" | "via") {
            return;
        }
        let Some(verb) = self.verb(self.start + 1).filter(|verb| verb.form == VerbForm::Gerund) else {
            return;
        };
        let Some(objects) = self.objects(&verb) else { return };
        let Some(end) = objects.last().map(|last| last.end) else { return };
        let comma = (end..self.end.min(end + MAX_WORDS))
            .find(|at| self.words.get(*at).is_some_and(|token| token.comma));
        let Some(subject) = comma.and_then(|at| self.words.noun_phrase(at, Position::Subject)) else {
            return;
        };
        if subject.name.kind != EntityKind::Drug
            || subject.direction.is_some()
            || !self.words.begins_a_verb(subject.end)
        {
            return;
        }
        let is_supposed = MODALS.contains(&self.words.text(subject.end));
        let assertion = if is_supposed { Assertion::Supposed } else { Assertion::Stated };
        for object in &objects {
            if let Some(sign) = self.sign(verb.meaning, &subject, object) {
                self.add(subject, *object, sign, assertion);
            }
        }
    }
}
