//! Estimates what a drug does to a molecule or a condition in a record whose sentences mention both
//! but state nothing that a rule reads.
//!
//! Two linear models, trained on marked abstracts (`data/SOURCE.md`), judge the words around the
//! two names: whether the record states an effect, and its direction. An estimate is no statement:
//! it only gives a direction to things that are named together. The guards of the rules hold here
//! too: a sentence that denies, supposes, asks, compares or takes the drug away is not judged.

mod features;
#[cfg(test)]
mod tests;
mod weights;

use super::relation::{Relation, Sign};
use crate::passage::{Passage, PassageLocation};
use crate::quotable::is_introduced;
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary};
use features::{Sentence, Span};
use std::collections::{BTreeMap, BTreeSet};
use weights::Weights;

/// A direction that the models estimate from one record.
pub(super) struct Estimate {
    /// The drug.
    pub(super) from: EntityId,
    /// The molecule or the condition.
    pub(super) to: EntityId,
    /// More or less of it.
    pub(super) sign: Sign,
    /// The index of the passage that shows it most plainly.
    pub(super) passage: usize,
}

/// A sentence about a pair: the index of its passage, and its features.
type Judged = (usize, BTreeSet<u16>);

/// The sentences of one record that mention a drug with a molecule or a condition.
#[derive(Default)]
pub(super) struct Estimates {
    seen: BTreeMap<(EntityId, EntityId), Vec<Judged>>,
    read: BTreeSet<(EntityId, EntityId)>,
}

impl Estimates {
    /// Adds a sentence with the relations that rules read in it. Pairs of which neither is in `asked`
    /// are not estimated, nor is a drug of which the sentence states something else: `X lowered
    /// anxiety in people with epilepsy`.
    pub(super) fn see(
        &mut self,
        (index, passage): (usize, &Passage),
        asked: &BTreeSet<EntityId>,
        mentions: &[Mention],
        read: &[Relation],
        vocabulary: &Vocabulary,
    ) {
        let kind = |id| vocabulary.get(id).map(|entity| entity.kind);
        let is_asked = |id: EntityId| asked.contains(&id);
        if mentions.len() < 2 || !mentions.iter().any(|mention| is_asked(mention.entity)) {
            return;
        }
        let spans: Vec<(Span, EntityId)> = mentions
            .iter()
            .filter_map(|mention| {
                let kind = kind(mention.entity).filter(|kind| *kind != EntityKind::Process)?;
                Some((Span { range: mention.range.clone(), kind }, mention.entity))
            })
            .collect();
        let (spans, ids): (Vec<Span>, Vec<EntityId>) = spans.into_iter().unzip();
        let has_drug = spans.iter().any(|span| span.kind == EntityKind::Drug);
        let has_other = spans.iter().any(|span| span.kind != EntityKind::Drug);
        if !has_drug || !has_other || is_introduced(&passage.text) {
            return;
        }
        let sentence = Sentence::of(&passage.text, &spans);
        let is_title = passage.place == PassageLocation::Title;
        let is_wanted = |from: &EntityId, to: &EntityId| is_asked(*from) || is_asked(*to);
        for ((from, to), pair) in sentence.pairs(&ids) {
            let is_about_else = read.iter().any(|one| one.subject == from && one.sign.is_directed());
            let is_judged = sentence.has_effect_word(pair) && !sentence.is_guarded(pair);
            if is_wanted(&from, &to) && !is_about_else && is_judged {
                let found = (index, sentence.features(pair, is_title));
                self.seen.entry((from, to)).or_default().push(found);
            }
        }
    }

    /// Notes that a rule read a relation between two things; they are not estimated.
    pub(super) fn leave_out(&mut self, one: EntityId, other: EntityId) {
        self.read.extend([(one, other), (other, one)]);
    }

    /// Returns the directions that the models find certain enough.
    pub(super) fn directions(self, vocabulary: &Vocabulary) -> Vec<Estimate> {
        let Some(weights) = Weights::shipped() else { return Vec::new() };
        let Estimates { seen, read } = self;
        seen.into_iter()
            .filter(|(pair, _)| !read.contains(pair))
            .filter_map(|((from, to), sentences)| {
                let mut all: BTreeSet<u16> = BTreeSet::new();
                all.extend(sentences.iter().flat_map(|(_, features)| features));
                all.insert(features::count(sentences.len()));
                let is_condition = vocabulary.get(to)?.kind == EntityKind::Condition;
                let sign = weights.direction(&all, is_condition)?;
                let plainness = |features: &BTreeSet<u16>| {
                    let more = weights.more(features);
                    weights.effect(features) + if sign == Sign::Increases { more } else { -more }
                };
                let plainest =
                    sentences.iter().max_by(|(_, a), (_, b)| plainness(a).total_cmp(&plainness(b)))?;
                Some(Estimate { from, to, sign, passage: plainest.0 })
            })
            .collect()
    }
}
