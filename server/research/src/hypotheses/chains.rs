//! From sentences to chains: what the evidence states, hop by hop, from a drug to what comes of it.

use super::relation::{Assertion, Sign};
use super::relations::relations;
use super::{Confidence, Hop, HypothesisAssessment, MechanismHypothesis, Quote, Status};
use crate::evidence::Evidence;
use crate::passage::{Passage, passages};
use crate::publication_status::PublicationStatus;
use crate::query::Query;
use crate::study::{Design, Subjects};
use crate::vocabulary::{EntityId, EntityKind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// What is said where there is no evidence.
pub const NO_EVIDENCE: &str = "No evidence available yet. Search for evidence first.";

/// The name of that state for programs.
pub const NO_EVIDENCE_ID: &str = "hypothesis-no-evidence";

/// How many hypotheses are shown at most.
const HYPOTHESES: usize = 4;

/// How many chains are compared at most.
const FOUND: usize = 300;

/// The longest chain, in hops.
const HOPS: usize = 3;

/// How many quotations a hop keeps on each side.
const QUOTES: usize = 6;

/// How many neighbours of one thing are followed.
const FAN: usize = 24;

/// What the sentences say about two things.
#[derive(Default)]
struct PairEvidence {
    said: Vec<(Sign, Quote)>,
}

/// An edge with its direction decided.
struct Decided {
    hop: Hop,
    to: EntityId,
}

/// The hypotheses that the evidence states for a question.
///
/// Retracted work counts neither way.
#[must_use]
pub fn extract(question: &str, evidence: &[Evidence], vocabulary: &Vocabulary) -> HypothesisAssessment {
    let mut out = HypothesisAssessment::default();
    if evidence.is_empty() {
        out.knowledge_gaps.push(NO_EVIDENCE.to_owned());
        return out;
    }
    let query = Query::of(question, vocabulary);
    let edges = edges(evidence, vocabulary);
    let graph = decide(&edges, vocabulary);
    let wanted: BTreeSet<EntityId> = query
        .entities
        .iter()
        .copied()
        .filter(|id| {
            vocabulary
                .get(*id)
                .is_some_and(|entity| matches!(entity.kind, EntityKind::Condition | EntityKind::Process))
        })
        .collect();
    let named: Vec<EntityId> = query.named(EntityKind::Drug, vocabulary).collect();
    let starts: Vec<EntityId> = if named.is_empty() {
        graph.keys().copied().filter(|id| kind(*id, vocabulary) == Some(EntityKind::Drug)).collect()
    } else {
        named.clone()
    };
    let mut found: Vec<(f64, bool, MechanismHypothesis)> = Vec::new();
    for start in starts {
        for path in paths(start, &graph, vocabulary) {
            let meets = path.last().is_some_and(|last| wanted.contains(&last.to));
            let hypothesis = hypothesis(start, &path, &graph, evidence, vocabulary);
            found.push((hypothesis.confidence.get(), meets, hypothesis));
        }
    }
    // A chain to a process that goes on to a condition is told with its end.
    found.truncate(FOUND);
    let chains: Vec<Vec<(String, String)>> = found
        .iter()
        .map(|(_, _, one)| one.hops.iter().map(|hop| (hop.from.clone(), hop.to.clone())).collect())
        .collect();
    let goes_on = |one: &MechanismHypothesis| {
        chains.iter().any(|other| {
            other.len() > one.hops.len()
                && one.hops.iter().zip(other).all(|(hop, (from, to))| hop.from == *from && hop.to == *to)
        })
    };
    found.retain(|(_, meets, one)| {
        let process =
            vocabulary.find(&one.effect).and_then(|id| kind(id, vocabulary)) == Some(EntityKind::Process);
        *meets || !process || !goes_on(one)
    });
    // What ends where the question asks, then longer mechanisms of equal evidence, then by evidence.
    found.sort_by(|a, b| {
        b.1.cmp(&a.1)
            .then(b.2.hops.len().min(2).cmp(&a.2.hops.len().min(2)))
            .then(b.0.total_cmp(&a.0))
            .then(b.2.hops.len().cmp(&a.2.hops.len()))
            .then_with(|| a.2.mechanism().cmp(&b.2.mechanism()))
    });
    let mut kept: Vec<MechanismHypothesis> = Vec::new();
    for (_, _, hypothesis) in found {
        // A chain that is part of one that is shown says nothing more.
        let part = kept.iter().any(|known| {
            hypothesis
                .hops
                .iter()
                .all(|hop| known.hops.iter().any(|other| other.from == hop.from && other.to == hop.to))
        });
        if !part && kept.len() < HYPOTHESES {
            kept.push(hypothesis);
        }
    }
    kept.sort_by(|a, b| b.confidence.get().total_cmp(&a.confidence.get()));
    let quotes: BTreeSet<(&str, &str)> = kept
        .iter()
        .flat_map(|hypothesis| &hypothesis.hops)
        .flat_map(|hop| hop.supporting.iter().chain(&hop.contradicting))
        .map(|quote| (quote.work.as_str(), quote.text.as_str()))
        .collect();
    out.sentences = quotes.len();
    out.papers = quotes.iter().map(|(work, _)| *work).collect::<BTreeSet<_>>().len();
    out.knowledge_gaps = gaps(&kept, &query, &named, &wanted, &graph, vocabulary, evidence);
    out.recommended_searches = searches(&kept, &named, &wanted, &query, &graph, vocabulary);
    // The most confident that ends where the question asks, else the most confident.
    let asked =
        |one: &&MechanismHypothesis| vocabulary.find(&one.effect).is_some_and(|end| wanted.contains(&end));
    let holds = |one: &&MechanismHypothesis| matches!(one.status(), Status::Supported | Status::Mixed);
    out.primary_hypothesis =
        kept.iter().filter(holds).find(asked).or_else(|| kept.iter().find(holds)).cloned();
    out.hypotheses = kept;
    out
}

fn kind(id: EntityId, vocabulary: &Vocabulary) -> Option<EntityKind> {
    vocabulary.get(id).map(|entity| entity.kind)
}

fn name(id: EntityId, vocabulary: &Vocabulary) -> String {
    vocabulary.get(id).map(|entity| entity.name.clone()).unwrap_or_default()
}

/// What the sentences of sound works say, pair by pair.
fn edges(evidence: &[Evidence], vocabulary: &Vocabulary) -> BTreeMap<(EntityId, EntityId), PairEvidence> {
    let mut out: BTreeMap<(EntityId, EntityId), PairEvidence> = BTreeMap::new();
    for one in evidence.iter().filter(|one| one.standing != PublicationStatus::Retracted) {
        for passage in passages(&one.record) {
            for relation in relations(&passage.text, vocabulary) {
                let quote = quote(one, &passage, relation.assertion);
                out.entry((relation.subject, relation.object)).or_default().said.push((relation.sign, quote));
            }
        }
    }
    out
}

fn quote(evidence: &Evidence, passage: &Passage, assertion: Assertion) -> Quote {
    Quote { work: evidence.handle.clone(), text: passage.text.clone(), assertion }
}

/// Decides each pair's direction by the number of distinct works, and keeps those that at least one work states.
fn decide(
    edges: &BTreeMap<(EntityId, EntityId), PairEvidence>,
    vocabulary: &Vocabulary,
) -> BTreeMap<EntityId, Vec<Decided>> {
    let mut out: BTreeMap<EntityId, Vec<Decided>> = BTreeMap::new();
    for ((from, to), edge) in edges {
        let count = |sign: Sign| {
            let stated = edge
                .said
                .iter()
                .filter(|(said, quote)| *said == sign && quote.assertion == Assertion::Stated);
            stated.map(|(_, quote)| quote.work.as_str()).collect::<BTreeSet<_>>().len()
        };
        let (more, less, something) = (count(Sign::Increases), count(Sign::Decreases), count(Sign::Affects));
        let sign = if more + less + something == 0 {
            continue;
        } else if more == 0 && less == 0 {
            Sign::Affects
        } else if more >= less {
            Sign::Increases
        } else {
            Sign::Decreases
        };
        let mut hop = Hop {
            from: name(*from, vocabulary),
            sign,
            to: name(*to, vocabulary),
            supporting: Vec::new(),
            contradicting: Vec::new(),
            supposed: Vec::new(),
        };
        for (said, quote) in &edge.said {
            let same = *said == sign;
            let side = match quote.assertion {
                Assertion::Supposed => &mut hop.supposed,
                Assertion::Stated if same => &mut hop.supporting,
                Assertion::Stated if sign != Sign::Affects && *said != Sign::Affects => {
                    &mut hop.contradicting
                }
                Assertion::Denied if same || *said == Sign::Affects => &mut hop.contradicting,
                _ => continue,
            };
            if side.len() < QUOTES
                && !side.iter().any(|known| known.work == quote.work && known.text == quote.text)
            {
                side.push(quote.clone());
            }
        }
        if !hop.supporting.is_empty() {
            out.entry(*from).or_default().push(Decided { hop, to: *to });
        }
    }
    for all in out.values_mut() {
        all.sort_by(|a, b| b.hop.counts().0.cmp(&a.hop.counts().0).then(a.to.cmp(&b.to)));
        all.truncate(FAN);
    }
    out
}

/// The chains from a drug: over molecules and processes, to a process or a condition, at most three hops.
fn paths<'a>(
    start: EntityId,
    graph: &'a BTreeMap<EntityId, Vec<Decided>>,
    vocabulary: &Vocabulary,
) -> Vec<Vec<&'a Decided>> {
    let mut out = Vec::new();
    let mut open: Vec<Vec<&Decided>> = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let (last, reached) = match path.last() {
            Some(hop) => (hop.to, rank(hop.to, vocabulary)),
            None => (start, 0),
        };
        for next in graph.get(&last).into_iter().flatten() {
            let next_rank = rank(next.to, vocabulary);
            let seen = next.to == start || path.iter().any(|hop| hop.to == next.to);
            // Forward only: from molecules to processes to conditions; and one more molecule or process of a kind.
            if seen
                || next_rank == 0
                || next_rank < reached
                || (reached == 3 && next_rank == 3 && path.len() > 1)
            {
                continue;
            }
            let mut longer = path.clone();
            longer.push(next);
            if next_rank >= 2 {
                out.push(longer.clone());
            }
            if longer.len() < HOPS && next_rank < 3 {
                open.push(longer);
            }
        }
    }
    out
}

