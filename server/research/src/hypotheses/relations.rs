//! What one sentence says about two named things: who acts on whom, in which direction, and whether it is said at
//! all, denied, or only supposed.
//!
//! Patterns of active, passive and nominal wording over names of the [`Vocabulary`]. They find what is said plainly
//! and pass over the rest: a sentence that is not understood says nothing.

use crate::vocabulary::{EntityId, Kind, Vocabulary, words};
use referee_text::stem;
use std::ops::Range;

/// The direction of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// More of one is more of the other.
    Increases,
    /// More of one is less of the other.
    Decreases,
    /// Something has to do with something; in which direction is not said.
    Affects,
}

impl Sign {
    /// The verb for it.
    #[must_use]
    pub fn verb(self) -> &'static str {
        match self {
            Sign::Increases => "increases",
            Sign::Decreases => "decreases",
            Sign::Affects => "affects",
        }
    }

    /// The direction of two effects in a row.
    #[must_use]
    pub fn then(self, next: Sign) -> Sign {
        match (self, next) {
            (Sign::Affects, _) | (_, Sign::Affects) => Sign::Affects,
            (a, b) if a == b => Sign::Increases,
            _ => Sign::Decreases,
        }
    }

    fn flipped(self) -> Sign {
        match self {
            Sign::Increases => Sign::Decreases,
            Sign::Decreases => Sign::Increases,
            Sign::Affects => Sign::Affects,
        }
    }
}

/// How a sentence says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assertion {
    /// It says so.
    Stated,
    /// It says that it is not so.
    Denied,
    /// It supposes, asks or aims to find out.
    Supposed,
}

/// What a sentence says about two things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// What acts.
    pub subject: EntityId,
    /// What is acted on.
    pub object: EntityId,
    /// In which direction.
    pub sign: Sign,
    /// Whether it is said, denied or supposed.
    pub assertion: Assertion,
}

/// Roots of words that say more.
const MORE: &[&str] = &[
    "activ",
    "stimul",
    "increas",
    "enhanc",
    "promot",
    "induc",
    "upregul",
    "elev",
    "rais",
    "augment",
    "potenti",
    "restor",
    "trigger",
    "caus",
    "produc",
    "facilit",
    "acceler",
    "boost",
    "evok",
    "elicit",
    "improv",
    "preserv",
    "rose",
    "rise",
    "support",
    "exacerb",
    "aggrav",
    "worsen",
    "predispos",
];

/// Roots of words that say less.
const LESS: &[&str] = &[
    "inhibit",
    "suppress",
    "reduc",
    "reduction",
    "decreas",
    "lower",
    "attenu",
    "block",
    "blockad",
    "prevent",
    "impair",
    "downregul",
    "diminish",
    "abolish",
    "abrog",
    "amelior",
    "allevi",
    "protect",
    "delay",
    "slow",
    "antagon",
    "limit",
    "repress",
    "revers",
    "lessen",
    "mitig",
    "disrupt",
    "depress",
    "fell",
    "fall",
    "declin",
    "counteract",
    "curb",
    "halt",
];

/// Roots of words that say that there is something, and not in which direction.
const SOMETHING: &[&str] = &[
    "regul", "modul", "affect", "influenc", "target", "bind", "associ", "link", "correl", "alter", "interact",
];

/// Roots of words that say something good: of a condition they say less, of a function more.
const GOOD: &[&str] = &["improv", "amelior", "allevi", "restor", "protect", "preserv"];

/// Conditions and outcomes of which more is better.
const BETTER: &[&str] = &["cognition", "memory", "quality of life"];

/// Comparatives before an outcome.
const MORE_OF: &[&str] = &["higher", "more", "greater", "increased", "elevated", "raised"];
const LESS_OF: &[&str] = &["lower", "fewer", "less", "reduced", "decreased", "smaller"];

