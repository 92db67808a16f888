//! Reads lists of noun phrases: `X`, `X and Y`, `X, Y or Z`.

use super::{NounPhrase, Position, Words};
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::nouns::{
    COMPARATOR_WORDS, LESS_ADJECTIVES, MORE_ADJECTIVES, PEOPLE_AND_ANIMALS,
};
use crate::hypotheses::lexicon::verbs::*;
use crate::hypotheses::relation::Sign;

impl Words<'_> {
    /// Reads a list of noun phrases: `X`, `X and Y`, `X, Y or Z`.
    pub(in crate::hypotheses) fn list(&self, start: usize, position: Position) -> Vec<NounPhrase> {
        let mut out: Vec<NounPhrase> = self.noun_phrase(start, position).into_iter().collect();
        let is_participle = |at: usize| verb(self.text(at)).is_some_and(|(_, form)| form == VerbForm::Past);
        let begins_with_participle =
            out.first().is_some_and(|first| (start..first.end.saturating_sub(1)).any(is_participle));
        while let Some(last) = out.last().copied() {
            let Some(next) = self.next_in_list(last.end) else { break };
            // `blocked X and lowered Y`: a second verb, unless a participle also describes the
            // first.
            if position == Position::Object && is_participle(next) && !begins_with_participle {
                break;
            }
            // `by inhibiting X and decreasing Y`: also a second verb.
            let is_gerund = verb(self.text(next)).is_some_and(|(_, form)| form == VerbForm::Gerund);
            if position == Position::Object && is_gerund {
                break;
            }
            let Some(mut more) = self.noun_phrase(next, position) else {
                // In `X and other drugs were` the others belong to the subject, although they have
                // no name.
                if let (Some(last), Some(end)) = (out.last_mut(), self.behind_others(next, position)) {
                    last.end = end;
                }
                break;
            };
            // `X reduced Y and Z rose`: Z begins a separate clause.
            if position == Position::Object
                && (self.begins_a_verb(more.end) || self.begins_a_clause(last.end, more.end))
            {
                break;
            }
            if let Some(sign) = last.distributed.filter(|_| {
                more.better.is_none() && more.distributed.is_none() && more.name.kind == last.name.kind
            }) {
                more.direction = Some(more.direction.map_or(sign, |own| own.then(sign)));
                more.distributed = Some(sign);
            }
            // `decreased X and Y promoted`: it is unclear whether Y decreased too.
            let is_unsure = position == Position::Subject
                && last.direction == Some(Sign::Decreases)
                && more.direction.is_none()
                && (more.name.kind == last.name.kind) == last.distributed.is_none();
            if let (true, Some(last)) = (is_unsure, out.last_mut()) {
                last.end = more.end;
                continue;
            }
            // `defective X and Y signalling`: whether Y is defective too is not said.
            let is_open = position == Position::Object
                && last.distributed.is_some()
                && more.direction.is_none()
                && more.better.is_none();
            if let (true, Some(last)) = (is_open, out.last_mut()) {
                last.end = more.end;
                continue;
            }
            out.push(more);
        }
        out
    }

    /// Returns whether the words after `, and` begin a separate clause whose verb comes later:
    /// `X protects against Y, and Z associated with it is benign`.
    fn begins_a_clause(&self, joined_at: usize, end: usize) -> bool {
        const MAX_WORDS_TO_VERB: usize = 8;
        self.get(joined_at).is_some_and(|token| token.comma)
            && matches!(self.text(joined_at), "and" | "or")
            && (end..end + MAX_WORDS_TO_VERB)
                .take_while(|at| self.goes_on(*at) && !CLAUSE_BREAKS.contains(&self.text(*at)))
                .take_while(|at| !matches!(self.text(*at), "that" | "which" | "who"))
                .any(|at| FORMS_OF_BE.contains(&self.text(at)) || MODALS.contains(&self.text(at)))
    }

    /// Returns the index after words for unnamed things: `other drugs`, `other nonsteroidal drugs`;
    /// in a subject, any plain words up to its verb: `folic acid and B vitamins reduced`.
    fn behind_others(&self, start: usize, position: Position) -> Option<usize> {
        const MAX_WORDS: usize = 5;
        const MAX_PLAIN_WORDS: usize = 3;
        let begins_a_verb = |at: usize| {
            let word = self.text(at);
            AUXILIARIES.contains(&word) || MODALS.contains(&word) || verb(word).is_some()
        };
        if matches!(self.text(start), "other" | "similar" | "related") {
            let end = (start + 1..=start + MAX_WORDS).find(|at| !self.goes_on(*at) || begins_a_verb(*at))?;
            return (end > start + 1).then_some(end);
        }
        let end = (start..=start + MAX_PLAIN_WORDS).find(|at| begins_a_verb(*at))?;
        let is_plain = |at: usize| {
            let word = self.text(at);
            self.goes_on(at)
                && !word.is_empty()
                && !PREPOSITIONS.contains(&word)
                && !CONJUNCTIONS.contains(&word)
                && !CLAUSE_BREAKS.contains(&word)
                && effect_noun(word).is_none()
                && !is_adverb(word)
                && !COMPARATOR_WORDS.contains(&word)
                && !PEOPLE_AND_ANIMALS.contains(&word)
                && !matches!(word, "no" | "not" | "its" | "their" | "that" | "which" | "who")
        };
        (position == Position::Subject && end > start && self.goes_on(end) && (start..end).all(is_plain))
            .then_some(end)
    }

    /// Returns the start of the next noun phrase in a list.
    fn next_in_list(&self, at: usize) -> Option<usize> {
        let token = self.get(at)?;
        if token.stop {
            return None;
        }
        let joins = |at: usize| matches!(self.text(at), "and" | "or");
        if joins(at) && joins(at + 1) {
            return Some(at + 2);
        }
        if joins(at) {
            return Some(at + 1);
        }
        if self.text(at) == "as" && self.text(at + 1) == "well" && self.text(at + 2) == "as" {
            return Some(at + 3);
        }
        token.comma.then_some(at)
    }

    /// Returns the position of a listed name after one or two words that are not a name:
    /// `weight gain and X`.
    pub(in crate::hypotheses) fn behind_unknown(&self, start: usize) -> Option<usize> {
        const MAX_WORDS: usize = 3;
        let is_plain = |at: &usize| {
            let word = self.text(*at);
            !word.is_empty()
                && !PREPOSITIONS.contains(&word)
                && !AUXILIARIES.contains(&word)
                && !CONJUNCTIONS.contains(&word)
                && !MORE_ADJECTIVES.contains(&word)
                && !LESS_ADJECTIVES.contains(&word)
                && verb(word).is_none()
                && effect_noun(word).is_none()
                && !matches!(word, "no" | "not" | "that" | "which" | "who" | "only" | "either" | "neither")
        };
        let and = (start..=start + MAX_WORDS)
            .take_while(|at| *at == start || self.goes_on(*at))
            .find(|at| !is_plain(at))?;
        let next = and + 1;
        let joins = and > start && self.text(and) == "and" && self.goes_on(and) && self.goes_on(next);
        (joins && verb(self.text(next)).is_none()).then_some(next)
    }
}