/// Drugs 0, molecules 1, processes 2, conditions 3.
fn rank(id: EntityId, vocabulary: &Vocabulary) -> u8 {
    match kind(id, vocabulary) {
        Some(EntityKind::Drug) | None => 0,
        Some(EntityKind::Target) => 1,
        Some(EntityKind::Process) => 2,
        Some(EntityKind::Condition) => 3,
    }
}

fn hypothesis(
    start: EntityId,
    path: &[&Decided],
    graph: &BTreeMap<EntityId, Vec<Decided>>,
    evidence: &[Evidence],
    vocabulary: &Vocabulary,
) -> MechanismHypothesis {
    let drug = name(start, vocabulary);
    let (inner, last) = match path.split_last() {
        Some((last, inner)) => (inner, Some(last)),
        None => (path, None),
    };
    let effect = last.map(|last| name(last.to, vocabulary)).unwrap_or_default();
    let mut target = String::new();
    let mut pathway = String::new();
    for hop in inner {
        let name = name(hop.to, vocabulary);
        if rank(hop.to, vocabulary) == 1 && target.is_empty() {
            target = name;
        } else if pathway.is_empty() {
            pathway = name;
        }
    }
    let hops: Vec<Hop> = path.iter().map(|decided| decided.hop.clone()).collect();
    let side = |pick: fn(&Hop) -> &Vec<Quote>| -> Vec<String> {
        hops.iter()
            .flat_map(|hop| pick(hop).iter().map(|quote| quote.work.clone()))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    };
    let mut supporting: BTreeSet<String> = side(|hop| &hop.supporting).into_iter().collect();
    let mut contradicting: BTreeSet<String> = side(|hop| &hop.contradicting).into_iter().collect();
    // What is said of the drug and the effect directly speaks for the chain or against it.
    let net = hops.iter().map(|hop| hop.sign).reduce(Sign::then).unwrap_or(Sign::Affects);
    let direct = last
        .filter(|_| path.len() > 1)
        .and_then(|last| graph.get(&start)?.iter().find(|decided| decided.to == last.to))
        .map(|decided| decided.hop.clone());
    if let Some(hop) = direct.as_ref().filter(|hop| hop.sign != Sign::Affects && net != Sign::Affects) {
        let (mut with, mut against) = (&mut supporting, &mut contradicting);
        if hop.sign != net {
            std::mem::swap(&mut with, &mut against);
        }
        with.extend(hop.supporting.iter().map(|quote| quote.work.clone()));
        against.extend(hop.contradicting.iter().map(|quote| quote.work.clone()));
    }
    let opposed = direct.as_ref().is_some_and(|hop| hop.sign != net && hop.sign != Sign::Affects);
    let supporting_evidence: Vec<String> = supporting.into_iter().collect();
    let contradicting_evidence: Vec<String> = contradicting.into_iter().collect();
    let mut search_suggestions = Vec::new();
    if inner.len() > 1 || !effect.is_empty() {
        search_suggestions.push(format!("{drug} {effect}"));
    }
    if let Some(weak) = hops.iter().min_by_key(|hop| hop.counts().0) {
        search_suggestions.push(format!("{} {} trial", weak.from, weak.to));
    }
    MechanismHypothesis {
        confidence: confidence(&hops, opposed, evidence),
        drug,
        target,
        pathway,
        effect,
        supporting_evidence,
        contradicting_evidence,
        search_suggestions,
        hops,
        direct,
        made_by: "extracted".to_owned(),
        model_confidence: None,
    }
}