/// Words that take away what they stand at: `AMPK knockdown`, `loss of AMPK`.
const WITHOUT: &[&str] = &[
    "inhibitor",
    "inhibition",
    "knockdown",
    "knockout",
    "deficiency",
    "deficient",
    "deletion",
    "silencing",
    "loss",
    "lack",
    "absence",
    "blockade",
    "depletion",
    "antagonist",
    "null",
    "ablation",
    "blocking",
    "inhibiting",
    "lacking",
    "degradation",
    "disruption",
    "suppression",
];

const NOT: &[&str] = &[
    "not",
    "no",
    "never",
    "neither",
    "nor",
    "without",
    "failed",
    "fails",
    "fail",
    "cannot",
    "unable",
    "independently",
    "independent",
    "unlikely",
];

const SUPPOSED: &[&str] = &[
    "may",
    "might",
    "could",
    "whether",
    "hypothesized",
    "hypothesised",
    "hypothesize",
    "hypothesis",
    "possible",
    "possibly",
    "potential",
    "potentially",
    "investigate",
    "investigated",
    "examine",
    "examined",
    "aim",
    "aimed",
    "determine",
    "tested",
    "explore",
    "explored",
    "if",
    "would",
    "unknown",
    "unclear",
    "speculate",
    "propose",
    "proposed",
    "evaluate",
    "evaluated",
    "assess",
    "assessed",
    "objective",
    "purpose",
    "thought",
    "believed",
];

/// Words at which a clause ends.
const BREAKS: &[&str] =
    &["but", "whereas", "while", "although", "however", "though", "because", "until", "unless"];

const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being", "get", "got"];

/// How far an object may be from its verb, in words.
const REACH: usize = 9;

/// The most words of a sentence that are looked at.
const LONGEST: usize = 160;

/// One word of a clause.
struct Word {
    text: String,
    root: String,
    range: Range<usize>,
    /// The name that begins or goes on here, by its place in the list of names.
    name: Option<usize>,
}

/// A name in a clause: which entity, and its first and last word.
#[derive(Clone, Copy)]
struct Name {
    entity: EntityId,
    kind: Kind,
    first: usize,
    last: usize,
}

/// What a sentence says about the things that it names; each pair once.
#[must_use]
pub fn relations(sentence: &str, vocabulary: &Vocabulary) -> Vec<Relation> {
    let mut out: Vec<Relation> = Vec::new();
    let mentions = vocabulary.mentions(sentence);
    if mentions.len() < 2 {
        return out;
    }
    let asks = sentence.trim_end().ends_with('?');
    let all: Vec<Word> = words(sentence)
        .into_iter()
        .take(LONGEST)
        .map(|(_, range)| {
            let text = sentence.get(range.clone()).unwrap_or_default().to_lowercase();
            Word { root: stem::root(&text), text, range, name: None }
        })
        .collect();
    for clause in clauses(sentence, all) {
        let clause = Clause::of(clause, &mentions, vocabulary);
        for mut relation in clause.read() {
            if relation.subject == relation.object {
                continue;
            }
            if asks && relation.assertion == Assertion::Stated {
                relation.assertion = Assertion::Supposed;
            }
            let same =
                |known: &Relation| known.subject == relation.subject && known.object == relation.object;
            match out.iter_mut().find(|known| same(known)) {
                // A direction says more than that there is something.
                Some(known) if known.sign == Sign::Affects && relation.sign != Sign::Affects => {
                    *known = relation
                }
                Some(_) => {}
                None => out.push(relation),
            }
        }
    }
    out
}

/// The words of a sentence, clause by clause.
fn clauses(sentence: &str, words: Vec<Word>) -> Vec<Vec<Word>> {
    let mut out = vec![Vec::new()];
    let mut end = 0;
    for word in words {
        let gap = sentence.get(end..word.range.start).unwrap_or_default();
        end = word.range.end;
        if (gap.contains([';', ':', '(', ')']) || BREAKS.contains(&word.text.as_str()))
            && out.last().is_some_and(|clause: &Vec<Word>| !clause.is_empty())
        {
            out.push(Vec::new());
        }
        if let Some(clause) = out.last_mut() {
            clause.push(word);
        }
    }
    out
}

