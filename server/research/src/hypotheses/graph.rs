//! Builds the graph of statements in the evidence, by pairs of things, and finds chains in it.

use super::abbreviations::Abbreviations;
use super::context::context;
use super::estimate::Estimates;
use super::relation::{Assertion, Sign};
use super::relations::relations_of;
use super::together::together;
use super::{Hop, Quote, Tier, add_quote};
use crate::evidence::Evidence;
use crate::passage::{Passage, passages, stored_text};
use crate::publication_status::PublicationStatus;
use crate::quotable::is_introduced;
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of hops in a chain.
const MAX_HOPS: usize = 3;

/// The maximum number of quotations on each side of a hop. The first quotation of each work is
/// always kept, because works are counted from them.
const MAX_QUOTES_PER_SIDE: usize = 6;

/// The maximum number of neighbours of one thing that are followed.
const MAX_NEIGHBOURS: usize = 24;

/// The maximum number of additional neighbours that are only named together with it.
const MAX_TOGETHER: usize = 60;

/// The statements of the evidence, by the things that they are about.
pub(super) type Pairs = BTreeMap<(EntityId, EntityId), PairEvidence>;

/// The statements of sentences about a pair of entities.
#[derive(Clone, Default)]
pub(super) struct PairEvidence {
    statements: Vec<(Sign, Quote)>,
    /// Sentences that mention both with a word of effect.
    together: Vec<(Option<Sign>, Quote)>,
    /// The directions that were estimated, one for each work.
    estimated: Vec<(Sign, Quote)>,
}

impl PairEvidence {
    /// The part of it whose quotations satisfy `fits`.
    pub(super) fn only(&self, mut fits: impl FnMut(&Quote) -> bool) -> PairEvidence {
        PairEvidence {
            statements: self.statements.iter().filter(|(_, quote)| fits(quote)).cloned().collect(),
            together: self.together.iter().filter(|(_, quote)| fits(quote)).cloned().collect(),
            estimated: self.estimated.iter().filter(|(_, quote)| fits(quote)).cloned().collect(),
        }
    }
}

/// The statements of the evidence and the names in it.
pub(super) struct Edges {
    /// The statements about each pair of things.
    pub(super) pairs: Pairs,
    /// The names in each work that is not retracted, by its handle.
    pub(super) named: BTreeMap<String, BTreeSet<EntityId>>,
}

/// The majority statement about a pair of things, in one direction.
#[derive(Clone)]
pub(super) struct DirectedHop {
    pub(super) hop: Hop,
    pub(super) to: EntityId,
    /// Whether as many works state more as state less.
    pub(super) is_tied: bool,
}

pub(super) fn kind(id: EntityId, vocabulary: &Vocabulary) -> Option<EntityKind> {
    vocabulary.get(id).map(|entity| entity.kind)
}

pub(super) fn name(id: EntityId, vocabulary: &Vocabulary) -> String {
    vocabulary.get(id).map(|entity| entity.name.clone()).unwrap_or_default()
}