/// A rank and no probability: by the number of works behind the weakest hop, less where a work says otherwise and
/// where nothing but animals or cells was studied, more where a randomised trial or a synthesis supports the last
/// hop. Never above 0.85.
pub(crate) fn confidence(hops: &[Hop], opposed: bool, evidence: &[Evidence]) -> Confidence {
    let weakest = hops.iter().map(|hop| hop.counts().0).min().unwrap_or(0);
    let mut value: f64 = match weakest {
        0 => 0.1,
        1 => 0.3,
        2 => 0.45,
        3 => 0.55,
        4 => 0.6,
        _ => 0.7,
    };
    let study = |quote: &Quote| evidence.iter().find(|one| one.handle == quote.work).map(|one| one.study);
    let people = |hop: &Hop| hop.supporting.iter().filter_map(study).any(|study| study.is_clinical());
    let strong = hops.last().is_some_and(|hop| {
        hop.supporting.iter().filter_map(study).any(|study| {
            matches!(study.design, Design::RandomisedTrial | Design::Synthesis)
                && study.subjects != Subjects::Animals
        })
    });
    if strong {
        value += 0.1;
    } else if !hops.iter().any(people) {
        value *= 0.8;
    }
    if opposed || hops.iter().any(|hop| !hop.contradicting.is_empty()) {
        value *= 0.7;
    }
    Confidence::new((value.clamp(0.0, 0.85) * 100.0).round() / 100.0).unwrap_or_default()
}

