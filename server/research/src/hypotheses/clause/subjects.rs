//! Finds the subject of a verb, and decides which words may separate the two.

use super::{Actor, Clause, MAX_WORDS_TO_SECOND_VERB};
use crate::cues::Cue;
use crate::hypotheses::lexicon::adjectives::is_adjective;
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::nouns::*;
use crate::hypotheses::lexicon::verbs::*;
use crate::hypotheses::phrase::{NounPhrase, Position, is_singular_verb};
use crate::hypotheses::tokens::Role;
use crate::vocabulary::EntityKind;

impl Clause<'_> {
    /// Returns the subject of a verb phrase: the subject of the previous verb, after `and` or a
    /// comma; the noun before `which`; or the noun phrase at the beginning of the clause.
    pub(super) fn subject(&self, start: usize, actor: Option<&Actor>) -> Option<(Vec<NounPhrase>, usize)> {
        let before = start.checked_sub(1);
        let word = before.map_or("", |before| self.words.text(before));
        let has_comma = self.words.get(start).is_some_and(|token| token.comma);
        if let Some(actor) = actor
            && (matches!(word, "and" | "or" | "but") || has_comma)
            && start <= actor.end + MAX_WORDS_TO_SECOND_VERB
            && !self.has_other_subject(actor.end, start)
        {
            return Some((actor.phrases.clone(), start));
        }
        if matches!(word, "which" | "that" | "who")
            && let Some(antecedent) = before.and_then(|before| before.checked_sub(1))
            && let Some(token) = self.words.get(antecedent)
            && let Some(name) = token.name.filter(|name| name.role == Role::Plain)
            && antecedent >= self.start
            && !matches!(
                self.words.text(antecedent.wrapping_sub(1)),
                "of" | "than"
                    | "against"
                    | "for"
                    | "to"
                    | "from"
                    | "between"
                    | "in"
                    | "into"
                    | "toward"
                    | "towards"
            )
            && !token.joined
        {
            return Some((vec![NounPhrase::plain(name, antecedent + 1)], antecedent));
        }
        if matches!(word, "which" | "that")
            && let Some(before) = before
            && let Some(found) = self.described_as(before)
        {
            return Some(found);
        }
        if let Some(found) = self.whose_metabolite(start) {
            return Some(found);
        }
        self.region(start, Position::Subject).or_else(|| self.examples(start))
    }

    /// The drug whose metabolite acts: `X is a prodrug whose active metabolite inhibits Y`.
    fn whose_metabolite(&self, end: usize) -> Option<(Vec<NounPhrase>, usize)> {
        const MAX_WORDS: usize = 4;
        let noun = end.checked_sub(1).filter(|at| Cue::MetaboliteNoun.is(self.words.text(*at)))?;
        let whose = (noun.saturating_sub(MAX_WORDS).max(self.start)..noun)
            .rev()
            .take_while(|at| is_adjective(self.words.text(at + 1)) || at + 1 == noun)
            .find(|at| self.words.text(*at) == "whose")?;
        let before = whose.checked_sub(1)?;
        if let Some(name) =
            self.words.get(before).and_then(|token| token.name).filter(|name| name.kind == EntityKind::Drug)
        {
            return Some((vec![NounPhrase::plain(name, whose)], before));
        }
        self.described_as(whose)
    }

    /// Returns the drugs that are examples of the subject: `SERMs such as X and Y reduce`, `NAIs, including X, block`.
    pub(super) fn examples(&self, end: usize) -> Option<(Vec<NounPhrase>, usize)> {
        const MAX_WORDS_OF_CLASS: usize = 6;
        let (at, first) =
            (self.start + 1..end).find_map(|at| match (self.words.text(at), self.words.text(at + 1)) {
                ("such", "as") => Some((at, at + 2)),
                (word, _) if Cue::Example.is(word) => Some((at, at + 1)),
                _ => None,
            })?;
        // The class itself lacks a name, and no verb or denial precedes it.
        let is_class = at - self.start <= MAX_WORDS_OF_CLASS
            && (self.start..at).all(|at| {
                let word = self.words.text(at);
                !word.is_empty()
                    && self.verb(at).is_none()
                    && !PREPOSITIONS.contains(&word)
                    && !AUXILIARIES.contains(&word)
                    && !matches!(word, "no" | "not" | "other" | "neither" | "unlike" | "we")
                    && !COMPARATOR_WORDS.contains(&word)
            });
        let phrases = self.words.list(first, Position::Subject);
        let last = phrases.last()?.end;
        let is_drug = |one: &NounPhrase| one.name.kind == EntityKind::Drug && one.direction.is_none();
        (is_class && last == end && phrases.iter().all(is_drug)).then_some((phrases, first))
    }

    /// Returns the subject that the noun before `that` describes:
    /// `X is an antibody against Y that blocks Z`.
    fn described_as(&self, that: usize) -> Option<(Vec<NounPhrase>, usize)> {
        const MAX_WORDS: usize = 10;
        let from = that.saturating_sub(MAX_WORDS).max(self.start);
        let be =
            (from..that).rev().find(|at| matches!(self.words.text(*at), "is" | "was" | "are" | "were"))?;
        let is_noun = matches!(self.words.text(be + 1), "a" | "an" | "the" | "one");
        let is_plain = (be + 1..that).all(|at| {
            self.words.get(at).is_some_and(|token| !token.comma && !token.stop)
                && !matches!(self.words.text(at), "not" | "no" | "that" | "which" | "who" | "than")
                && self.verb(at).is_none()
        });
        if !is_noun || !is_plain {
            return None;
        }
        self.region(be, Position::Subject)
    }

    /// Returns whether another subject may begin between an object and a second verb.
    fn has_other_subject(&self, from: usize, to: usize) -> bool {
        // `and, to a lesser extent, reduced`.
        let is_set_off = |at: usize| self.words.get(at).is_some_and(|token| token.comma);
        let is_inserted =
            matches!(self.words.text(from), "and" | "or") && is_set_off(from + 1) && is_set_off(to);
        (from..to).any(|at| {
            let word = self.words.text(at);
            matches!(word, "which" | "that" | "who" | "than")
                || (matches!(word, "and" | "or") && at + 1 < to && !(is_inserted && at == from))
                || self.verb(at).is_some()
                || FORMS_OF_BE.contains(&word)
        })
    }

    /// Reads the noun phrases that fill a clause from its beginning, or from a comma or `that` in
    /// it, to a verb phrase. Also returns where they begin.
    pub(super) fn region(&self, end: usize, position: Position) -> Option<(Vec<NounPhrase>, usize)> {
        let candidates = std::iter::once(self.start).chain((self.start + 1..end).filter(|at| {
            self.words.get(*at).is_some_and(|token| token.comma)
                || matches!(
                    self.words.text(at - 1),
                    "that" | "whether" | "if" | "whereby" | "found" | "showed"
                )
        }));
        // In `triple therapy with X, Y and Z`, the names after a comma are given together with the
        // first.
        const COMBINATION_WORDS: &[&str] = &[
            "combination",
            "combinations",
            "combined",
            "combining",
            "dual",
            "triple",
            "quadruple",
            "regimen",
        ];
        for candidate in candidates {
            if (self.start..candidate).any(|at| COMBINATION_WORDS.contains(&self.words.text(at))) {
                break;
            }
            if candidate > self.start && self.is_inside_list(candidate) {
                continue;
            }
            // `X lowered Y, Z and W and improved V`: who improved V is named before `lowered`.
            let is_second = end > self.start && matches!(self.words.text(end - 1), "and" | "or");
            let is_finite = |at: usize| self.verb(at).is_some_and(|verb| verb.form != VerbForm::Gerund);
            if is_second && candidate > self.start && (self.start..candidate).any(is_finite) {
                continue;
            }
            let mut at = candidate;
            while at < end
                && (is_adverb(self.words.text(at))
                    || matches!(
                        self.words.text(at),
                        "and"
                            | "so"
                            | "that"
                            | "as"
                            | "expected"
                            | "or"
                            | "whether"
                            | "does"
                            | "do"
                            | "did"
                            | "can"
                    ))
            {
                at += 1;
            }
            let phrases = self.words.list(at, position);
            let Some(last) = phrases.last().map(|last| last.end) else { continue };
            // `irrespective of X, Y reduced` is not a list: the last member of a list is joined by
            // a conjunction.
            let first = phrases.first().map_or(last, |first| first.end);
            let is_joined = (first..last).any(|at| matches!(self.words.text(at), "and" | "or" | "as"));
            if position == Position::Subject && phrases.len() > 1 && !is_joined {
                continue;
            }
            // `X, activated Y and Z` is a list: a single comma cannot separate a subject from its
            // verb.
            if last == end && self.words.get(end).is_some_and(|token| token.comma) {
                continue;
            }
            if last <= end && self.is_filler(last, end) {
                return Some((phrases, at));
            }
        }
        self.behind_opening(end, position).or_else(|| self.behind_unnamed(end, position))
    }

    /// Returns whether the words after a comma continue a list and are not a subject by themselves:
    /// `Blocking X, Y and Z reversed`. They are a subject if a verb or a sentence opening precedes
    /// the comma: `In mice,`, `Moreover,`.
    fn is_inside_list(&self, candidate: usize) -> bool {
        if !self.words.get(candidate).is_some_and(|token| token.comma)
            || matches!(self.words.text(candidate), "as" | "since")
        {
            return false;
        }
        let has_verb = (self.start..candidate).any(|at| {
            let word = self.words.text(at);
            FORMS_OF_BE.contains(&word)
                || MODALS.contains(&word)
                || AUXILIARIES.contains(&word)
                || self.verb(at).is_some_and(|verb| verb.form != VerbForm::Gerund)
        });
        let first = self.words.text(self.start);
        let opens = PREPOSITIONS.contains(&first)
            || is_adverb(first)
            || first.ends_with("ed")
            || matches!(
                first,
                "given"
                    | "taken"
                    | "unlike"
                    | "like"
                    | "besides"
                    | "beyond"
                    | "first"
                    | "second"
                    | "third"
                    | "we"
                    | "similar"
                    | "contrary"
                    | "notably"
                    | "as"
                    | "if"
                    | "although"
            );
        let is_last = matches!(self.words.text(candidate), "and" | "or");
        !has_verb && (is_last || !opens)
    }

    /// Reads a name directly before its verb, joined by `and` to words without a name: `Reduced
    /// methionine intake and caloric restriction prolong lifespan`.
    fn behind_unnamed(&self, end: usize, position: Position) -> Option<(Vec<NounPhrase>, usize)> {
        const MAX_WORDS: usize = 6;
        let and = (self.start + 1..end).rev().find(|at| self.words.text(*at) == "and")?;
        let is_plain = |at: usize| {
            let word = self.words.text(at);
            self.words.get(at).is_some_and(|token| !token.comma && !token.stop && token.name.is_none())
                && !word.is_empty()
                && !PREPOSITIONS.contains(&word)
                && !CONJUNCTIONS.contains(&word)
                && !AUXILIARIES.contains(&word)
                && !MODALS.contains(&word)
                && !is_adverb(word)
                && effect_noun(word).is_none()
                && !COMPARATOR_WORDS.contains(&word)
                && !PEOPLE_AND_ANIMALS.contains(&word)
                && !matches!(word, "no" | "not" | "neither" | "nor" | "both" | "that" | "which" | "who")
                // A participle before a noun is not a verb: `reduced dietary intake`.
                && (at == self.start || self.verb(at).is_none())
        };
        let is_list = position == Position::Subject
            && and - self.start <= MAX_WORDS
            && (self.start..and).all(is_plain)
            && self.words.get(and + 1).is_some_and(|token| !token.comma && !token.stop);
        let phrases = if is_list { self.words.list(and + 1, position) } else { Vec::new() };
        (phrases.last()?.end == end).then_some((phrases, and + 1))
    }

    /// Reads a name directly before its verb, after words for the place or the population:
    /// `In three cell lines X enhanced Y`.
    fn behind_opening(&self, end: usize, position: Position) -> Option<(Vec<NounPhrase>, usize)> {
        let at = end.checked_sub(1).filter(|at| *at > self.start + 1)?;
        let opening = || (self.start..at).map(|at| self.words.text(at));
        let before = self.words.text(at - 1);
        // `In such cells, it raised X, lowered Y`: X is an object. After a comma the word only describes X.
        let is_described = (MORE_ADJECTIVES.contains(&before) || LESS_ADJECTIVES.contains(&before))
            && (self.words.get(at - 1).is_some_and(|token| token.comma)
                || PREPOSITIONS.contains(&self.words.text(at.saturating_sub(2))));
        let is_acted_on =
            !is_described && self.verb(at - 1).is_some_and(|verb| verb.form != VerbForm::Gerund);
        let is_opening = !is_acted_on
            && matches!(self.words.text(self.start), "in" | "at" | "among" | "during" | "on")
            && opening().all(|word| !AUXILIARIES.contains(&word))
            && (opening().all(|word| !word.is_empty())
                || (self.start..=at).any(|at| self.words.get(at).is_some_and(|token| token.comma)))
            && !PREPOSITIONS.contains(&before)
            && !GIVEN_WITH_WORDS.contains(&before)
            && !CONJUNCTIONS.contains(&before)
            && !is_adjective(before);
        let phrase = self.words.noun_phrase(at, position).filter(|phrase| is_opening && phrase.end == end)?;
        Some((vec![phrase], at))
    }

    /// Returns whether another predicate of the same subject lies between `at` and the verb at
    /// `end`: `X is toxic and causes`, `X binds and activates`.
    fn is_joined_predicate(&self, at: usize, end: usize) -> bool {
        let Some(and) = end.checked_sub(1).filter(|and| *and > at && self.words.text(*and) == "and") else {
            return false;
        };
        if (at..end).any(|at| self.words.get(at).is_some_and(|token| token.comma)) {
            return false;
        }
        // `X binds Y and inhibits Z`: two verbs of one singular subject.
        const MAX_WORDS: usize = 10;
        let is_singular = |at: usize| is_singular_verb(self.words.text(at));
        let is_present = self
            .verb((and + 1..).find(|at| !is_adverb(self.words.text(*at))).unwrap_or(end))
            .is_some_and(|verb| verb.form == VerbForm::Present && is_singular(verb.at));
        let is_plain = (at + 1..and).all(|at| {
            !matches!(self.words.text(at), "that" | "which" | "who" | "than" | "and" | "or" | "not" | "no")
        });
        if is_singular(at) && is_present && is_plain && and - at <= MAX_WORDS {
            return true;
        }
        if (at..end).any(|at| self.words.get(at).is_some_and(|token| token.name.is_some())) {
            return false;
        }
        if FORMS_OF_BE.contains(&self.words.text(at)) {
            return (at + 1..and)
                .all(|at| is_adjective(self.words.text(at)) || is_adverb(self.words.text(at)));
        }
        let ending = |at: usize| {
            let word = self.words.text(at);
            if word.ends_with("ed") {
                "ed"
            } else {
                word.get(word.len().saturating_sub(1)..).unwrap_or_default()
            }
        };
        and == at + 1 && matches!(ending(at), "s" | "ed") && ending(at) == ending(end)
    }

    /// Returns whether the words between a subject and its verb are only adverbials of place, time
    /// or amount, or an apposition.
    fn is_filler(&self, from: usize, end: usize) -> bool {
        let mut at = from;
        // `X, a Y of Z,`
        if at < end && self.words.get(at).is_some_and(|token| token.comma) {
            let is_closed = self.words.get(end).is_some_and(|token| token.comma);
            let is_dose = |at: usize| {
                let word = self.words.text(at);
                is_number(word) || DOSE_WORDS.contains(&word) || word == "nmol"
            };
            if is_closed && (at..end).all(is_dose) {
                return true;
            }
            let opens = matches!(
                self.words.text(at),
                "a" | "an"
                    | "the"
                    | "which"
                    | "given"
                    | "administered"
                    | "in"
                    | "at"
                    | "as"
                    | "alone"
                    | "like"
                    | "unlike"
                    | "used"
            );
            return is_closed
                && opens
                && !self.words.tokens.get(at..end).is_some_and(|tokens| {
                    tokens.iter().any(|token| token.text == "and" || token.text == "not")
                });
        }
        while at < end {
            let word = self.words.text(at);
            let token = self.words.get(at);
            if token.is_some_and(|token| token.stop) {
                return false;
            }
            // `at 5 mg` is a dose; other uses of `at` are read below.
            let is_dose = DOSE_WORDS.contains(&word) && (word != "at" || is_number(self.words.text(at + 1)));
            if is_number(word)
                || is_count(word)
                || is_dose
                || is_adverb(word)
                || matches!(
                    word,
                    "given"
                        | "itself"
                        | "taken"
                        | "used"
                        | "started"
                        | "added"
                        | "initiated"
                        | "administered"
                        | "infused"
                        | "injected"
                )
            {
                at += 1;
                continue;
            }
            if self.is_joined_predicate(at, end) {
                return true;
            }
            if !PREPOSITIONS.contains(&word) {
                return false;
            }
            // Accept everything after a preposition as long as it mentions no other possible actor.
            return (at..end).all(|at| {
                let word = self.words.text(at);
                let is_finite = self.verb(at).is_some_and(|verb| {
                    verb.form != VerbForm::Gerund
                        && !LESS_ADJECTIVES.contains(&word)
                        && !MORE_ADJECTIVES.contains(&word)
                        && verb.meaning != VerbMeaning::AsTheObjectSays
                });
                let is_verb = is_finite
                    || MODALS.contains(&word)
                    || AUXILIARIES.contains(&word)
                    || self.words.get(at).is_some_and(|token| token.comma);
                let is_other = self.words.get(at).and_then(|token| token.name).is_some_and(|name| {
                    name.kind == EntityKind::Drug
                        && matches!(
                            self.words.text(at.wrapping_sub(1)),
                            "with" | "and" | "plus" | "or" | "than" | ""
                        )
                });
                let is_compared =
                    at.checked_sub(2).is_some_and(|before| self.words.text(before).starts_with("compar"));
                !is_verb
                    && (!is_other || is_compared)
                    && !matches!(
                        word,
                        "that"
                            | "which"
                            | "who"
                            | "not"
                            | "combination"
                            | "combined"
                            | "together"
                            | "plus"
                            | "but"
                            | "no"
                    )
            });
        }
        true
    }
}
