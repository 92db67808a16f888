//! What a question leaves open, and the searches that would tell.

use super::MechanismHypothesis;
use super::graph::{DirectedHop, name};
use super::lexicon::outcomes::is_outcome_of_any_disease;
use crate::asked::other_words;
use crate::evidence::Evidence;
use crate::query::Query;
use crate::vocabulary::{EntityId, EntityKind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Words of questions that say who was studied, or when.
const WHO: &[&str] = &[
    "adolescent",
    "adolescents",
    "adult",
    "antenatal",
    "babies",
    "boys",
    "child",
    "childhood",
    "children",
    "elderly",
    "female",
    "females",
    "girls",
    "human",
    "humans",
    "infant",
    "infants",
    "male",
    "males",
    "maternal",
    "men",
    "mice",
    "neonatal",
    "neonates",
    "newborn",
    "newborns",
    "perinatal",
    "perioperative",
    "postmenopausal",
    "postoperative",
    "pregnancy",
    "pregnant",
    "premenopausal",
    "prenatal",
    "preoperative",
    "rats",
    "veterans",
    "women",
];

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
    out.extend(not_recognised(query, vocabulary));
    if kept.is_empty() && named.is_empty() {
        for end in wanted {
            out.push(format!(
                "No chain of sentences that leads to {} was read in this evidence.",
                name(*end, vocabulary)
            ));
        }
        let unread = query.entities.iter().filter(|_| wanted.is_empty());
        for entity in unread {
            out.push(format!("No sentence in this evidence is read about {}.", name(*entity, vocabulary)));
        }
    }
    for (start, end) in asked_pairs(named, wanted) {
        let (start_name, end_name) = (name(start, vocabulary), name(end, vocabulary));
        // Nothing begins at what every disease ends with: `smoking cessation, lung cancer, survival`.
        if is_outcome_of_any_disease(&start_name) {
            continue;
        }
        let is = |shown: &str, id: EntityId| {
            vocabulary.find(shown).is_some_and(|found| found == id || vocabulary.is_kind_of(found, id))
        };
        let is_reached =
            kept.iter().any(|hypothesis| is(&hypothesis.drug, start) && is(&hypothesis.effect, end));
        let is_direct = || graph.get(&start).into_iter().flatten().any(|hop| hop.to == end);
        if !is_reached {
            out.push(format!(
                "No chain of sentences that leads from {start_name} to {end_name} was read in this evidence."
            ));
        } else if !is_direct() {
            out.push(format!(
                "No sentence of the titles and abstracts at hand was read as saying what {start_name} does to {end_name} \
                 directly."
            ));
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
            out.push(format!("No paper was read as stating the whole of {}.", hypothesis.mechanism()));
        }
        let people = hypothesis
            .supporting_evidence
            .iter()
            .any(|handle| evidence.iter().any(|one| one.handle == *handle && one.study.is_clinical()));
        if !people {
            out.push(format!("No paper behind {} was read as a study in people.", hypothesis.mechanism()));
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

/// Which words of a question are no known name, what follows from it, and what its author can do; `None` where all are
/// known.
fn not_recognised(query: &Query, vocabulary: &Vocabulary) -> Option<String> {
    let unknown = other_words(&query.text, vocabulary);
    // Who was studied is asked of each work, and is no name that anybody could add.
    let words: Vec<&str> = unknown.split_whitespace().filter(|word| !WHO.contains(word)).collect();
    let quoted = words.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>();
    let example = match words.as_slice() {
        [one] => format!("“condition: {one}”"),
        _ => "“drug: NAME” or “condition: NAME”".to_owned(),
    };
    if query.entities.is_empty() {
        let which = if words.is_empty() { String::new() } else { format!(" ({})", quoted.join(", ")) };
        return Some(format!(
            "No name of a drug, a molecule, a process or a condition was recognised in the question{which}, so no sentence \
             could be read for it. Ask with the name that papers use, or add it to .referee/vocabulary.txt, on a line such \
             as {example}."
        ));
    }
    match quoted.as_slice() {
        [] => None,
        [word] => Some(format!(
            "{word} is not among the names that referee knows. No sentence was read for what it does, and a chain is shown \
             only where a work behind it has the word. If it is a drug, a molecule, a process or a condition, add it to \
             .referee/vocabulary.txt, on a line such as {example}."
        )),
        [all @ .., last] => Some(format!(
            "{} and {last} are not among the names that referee knows. No sentence was read for what they do, and a chain is \
             shown only where a work behind it has most of these words. If one of them is a drug, a molecule, a process or \
             a condition, add it to .referee/vocabulary.txt, on a line such as {example}.",
            all.join(", ")
        )),
    }
}

/// Each start with each end. Where a question names two outcomes, each is a start and an end: such a pair comes once, in
/// the order of the starts.
fn asked_pairs(starts: &[EntityId], ends: &BTreeSet<EntityId>) -> Vec<(EntityId, EntityId)> {
    let mut pairs = Vec::new();
    for (at, start) in starts.iter().enumerate() {
        let came_turned_round = |end: &EntityId| ends.contains(start) && starts[..at].contains(end);
        let of_start = ends.iter().filter(|end| *end != start && !came_turned_round(end));
        pairs.extend(of_start.map(|end| (*start, *end)));
    }
    pairs
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
    for (start, end) in asked_pairs(named, wanted) {
        out.push(format!("{} {}", name(start, vocabulary), name(end, vocabulary)));
    }
    // What the drug is known to act on, together with what the question ends at. A condition is no step between them.
    let ends: Vec<String> = if wanted.is_empty() {
        Some(other_words(&query.text, vocabulary)).filter(|words| !words.is_empty()).into_iter().collect()
    } else {
        wanted.iter().take(2).map(|end| name(*end, vocabulary)).collect()
    };
    let is_step = |id: &EntityId| {
        !named.contains(id)
            && !wanted.contains(id)
            && vocabulary.get(*id).is_some_and(|entity| entity.kind != EntityKind::Condition)
    };
    let mut seen_steps = BTreeSet::new();
    let steps = named.iter().filter_map(|drug| graph.get(drug)).flatten().map(|hop| hop.to);
    for step in steps.filter(|id| is_step(id) && seen_steps.insert(*id)).take(4) {
        let neighbour = name(step, vocabulary);
        out.extend(ends.iter().map(|end| format!("{neighbour} {end}")));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(question: &str) -> Option<String> {
        let vocabulary = Vocabulary::shipped();
        not_recognised(&Query::of(question, &vocabulary), &vocabulary)
    }

    #[test]
    fn an_author_is_told_which_words_were_not_recognised_and_what_to_do() {
        assert_eq!(told("metformin dementia"), None);
        assert_eq!(told("Does metformin reduce dementia in older people?"), None);
        let one = told("statins in quokkas").unwrap_or_default();
        assert!(one.starts_with("“quokkas” is not among the names that referee knows."), "{one}");
        assert!(one.ends_with("add it to .referee/vocabulary.txt, on a line such as “condition: quokkas”."));
        let two = told("statins quokkas burrows").unwrap_or_default();
        assert!(two.starts_with("“quokkas” and “burrows” are not among the names"), "{two}");
        assert_eq!(told("statins and dementia in postmenopausal women"), None);
        let none = told("quokkas burrows").unwrap_or_default();
        assert!(none.contains("was recognised in the question (“quokkas”, “burrows”)"), "{none}");
        assert!(none.contains("Ask with the name that papers use"), "{none}");
    }
}
