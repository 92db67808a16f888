//! Reads one clause: who acts on whom, if subject, verb, object and direction are all certain.

mod agents;
mod comparisons;
mod dependence;
mod direction;
mod effectiveness;
mod light_verbs;
mod nouns;
mod roles;
mod subjects;

use super::lexicon::grammar::*;
use super::lexicon::nouns::*;
use super::lexicon::verbs::*;
use super::phrase::{NounPhrase, Position, Words, is_singular_verb};
use super::relation::{Assertion, Relation, Sign};
use super::tokens::{Name, Role};
use crate::cues::Cue;
use crate::vocabulary::EntityKind;

/// The maximum number of words between a passive verb and its agent: `was inhibited in mice by`.
const MAX_WORDS_TO_AGENT: usize = 6;

/// The maximum number of words between an object and the second verb of its subject: `and`,
/// adverbs, the place and the population.
const MAX_WORDS_TO_SECOND_VERB: usize = 12;

/// A verb phrase: the auxiliaries of a verb, and whether they negate it or make it a supposition.
struct VerbPhrase {
    /// The first auxiliary, or the verb itself.
    start: usize,
    is_denied: bool,
    is_supposed: bool,
    is_passive: bool,
}

/// A verb with its meaning and the start of its object.
#[derive(Clone, Copy)]
struct Verb {
    at: usize,
    meaning: VerbMeaning,
    form: VerbForm,
    object_at: usize,
}

/// The actor of a clause.
#[derive(Clone)]
struct Actor {
    phrases: Vec<NounPhrase>,
    /// The index after the object of the actor's last verb.
    end: usize,
    /// Whether the actor's last verb was in the present tense.
    is_present: bool,
}

/// A clause of a sentence.
pub(super) struct Clause<'a> {
    words: &'a Words<'a>,
    start: usize,
    end: usize,
    out: Vec<Relation>,
}

/// Reads the relations in the words from `start` to `end`.
pub(super) fn read(words: &Words<'_>, start: usize, end: usize) -> Vec<Relation> {
    let mut clause = Clause { words, start, end, out: Vec::new() };
    clause.read_verbs();
    clause.read_nominal();
    clause.read_roles();
    clause.read_copulas();
    clause.read_agents();
    clause.read_parts_played();
    clause.read_uses();
    clause.read_dependence();
    clause.read_comparisons();
    clause.read_effectiveness();
    clause.read_how_many();
    clause.out
}

