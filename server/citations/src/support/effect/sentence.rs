//! Reads from one sentence how one thing affects another.

use super::words::{Role, Word, is_adverse, is_helping};
use crate::support::Field;
use crate::support::word_lists::WordList;
use std::collections::BTreeSet;

/// The maximum number of words of direction in a sentence that is read.
const MAX_SIGNS: usize = 4;

/// The maximum distance, in words, at which a word of direction finds its target ahead.
const MAX_WORDS_AHEAD: usize = 9;

/// The maximum number of content words that are skipped on the way.
const MAX_CONTENT_BETWEEN: usize = 3;

/// The maximum distance, in words, at which a word of direction finds its target before it.
const MAX_WORDS_BACK: usize = 6;

/// The maximum distance, in words, between a form of `be` and its predicate adjective.
const MAX_WORDS_TO_HELPER: usize = 3;

/// The effect of one thing on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It increases the outcome.
    More,
    /// It decreases the outcome.
    Less,
    /// An effect is denied.
    Nothing,
    /// It is effective against the outcome.
    Works,
    /// It is required for the outcome, regulates it or is associated with it, in an unknown
    /// direction.
    Linked,
    /// An association is only mentioned: `the role of`, `the effect of`.
    Mentioned,
}

impl Effect {
    /// Returns whether two statements cannot both be true.
    pub(super) fn contradicts(self, other: Effect) -> bool {
        use Effect::{Less, Linked, Mentioned, More, Nothing, Works};
        match self {
            More => matches!(other, Less | Nothing),
            Less => matches!(other, More | Nothing),
            Nothing => matches!(other, More | Less | Linked | Works),
            Works | Linked | Mentioned => other == Nothing,
        }
    }

    /// Returns the field in which a statement that contradicts this one differs.
    pub(super) fn field(self, other: Effect) -> Field {
        if self == Effect::Nothing || other == Effect::Nothing { Field::Negation } else { Field::Direction }
    }

    /// Returns whether the other statement agrees with this one.
    pub(super) fn agrees(self, other: Effect) -> bool {
        use Effect::{Less, Linked, Mentioned, More, Works};
        match self {
            More => matches!(other, More | Works),
            Works => matches!(other, More | Works),
            Linked | Mentioned => matches!(other, Linked | More | Less),
            _ => self == other,
        }
    }
}

/// A sentence with the indexes of its actor and outcome.
pub(super) struct Sentence<'a> {
    pub(super) words: &'a [Word],
    /// The indexes of the words for the actor.
    pub(super) actor: &'a BTreeSet<usize>,
    /// The indexes of the words for the outcome.
    pub(super) outcome: &'a BTreeSet<usize>,
}

/// A word of direction that refers to the actor or the outcome.
#[derive(Clone, Copy)]
struct Signed {
    at: usize,
    is_more: bool,
    target: usize,
    is_effective: bool,
}