struct Clause {
    words: Vec<Word>,
    names: Vec<Name>,
    supposed: bool,
    better: Vec<EntityId>,
}

impl Clause {
    fn of(mut words: Vec<Word>, mentions: &[crate::vocabulary::Mention], vocabulary: &Vocabulary) -> Clause {
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
            let good = object.kind != Kind::Condition || self.better.contains(&object.entity);
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
    fn read(&self) -> Vec<Relation> {
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
        if !matches!(word, "induced" | "stimulated" | "mediated" | "activated" | "driven" | "dependent") {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn said(sentence: &str) -> Vec<String> {
        let vocabulary = Vocabulary::shipped();
        let name = |id| vocabulary.get(id).map_or("?", |entity| entity.name.as_str());
        relations(sentence, &vocabulary)
            .into_iter()
            .map(|relation| {
                let mark = match relation.assertion {
                    Assertion::Stated => "",
                    Assertion::Denied => "not: ",
                    Assertion::Supposed => "perhaps: ",
                };
                format!("{mark}{} {} {}", name(relation.subject), relation.sign.verb(), name(relation.object))
            })
            .collect()
    }

    #[test]
    fn active_passive_and_nominal_wording_say_the_same() {
        for sentence in [
            "Metformin inhibited mTOR in hepatocytes.",
            "The mTOR was potently inhibited by metformin.",
            "We saw inhibition of mTOR by metformin.",
            "Metformin acts through inhibition of mTOR.",
        ] {
            assert_eq!(said(sentence), ["metformin decreases mTOR"], "{sentence}");
        }
    }

    #[test]
    fn a_second_verb_keeps_its_subject_and_objects_are_listed() {
        assert_eq!(
            said("Metformin activated AMPK and inhibited mTOR."),
            ["metformin increases AMPK", "metformin decreases mTOR"]
        );
        assert_eq!(
            said("Rapamycin reduced amyloid plaques and neuroinflammation."),
            ["rapamycin decreases amyloid plaques", "rapamycin decreases neuroinflammation"]
        );
    }

    #[test]
    fn what_is_denied_or_supposed_is_told_apart() {
        assert_eq!(said("Metformin did not activate AMPK."), ["not: metformin increases AMPK"]);
        assert_eq!(said("Metformin may reduce dementia."), ["perhaps: metformin decreases dementia"]);
        assert_eq!(said("Does metformin reduce dementia?"), ["perhaps: metformin decreases dementia"]);
        assert_eq!(
            said("Metformin inhibits gluconeogenesis in mice independently of the LKB1/AMPK pathway."),
            ["metformin decreases glucose production", "not: LKB1 decreases glucose production"]
        );
    }

    #[test]
    fn taking_something_away_turns_its_effect_around() {
        assert_eq!(said("AMPK knockdown increased autophagy."), ["AMPK decreases autophagy"]);
        assert_eq!(said("Loss of TREM2 increased amyloid burden."), ["TREM2 decreases amyloid plaques"]);
    }

    #[test]
    fn to_improve_a_disease_is_to_have_less_of_it() {
        assert_eq!(
            said("Metformin improved insulin resistance."),
            ["metformin decreases insulin resistance"]
        );
        assert_eq!(said("Donepezil improved cognition."), ["donepezil increases cognition"]);
        assert_eq!(said("Patients on metformin had fewer deaths."), ["metformin decreases mortality"]);
        assert_eq!(said("Metformin was associated with lower mortality."), ["metformin decreases mortality"]);
    }

    #[test]
    fn names_beside_each_other_say_nothing() {
        assert!(said("Metformin, AMPK and mTOR were measured.").is_empty());
        assert!(said("").is_empty());
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(400))]
        #[test]
        fn no_sentence_breaks_it(parts in proptest::collection::vec(proptest::sample::select(vec![
            "metformin", "AMPK", "mTOR", "autophagy", "dementia", "activated", "inhibition", "of", "by", "was", "not", "and",
            "lower", "had", "loss", "independently", "-", ";", "through", "induced", "é", "?"]), 0..30)) {
            let _ = said(&parts.join(" "));
        }
    }
}
