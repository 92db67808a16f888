//! Reads effects that are expressed by nouns: `inhibition of Y by X`, `X is an inhibitor of Y`.

use super::{Clause, MAX_WORDS_TO_AGENT, Verb};
use crate::cues::Cue;
use crate::hypotheses::lexicon::adjectives::is_adjective;
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::verbs::*;
use crate::hypotheses::phrase::{NounPhrase, Position};
use crate::hypotheses::relation::{Assertion, Sign};
use crate::hypotheses::tokens::{Name, Role};
use crate::vocabulary::EntityKind;

impl Clause<'_> {
    /// Reads effects that are expressed by nouns: `inhibition of Y by X`.
    pub(super) fn read_nominal(&mut self) {
        for at in self.start..self.end {
            let Some(sign) = effect_noun(self.words.text(at)) else { continue };
            if !matches!(self.words.text(at + 1), "of" | "in")
                || is_agent_noun(self.words.text(at).trim_end_matches('s'))
            {
                continue;
            }
            // In `loss of X by Y`, Y loses X, and in `prevention of losses of X by Y`, Y prevents
            // the losses; in neither does Y act on X.
            let is_lack =
                matches!(self.words.text(at), "lack" | "loss" | "absence" | "deficiency" | "insufficiency");
            let is_inner = (at.saturating_sub(MAX_WORDS_TO_AGENT).max(self.start)..at).any(|outer| {
                effect_noun(self.words.text(outer)).is_some() && self.words.text(outer + 1) == "of"
            });
            if is_lack || is_inner {
                continue;
            }
            let objects = self.words.list(at + 2, Position::Object);
            let Some(end) = objects.last().map(|last| last.end) else { continue };
            let agent = (end..self.end.min(end + MAX_WORDS_TO_AGENT))
                .take_while(|at| self.verb(*at).is_none() && !FORMS_OF_BE.contains(&self.words.text(*at)))
                .take_while(|at| !self.words.get(*at).is_some_and(|token| token.comma || token.stop))
                .find(|at| self.words.text(*at) == "by");
            let agent = agent.and_then(|by| self.words.noun_phrase(by + 1, Position::Subject));
            let agent =
                agent.or_else(|| self.drug_of_a_group(end)).or_else(|| self.drug_of_what_was_there(at, end));
            let Some(agent) = agent else { continue };
            // `no statistically significant reduction in`.
            let only_describes = |before: &usize| {
                let word = self.words.text(*before);
                is_adjective(word) || is_adverb(word) || is_number(word) || word == "percent"
            };
            let describes = (self.start..at).rev().take_while(only_describes).last().unwrap_or(at);
            let before = |back: usize| describes.checked_sub(back).map_or("", |at| self.words.text(at));
            let is_denied_behind =
                (agent.end..agent.end + 4).any(|at| matches!(self.words.text(at), "not" | "no" | "never"));
            let assertion = if is_denied_behind
                || matches!(before(1), "no" | "without")
                || matches!(before(2), "no" | "without")
            {
                Assertion::Denied
            } else if (self.behind_explanation(at)..at).any(|at| {
                let word = self.words.text(at);
                HEDGE_BEGINNINGS.iter().any(|beginning| {
                    if beginning.len() < 6 { word == *beginning } else { word.starts_with(beginning) }
                })
            }) {
                Assertion::Supposed
            } else {
                Assertion::Stated
            };
            for object in objects.iter().filter(|object| object.better.is_none()) {
                let mut sign = sign.then(object.direction.unwrap_or(Sign::Increases));
                if agent.direction == Some(Sign::Decreases) {
                    sign = sign.flipped();
                }
                self.add(agent, *object, sign, assertion);
            }
        }
    }

    /// Returns the index after `may explain`: the explained part is a fact, and only the explanation is supposed.
    fn behind_explanation(&self, at: usize) -> usize {
        let explains = |at: &usize| {
            matches!(self.words.text(*at), "explain" | "explains" | "underlie" | "underlies")
                || self.words.text(*at) == "account" && self.words.text(at + 1) == "for"
        };
        (self.start..at).rev().find(explains).map_or(self.start, |at| at + 1)
    }

    /// Returns the treatment group of a comparison, after its end: `a reduction in the risk of death in the pravastatin
    /// group`.
    fn drug_of_a_group(&self, end: usize) -> Option<NounPhrase> {
        const MAX_WORDS: usize = 8;
        let is_end = |at: &usize| {
            self.verb(*at).is_some()
                || FORMS_OF_BE.contains(&self.words.text(*at))
                || self.words.get(*at).is_none_or(|token| token.comma || token.stop)
        };
        let at = (end..self.end.min(end + MAX_WORDS)).take_while(|at| !is_end(at)).find(|at| {
            let is_in_the = self.words.text(*at) == "in" && self.words.text(*at + 1) == "the";
            let word = self.words.text(*at + 3);
            is_in_the && matches!(word, "group" | "arm")
        })?;
        let phrase = self.words.noun_phrase(at + 1, Position::Subject)?;
        (phrase.name.kind == EntityKind::Drug && phrase.direction.is_none()).then_some(phrase)
    }

    /// Returns the drug of an effect in a `there was` clause: `there was a 35% decrease in the risk
    /// of death with carvedilol`.
    fn drug_of_what_was_there(&self, at: usize, end: usize) -> Option<NounPhrase> {
        const MAX_WORDS_BEFORE: usize = 6;
        let from = at.saturating_sub(MAX_WORDS_BEFORE).max(self.start);
        let is_there = (from..at).any(|at| {
            matches!((self.words.text(at), self.words.text(at + 1)), ("there", "was" | "were"))
                || matches!(
                    (self.words.text(at), self.words.text(at + 1)),
                    ("we", "observed" | "found" | "saw")
                )
        });
        let is_joined = self.words.get(end).is_some_and(|token| !token.comma && !token.stop);
        (is_there && is_joined).then(|| self.drug_behind(end)).flatten()
    }

    /// Reads `X-induced Y` at any position.
    pub(super) fn read_roles(&mut self) {
        for at in self.start..self.end {
            let inducer =
                self.words.get(at).and_then(|token| token.name).filter(|name| name.role == Role::Inducer);
            if inducer.is_some()
                && let Some(phrase) = self.words.noun_phrase(at, Position::Object)
                && !matches!(self.words.text(at.wrapping_sub(1)), "no" | "without")
            {
                self.add_induced(&phrase);
                self.add_induced_change(at, &phrase);
            }
        }
    }

    /// Adds `X-induced inhibition of Y`; the inducer is at `at`.
    fn add_induced_change(&mut self, at: usize, phrase: &NounPhrase) {
        let word = self.words.text(at + 1);
        let inducer = self.words.get(at).and_then(|token| token.name);
        let (Some(sign), Some(inducer)) =
            (effect_noun(word).filter(|_| self.words.text(at + 2) == "of"), inducer)
        else {
            return;
        };
        let is_plain = phrase.direction == Some(sign) && phrase.better.is_none();
        if is_plain && inducer.kind == EntityKind::Drug && !is_agent_noun(word) {
            let inducer = Name { role: Role::Plain, ..inducer };
            self.add(
                NounPhrase::plain(inducer, at + 1),
                NounPhrase::plain(phrase.name, phrase.end),
                sign,
                Assertion::Stated,
            );
        }
    }

    /// `X is an inhibitor of Y`, `X, a selective Y inhibitor,`, `X was associated with a lower risk of Y`.
    pub(super) fn read_copulas(&mut self) {
        for at in self.start + 1..self.end {
            let word = self.words.text(at);
            if matches!(word, "associated" | "linked" | "correlated" | "related" | "tied")
                && matches!(self.words.text(at + 1), "with" | "to")
            {
                self.association(at);
            }
            if word == "followed" && self.words.text(at + 1) == "by" {
                self.sequel(at);
            }
            // `acts through inhibition of Y`.
            if matches!(word, "acts" | "acted" | "works" | "worked")
                && matches!(self.words.text(at + 1), "through" | "via" | "by")
                && let Some(sign) = effect_noun(self.words.text(at + 2))
                && self.words.text(at + 3) == "of"
                && let Some(object) = self.words.noun_phrase(at + 4, Position::Object)
                && let Some((subjects, _)) = self.region(at, Position::Subject)
            {
                for subject in subjects.into_iter().filter(|subject| subject.direction.is_none()) {
                    self.add(subject, object, sign, Assertion::Stated);
                }
                continue;
            }
            // `has a protective effect against Y`, `exerted an inhibitory effect on Y`.
            let meaning = match word {
                "protective" | "inhibitory" | "suppressive" => Some(VerbMeaning::Less),
                "stimulatory" => Some(VerbMeaning::More),
                "beneficial" | "favorable" | "favourable" => Some(VerbMeaning::Better),
                "detrimental" | "deleterious" => Some(VerbMeaning::Worse),
                _ => None,
            };
            if let Some(meaning) = meaning
                && matches!(self.words.text(at + 1), "effect" | "effects")
                && matches!(self.words.text(at + 2), "against" | "on" | "upon")
            {
                self.effect_on(at, meaning);
                continue;
            }
            let is_copula = FORMS_OF_BE.contains(&word)
                || matches!(
                    word,
                    "acts" | "acted" | "functions" | "act" | "serves" | "known" | "represents" | "became"
                );
            if is_copula {
                let mut noun = at + 1;
                // `has been identified as an inhibitor of Y`, `was shown to be one`.
                while is_adverb(self.words.text(noun))
                    || matches!(self.words.text(noun), "as" | "to" | "be" | "known")
                    || matches!(
                        (self.words.text(noun), self.words.text(noun + 1)),
                        (
                            "identified"
                                | "recognized"
                                | "recognised"
                                | "described"
                                | "characterized"
                                | "characterised"
                                | "classified"
                                | "shown"
                                | "found",
                            "as" | "to"
                        )
                    )
                {
                    noun += 1;
                }
                let verb =
                    Verb { at, meaning: VerbMeaning::Something, form: VerbForm::Present, object_at: noun };
                let (Some((object, sign)), Some(phrase)) = (self.agent_of(noun), self.verb_phrase(&verb))
                else {
                    continue;
                };
                if let Some((subjects, prefix)) = self.region(phrase.start, Position::Subject) {
                    let assertion = self.assertion(&phrase, prefix);
                    for subject in subjects {
                        let sign =
                            if subject.direction == Some(Sign::Decreases) { sign.flipped() } else { sign };
                        self.add(subject, object, sign, assertion);
                    }
                }
            } else if self.words.get(at).is_some_and(|token| token.comma)
                && matches!(word, "a" | "an" | "the")
                && let Some(name) = self
                    .words
                    .get(at - 1)
                    .and_then(|token| token.name)
                    .filter(|name| name.role == Role::Plain)
                && (at - 1 == self.start || !PREPOSITIONS.contains(&self.words.text(at - 2)))
                && let Some((object, sign)) = self.agent_of(at)
                && self.ends_an_apposition(object.end)
            {
                let subject = NounPhrase::plain(name, at);
                self.add(subject, object, sign, Assertion::Stated);
            }
        }
    }

    /// Reads `a selective inhibitor of Y` and `a selective Y inhibitor`.
    fn agent_of(&self, start: usize) -> Option<(NounPhrase, Sign)> {
        let mut at = start;
        loop {
            let token = self.words.get(at)?;
            // `a selective, reversible Y inhibitor`.
            let is_listed = at > start && is_adjective(self.words.text(at - 1));
            if at > start && (token.comma && !is_listed || token.stop) || at > start + 8 {
                return None;
            }
            let word = self.words.text(at);
            if let Some((behind, sign)) = self.behind_cause(at) {
                let object = self.words.noun_phrase(behind, Position::Object)?;
                return object.direction.is_none().then_some((object, sign));
            }
            // An inhibitor of its reuptake leaves more of Y.
            if is_agent_noun(word) && at > start && Cue::Clearing.is(self.words.text(at - 1)) {
                return None;
            }
            if is_agent_noun(word) && matches!(self.words.text(at + 1), "of" | "at" | "for" | "on") {
                let object = self.words.noun_phrase(at + 2, Position::Object)?;
                let is_of = self.words.text(at + 1) == "of" || object.name.kind == EntityKind::Target;
                return is_of.then_some((object, self.agent_sign(at)?));
            }
            if let Some(found) = self.antibody(at) {
                return Some(found);
            }
            if let Some(name) = token.name {
                // `a platelet aggregation and P2Y12 inhibitor`: the last name counts.
                let (object, sign, _) = self.agent_with_object(at)?;
                let is_whole = matches!(name.role, Role::Plain | Role::Acted(_)) && !token.joined;
                return is_whole.then_some((object, sign));
            }
            // Descriptive words do not matter unless they make the statement a supposition or a
            // denial.
            let describes = (matches!(word, "a" | "an" | "the" | "and" | "one" | "most")
                || word.chars().all(char::is_alphabetic) && !word.is_empty())
                && !matches!(
                    word,
                    "no" | "not"
                        | "non"
                        | "former"
                        | "potential"
                        | "possible"
                        | "putative"
                        | "candidate"
                        | "suspected"
                        | "presumed"
                        | "proposed"
                        | "unlikely"
                        | "theoretical"
                        | "hypothetical"
                        | "neither"
                        | "only"
                        | "that"
                        | "which"
                        | "who"
                        | "or"
                        | "but"
                        | "than"
                        | "rather"
                )
                && (word == "independent"
                    || word == "of" && self.words.text(at - 1) == "one"
                    || !PREPOSITIONS.contains(&word))
                && !FORMS_OF_BE.contains(&word)
                && !AUXILIARIES.contains(&word)
                && !MODALS.contains(&word);
            if !describes {
                return None;
            }
            at += 1;
        }
    }

    /// Returns whether an apposition ends at a position: with a comma, a preposition or the
    /// predicate.
    fn ends_an_apposition(&self, at: usize) -> bool {
        let word = self.words.text(at);
        self.words.get(at).is_none_or(|token| token.comma || token.stop)
            || PREPOSITIONS.contains(&word)
            || matches!(
                word,
                "that" | "which" | "used" | "approved" | "indicated" | "developed" | "and" | "licensed"
            )
            || AUXILIARIES.contains(&word)
            || self.words.begins_a_verb(at)
    }

    /// Reads `a monoclonal antibody against Y` and `an anti-Y antibody`. The antibody affects Y, or decreases it if the
    /// text says that it neutralizes or blocks Y.
    pub(super) fn antibody(&self, at: usize) -> Option<(NounPhrase, Sign)> {
        const MAX_WORDS: usize = 5;
        let sign = |from: usize| {
            let near = from.saturating_sub(MAX_WORDS).max(self.start)..from;
            if near.into_iter().any(|at| Cue::BlockingAntibody.is(self.words.text(at))) {
                Sign::Decreases
            } else {
                Sign::Affects
            }
        };
        if self.words.text(at) == "anti" {
            let name = self
                .words
                .get(at + 1)
                .filter(|token| token.joined)?
                .name
                .filter(|name| name.kind == EntityKind::Target)?;
            let end = (at + 2..at + 2 + MAX_WORDS).find(|at| Cue::AntibodyNoun.is(self.words.text(*at)))?;
            return Some((NounPhrase::plain(Name { role: Role::Plain, ..name }, end + 1), Sign::Decreases));
        }
        if !matches!(self.words.text(at), "antibody" | "antibodies") {
            return None;
        }
        let mut next = at + 1;
        while Cue::AntibodyRelative.is(self.words.text(next)) {
            next += 1;
        }
        let opens = Cue::AntibodyPreposition.is(self.words.text(next));
        let next = next + 1 + usize::from(self.words.text(next + 1) == "to");
        let mut name_at = next;
        while matches!(self.words.text(name_at), "the" | "human" | "soluble" | "receptor") {
            name_at += 1;
        }
        // `against the HER2 extracellular domain`.
        let by_name = || {
            let name = self.words.get(name_at)?.name?;
            Some(NounPhrase::plain(Name { role: Role::Plain, ..name }, name_at + 1))
        };
        let object = self.words.noun_phrase(next, Position::Object).or_else(by_name).filter(|_| opens)?;
        let is_blocking = matches!(self.words.text(next - 1), "blocking" | "neutralizing");
        let is_molecule = object.name.kind == EntityKind::Target && object.direction.is_none();
        is_molecule.then(|| (object, if is_blocking { Sign::Decreases } else { sign(at) }))
    }

    /// Returns the index after `cause of` or `risk factor for`, and the direction of the effect on
    /// the following name.
    fn behind_cause(&self, at: usize) -> Option<(usize, Sign)> {
        let word = |ahead: usize| self.words.text(at + ahead);
        match (word(0), word(1), word(2)) {
            (noun, "of", _) if Cue::CausalNoun.is(noun) => Some((at + 2, Sign::Increases)),
            (noun, "in", _) if Cue::CausalNoun.is(noun) => Some((at + 2, Sign::Affects)),
            (noun, "of" | "in", _) if Cue::RegulatorNoun.is(noun) => Some((at + 2, Sign::Affects)),
            ("risk", "factor", "for" | "of") => Some((at + 3, Sign::Increases)),
            (
                "etiologic" | "etiological" | "causal" | "causative" | "contributing",
                "factor",
                "in" | "of" | "for",
            )
            | ("causative", "agent", "of") => Some((at + 3, Sign::Increases)),
            ("protective", "factor", "against" | "for") => Some((at + 3, Sign::Decreases)),
            _ => None,
        }
    }

    /// Reads `X has a protective effect against Y`.
    fn effect_on(&mut self, at: usize, meaning: VerbMeaning) {
        const MAX_WORDS: usize = 4;
        let is_plain = |at: usize| {
            self.words.get(at).is_some_and(|token| token.name.is_none() && !token.stop)
                && !PREPOSITIONS.contains(&self.words.text(at))
        };
        let has = ["has", "have", "had", "exerts", "exerted", "exert", "shows", "showed", "show"];
        let from = at.saturating_sub(MAX_WORDS).max(self.start);
        let helper = (from..at).rev().find(|at| has.contains(&self.words.text(*at)) || !is_plain(*at));
        let Some(helper) = helper.filter(|at| has.contains(&self.words.text(*at))) else { return };
        if (helper..at).any(|at| self.words.text(at) == "no") {
            return;
        }
        let verb = Verb { at: helper, meaning, form: VerbForm::Present, object_at: at + 3 };
        let (Some(phrase), Some(objects)) = (self.verb_phrase(&verb), self.objects(&verb)) else { return };
        let Some((subjects, prefix)) = self.region(phrase.start, Position::Subject) else { return };
        let assertion = self.assertion(&phrase, prefix);
        for subject in &subjects {
            // Protecting a kind of cells increases them, so a decrease is certain only for
            // something bad.
            let is_protection = self.words.text(at) == "protective";
            let is_sure = |object: &&NounPhrase| {
                object.direction.is_none()
                    && object.better.is_none()
                    && (!is_protection || self.words.is_good(object.name) == Some(false))
            };
            for object in objects.iter().filter(is_sure) {
                if let Some(sign) = self.sign(meaning, subject, object) {
                    self.add(*subject, *object, sign, assertion);
                }
            }
        }
    }

    /// Reads `treatment with X was followed by an increase in Y`.
    fn sequel(&mut self, at: usize) {
        let verb =
            Verb { at, meaning: VerbMeaning::AsTheObjectSays, form: VerbForm::Past, object_at: at + 2 };
        let Some(phrase) = self.verb_phrase(&verb).filter(|phrase| phrase.is_passive) else { return };
        let Some((subjects, prefix)) = self.region(phrase.start, Position::Subject) else { return };
        let Some(objects) = self.objects(&verb) else { return };
        let assertion = self.assertion(&phrase, prefix);
        for subject in subjects.iter().filter(|subject| subject.name.kind == EntityKind::Drug) {
            for object in &objects {
                if let Some(sign) = self.sign(VerbMeaning::AsTheObjectSays, subject, object) {
                    self.add(*subject, *object, sign, assertion);
                }
            }
        }
    }

    /// Reads `X was associated with a lower risk of Y`.
    fn association(&mut self, at: usize) {
        let verb = Verb { at, meaning: VerbMeaning::More, form: VerbForm::Past, object_at: at + 2 };
        let Some(phrase) = self.verb_phrase(&verb) else { return };
        if !phrase.is_passive && self.words.text(at) != "correlated" {
            return;
        }
        let inverse = (phrase.start..at).any(|at| matches!(self.words.text(at), "inversely" | "negatively"));
        let Some((subjects, prefix)) = self.region(phrase.start, Position::Subject) else { return };
        let Some(objects) = self.objects(&verb) else { return };
        let assertion = self.assertion(&phrase, prefix);
        for subject in &subjects {
            for object in &objects {
                // In `the disease is linked to smoking`, smoking is the cause.
                if object.name.kind == EntityKind::Drug && subject.name.kind == EntityKind::Condition {
                    continue;
                }
                let is_plain = object.direction.is_none() && object.better.is_none();
                // `associated with survival` does not say whether it is longer.
                let is_open = object.name.kind != EntityKind::Condition
                    || self.words.is_good(object.name) == Some(true);
                let sign = if is_plain && is_open && !inverse {
                    Some(Sign::Affects)
                } else {
                    self.sign(VerbMeaning::More, subject, object)
                };
                if let Some(sign) = sign {
                    self.add(*subject, *object, if inverse { sign.flipped() } else { sign }, assertion);
                }
            }
        }
    }
}