impl Clause<'_> {
    fn add(&mut self, subject: NounPhrase, object: NounPhrase, sign: Sign, assertion: Assertion) {
        self.add_induced(&object);
        self.add_induced(&subject);
        // An effect of an inhibitor on a disease does not show the effect of its target.
        let is_of_the_agent = subject.is_agent && object.name.kind == EntityKind::Condition;
        if subject.name.entity != object.name.entity && !is_of_the_agent {
            let (subject, object) = (subject.name.entity, object.name.entity);
            self.out.push(Relation { subject, object, sign, assertion });
        }
    }

    /// Adds the relation that a noun phrase contains: `ethanol-induced liver injury`.
    fn add_induced(&mut self, phrase: &NounPhrase) {
        if let Some(inducer) = phrase.inducer.filter(|inducer| inducer.entity != phrase.name.entity)
            && phrase.direction.is_none()
            && phrase.better.is_none()
            && !self.words.is_cell(phrase.name)
            && !self.is_only_possible(phrase.end, inducer)
            && !self.is_of_another_drug(phrase, inducer)
        {
            self.out.push(Relation {
                subject: inducer.entity,
                object: phrase.name.entity,
                sign: Sign::Increases,
                assertion: Assertion::Stated,
            });
        }
    }

    /// Returns whether the process that a drug induces is only the object of another drug; the
    /// sentence is then about the other drug.
    fn is_of_another_drug(&self, phrase: &NounPhrase, inducer: Name) -> bool {
        phrase.name.kind != EntityKind::Condition
            && inducer.kind == EntityKind::Drug
            && (self.start..phrase.end).any(|at| {
                self.words.get(at).and_then(|token| token.name).is_some_and(|name| {
                    name.kind == EntityKind::Drug && name.entity != inducer.entity && name.role == Role::Plain
                })
            })
    }

    /// Returns whether the effect of an inducer is only a possibility: `the risk of X-induced Y`,
    /// `suspected X-induced Y`, `the results were sensitive to X-induced Y`.
    fn is_only_possible(&self, end: usize, inducer: Name) -> bool {
        const MAX_WORDS_BEFORE: usize = 3;
        let is_inducer = |at: &usize| {
            self.words
                .get(*at)
                .and_then(|token| token.name)
                .is_some_and(|name| name.role == Role::Inducer && name.entity == inducer.entity)
        };
        let Some(at) = (self.start..end).rev().find(is_inducer) else { return false };
        let near = at.saturating_sub(MAX_WORDS_BEFORE).max(self.start)..at;
        near.clone().any(|at| POSSIBILITY_WORDS.contains(&self.words.text(at)))
            || near.into_iter().any(|at| self.words.text(at) == "sensitive")
                && (self.start..at).any(|at| CALCULATED_NOUNS.contains(&self.words.text(at)))
    }

    /// Returns the verb at a position.
    fn verb(&self, at: usize) -> Option<Verb> {
        let word = self.words.text(at);
        // In `decreases in X`, `decreases` is a noun.
        if word.ends_with('s')
            && effect_noun(word).is_some()
            && matches!(self.words.text(at + 1), "in" | "of")
        {
            return None;
        }
        // `binds covalently to Y`.
        let preposition = (at + 1..at + 3).find(|at| !is_adverb(self.words.text(*at))).unwrap_or(at + 1);
        for (forms, prepositions, meaning) in PREPOSITIONAL_VERBS {
            if forms.contains(&word) && prepositions.contains(&self.words.text(preposition)) {
                return Some(Verb {
                    at,
                    meaning: *meaning,
                    form: VerbForm::Past,
                    object_at: preposition + 1,
                });
            }
        }
        let is_leading = matches!((word, self.words.text(at + 1)), ("leading", "to") | ("resulting", "in"));
        let is_acting = matches!(
            (word, self.words.text(at + 1)),
            ("binding", "to" | "with") | ("acting", "on" | "at" | "upon" | "via" | "through")
        );
        if is_acting {
            return Some(Verb {
                at,
                meaning: VerbMeaning::Something,
                form: VerbForm::Gerund,
                object_at: at + 2,
            });
        }
        if is_leading {
            return Some(Verb { at, meaning: VerbMeaning::More, form: VerbForm::Gerund, object_at: at + 2 });
        }
        if let Some(verb) = self.light_verb(at) {
            return Some(verb);
        }
        let (meaning, form) = verb(word)?;
        // `protected neurons from apoptosis`.
        if word.starts_with("protect") {
            let from = (at + 1..at + 6).find(|at| matches!(self.words.text(*at), "against" | "from"))?;
            return Some(Verb { at, meaning: VerbMeaning::Less, form, object_at: from + 1 });
        }
        Some(Verb { at, meaning, form, object_at: at + 1 })
    }

    /// Returns the verb phrase of a verb; `None` if it is not the verb of a sentence.
    fn verb_phrase(&self, verb: &Verb) -> Option<VerbPhrase> {
        let mut out = VerbPhrase { start: verb.at, is_denied: false, is_supposed: false, is_passive: false };
        let mut behind_to = false;
        while out.start > self.start {
            if self.words.get(out.start).is_some_and(|token| token.comma || token.stop || token.joined) {
                break;
            }
            let before = out.start - 1;
            let word = self.words.text(before);
            // `hardly reduced`, `did not only reduce`: neither stated nor denied.
            let is_half_denied = matches!(word, "hardly" | "barely" | "scarcely" | "rarely" | "seldom")
                || (word == "not"
                    && matches!(self.words.text(out.start), "only" | "just" | "merely" | "always"));
            if is_half_denied {
                return None;
            }
            if matches!(word, "not" | "never" | "t" | "neither") {
                out.is_denied = true;
            } else if MODALS.contains(&word) {
                out.is_supposed = true;
            } else if word == "to" {
                let licence = self.words.text(before.checked_sub(1)?);
                if DENIED_BEFORE_TO.contains(&licence) {
                    out.is_denied = true;
                } else if SUPPOSED_BEFORE_TO.contains(&licence) {
                    out.is_supposed = true;
                } else if licence.is_empty() && self.is_found_to(before) {
                    // `we found X to inhibit Y`.
                    out.is_passive = false;
                    out.start = before;
                    return Some(out);
                } else if !STATED_BEFORE_TO.contains(&licence) {
                    return None;
                }
                behind_to = true;
                out.is_passive = false;
                out.start = before - 1;
                continue;
            } else if AUXILIARIES.contains(&word) {
                out.is_passive |= FORMS_OF_BE.contains(&word) && !behind_to;
            } else if !is_adverb(word) {
                break;
            }
            out.start = before;
        }
        Some(out)
    }

    fn read_verbs(&mut self) {
        let mut actor: Option<Actor> = None;
        let mut at = self.start;
        while at < self.end {
            let Some(verb) = self.verb(at) else {
                at += 1;
                continue;
            };
            at += 1;
            if self.words.get(verb.at).is_some_and(|token| token.joined) {
                continue;
            }
            let found = match verb.form {
                VerbForm::Gerund => self.gerund(&verb, actor.as_ref()),
                _ => self.finite(&verb, actor.as_ref()),
            };
            if let Some(found) = found {
                at = at.max(found.end);
                actor = Some(found);
            }
        }
    }

    /// Reads a finite verb: active, or passive with the agent after it.
    fn finite(&mut self, verb: &Verb, actor: Option<&Actor>) -> Option<Actor> {
        let phrase = self.verb_phrase(verb)?;
        if phrase.is_passive {
            return if verb.form == VerbForm::Past { self.passive(verb, &phrase) } else { None };
        }
        // `the reduced inflammation`, `with reduced inflammation`: not a verb.
        if phrase.start == verb.at
            && (is_determiner(self.words.text(verb.at.wrapping_sub(1)))
                || (verb.form == VerbForm::Past
                    && PREPOSITIONS.contains(&self.words.text(verb.at.wrapping_sub(1)))))
        {
            return self.with_direction(verb, actor);
        }
        // In `by promoting increased X` the participle only describes X.
        let is_participle_of_object = phrase.start == verb.at
            // `X silencing suppressed Y`: a noun.
            && !REMOVAL_SUFFIXES.contains(&self.words.text(verb.at.wrapping_sub(1)))
            && verb.form == VerbForm::Past
            && verb
                .at
                .checked_sub(1)
                .and_then(|before| self.verb(before))
                .is_some_and(|before| before.form == VerbForm::Gerund);
        if is_participle_of_object {
            return None;
        }
        // `X prevents Y, and reduced Z`: a participle, not a second verb in another tense.
        let is_of_another_tense = verb.form == VerbForm::Past
            && phrase.start == verb.at
            && matches!(self.words.text(verb.at.wrapping_sub(1)), "and" | "or")
            && actor.is_some_and(|actor| actor.is_present);
        if is_of_another_tense {
            return None;
        }
        let (subjects, prefix_end) = self.subject(phrase.start, actor)?;
        let Some(objects) = self.objects(verb) else {
            return self.actor_of_unnamed_object(verb, &phrase, subjects);
        };
        let assertion = self.assertion(&phrase, prefix_end);
        let end = objects.last()?.end;
        let meaning = self.meaning(verb, &phrase);
        for subject in &subjects {
            // A population that lacks something and develops a condition has it because of the
            // lack.
            let is_developed =
                self.words.text(verb.at).starts_with("develop") && subject.name.role == Role::Lacking;
            let meaning = if is_developed { VerbMeaning::More } else { meaning };
            // In `macrophages had increased Y`, the macrophages do not cause the increase.
            if meaning == VerbMeaning::AsTheObjectSays
                && subject.direction.is_none()
                && !matches!(subject.name.kind, EntityKind::Drug | EntityKind::Condition)
            {
                continue;
            }
            for object in &objects {
                if let Some(sign) = self.sign(meaning, subject, object) {
                    self.add(*subject, *object, sign, assertion);
                }
            }
        }
        Some(Actor { phrases: subjects, end, is_present: verb.form == VerbForm::Present })
    }

    /// Returns the actor for the verb after an object without a known name:
    /// `X accelerates paralysis, shortens Y`. Returns `None` unless both verbs are in the present
    /// tense and the same number, so that neither can be a participle, or the sentence has the same
    /// meaning whether the second is a participle or not.
    fn actor_of_unnamed_object(
        &self,
        verb: &Verb,
        phrase: &VerbPhrase,
        phrases: Vec<NounPhrase>,
    ) -> Option<Actor> {
        // `exhibits no effect by inhibiting Y`.
        if self.words.text(verb.object_at) == "no" {
            return None;
        }
        let second = (verb.object_at..self.end.min(verb.object_at + MAX_WORDS_TO_SECOND_VERB))
            .take_while(|at| !self.words.get(*at).is_some_and(|token| token.stop))
            .find_map(|at| self.verb(at))?;
        let is_singular = |verb: &Verb| self.words.text(verb.at).ends_with('s');
        let is_present = |verb: &Verb| verb.form == VerbForm::Present;
        let is_pair = is_present(verb) && is_present(&second) && is_singular(verb) == is_singular(&second);
        // `improved alertness but increased anxiety`, `caused nausea and lowered X`: in the second
        // example, `lowered X` may itself be the object, but the relation to X is the same.
        let joins = (verb.object_at..second.at).rev().find(|at| !is_adverb(self.words.text(*at)));
        let join = joins.map_or("", |at| self.words.text(at));
        let is_same_either_way = verb.form == VerbForm::Past
            && second.form == VerbForm::Past
            && (join == "but"
                || join == "and"
                    && matches!(verb.meaning, VerbMeaning::More | VerbMeaning::Better)
                    && matches!(second.meaning, VerbMeaning::More | VerbMeaning::Less));
        // `X prolongs repolarisation, leading to Y`.
        let is_result = second.form == VerbForm::Gerund && join != "and" && join != "or";
        let is_sure = phrase.start == verb.at && (is_pair || is_same_either_way || is_result);
        is_sure.then_some(Actor { phrases, end: verb.object_at, is_present: verb.form == VerbForm::Present })
    }

    /// Reads `…, with decreased adipogenesis` as an effect of the preceding actor.
    fn with_direction(&mut self, verb: &Verb, actor: Option<&Actor>) -> Option<Actor> {
        let before = verb.at.checked_sub(1)?;
        let actor = actor?.clone();
        let opens =
            self.words.text(before) == "with" && self.words.get(before).is_some_and(|token| token.comma);
        if !opens || before > actor.end + MAX_WORDS_TO_SECOND_VERB {
            return None;
        }
        let objects = self.words.list(verb.at, Position::Object);
        let end = objects.last()?.end;
        for subject in &actor.phrases {
            for object in &objects {
                if let Some(sign) = self.sign(VerbMeaning::AsTheObjectSays, subject, object) {
                    self.add(*subject, *object, sign, Assertion::Stated);
                }
            }
        }
        Some(Actor { end, ..actor })
    }

    /// Reads `by inhibiting X`, `thereby reducing Y`, `rather than inducing Z` as effects of the
    /// preceding actor.
    fn gerund(&mut self, verb: &Verb, actor: Option<&Actor>) -> Option<Actor> {
        let actor = self
            .actor_of_works_by(verb)
            .or_else(|| actor.cloned())
            .or_else(|| self.actor_at_the_beginning(verb))?;
        let mut before = verb.at.checked_sub(1)?;
        while is_adverb(self.words.text(before))
            && !matches!(self.words.text(before), "thereby" | "thus" | "rather" | "hence")
        {
            before = before.checked_sub(1)?;
        }
        if before > actor.end + MAX_WORDS_TO_SECOND_VERB {
            return None;
        }
        let assertion = match (self.words.text(before.wrapping_sub(1)), self.words.text(before)) {
            ("rather", "than") | ("instead", "of") | (_, "without") => Assertion::Denied,
            (_, "by" | "through" | "via" | "thereby" | "thus" | "hence" | "while") => Assertion::Stated,
            // `by inhibiting X and decreasing Y`.
            (_, "and") if before == actor.end && verb.meaning != VerbMeaning::AsTheObjectSays => {
                Assertion::Stated
            }
            _ if self.words.get(verb.at).is_some_and(|token| token.comma)
                && verb.meaning != VerbMeaning::AsTheObjectSays =>
            {
                Assertion::Stated
            }
            _ => return None,
        };
        let objects = self.objects(verb)?;
        let end = objects.last()?.end;
        for subject in &actor.phrases {
            for object in &objects {
                if let Some(sign) = self.sign(verb.meaning, subject, object) {
                    self.add(*subject, *object, sign, assertion);
                }
            }
        }
        Some(Actor { end, ..actor })
    }

    /// Returns the meaning of a verb with its adverb: `negatively regulates` is a decrease.
    fn meaning(&self, verb: &Verb, phrase: &VerbPhrase) -> VerbMeaning {
        let has = |adverb: &str| (phrase.start..verb.at).any(|at| self.words.text(at) == adverb);
        match verb.meaning {
            VerbMeaning::Something if has("negatively") => VerbMeaning::Less,
            VerbMeaning::Something if has("positively") => VerbMeaning::More,
            meaning => meaning,
        }
    }

    /// Returns the actor in `Y works by blocking X`; `None` if no such words precede the gerund.
    fn actor_of_works_by(&self, verb: &Verb) -> Option<Actor> {
        let by = verb.at.checked_sub(1).filter(|at| self.words.text(*at) == "by")?;
        let mut works = by.checked_sub(1)?;
        // `exerts its effect by blocking X`.
        let is_effect =
            |at: usize| matches!(self.words.text(at), "effect" | "effects" | "action" | "actions");
        let is_exerted = |at: usize| matches!(self.words.text(at), "exerts" | "exert" | "exerted");
        let exerted = (works.saturating_sub(3)..works).find(|at| is_exerted(*at));
        match exerted.filter(|_| is_effect(works)) {
            Some(exerted) => works = exerted,
            None if matches!(
                self.words.text(works),
                "works" | "work" | "worked" | "acts" | "act" | "acted" | "functions"
            ) => {}
            None => return None,
        }
        let found = self.region(works, Position::Subject).or_else(|| self.examples(works));
        Some(Actor { phrases: found?.0, end: works, is_present: false })
    }

    /// Returns the actor at the beginning of the clause if its verb was not read: `Lithium shows such effects by
    /// inhibiting Y`. `None` unless everything in between is certainly about it.
    fn actor_at_the_beginning(&self, gerund: &Verb) -> Option<Actor> {
        const MAX_WORDS: usize = 25;
        let is_means =
            matches!(self.words.text(gerund.at.checked_sub(1)?), "by" | "via" | "through" | "thereby");
        let (phrases, _) = self.opening_actor(gerund.at.saturating_sub(1)).filter(|_| is_means)?;
        let end = phrases.last()?.end;
        (gerund.at - end <= MAX_WORDS).then_some(Actor { phrases, end: gerund.at - 1, is_present: false })
    }

    /// Returns the noun phrases at the beginning of a clause, if a predicate follows directly and nothing up to `end`
    /// is denied, supposed or about another drug.
    pub(in crate::hypotheses) fn opening_actor(&self, end: usize) -> Option<(Vec<NounPhrase>, usize)> {
        let mut at = self.start;
        while is_adverb(self.words.text(at)) || matches!(self.words.text(at), "that" | "as" | "and") {
            at += 1;
        }
        let phrases = self.words.list(at, Position::Subject);
        let last = phrases.last()?.end;
        let word = self.words.text(last);
        let is_predicate = self.verb(last).is_some_and(|verb| verb.form != VerbForm::Gerund)
            || is_singular_verb(word)
            || Cue::ActingVerb.is(word)
            || matches!(word, "has" | "have" | "had");
        let is_comma = self.words.get(last).is_some_and(|token| token.comma);
        let is_actor = |one: &NounPhrase| {
            one.direction.is_none()
                && !one.is_agent
                && matches!(one.name.kind, EntityKind::Drug | EntityKind::Target)
        };
        let is_other = |at: usize| {
            let word = self.words.text(at);
            let is_drug = self
                .words
                .get(at)
                .and_then(|token| token.name)
                .is_some_and(|name| name.kind == EntityKind::Drug && name.role == Role::Plain);
            is_drug
                || MODALS.contains(&word)
                || DENYING_WORDS.contains(&word)
                || matches!(word, "which" | "who" | "than" | "whether" | "if" | "that")
                || self.words.get(at).is_some_and(|token| token.stop)
        };
        let is_sure = is_predicate && !is_comma && phrases.iter().all(is_actor) && !(last..end).any(is_other);
        let is_hedged = |at: usize| {
            let word = self.words.text(at);
            HEDGE_BEGINNINGS.iter().any(|beginning| {
                if beginning.len() < 6 { word == *beginning } else { word.starts_with(beginning) }
            })
        };
        (is_sure && last < end && !(self.start..end).any(is_hedged)).then_some((phrases, at))
    }

    /// Returns the objects of a verb.
    fn objects(&self, verb: &Verb) -> Option<Vec<NounPhrase>> {
        let mut at = verb.object_at;
        while is_adverb(self.words.text(at)) && !matches!(self.words.text(at), "more" | "rather") {
            at += 1;
        }
        if self.words.get(at).is_some_and(|token| token.comma || token.stop) {
            return None;
        }
        // `had no effect on`.
        let is_nothing = self.words.text(at) == "no";
        if is_nothing {
            return None;
        }
        let mut objects = self.words.list(at, Position::Object);
        if objects.is_empty()
            && let Some(next) = self.words.behind_unknown(at)
        {
            objects = self.words.list(next, Position::Object);
        }
        let first = objects.first()?;
        // `reduced inflammation was seen`: the word before it was not a verb.
        if objects.last().is_some_and(|last| self.is_helped(last.end)) {
            return None;
        }
        let last = objects.last()?;
        let is_nowhere = self.words.text(last.end) == "in" && self.words.text(last.end + 1) == "no";
        // `caused less bleeding than Y` compares two causes of bleeding.
        let is_compared = verb.meaning == VerbMeaning::More
            && matches!(self.words.text(at), "less" | "fewer" | "lower" | "more" | "smaller" | "greater")
            && (last.end..self.end).any(|at| {
                self.words.text(at) == "than"
                    && (at..self.end).any(|at| self.words.get(at).is_some_and(|token| token.name.is_some()))
            });
        // `prevents X from binding to Y` is about the binding.
        let is_kept_from =
            self.words.text(last.end) == "from" && self.words.text(last.end + 1).ends_with("ing");
        (first.end <= self.end && !is_nowhere && !is_compared && !is_kept_from).then_some(objects)
    }

    fn is_helped(&self, at: usize) -> bool {
        let word = self.words.text(at);
        let goes_on = self.words.get(at).is_some_and(|token| !token.comma && !token.stop);
        goes_on && (AUXILIARIES.contains(&word) || MODALS.contains(&word))
    }

    /// Reads a passive clause: `Y was inhibited by X`.
    fn passive(&mut self, verb: &Verb, phrase: &VerbPhrase) -> Option<Actor> {
        // A treated condition has not necessarily decreased.
        if self.words.text(verb.at) == "treated" {
            return None;
        }
        let (objects, prefix_end) = self.region(phrase.start, Position::Object)?;
        let behind = (verb.at + 1..self.end.min(verb.at + 1 + MAX_WORDS_TO_AGENT))
            .take_while(|at| !self.words.get(*at).is_some_and(|token| token.stop))
            .find(|at| self.words.text(*at) == "by");
        let (agent_at, is_agent) = match behind {
            Some(at) => (at + 1, true),
            // `was reduced after X`, where X is a drug.
            None => match self.words.text(verb.at + 1) {
                "after" | "following" | "with" | "upon" | "under" | "in" | "among" => (verb.at + 2, false),
                _ => return None,
            },
        };
        let between = (verb.at + 1..agent_at).any(|at| self.verb(at).is_some());
        if between {
            return None;
        }
        // `was reduced by 30% in patients treated with X`: `by` introduces an amount, not an agent.
        let (agent_at, is_agent) = if is_agent && is_number(self.words.text(agent_at)) {
            (self.behind_amount(agent_at)?, false)
        } else {
            (agent_at, is_agent)
        };
        let agents = self.words.list(agent_at, Position::Subject);
        if !is_agent && agents.iter().any(|agent| agent.name.kind != EntityKind::Drug) {
            return None;
        }
        let assertion = self.assertion(phrase, prefix_end);
        let meaning = self.meaning(verb, phrase);
        for subject in &agents {
            for object in &objects {
                if let Some(sign) = self.sign(meaning, subject, object) {
                    self.add(*subject, *object, sign, assertion);
                }
            }
        }
        // The object of a passive clause is the subject of no further verb.
        None
    }
}
