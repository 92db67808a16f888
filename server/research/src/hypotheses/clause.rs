//! One clause: its words, the names in it, and what it says about them.

use super::relation::{Assertion, Relation, Sign};
use super::wording::*;
use crate::vocabulary::{EntityId, EntityKind, Vocabulary};
use std::ops::Range;

/// How far an object may be from its verb, in words.
const REACH: usize = 9;

/// One word of a clause.
pub(super) struct Word {
    pub(super) text: String,
    pub(super) root: String,
    pub(super) range: Range<usize>,
    /// Whether a hyphen joins it to the word before: `PP-induced`.
    pub(super) joined: bool,
    /// The name that begins or goes on here, by its place in the list of names.
    pub(super) name: Option<usize>,
}

/// A name in a clause: which entity, and its first and last word.
#[derive(Clone, Copy)]
struct Name {
    entity: EntityId,
    kind: EntityKind,
    first: usize,
    last: usize,
}

pub(super) struct Clause {
    words: Vec<Word>,
    names: Vec<Name>,
    supposed: bool,
    better: Vec<EntityId>,
}

impl Clause {
    pub(super) fn of(
        mut words: Vec<Word>,
        mentions: &[crate::vocabulary::Mention],
        vocabulary: &Vocabulary,
    ) -> Clause {
        let mut names: Vec<Name> = Vec::new();
        for mention in mentions {
            let inside =
                |word: &Word| word.range.start >= mention.range.start && word.range.end <= mention.range.end;
            let first = words.iter().position(inside);
            let last = words.iter().rposition(inside);
            if let (Some(first), Some(last), Some(entity)) = (first, last, vocabulary.get(mention.entity)) {
                for word in words.iter_mut().take(last + 1).skip(first) {
                    word.name = Some(names.len());
                }
                names.push(Name { entity: mention.entity, kind: entity.kind, first, last });
            }
        }
        let supposed = words.iter().any(|word| SUPPOSED.contains(&word.text.as_str()));
        let better = names
            .iter()
            .map(|name| name.entity)
            .filter(|id| vocabulary.get(*id).is_some_and(|entity| BETTER.contains(&entity.name.as_str())))
            .collect();
        Clause { words, names, supposed, better }
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.text.as_str())
    }

    /// The direction of the word at a place, where it is one that says a direction and is no part of a name.
    fn direction(&self, at: usize) -> Option<Sign> {
        let word = self.words.get(at).filter(|word| word.name.is_none())?;
        // In `PP-induced damage` acts what stands before the hyphen, and nothing that stands before that.
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        if word.joined
            && PARTICIPLES.contains(&word.text.as_str())
            && before.is_some_and(|word| word.name.is_none())
        {
            return None;
        }
        let root = word.root.as_str();
        if MORE.contains(&root) {
            Some(Sign::Increases)
        } else if LESS.contains(&root) {
            Some(Sign::Decreases)
        } else if SOMETHING.contains(&root) || matches!(word.text.as_str(), "acting" | "acts") {
            Some(Sign::Affects)
        } else {
            None
        }
    }

    /// Whether the word is a noun made of a verb: `activation`, `an increase in`.
    fn is_nominal(&self, at: usize) -> bool {
        let word = self.word(at);
        let next = self.word(at + 1);
        (word.ends_with("ion") || word.ends_with("ment") || word == "blockade" || word == "blocking")
            || (matches!(next, "of" | "in")
                && matches!(
                    word,
                    "increase"
                        | "decrease"
                        | "rise"
                        | "fall"
                        | "decline"
                        | "increases"
                        | "decreases"
                        | "impairment"
                ))
    }

    fn denied(&self, at: usize) -> bool {
        // `neither X nor Y induces Z`: however much stands between.
        let neither = |word: &Word| word.text == "neither";
        if self.words.iter().take(at).any(neither)
            && self.words.iter().take(at).any(|word| word.text == "nor")
        {
            return true;
        }
        (at.saturating_sub(4)..at)
            .rev()
            .take_while(|at| self.words.get(*at).is_none_or(|word| word.name.is_none()))
            .any(|at| {
                let word = self.word(at);
                NOT.contains(&word)
                    || (word == "t" && matches!(self.word(at.saturating_sub(1)), "didn" | "doesn" | "don"))
            })
    }

    fn assertion(&self, at: usize) -> Assertion {
        if self.supposed {
            Assertion::Supposed
        } else if self.denied(at) {
            Assertion::Denied
        } else {
            Assertion::Stated
        }
    }

    /// Whether what a name names is taken away: `AMPK knockdown`, `loss of AMPK`, `blocking AMPK`.
    fn taken_away(&self, name: &Name) -> bool {
        let behind = (name.last + 1..name.last + 3)
            .take_while(|at| self.words.get(*at).is_some_and(|word| word.name.is_none()));
        let behind = behind
            .map(|at| self.word(at))
            .take_while(|word| !matches!(*word, "and" | "or" | "in" | "by" | "of" | "with" | "to"));
        let before = |back: usize| name.first.checked_sub(back).map_or("", |at| self.word(at));
        let mut behind = behind;
        behind.any(|word| WITHOUT.contains(&word) || WITHOUT.contains(&word.trim_end_matches('s')))
            || matches!(before(1), "blocking" | "inhibiting" | "lacking" | "silencing")
            || (before(1) == "of" && WITHOUT.contains(&before(2)))
            || (before(1) == "the" && before(2) == "of" && WITHOUT.contains(&before(3)))
    }

    /// The direction of an effect on an object, with what stands at both.
    fn effect(&self, at: usize, sign: Sign, subject: &Name, object: &Name) -> Sign {
        let mut sign = sign;
        let root = self.words.get(at).map_or("", |word| word.root.as_str());
        if GOOD.contains(&root) {
            let good = object.kind != EntityKind::Condition || self.better.contains(&object.entity);
            sign = if good { Sign::Increases } else { Sign::Decreases };
        }
        if self.taken_away(subject) {
            sign = sign.flipped();
        }
        // `prevents loss of X`, `causes reduced X`: the word before or behind the object turns it once more.
        let turned = (object.first.saturating_sub(2)..object.first)
            .filter(|other| *other > at)
            .any(|other| LESS_OF.contains(&self.word(other)) || matches!(self.word(other), "impaired"))
            || (object.first.saturating_sub(1) > at + 1 && self.taken_away(object) && !self.is_nominal(at))
            || (WITHOUT.contains(&self.word(object.last + 1)) && object.last + 1 != at);
        if turned { sign.flipped() } else { sign }
    }

    fn before(&self, at: usize) -> Option<&Name> {
        self.names.iter().rev().find(|name| name.last < at)
    }

    fn behind(&self, at: usize, reach: usize) -> Option<&Name> {
        self.names.iter().find(|name| name.first > at && name.first <= at + reach)
    }

    /// Everything that the clause says.
    pub(super) fn read(&self) -> Vec<Relation> {
        let mut out = Vec::new();
        // Who acted last: the subject of a second verb behind `and`.
        let mut actor: Option<Name> = None;
        for at in 0..self.words.len() {
            if let Some(relation) = self.joined(at) {
                out.push(relation);
            }
            let compared = self.compared(at);
            if !compared.is_empty() {
                out.extend(compared);
                continue;
            }
            let Some(sign) = self.direction(at) else {
                out.extend(self.independent(at, &out));
                continue;
            };
            let found = if self.is_nominal(at) {
                self.nominal(at, sign)
            } else if self.is_passive(at) {
                self.passive(at, sign)
            } else {
                self.active(at, sign, actor)
            };
            for (subject, object, sign) in found {
                actor = Some(subject);
                let assertion = self.assertion(at);
                out.push(Relation { subject: subject.entity, object: object.entity, sign, assertion });
            }
        }
        out
    }

    /// `X activated Y`; `X … and inhibited Z`; `X reduced Y and Z`.
    fn active(&self, at: usize, sign: Sign, actor: Option<Name>) -> Vec<(Name, Name, Sign)> {
        let second = (at.saturating_sub(3)..at)
            .rev()
            .take_while(|at| self.words.get(*at).is_some_and(|word| word.name.is_none()))
            .any(|at| self.word(at) == "and");
        let subject = match actor.filter(|_| second) {
            Some(actor) => actor,
            None => match self.before(at) {
                // Between the subject and its verb stands no other verb, and not half a sentence.
                Some(name)
                    if at - name.last <= REACH
                        && !(name.last + 1..at)
                            .any(|other| self.direction(other).is_some_and(|_| !self.is_nominal(other))) =>
                {
                    *name
                }
                _ => return Vec::new(),
            },
        };
        // `in mice`, `of patients`: a name behind a preposition does not act.
        if !second
            && matches!(
                self.word(subject.first.saturating_sub(1)),
                "in" | "of" | "for" | "by" | "against" | "from"
            )
            && subject.first > 0
            && !self.taken_away(&subject)
        {
            let Some(real) = self
                .names
                .iter()
                .find(|name| name.first == 0 || (name.first == 1 && name.last < subject.first))
                .filter(|name| name.last < subject.first && at - name.last <= REACH + 4)
            else {
                return Vec::new();
            };
            return self.objects(at, sign, *real);
        }
        self.objects(at, sign, subject)
    }

    fn objects(&self, at: usize, sign: Sign, subject: Name) -> Vec<(Name, Name, Sign)> {
        let mut out = Vec::new();
        let Some(mut object) = self.behind(at, REACH).copied() else { return out };
        // Another verb before the object takes it: `X helped reduce Y` is read at `reduce`.
        if (at + 1..object.first).any(|other| {
            self.direction(other).is_some()
                && !self.is_nominal(other)
                && !LESS_OF.contains(&self.word(other))
                && !MORE_OF.contains(&self.word(other))
        }) || (at + 1..object.first).any(|other| {
            matches!(
                self.word(other),
                "by" | "in" | "with" | "than" | "through" | "via" | "that" | "which" | "of"
            ) && !matches!(
                self.word(other.saturating_sub(1)),
                "expression"
                    | "activity"
                    | "levels"
                    | "level"
                    | "risk"
                    | "production"
                    | "incidence"
                    | "phosphorylation"
                    | "rate"
                    | "associated"
                    | "linked"
                    | "interact"
                    | "interacts"
                    | "acting"
                    | "development"
                    | "progression"
            )
        }) {
            return out;
        }
        loop {
            out.push((subject, object, self.effect(at, sign, &subject, &object)));
            let next = self.names.iter().find(|name| name.first > object.last).copied();
            let Some(next) = next.filter(|next| {
                next.first - object.last <= 3
                    && (object.last + 1..next.first)
                        .all(|at| matches!(self.word(at), "and" | "or" | "the" | "as" | "well" | "both"))
                    && next.first > object.last + 1
            }) else {
                return out;
            };
            object = next;
        }
    }

    fn is_passive(&self, at: usize) -> bool {
        let participle = self.word(at).ends_with("ed") || matches!(self.word(at), "bound");
        participle
            && self.word(at) != "associated"
            && (at.saturating_sub(3)..at).any(|before| BE.contains(&self.word(before)))
            && (at + 1..at + 4)
                .any(|behind| matches!(self.word(behind), "by" | "with" | "after" | "following"))
    }

    /// `Y was inhibited by X`.
    fn passive(&self, at: usize, sign: Sign) -> Vec<(Name, Name, Sign)> {
        let (Some(object), Some(subject)) = (self.before(at), self.behind(at, 7)) else { return Vec::new() };
        let near = at - object.last <= 5;
        if near { vec![(*subject, *object, self.effect(at, sign, subject, object))] } else { Vec::new() }
    }

    /// `inhibition of Y by X`, `X … through activation of Y`.
    fn nominal(&self, at: usize, sign: Sign) -> Vec<(Name, Name, Sign)> {
        if !matches!(self.word(at + 1), "of" | "in") {
            return Vec::new();
        }
        let Some(object) = self.behind(at, 6) else { return Vec::new() };
        let agent = self.names.iter().find(|name| {
            name.first > object.last
                && name.first - object.last <= 5
                && (object.last + 1..name.first)
                    .any(|at| matches!(self.word(at), "by" | "with" | "after" | "following"))
        });
        if let Some(agent) = agent {
            return vec![(*agent, *object, self.effect(at, sign, agent, object))];
        }
        let through = (at.saturating_sub(3)..at).any(|before| {
            matches!(
                self.word(before),
                "through"
                    | "via"
                    | "by"
                    | "to"
                    | "in"
                    | "with"
                    | "causes"
                    | "caused"
                    | "produced"
                    | "showed"
                    | "shows"
            )
        });
        match self.names.first().filter(|name| through && name.last < at) {
            Some(first) => vec![(*first, *object, self.effect(at, sign, first, object))],
            None => Vec::new(),
        }
    }

    /// `X-induced Y`.
    fn joined(&self, at: usize) -> Option<Relation> {
        let word = self.word(at);
        if !PARTICIPLES.contains(&word) {
            return None;
        }
        let subject = self.names.iter().find(|name| name.last + 1 == at)?;
        let touches = self
            .words
            .get(subject.last)
            .zip(self.words.get(at))
            .is_some_and(|(left, right)| right.range.start == left.range.end + 1);
        let object = self.names.iter().find(|name| name.first > at && name.first <= at + 3)?;
        let hyphen = touches && word != "activated";
        if !hyphen || BE.contains(&self.word(at + 1)) {
            return None;
        }
        let sign =
            if matches!(word, "induced" | "stimulated" | "driven") { Sign::Increases } else { Sign::Affects };
        Some(Relation {
            subject: subject.entity,
            object: object.entity,
            sign: self.effect(at, sign, subject, object),
            assertion: self.assertion(at),
        })
    }

    /// `those on X had fewer Y`, `X was associated with lower Y`.
    fn compared(&self, at: usize) -> Vec<Relation> {
        let word = self.word(at);
        let sign = if MORE_OF.contains(&word) {
            Sign::Increases
        } else if LESS_OF.contains(&word) {
            Sign::Decreases
        } else {
            return Vec::new();
        };
        let opened = (at.saturating_sub(4)..at).any(|before| {
            matches!(self.word(before), "had" | "have" | "has" | "showed" | "shows" | "with" | "experienced")
        });
        let (Some(subject), Some(object)) = (self.before(at), self.behind(at, 6)) else { return Vec::new() };
        if !opened || at - subject.last > REACH {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut object = *object;
        loop {
            out.push(Relation {
                subject: subject.entity,
                object: object.entity,
                sign: self.effect(at, sign, subject, &object),
                assertion: self.assertion(at),
            });
            let next = self
                .names
                .iter()
                .find(|name| {
                    name.first > object.last
                        && name.first - object.last <= 3
                        && self.word(name.first - 1) == "and"
                })
                .copied();
            match next {
                Some(next) => object = next,
                None => return out,
            }
        }
    }

    /// `X inhibits Y independently of Z`: that Z stands between them is denied.
    fn independent(&self, at: usize, said: &[Relation]) -> Option<Relation> {
        if !matches!(self.word(at), "independently" | "independent") || self.word(at + 1) != "of" {
            return None;
        }
        let between = self.behind(at, 6)?;
        let last = said.last().filter(|relation| relation.assertion == Assertion::Stated)?;
        Some(Relation {
            subject: between.entity,
            object: last.object,
            sign: last.sign,
            assertion: Assertion::Denied,
        })
    }
}