fn gaps(
    kept: &[MechanismHypothesis],
    query: &Query,
    named: &[EntityId],
    wanted: &BTreeSet<EntityId>,
    graph: &BTreeMap<EntityId, Vec<Decided>>,
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
    for drug in named {
        let direct: Vec<EntityId> = graph.get(drug).into_iter().flatten().map(|decided| decided.to).collect();
        for end in wanted {
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
        let people = hypothesis
            .supporting_evidence
            .iter()
            .any(|handle| evidence.iter().any(|one| one.handle == *handle && one.study.is_clinical()));
        if !people {
            out.push(format!("Nothing here shows {} in people.", hypothesis.mechanism()));
        }
        if hypothesis.target.is_empty() {
            out.push(format!(
                "The molecule through which {} acts on {} is not named.",
                hypothesis.drug, hypothesis.effect
            ));
        }
    }
    let mut seen = BTreeSet::new();
    out.retain(|gap| seen.insert(gap.clone()));
    out.truncate(10);
    out
}

fn searches(
    kept: &[MechanismHypothesis],
    named: &[EntityId],
    wanted: &BTreeSet<EntityId>,
    query: &Query,
    graph: &BTreeMap<EntityId, Vec<Decided>>,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let mut out = Vec::new();
    for drug in named {
        for end in wanted {
            out.push(format!("{} {}", name(*drug, vocabulary), name(*end, vocabulary)));
        }
    }
    // What the drug is known to act on, together with the rest of the question.
    let drugs: Vec<String> = named
        .iter()
        .filter_map(|drug| vocabulary.get(*drug))
        .flat_map(|entity| entity.names.iter().flat_map(|name| referee_text::stem::roots(name)))
        .collect();
    let rest: Vec<&str> = query
        .terms
        .iter()
        .filter(|term| term.weight >= 1.0 && !drugs.contains(&term.root))
        .map(|term| term.word.as_str())
        .take(6)
        .collect();
    for neighbour in named.iter().filter_map(|drug| graph.get(drug)).flatten().take(4) {
        let neighbour = name(neighbour.to, vocabulary);
        out.push(format!("{neighbour} {}", rest.join(" ")).trim().to_owned());
    }
    for hypothesis in kept {
        out.extend(hypothesis.to_search_queries());
        for end in wanted {
            out.push(format!("{} {}", hypothesis.effect, name(*end, vocabulary)));
        }
    }
    let mut seen = BTreeSet::new();
    out.retain(|query| seen.insert(query.to_lowercase()));
    out.truncate(12);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Study;
    use crate::testing::record;

    fn evidence(all: &[(u32, &str)]) -> Vec<Evidence> {
        all.iter()
            .map(|(pmid, text)| {
                let record = record(*pmid, "A paper", text);
                Evidence {
                    handle: format!("pmid:{pmid}"),
                    relevance: 1.0,
                    passages: Vec::new(),
                    round: 1,
                    study: Study::of(&record),
                    standing: PublicationStatus::of_record(&record),
                    record,
                }
            })
            .collect()
    }

    #[test]
    fn a_chain_is_made_of_what_single_sentences_state_with_their_words() {
        let all = evidence(&[
            (1, "Metformin activated AMPK in neurons."),
            (2, "AMPK activation was seen. In cells, AMPK increases autophagy."),
            (3, "Autophagy reduces amyloid plaques in mice."),
            (4, "Metformin did not activate AMPK in another line."),
        ]);
        let found = extract("metformin alzheimer amyloid", &all, &Vocabulary::shipped());
        let first = found.hypotheses.first().expect("a hypothesis");
        assert_eq!(first.mechanism(), "metformin → AMPK → autophagy → amyloid plaques");
        assert_eq!(first.sign(), Sign::Decreases);
        assert_eq!(first.hops.len(), 3);
        assert_eq!(first.contradicting_evidence, ["pmid:4"]);
        for hop in &first.hops {
            for quote in hop.supporting.iter().chain(&hop.contradicting) {
                let one = all.iter().find(|one| one.handle == quote.work).expect("the work");
                assert!(crate::passage::stored_text(&one.record).contains(&quote.text));
            }
        }
        assert_eq!(found.papers, 4);
    }

    #[test]
    fn retracted_work_counts_neither_way_and_no_evidence_is_said() {
        let mut all = evidence(&[(1, "Metformin reduces dementia.")]);
        all[0].standing = PublicationStatus::Retracted;
        assert!(extract("metformin dementia", &all, &Vocabulary::shipped()).hypotheses.is_empty());
        let none = extract("metformin dementia", &[], &Vocabulary::shipped());
        assert_eq!(none.knowledge_gaps, [NO_EVIDENCE]);
    }

    #[test]
    fn what_the_evidence_does_not_link_is_a_gap_and_not_a_hypothesis() {
        let all = evidence(&[(1, "Metformin inhibits gluconeogenesis.")]);
        let found = extract("metformin alzheimer", &all, &Vocabulary::shipped());
        assert!(found.hypotheses.iter().all(|hypothesis| hypothesis.effect != "Alzheimer disease"));
        assert!(
            found.knowledge_gaps.iter().any(|gap| gap.contains("Alzheimer disease")),
            "{:?}",
            found.knowledge_gaps
        );
        assert!(found.recommended_searches.contains(&"metformin Alzheimer disease".to_owned()));
    }
}
