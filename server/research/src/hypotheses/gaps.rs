//! What a question leaves open, and the searches that would tell.

use super::MechanismHypothesis;
use super::graph::{DirectedHop, name};
use crate::asked::other_words;
use crate::evidence::Evidence;
use crate::query::Query;
use crate::vocabulary::{EntityId, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// What the evidence does not say about a question.
pub(super) fn gaps(
    kept: &[MechanismHypothesis],
    query: &Query,
    named: &[EntityId],
    wanted: &BTreeSet<EntityId>,
    graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
    vocabulary: &Vocabulary,
    evidence: &[Evidence],
) -> Vec<String> {
    let mut out = Vec::new();
    if query.entities.is_empty() {
        out.push(
            "The question names nothing that the vocabulary knows; add names to .referee/vocabulary.txt."
                .to_owned(),
        );
    }
    let unknown = other_words(&query.text, vocabulary);
    if !query.entities.is_empty() && !unknown.is_empty() {
        out.push(format!(
            "Not in the vocabulary: {}. A chain is shown where a work behind it has most of these words; names \
             of your own go into .referee/vocabulary.txt.",
            unknown.split(' ').collect::<Vec<_>>().join(", ")
        ));
    }
    if kept.is_empty() && named.is_empty() {
        let open = match wanted.first() {
            Some(_) => wanted
                .iter()
                .map(|end| {
                    format!("No chain of sentences in this evidence leads to {}.", name(*end, vocabulary))
                })
                .collect(),
            None => query
                .entities
                .iter()
                .map(|one| format!("No sentence in this evidence is read about {}.", name(*one, vocabulary)))
                .collect::<Vec<_>>(),
        };
        out.extend(open);
    }
    for drug in named {
        let direct: Vec<EntityId> = graph.get(drug).into_iter().flatten().map(|decided| decided.to).collect();
        for end in wanted.iter().filter(|end| *end != drug && !is_same_pair(*drug, **end, named, wanted)) {
            let (drug, end_name) = (name(*drug, vocabulary), name(*end, vocabulary));
            let reached =
                kept.iter().any(|hypothesis| hypothesis.drug == drug && hypothesis.effect == end_name);
            if !reached {
                out.push(format!("No chain of sentences in this evidence leads from {drug} to {end_name}."));
            } else if !direct.contains(end) {
                out.push(format!("No sentence in this evidence links {drug} to {end_name} directly."));
            }
        }
    }
    for hypothesis in kept {
        for hop in &hypothesis.hops {
            let (supporting, contradicting) = hop.counts();
            let what = hop.says();
            if supporting == 1 {
                out.push(format!("“{what}” rests on one paper."));
            }
            if contradicting > 0 {
                out.push(format!(
                    "“{what}” is contradicted by {contradicting} of {} papers.",
                    supporting + contradicting
                ));
            }
        }
        if hypothesis.hops.len() > 1 && hypothesis.works_that_state_the_whole() == 0 {
            out.push(format!("No paper states the whole of {}.", hypothesis.mechanism()));
        }
        let people = hypothesis
            .supporting_evidence
            .iter()
            .any(|handle| evidence.iter().any(|one| one.handle == *handle && one.study.is_clinical()));
        if !people {
            out.push(format!("Nothing here shows {} in people.", hypothesis.mechanism()));
        }
        if hypothesis.target.is_empty() {
            // Its quotations may name one in words that the vocabulary lacks.
            out.push(format!(
                "No chain here has a molecule between {} and {}.",
                hypothesis.drug, hypothesis.effect
            ));
        }
    }
    let mut seen = BTreeSet::new();
    out.retain(|gap| seen.insert(gap.clone()));
    out.truncate(10);
    out
}

/// Whether a pair was named the other way round already: where a question names two outcomes, each is a start and an end.
fn is_same_pair(start: EntityId, end: EntityId, starts: &[EntityId], ends: &BTreeSet<EntityId>) -> bool {
    let place = |id: EntityId| starts.iter().position(|other| *other == id);
    ends.contains(&start) && matches!((place(start), place(end)), (Some(start), Some(end)) if end < start)
}

/// Searches that would test the hypotheses, for them and against them, and reach what was asked.
pub(super) fn searches(
    kept: &[MechanismHypothesis],
    named: &[EntityId],
    wanted: &BTreeSet<EntityId>,
    query: &Query,
    graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let mut out = Vec::new();
    for drug in named {
        for end in wanted.iter().filter(|end| *end != drug && !is_same_pair(*drug, **end, named, wanted)) {
            out.push(format!("{} {}", name(*drug, vocabulary), name(*end, vocabulary)));
        }
    }
    // What the drug is known to act on, together with the rest of the question.
    let drugs: Vec<String> = named
        .iter()
        .filter_map(|drug| vocabulary.get(*drug))
        .flat_map(|entity| entity.names.iter().flat_map(|name| referee_text::stem::roots(name)))
        .collect();
    let rest: Vec<(&str, &String)> = query
        .terms
        .iter()
        .filter(|term| term.weight >= 1.0 && !drugs.contains(&term.root))
        .map(|term| (term.word.as_str(), &term.root))
        .take(6)
        .collect();
    for neighbour in named.iter().filter_map(|drug| graph.get(drug)).flatten().take(4) {
        let neighbour = name(neighbour.to, vocabulary);
        let own = referee_text::stem::roots(&neighbour);
        let others: Vec<&str> =
            rest.iter().filter(|(_, root)| !own.contains(*root)).map(|(word, _)| *word).collect();
        if !others.is_empty() {
            out.push(format!("{neighbour} {}", others.join(" ")));
        }
    }
    for hypothesis in kept {
        out.extend(hypothesis.to_search_queries());
        // What speaks against a chain is often told as nothing found. A search for words drops `no`.
        out.push(format!("{} {} ineffective", hypothesis.drug, hypothesis.effect));
        for end in wanted.iter().map(|end| name(*end, vocabulary)).filter(|end| *end != hypothesis.effect) {
            out.push(format!("{} {end}", hypothesis.effect));
        }
    }
    let mut seen = BTreeSet::new();
    out.retain(|query| seen.insert(query.to_lowercase()));
    out.truncate(12);
    out
}