/// Reads the sentences of all works that are not retracted. For the things in `asked`, also
/// collects the entities that occur together with them.
pub(super) fn edges(evidence: &[Evidence], asked: &BTreeSet<EntityId>, vocabulary: &Vocabulary) -> Edges {
    let mut out = Pairs::new();
    let mut named: BTreeMap<String, BTreeSet<EntityId>> = BTreeMap::new();
    for one in evidence.iter().filter(|one| one.standing != PublicationStatus::Retracted) {
        let abbreviations = Abbreviations::of(&stored_text(&one.record), vocabulary);
        let mut names = BTreeSet::new();
        let all_passages = passages(&one.record);
        let mut estimates = Estimates::default();
        for (index, passage) in all_passages.iter().enumerate() {
            let mentions = abbreviations.mentions(&passage.text, vocabulary);
            names.extend(mentions.iter().map(|mention| mention.entity));
            let read = relations_of(&passage.text, &mentions, vocabulary);
            estimates.see((index, passage), asked, &mentions, &read, vocabulary);
            for named in together(&passage.text, asked, &mentions, vocabulary) {
                let is_read = read.iter().any(|relation| {
                    [(relation.subject, relation.object), (relation.object, relation.subject)]
                        .contains(&(named.from, named.to))
                });
                if !is_read {
                    let quote = quote(one, passage, Assertion::Stated);
                    out.entry((named.from, named.to)).or_default().together.push((named.sign, quote));
                }
            }
            for relation in read {
                estimates.leave_out(relation.subject, relation.object);
                let quote = quote(one, passage, relation.assertion);
                // An increased amount of a receptor may be a response to its blockade.
                let is_only_amount = relation.sign == Sign::Increases
                    && kind(relation.subject, vocabulary) == Some(EntityKind::Drug)
                    && acts(relation.object, vocabulary)
                    && is_amount(&passage.text, relation.object, &mentions);
                let sign = if is_only_amount { Sign::Affects } else { relation.sign };
                out.entry((relation.subject, relation.object)).or_default().statements.push((sign, quote));
            }
        }
        for estimate in estimates.directions(vocabulary) {
            let Some(passage) = all_passages.get(estimate.passage) else { continue };
            let quote = quote(one, passage, Assertion::Stated);
            let pair = out.entry((estimate.from, estimate.to)).or_default();
            pair.estimated.push((estimate.sign, quote));
        }
        named.insert(one.handle.clone(), names);
    }
    Edges { pairs: out, named }
}

/// Returns whether a molecule acts by itself, so that its amount and its activity differ: a
/// receptor, an enzyme.
fn acts(id: EntityId, vocabulary: &Vocabulary) -> bool {
    let name = name(id, vocabulary);
    let last = name.rsplit(' ').next().unwrap_or_default();
    matches!(last, "receptor" | "transporter" | "channel" | "pump") || last.ends_with("ase")
}