impl Sentence<'_> {
    fn text(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.text.as_str())
    }

    fn role(&self, at: usize) -> Role {
        self.words.get(at).map_or(Role::Empty, |word| word.role)
    }

    fn is_named(&self, at: usize) -> bool {
        self.actor.contains(&at) || self.outcome.contains(&at)
    }

    /// Returns whether a new part begins at this word: after a comma, a semicolon or a colon.
    fn breaks(&self, at: usize) -> bool {
        self.words.get(at).is_none_or(|word| word.comma || word.stop)
    }

    /// Returns whether a word is only an attribute: `BRCA2-deficient cells`, where BRCA2 is not the
    /// actor.
    fn is_lacking_attribute(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| word.hyphen && WordList::LackingSuffix.has(&word.text))
            && at.checked_sub(1).is_none_or(|before| !self.actor.contains(&before))
    }

    /// Returns the effect of the actor on the outcome according to the sentence.
    pub(super) fn effect(&self) -> Option<Effect> {
        const MAX_WORDS_AROUND: usize = 7;
        const MAX_WORDS_TO_CARE: usize = 6;
        let named = || self.actor.iter().chain(self.outcome).copied();
        let (first, last) = (named().min()?, named().max()?);
        let mut signs: Vec<Signed> = Vec::new();
        let (mut denials, mut is_linked, mut is_mentioned) = (0_usize, false, false);
        let mut passed_over: Option<usize> = None;
        for at in first.saturating_sub(MAX_WORDS_AROUND)..self.words.len().min(last + MAX_WORDS_AROUND + 1) {
            if passed_over == Some(at) || self.is_lacking_attribute(at) {
                continue;
            }
            match self.role(at) {
                Role::Content | Role::Empty => {}
                Role::Link => {
                    if self.target(at).is_some() {
                        is_mentioned = true;
                        is_linked |= WordList::StrongLink.has(self.text(at));
                    }
                }
                // `did not affect X nor alter Y` is one denial.
                Role::Denial if self.text(at) == "nor" && denials > 0 => {}
                Role::Denial => denials += usize::from(self.denies(at)?),
                role => {
                    let Some(target) = self.target(at) else { continue };
                    // `sensitive to knockdown of X` says that X supports it.
                    let is_state =
                        WordList::MoreState.has(self.text(at)) || WordList::LessState.has(self.text(at));
                    if is_state && (at + 2..=at + 3).any(|at| WordList::AttachedNoun.has(self.text(at))) {
                        return None;
                    }
                    if matches!(role, Role::Better | Role::Worse)
                        && (at + 1..=at + MAX_WORDS_TO_CARE)
                            .take_while(|at| !self.breaks(*at))
                            .any(|at| WordList::CareNoun.has(self.text(at)))
                    {
                        // `improved control of X` is not more X.
                        return None;
                    }
                    let lost = (at + 1..at + 7).find(|at| self.role(*at) == Role::Less);
                    let is_more = match role {
                        Role::Less => false,
                        // `rescued the deficits`: what was lost is restored.
                        Role::Better | Role::Worse if lost.is_some() => {
                            passed_over = lost;
                            role == Role::Better
                        }
                        // `rescued cells from death` is less death.
                        Role::Better if self.restores(at) => {
                            !(at + 1..target).any(|at| self.text(at) == "from")
                        }
                        Role::Better => !self.is_about_adverse(at),
                        Role::Worse => self.is_about_adverse(at),
                        _ => true,
                    };
                    denials += usize::from(role == Role::Ineffective);
                    let is_effective = matches!(role, Role::Effective | Role::Ineffective);
                    signs.push(Signed { at, is_more, target, is_effective });
                }
            }
        }
        let is_neither = self.words.iter().any(|word| word.text == "neither");
        if signs.len() > MAX_SIGNS || (denials > 1 && !is_neither) {
            return None;
        }
        let direction = self.direction(&signs)?;
        // `the effect of down-regulation of X on Y` says not which.
        let is_on_outcome = signs.iter().any(|sign| self.outcome.contains(&sign.target));
        if denials == 0 && is_mentioned && !is_linked && !is_on_outcome {
            return Some(Effect::Mentioned);
        }
        if denials > 0 {
            return Some(Effect::Nothing);
        }
        if !signs.is_empty() {
            let is_effective = signs.iter().all(|sign| sign.is_effective);
            return Some(if is_effective {
                Effect::Works
            } else if direction {
                Effect::More
            } else {
                Effect::Less
            });
        }
        is_mentioned.then_some(if is_linked { Effect::Linked } else { Effect::Mentioned })
    }

    /// Returns whether the words of direction together mean more; `None` if coordinated verbs
    /// differ.
    fn direction(&self, signs: &[Signed]) -> Option<bool> {
        let mut groups: Vec<Vec<Signed>> = Vec::new();
        for sign in signs {
            let follows = groups.last().and_then(|group| group.last()).is_some_and(|before| {
                !(before.at + 1..=sign.at).any(|at| {
                    self.breaks(at)
                        || matches!(
                            self.text(at),
                            "and" | "or" | "which" | "that" | "who" | "thereby" | "by" | "via" | "through"
                        )
                })
            });
            match groups.last_mut().filter(|_| follows) {
                Some(group) => group.push(*sign),
                None => groups.push(vec![*sign]),
            }
        }
        let is_loss = |sign: &&Signed| WordList::LossNoun.has(self.text(sign.at));
        let is_more = |group: &Vec<Signed>| {
            // `knockout by deletion of X` is one loss.
            let losses = group.iter().filter(is_loss).count();
            let less = group.iter().filter(|sign| !sign.is_more).count();
            (less - losses.saturating_sub(1).min(less)) % 2 == 0
        };
        let (of_outcome, of_actor): (Vec<_>, Vec<_>) =
            groups.iter().partition(|group| group.iter().any(|sign| self.outcome.contains(&sign.target)));
        let mut sides = of_outcome.iter().map(|group| is_more(group));
        let outcome = sides.next().unwrap_or(true);
        if sides.any(|side| side != outcome) {
            return None;
        }
        // `X was depleted, resulting in blunted X responses`: the second is no part of the cause.
        if of_actor.len() > 1 {
            return None;
        }
        Some(of_actor.iter().map(|group| is_more(group)).fold(outcome, |all, side| all == side))
    }

    /// Returns whether a word of denial denies the effect; `None` if it may deny something else.
    fn denies(&self, at: usize) -> Option<bool> {
        const MAX_WORDS_TO_DENIED: usize = 5;
        match self.text(at) {
            "stable" if !is_helping(self.text(at.wrapping_sub(1))) => Some(false),
            "similar" | "comparable"
                if !is_helping(self.text(at.wrapping_sub(1)))
                    || !matches!(
                        self.text(at + 1),
                        "to" | "between" | "in" | "among" | "across" | "with"
                    ) =>
            {
                Some(false)
            }
            // `raised the risk, independently of age`: an adjustment.
            "independently" => Some(false),
            "independent"
                if !matches!(self.text(at + 1), "of" | "from")
                    || !is_helping(self.text(at.wrapping_sub(1)))
                    || (0..at).any(|at| self.role(at) == Role::Link) =>
            {
                Some(false)
            }
            "without"
                if !matches!(self.text(at + 1), "affecting" | "altering" | "changing" | "influencing") =>
            {
                None
            }
            // `concerns unrelated to weight` deny nothing.
            text if WordList::TargetedDenial.has(text) => {
                let near = at.saturating_sub(MAX_WORDS_TO_HELPER)..at;
                let is_predicate =
                    text == "irrespective" || near.into_iter().any(|at| is_helping(self.text(at)));
                if is_predicate { self.target(at).map(|_| true) } else { Some(false) }
            }
            _ if matches!(self.text(at + 1), "only" | "just" | "alone") => None,
            _ => {
                let denied = (at + 1..=at + MAX_WORDS_TO_DENIED)
                    .find(|at| !matches!(self.role(*at), Role::Content | Role::Empty | Role::Denial))?;
                self.target(denied).map(|_| true)
            }
        }
    }

    /// Returns the index of the name that a word of direction refers to.
    fn target(&self, at: usize) -> Option<usize> {
        let behind = self.text(at + 1);
        // `visual impairment screening` is about screening.
        if matches!(
            behind,
            "assessment" | "detection" | "diagnosis" | "screening" | "test" | "testing" | "tests"
        ) {
            return None;
        }
        // `X-blocking reagents` block X.
        if self.words.get(at).is_some_and(|word| word.hyphen && word.text.ends_with("ing")) {
            return at.checked_sub(1).filter(|before| self.is_named(*before));
        }
        let is_noun = WordList::AttachedNoun.has(self.text(at));
        if at > 0
            && is_noun
            && !matches!(behind, "of" | "in" | "to" | "for" | "on" | "from" | "against" | "with" | "between")
        {
            // `FGF21 deficiency`, `an HDAC6 inhibitor`.
            let mut back = at;
            for _ in 0..3 {
                if self.breaks(back) {
                    return None;
                }
                back = back.checked_sub(1)?;
                if self.is_named(back) {
                    return Some(back);
                }
                let passes = matches!(self.role(back), Role::Empty | Role::Link | Role::More | Role::Less);
                let word = self.text(back);
                if !passes || WordList::Preposition.has(word) || matches!(word, "a" | "an" | "the" | "using")
                {
                    return None;
                }
            }
            return None;
        }
        // `Gpr124 conditional knockout in mice`.
        if is_noun && behind == "in" {
            let near = (at.saturating_sub(2)..at).rev().take_while(|at| !self.breaks(at + 1));
            if let Some(named) = near.into_iter().find(|at| self.is_named(*at)) {
                return Some(named);
            }
        }
        self.target_ahead(at).or_else(|| {
            if self.has_another_object(at) {
                return None;
            }
            // `severe myocarditis with high mortality` does not mean more myocarditis; `the risk
            // was high` does mean more risk.
            let is_predicate = !WordList::DirectionAdjective.has(self.text(at))
                || (at.saturating_sub(MAX_WORDS_TO_HELPER)..at).any(|at| is_helping(self.text(at)));
            self.target_back(at).filter(|_| is_predicate)
        })
    }

    /// Returns whether a verb has an object that is neither actor nor outcome: `PDS reduces
    /// proliferation` does not mean more or less PDS.
    fn has_another_object(&self, at: usize) -> bool {
        let text = self.text(at);
        let is_active = (text.ends_with('s') || text.ends_with("ed"))
            && !WordList::DirectionAdjective.has(text)
            && !WordList::AttachedNoun.has(text)
            && !(at.saturating_sub(MAX_WORDS_TO_HELPER)..at).any(|at| is_helping(self.text(at)));
        let is_passed = |next: &usize| {
            self.role(*next) == Role::Empty
                && !WordList::Preposition.has(self.text(*next))
                && !self.breaks(*next)
        };
        let next = (at + 1..self.words.len()).find(|next| !is_passed(next));
        is_active
            && next.is_some_and(|next| {
                self.role(next) == Role::Content && !self.is_named(next) && !self.breaks(next)
            })
    }

    fn target_ahead(&self, at: usize) -> Option<usize> {
        let mut between = 0;
        for next in at + 1..self.words.len().min(at + 1 + MAX_WORDS_AHEAD) {
            let word = self.words.get(next)?;
            if (word.comma && next > at + 1 && !self.is_in_enumeration(at, next))
                || word.stop
                || WordList::ClauseBreak.has(&word.text)
            {
                return None;
            }
            if self.is_named(next) {
                return Some(next);
            }
            let begins_another = matches!(word.text.as_str(), "and" | "or")
                && (next + 1..next + 4).any(|at| self.role(at).is_direction());
            if begins_another {
                return None;
            }
            if word.role == Role::Content {
                between += 1;
                if between > MAX_CONTENT_BETWEEN {
                    return None;
                }
            }
        }
        None
    }

    /// Returns whether the comma before `next` separates items of an enumeration of objects that
    /// begins after the verb at `at`: `inhibits growth, metastasis and resistance`.
    fn is_in_enumeration(&self, at: usize, next: usize) -> bool {
        const MAX_WORDS_IN_LIST: usize = 14;
        let is_item = |word: &Word| {
            matches!(word.role, Role::Content | Role::Empty)
                && !WordList::Auxiliary.has(&word.text)
                && !WordList::ClauseBreak.has(&word.text)
                && (word.text == "of" || !WordList::Preposition.has(&word.text))
        };
        let mut has_comma = false;
        for place in at + 1..self.words.len().min(at + 1 + MAX_WORDS_IN_LIST) {
            let Some(word) = self.words.get(place) else { break };
            if word.stop {
                return false;
            }
            has_comma |= word.comma;
            if has_comma && place >= next && matches!(word.text.as_str(), "and" | "or") {
                let after = self.words.get(place + 1..).unwrap_or_default();
                return after.first().is_some_and(is_item)
                    && !after.iter().take(3).any(|word| word.begins_predicate(None));
            }
            if !is_item(word) && !matches!(word.text.as_str(), "and" | "or") {
                return false;
            }
        }
        false
    }

    fn target_back(&self, at: usize) -> Option<usize> {
        let mut place = at;
        for _ in 0..MAX_WORDS_BACK {
            if self.breaks(place) {
                return None;
            }
            place = place.checked_sub(1)?;
            if self.is_named(place) {
                return Some(place);
            }
            let passes = matches!(self.role(place), Role::Empty | Role::Link | Role::Denial | Role::Better);
            if !passes {
                return None;
            }
        }
        None
    }

    /// Returns whether a verb means to restore something; then it means more, even of defects.
    fn restores(&self, at: usize) -> bool {
        ["rescu", "restor", "repair", "preserv"].iter().any(|beginning| self.text(at).starts_with(beginning))
    }

    /// Returns whether the word refers to something bad that follows it, so that improving it means
    /// less of it.
    fn is_about_adverse(&self, at: usize) -> bool {
        let end = (at + 1..at + 6).find(|next| *next > at + 1 && self.breaks(*next)).unwrap_or(at + 6);
        (at + 1..end).any(|at| {
            let is_bad = |at: usize| {
                self.words.get(at).is_some_and(|word| is_adverse(&word.root) || is_adverse(&word.text))
            };
            // `cancer detection` is not bad.
            let is_head = self.role(at + 1) != Role::Content
                || is_bad(at + 1)
                || WordList::Measure.has(self.text(at + 1));
            is_bad(at) && is_head
        })
    }
}
