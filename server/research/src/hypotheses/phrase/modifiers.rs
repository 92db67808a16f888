//! Reads the modifiers before the head of a noun phrase: classes, unnamed inducers, descriptive
//! words.

use super::Words;
use crate::cues::Cue;
use crate::hypotheses::lexicon::adjectives::is_adjective;
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::nouns::*;
use crate::hypotheses::lexicon::verbs::*;
use crate::hypotheses::tokens::{Name, Role, Token};
use crate::vocabulary::EntityKind;

impl Words<'_> {
    /// Returns whether an outcome is that of cells, germs or things: `survival of bacteria`.
    pub(super) fn is_of_no_patients(&self, head_at: usize, head: Name) -> bool {
        const MAX_WORDS: usize = 4;
        matches!(self.shown(head), "survival" | "mortality" | "lifespan")
            && self.text(head_at + 1) == "of"
            && (head_at + 2..head_at + 2 + MAX_WORDS)
                .take_while(|at| self.goes_on(*at) && !PREPOSITIONS.contains(&self.text(*at)))
                .any(|at| {
                    [
                        "bacteria",
                        "cells",
                        "neurons",
                        "parasites",
                        "larvae",
                        "viruses",
                        "grafts",
                        "implants",
                        "fungi",
                        "spores",
                        "organisms",
                        "cultures",
                    ]
                    .iter()
                    .any(|thing| self.text(at).ends_with(thing))
                })
    }

    /// Returns whether a word states the class of the molecule after it:
    /// `the transcription factor Nrf2`.
    pub(super) fn is_class_of_molecule(&self, at: usize) -> bool {
        let is_class = |at: usize| Cue::MoleculeClass.is(self.text(at));
        let is_molecule = |at: usize| {
            self.goes_on(at)
                && self.get(at).is_some_and(|token| {
                    !token.joined && token.name.is_some_and(|name| name.kind == EntityKind::Target)
                })
        };
        is_class(at) && (is_molecule(at + 1) || is_class(at + 1) && is_molecule(at + 2))
    }

    /// The place of a name after one that only says which kind it is: `the ADP receptor P2Y12`.
    pub(super) fn behind_modifier(&self, at: usize) -> Option<usize> {
        const MAX_WORDS: usize = 3;
        let is_plain = |at: usize| {
            let token = self.get(at).filter(|token| !token.joined)?;
            token.name.filter(|name| name.role == Role::Plain)
        };
        let name = is_plain(at)?;
        // `the sodium-glucose cotransporter SGLT2`, where both are names.
        let last_word = self.shown(name).rsplit(' ').next().unwrap_or_default();
        if let Some(next) = is_plain(at + 1).filter(|_| self.goes_on(at + 1))
            && next.kind == EntityKind::Target
            && name.kind == EntityKind::Target
            && (next.entity == name.entity || Cue::MoleculeClass.is(last_word))
        {
            return Some(at + 1);
        }
        // `the connective tissue disease scurvy`.
        if let Some(next) = is_plain(at + 1).filter(|_| self.goes_on(at + 1))
            && next.kind == EntityKind::Condition
            && name.kind == EntityKind::Condition
            && Cue::ConditionClass.is(last_word)
        {
            return Some(at + 1);
        }
        let end = (at + 1..=at + MAX_WORDS)
            .take_while(|at| {
                self.goes_on(*at) && (is_adjective(self.text(*at)) || Cue::MoleculeClass.is(self.text(*at)))
            })
            .last()?;
        let is_class = Cue::MoleculeClass.is(self.text(end)) && self.goes_on(end + 1);
        let next =
            is_plain(end + 1).filter(|next| next.kind == EntityKind::Target && next.entity != name.entity);
        (is_class && next.is_some()).then_some(end + 1)
    }

    /// Whether the words here describe a molecule's action: `the effects of Y`.
    pub(super) fn is_action_of_molecule(&self, at: usize) -> bool {
        let name = (at + 2..at + 5).find_map(|at| self.get(at)?.name);
        Cue::ActionNoun.is(self.text(at))
            && self.text(at + 1) == "of"
            && self.goes_on(at + 1)
            && at.checked_sub(1).is_some_and(|before| self.text(before) == "the")
            && name.is_some_and(|name| matches!(name.kind, EntityKind::Target | EntityKind::Process))
    }

    /// Whether a word is the class of the condition after it: `the autoimmune disease lupus`.
    pub(super) fn is_class_of_condition(&self, at: usize) -> bool {
        let is_condition = |token: &Token| token.name.is_some_and(|name| name.kind == EntityKind::Condition);
        Cue::ConditionClass.is(self.text(at))
            && self.goes_on(at + 1)
            && self.get(at + 1).is_some_and(is_condition)
    }

    /// Whether an unknown word only modifies an effect or a measure of what follows: `abrupt withdrawal of X`.
    pub(super) fn only_describes_effect(&self, at: usize) -> bool {
        const NEGATING_WORDS: &[&str] = &[
            "no",
            "not",
            "without",
            "little",
            "neither",
            "nor",
            "zero",
            "negligible",
            "minimal",
            "unchanged",
            "anti",
            "non",
            "triple",
            "quadruple",
        ];
        const GIVING_NOUNS: &[&str] = &[
            "use",
            "therapy",
            "treatment",
            "administration",
            "intake",
            "exposure",
            "supplementation",
            "infusion",
            "injection",
            "ingestion",
            "consumption",
        ];
        let word = self.text(at);
        let noun = self.text(at + 1);
        // In `gene expression of X` or `collagen production in X` the word states what is expressed
        // or produced; only with these nouns it describes how something was given or withdrawn.
        let is_noun = match self.text(at + 2) {
            "of" => effect_noun(noun).is_some() || GIVING_NOUNS.contains(&noun),
            "with" => GIVING_NOUNS.contains(&noun),
            "in" => matches!(
                noun,
                "increase" | "decrease" | "reduction" | "rise" | "decline" | "drop" | "gain" | "gains"
            ),
            _ => false,
        };
        is_noun
            && self.goes_on(at + 2)
            && !word.is_empty()
            && word.chars().all(char::is_alphabetic)
            && !NEGATING_WORDS.contains(&word)
            && !COMPARATOR_WORDS.contains(&word)
            && !MORE_ADJECTIVES.contains(&word)
            && !LESS_ADJECTIVES.contains(&word)
            && !BETTER_ADJECTIVES.iter().any(|(adjective, _)| *adjective == word)
            && !PREPOSITIONS.contains(&word)
            && !CONJUNCTIONS.contains(&word)
            && !AUXILIARIES.contains(&word)
            && !MODALS.contains(&word)
            && !REMOVAL_SUFFIXES.contains(&word)
            && effect_noun(word).is_none()
            && verb(word).is_none()
    }

    /// Returns the index after an inducer without a name: `dextran sulfate-induced`,
    /// `contrast-induced`.
    pub(super) fn behind_unnamed_inducer(&self, start: usize) -> Option<usize> {
        const MAX_WORDS: usize = 3;
        let induced = (start + 1..=start + MAX_WORDS).find(|at| {
            self.get(*at).is_some_and(|token| token.joined)
                && matches!(
                    self.text(*at),
                    "induced" | "evoked" | "elicited" | "triggered" | "driven" | "provoked"
                )
        })?;
        let is_plain = |at: usize| {
            let word = self.text(at);
            (at == start || self.goes_on(at))
                && !word.is_empty()
                && !PREPOSITIONS.contains(&word)
                && !CONJUNCTIONS.contains(&word)
                && !AUXILIARIES.contains(&word)
                && verb(word).is_none()
        };
        (start..induced).all(is_plain).then_some(induced + 1)
    }

    /// Returns the position of a drug after its class: `the mTOR inhibitor rapamycin`,
    /// `the statin simvastatin`.
    pub(super) fn behind_class(&self, at: usize) -> Option<usize> {
        let is_drug = |at: usize| {
            let is =
                |token: &Token| !token.joined && token.name.is_some_and(|name| name.kind == EntityKind::Drug);
            self.goes_on(at) && self.get(at).is_some_and(is)
        };
        if is_drug(at) && is_drug(at + 1) {
            return Some(at + 1);
        }
        let is_class = is_agent_noun(self.text(at + 1).trim_end_matches('s')) && self.goes_on(at + 1);
        (is_class && is_drug(at + 2)).then_some(at + 2)
    }
}