/// Returns whether a sentence states the amount of a thing: `Y levels`, `the expression of Y`.
fn is_amount(sentence: &str, id: EntityId, mentions: &[Mention]) -> bool {
    const AMOUNT_WORDS: &[&str] = &[
        "level",
        "levels",
        "expression",
        "density",
        "mrna",
        "abundance",
        "number",
        "synthesis",
        "upregulation",
    ];
    let is_word = |word: &str| AMOUNT_WORDS.contains(&word.to_lowercase().as_str());
    let words = |text: Option<&str>| -> Vec<String> {
        let text = text.unwrap_or_default();
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    mentions.iter().filter(|mention| mention.entity == id).any(|mention| {
        let (before, after) =
            (words(sentence.get(..mention.range.start)), words(sentence.get(mention.range.end..)));
        let is_of = before.last().is_some_and(|word| matches!(word.as_str(), "of" | "the"));
        let is_before = before.iter().rev().take(4).any(|word| is_word(word));
        after.iter().take(2).any(|word| is_word(word)) || is_of && is_before
    })
}

fn quote(evidence: &Evidence, passage: &Passage, assertion: Assertion) -> Quote {
    Quote {
        work: evidence.handle.clone(),
        text: passage.text.clone(),
        assertion,
        source: evidence.record.source.clone(),
        context: context(evidence, &passage.text),
    }
}

/// Returns a step from sentences that only mention both ends; `None` without such sentences,
/// or if one denies the step.
fn named_together(
    (from, to): (EntityId, EntityId),
    edge: &PairEvidence,
    vocabulary: &Vocabulary,
) -> Option<DirectedHop> {
    let works = |sign: Option<Sign>| {
        let said = edge.together.iter().filter(|(said, _)| *said == sign);
        said.map(|(_, quote)| quote.work.as_str()).collect::<BTreeSet<_>>().len()
    };
    if edge.together.is_empty() && edge.estimated.is_empty()
        || edge.statements.iter().any(|(_, quote)| quote.assertion == Assertion::Denied)
    {
        return None;
    }
    // At least two papers must agree and none may differ. In a pair with a disease, it is uncertain
    // to what words of increase and decrease refer: `agents that enhance X treat Y`.
    let is_disease = kind(to, vocabulary) == Some(EntityKind::Condition);
    let sign = match (works(Some(Sign::Increases)), works(Some(Sign::Decreases))) {
        (2.., 0) if !is_disease => Sign::Increases,
        (0, 2..) if !is_disease => Sign::Decreases,
        _ => Sign::Affects,
    };
    // A direction that the models estimated from every work that they judged, and that no words
    // contradict.
    let estimated = match edge.estimated.split_first() {
        Some(((first, _), rest)) if rest.iter().all(|(other, _)| other == first) => Some(*first),
        _ => None,
    };
    let is_estimated = estimated.is_some_and(|estimated| !sign.is_directed() || sign == estimated);
    let sign = estimated.filter(|_| is_estimated).unwrap_or(sign);
    let mut hop = Hop::new(name(from, vocabulary), sign, name(to, vocabulary));
    hop.tier = Tier::NamedTogether;
    hop.estimated = is_estimated;
    for (_, quote) in edge.estimated.iter().filter(|_| is_estimated) {
        add_quote(&mut hop.supporting, quote.clone(), MAX_QUOTES_PER_SIDE);
    }
    for (_, quote) in &edge.together {
        add_quote(&mut hop.supporting, quote.clone(), MAX_QUOTES_PER_SIDE);
    }
    (!hop.supporting.is_empty()).then_some(DirectedHop { hop, to, is_tied: false })
}

/// Decides the direction between two entities by the number of distinct works; `None` if no work states one. Equal
/// numbers for both directions give no direction.
pub(super) fn directed_hop(
    (from, to): (EntityId, EntityId),
    edge: &PairEvidence,
    vocabulary: &Vocabulary,
) -> Option<DirectedHop> {
    let count = |sign: Sign| {
        let stated = edge
            .statements
            .iter()
            .filter(|(said, quote)| *said == sign && quote.assertion == Assertion::Stated);
        stated.map(|(_, quote)| quote.work.as_str()).collect::<BTreeSet<_>>().len()
    };
    let (more, less, something) = (count(Sign::Increases), count(Sign::Decreases), count(Sign::Affects));
    let sign = match (more + less + something, count(Sign::UsedFor)) {
        (0, 0) => return named_together((from, to), edge, vocabulary),
        (0, _) => Sign::UsedFor,
        _ if more == less => Sign::Affects,
        _ if more > less => Sign::Increases,
        _ => Sign::Decreases,
    };
    let is_tied = more == less && more > 0;
    let mut hop = Hop::new(name(from, vocabulary), sign, name(to, vocabulary));
    // Of each paper the first is kept: its own finding before what its background repeats.
    let mut statements: Vec<&(Sign, Quote)> = edge.statements.iter().collect();
    statements.sort_by_cached_key(|(_, quote)| is_introduced(&quote.text));
    for (said, quote) in statements {
        // If the directions are tied, each statement still shows an effect.
        let same = *said == sign || is_tied && said.is_directed();
        let side = match quote.assertion {
            Assertion::Supposed => &mut hop.supposed,
            Assertion::Stated if same => &mut hop.supporting,
            // `Used for` does not contradict less of it.
            Assertion::Stated if sign.is_directed() && said.is_directed() => &mut hop.contradicting,
            Assertion::Denied if same || *said == Sign::Affects => &mut hop.contradicting,
            _ => continue,
        };
        add_quote(side, quote.clone(), MAX_QUOTES_PER_SIDE);
    }
    (!hop.supporting.is_empty()).then_some(DirectedHop { hop, to, is_tied })
}

/// Decides each pair's direction, and keeps those that at least one work states.
pub(super) fn decide(edges: &Pairs, vocabulary: &Vocabulary) -> BTreeMap<EntityId, Vec<DirectedHop>> {
    let mut out: BTreeMap<EntityId, Vec<DirectedHop>> = BTreeMap::new();
    for (pair, edge) in edges {
        if let Some(hop) = directed_hop(*pair, edge, vocabulary) {
            out.entry(pair.0).or_default().push(hop);
        }
    }
    for all in out.values_mut() {
        all.sort_by(|a, b| {
            (a.hop.tier.cmp(&b.hop.tier)).then(b.hop.counts().0.cmp(&a.hop.counts().0)).then(a.to.cmp(&b.to))
        });
        let stated = all.iter().filter(|one| one.hop.tier == Tier::Stated).count();
        let mut kept = 0..;
        all.retain(|one| match one.hop.tier {
            Tier::Stated => kept.next().is_some_and(|at| at < MAX_NEIGHBOURS),
            Tier::NamedTogether => {
                kept.next().is_some_and(|at| at < stated.min(MAX_NEIGHBOURS) + MAX_TOGETHER)
            }
        });
    }
    out
}

/// Returns the chains from a start to one of `ends` over molecules and processes, at most three
/// hops long. If `ends` is empty, chains end at any process or condition.
pub(super) fn paths<'a>(
    start: EntityId,
    ends: &BTreeSet<EntityId>,
    graph: &'a BTreeMap<EntityId, Vec<DirectedHop>>,
    vocabulary: &Vocabulary,
) -> Vec<Vec<&'a DirectedHop>> {
    let mut out = Vec::new();
    let mut open: Vec<Vec<&DirectedHop>> = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let (last, reached) = match path.last() {
            Some(hop) => (hop.to, rank(hop.to, vocabulary)),
            None => (start, 0),
        };
        for next in graph.get(&last).into_iter().flatten() {
            let next_rank = rank(next.to, vocabulary);
            let is_end = if ends.is_empty() { next_rank >= 2 } else { ends.contains(&next.to) };
            let seen = next.to == start || path.iter().any(|hop| hop.to == next.to);
            // A chain may have only one step that is named together.
            let is_unread = |hop: &DirectedHop| hop.hop.tier == Tier::NamedTogether;
            if is_unread(next) && path.iter().any(|hop| is_unread(hop)) {
                continue;
            }
            // A use is not a step within a chain.
            if next.hop.sign == Sign::UsedFor && !is_only_step(&path, ends, next.to) {
                continue;
            }
            // Forward only, from molecules to processes to conditions; plus one further molecule or
            // process at the same rank.
            let is_backward =
                next_rank == 0 || next_rank < reached || (reached == 3 && next_rank == 3 && path.len() > 1);
            if seen || is_backward {
                continue;
            }
            let mut longer = path.clone();
            longer.push(next);
            if is_end {
                out.push(longer.clone());
            } else if longer.len() < MAX_HOPS && next_rank < 3 {
                open.push(longer);
                continue;
            }
            // If no end was requested, a chain to a process continues to a condition; if there are
            // several ends, it continues through one to another.
            if (ends.is_empty() || is_end && ends.len() > 1) && longer.len() < MAX_HOPS && next_rank < 3 {
                open.push(longer);
            }
        }
    }
    out
}

/// Returns whether a hop would be a complete chain.
fn is_only_step(path: &[&DirectedHop], ends: &BTreeSet<EntityId>, to: EntityId) -> bool {
    path.is_empty() && ends.contains(&to)
}

/// Returns the position of a thing in a mechanism, see [`EntityKind::rank`]; 0 if it is unknown.
pub(super) fn rank(id: EntityId, vocabulary: &Vocabulary) -> u8 {
    kind(id, vocabulary).map_or(0, EntityKind::rank)
}

#[cfg(test)]
mod tests;
