//! Finds what a question leaves open, and the searches that could close the gaps.

use super::graph::{DirectedHop, kind, name, rank};
use super::lexicon::outcomes::is_outcome_of_any_disease;
use super::{Hop, MechanismHypothesis, Sign, Tier};
use crate::evidence::Evidence;
use crate::query::Query;
use crate::question_names::other_words;
use crate::vocabulary::{EntityId, EntityKind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Words in questions for the population, the time or the severity.
const POPULATION_WORDS: &[&str] = &[
    "acute",
    "adolescent",
    "adolescents",
    "adult",
    "advanced",
    "antenatal",
    "babies",
    "boys",
    "child",
    "childhood",
    "children",
    "chronic",
    "early",
    "elderly",
    "female",
    "females",
    "girls",
    "human",
    "humans",
    "infant",
    "infants",
    "late",
    "male",
    "males",
    "maternal",
    "men",
    "mice",
    "mild",
    "moderate",
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
    "recurrent",
    "severe",
    "therapeutic",
    "uncomplicated",
    "veterans",
    "women",
];

/// The maximum number of steps between the drug and the ends for which searches are suggested.
const MAX_STEPS: usize = 3;

/// Returns the gaps in the evidence about a question.
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
            out.push(format!("No mechanism leading to {} was found.", name(*end, vocabulary)));
        }
        let unread = query.entities.iter().filter(|_| wanted.is_empty());
        for entity in unread {
            out.push(format!("No sentence about {} was found.", name(*entity, vocabulary)));
        }
    }
    for (start, end) in asked_pairs(named, &in_order(wanted, query)) {
        let (start_name, end_name) = (name(start, vocabulary), name(end, vocabulary));
        // No chain begins at an outcome of every disease:
        // `smoking cessation, lung cancer, survival`.
        if is_outcome_of_any_disease(&start_name) {
            continue;
        }
        let is = |shown: &str, id: EntityId| {
            vocabulary.find(shown).is_some_and(|found| found == id || vocabulary.is_kind_of(found, id))
        };
        let is_reached =
            kept.iter().any(|hypothesis| is(&hypothesis.drug, start) && is(&hypothesis.effect, end));
        let is_direct = || {
            graph.get(&start).into_iter().flatten().any(|hop| hop.to == end && hop.hop.tier == Tier::Stated)
        };
        if !is_reached {
            out.push(format!("No mechanism leading from {start_name} to {end_name} was found."));
        } else if !is_direct() {
            out.push(format!(
                "No sentence was recognised as stating a direct effect of {start_name} on {end_name}."
            ));
        }
    }
    for hypothesis in kept.iter().filter(|one| one.tier == Tier::Stated) {
        for hop in &hypothesis.hops {
            let (supporting, contradicting) = hop.counts();
            let what = hop.says();
            if supporting == 1 {
                out.push(format!("“{what}” rests on one paper."));
            }
            if is_tied(hop, graph, vocabulary) {
                out.push(format!(
                    "The direction of “{what}” is open: as many papers report an increase as a decrease."
                ));
            }
            if contradicting > 0 {
                out.push(format!(
                    "“{what}” is contradicted by {contradicting} of {} papers.",
                    supporting + contradicting
                ));
            }
        }
        if hypothesis.hops.len() > 1 && hypothesis.works_that_state_the_whole() == 0 {
            out.push(format!("No single paper was found to state all of {}.", hypothesis.mechanism()));
        }
        let people = hypothesis
            .supporting_evidence
            .iter()
            .any(|handle| evidence.iter().any(|one| one.handle == *handle && one.study.is_clinical()));
        if !people {
            out.push(format!("None of the papers that support {} is a human study.", hypothesis.mechanism()));
        }
        out.extend(without_molecule(hypothesis, kept));
    }
    let mut seen = BTreeSet::new();
    out.retain(|gap| seen.insert(gap.clone()));
    out.truncate(10);
    out
}

/// Whether a step lacks a direction because increase and decrease are stated by equally many works.
fn is_tied(hop: &Hop, graph: &BTreeMap<EntityId, Vec<DirectedHop>>, vocabulary: &Vocabulary) -> bool {
    let (from, to) = (vocabulary.find(&hop.from), vocabulary.find(&hop.to));
    let known =
        from.and_then(|from| graph.get(&from)).into_iter().flatten().find(|known| Some(known.to) == to);
    hop.sign == Sign::Affects && known.is_some_and(|known| known.is_tied)
}

/// Reports that no chain between the ends of a hypothesis contains a molecule, or only one with an unread step.
/// Quotations may mention one in words that the vocabulary lacks.
fn without_molecule(hypothesis: &MechanismHypothesis, kept: &[MechanismHypothesis]) -> Option<String> {
    let (drug, effect) = (&hypothesis.drug, &hypothesis.effect);
    let with_molecule = kept
        .iter()
        .filter(|one| one.drug == *drug && one.effect == *effect && !one.target.is_empty())
        .map(|one| one.tier);
    match with_molecule.min() {
        Some(Tier::Stated) => None,
        Some(Tier::NamedTogether) => Some(format!(
            "No mechanism with every step stated includes a molecule between {drug} and {effect}; one is only mentioned together with them."
        )),
        None => Some(format!("No mechanism found includes a molecule between {drug} and {effect}.")),
    }
}

/// Reports which words of a question were not recognised, the consequence, and what the author can
/// do; `None` if all are known.
fn not_recognised(query: &Query, vocabulary: &Vocabulary) -> Option<String> {
    // The population is checked in each work and is not a name that a user could add.
    let unknown = words_without_who(query, vocabulary);
    let words: Vec<&str> = unknown.iter().map(String::as_str).collect();
    let quoted = words.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>();
    let example = match words.as_slice() {
        [one] => format!("“condition: {one}”"),
        _ => "“drug: NAME” or “condition: NAME”".to_owned(),
    };
    if query.entities.is_empty() {
        let which = if words.is_empty() { String::new() } else { format!(" ({})", quoted.join(", ")) };
        return Some(format!(
            "No drug, molecule, process or condition was recognised in the question{which}, so nothing \
             could be extracted. Ask with the name that papers use, or add it to .referee/vocabulary.txt, on a line such \
             as {example}."
        ));
    }
    match quoted.as_slice() {
        [] => None,
        [word] => Some(format!(
            "{word} is not in the vocabulary. Its effects were not extracted, and a mechanism is shown \
             only if a supporting paper contains the word. If it is a drug, a molecule, a process or a condition, add it to \
             .referee/vocabulary.txt, on a line such as {example}."
        )),
        [all @ .., last] => Some(format!(
            "{} and {last} are not in the vocabulary. Their effects were not extracted, and a mechanism is \
             shown only if a supporting paper contains most of these words. If one of them is a drug, a molecule, a process or \
             a condition, add it to .referee/vocabulary.txt, on a line such as {example}.",
            all.join(", ")
        )),
    }
}

/// Pairs each start with each end. If a question mentions two outcomes, each is both a start and an
/// end; such a pair occurs once, in the order of the starts.
fn asked_pairs(starts: &[EntityId], ends: &[EntityId]) -> Vec<(EntityId, EntityId)> {
    let mut pairs = Vec::new();
    for (at, start) in starts.iter().enumerate() {
        let came_turned_round = |end: &EntityId| ends.contains(start) && starts[..at].contains(end);
        let of_start = ends.iter().filter(|end| *end != start && !came_turned_round(end));
        pairs.extend(of_start.map(|end| (*start, *end)));
    }
    pairs
}

/// Returns the ends in question order; ends that the question does not mention come last.
fn in_order(ends: &BTreeSet<EntityId>, query: &Query) -> Vec<EntityId> {
    let named = query.entities.iter().copied().filter(|id| ends.contains(id));
    let others = ends.iter().copied().filter(|id| !query.entities.contains(id));
    let mut seen = BTreeSet::new();
    named.chain(others).filter(|id| seen.insert(*id)).collect()
}

/// An end of a question as search words.
struct EndTerms {
    id: EntityId,
    /// The name in the vocabulary.
    words: String,
    /// The term in the question: next to a molecule, `amyloid` finds more than `amyloid plaques`.
    asked_as: String,
}

/// Returns the longest of the entity's names in the question, or else its first name.
fn asked_as(id: EntityId, query: &Query, vocabulary: &Vocabulary) -> String {
    let question = format!(" {} ", query.text.to_lowercase());
    let is_named = |name: &&String| {
        let name = name.to_lowercase();
        question.match_indices(&name).any(|(at, _)| {
            let before = question[..at].chars().next_back();
            let behind = question[at + name.len()..].chars().next();
            [before, behind].into_iter().flatten().all(|c| !c.is_alphanumeric())
        })
    };
    let names = vocabulary.get(id).map(|entity| entity.names.as_slice()).unwrap_or_default();
    let named = names.iter().filter(is_named).max_by_key(|name| name.len());
    named.cloned().unwrap_or_else(|| name(id, vocabulary))
}

/// Returns the ends as search words. An outcome of every disease is combined with the disease:
/// `cancer mortality`.
fn search_ends(ends: &[EntityId], query: &Query, vocabulary: &Vocabulary) -> Vec<EndTerms> {
    let is_outcome = |id: &EntityId| is_outcome_of_any_disease(&name(*id, vocabulary));
    let (outcomes, others): (Vec<EntityId>, Vec<EntityId>) = ends.iter().copied().partition(is_outcome);
    let is_disease = |id: EntityId| kind(id, vocabulary) == Some(EntityKind::Condition);
    let has_disease = others.iter().any(|id| is_disease(*id));
    let mut out = Vec::new();
    for id in others {
        let (words, asked_as) = (name(id, vocabulary), asked_as(id, query, vocabulary));
        if !is_disease(id) || outcomes.is_empty() {
            out.push(EndTerms { id, words, asked_as });
            continue;
        }
        out.extend(outcomes.iter().map(|outcome| {
            let outcome = name(*outcome, vocabulary);
            EndTerms { id, words: format!("{words} {outcome}"), asked_as: format!("{asked_as} {outcome}") }
        }));
    }
    if !has_disease {
        let alone = |id: EntityId| {
            let (words, asked_as) = (name(id, vocabulary), asked_as(id, query, vocabulary));
            EndTerms { id, words, asked_as }
        };
        out.extend(outcomes.into_iter().map(alone));
    }
    out
}

/// Returns searches that would test the hypotheses in both directions and reach the ends of the
/// question.
pub(super) fn searches(
    kept: &[MechanismHypothesis],
    named: &[EntityId],
    wanted: &BTreeSet<EntityId>,
    query: &Query,
    graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
    works: &BTreeMap<String, BTreeSet<EntityId>>,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let mut out = Vec::new();
    let ordered = in_order(wanted, query);
    let ends = search_ends(&ordered, query, vocabulary);
    for (start, end) in asked_pairs(named, &ends.iter().map(|end| end.id).collect::<Vec<_>>()) {
        let of_end = ends.iter().filter(|one| one.id == end);
        // An outcome of every disease begins no search; it follows the disease.
        let start = name(start, vocabulary);
        if !is_outcome_of_any_disease(&start) {
            out.extend(of_end.map(|one| format!("{start} {}", one.words)));
        }
    }
    out.extend(steps(named, &ends, query, graph, works, vocabulary));
    for hypothesis in kept {
        out.extend(hypothesis.to_search_queries());
        // Evidence against a chain is often reported as no effect, but keyword searches ignore
        // `no`.
        out.push(format!("{} {} ineffective", hypothesis.drug, hypothesis.effect));
        let effect = vocabulary.find(&hypothesis.effect);
        let reached = effect.map_or(0, |effect| rank(effect, vocabulary));
        let beyond = ends.iter().filter(|end| rank(end.id, vocabulary) > reached && Some(end.id) != effect);
        out.extend(beyond.map(|end| format!("{} {}", hypothesis.effect, end.words)));
    }
    let mut seen = BTreeSet::new();
    out.retain(|query| seen.insert(query.to_lowercase()));
    out.truncate(12);
    out
}

/// Returns searches for possible steps between the drug and the ends of the question: the molecules
/// in the question, or else the known targets of the drug, molecules before processes.
fn steps(
    named: &[EntityId],
    ends: &[EndTerms],
    query: &Query,
    graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
    works: &BTreeMap<String, BTreeSet<EntityId>>,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let is_asked = |id: &EntityId| named.contains(id) || ends.iter().any(|end| end.id == *id);
    let mut steps: Vec<EntityId> =
        query.named(EntityKind::Target, vocabulary).filter(|id| !is_asked(id)).collect();
    if steps.is_empty() {
        let lowest = named.iter().map(|id| rank(*id, vocabulary)).min().unwrap_or_default();
        let acted_on = named.iter().filter_map(|drug| graph.get(drug)).flatten();
        let acted_on = acted_on.filter(|hop| !is_asked(&hop.to) && rank(hop.to, vocabulary) > lowest);
        // Do not search for a step that only papers on other diseases state: `ICAM-1 Alzheimer`.
        let end_ids: Vec<EntityId> = ends.iter().map(|end| end.id).collect();
        let is_of_another_disease = |hop: &DirectedHop| {
            let names = hop.hop.supporting.iter().filter_map(|quote| works.get(&quote.work));
            let has_disease = |names: &BTreeSet<EntityId>| {
                names.iter().any(|id| kind(*id, vocabulary) == Some(EntityKind::Condition))
            };
            names.into_iter().all(has_disease) && !hop.hop.supporting.is_empty()
        };
        let is_on_the_way = |hop: &&DirectedHop| {
            hop.hop.tier == Tier::Stated
                && (are_named_together(hop.to, &end_ids, works) || !is_of_another_disease(hop))
        };
        steps.extend(acted_on.filter(is_on_the_way).map(|hop| hop.to));
        // Within molecules and within processes, order by the number of papers that state the step.
        steps.sort_by_key(|id| rank(*id, vocabulary));
    }
    let mut seen = BTreeSet::new();
    steps.retain(|id| seen.insert(*id));
    // If no end of the question is known, its other words are the end.
    let words = if ends.is_empty() { words_without_who(query, vocabulary).join(" ") } else { String::new() };
    let mut out = Vec::new();
    for step in steps {
        if out.len() >= MAX_STEPS {
            break;
        }
        let leads_to = |end: &&EndTerms| {
            rank(step, vocabulary) < rank(end.id, vocabulary) && !vocabulary.is_kind_of(step, end.id)
        };
        let between: Vec<&str> =
            ends.iter().filter(leads_to).take(2).map(|end| end.asked_as.as_str()).collect();
        if !between.is_empty() || !words.is_empty() && kind(step, vocabulary) != Some(EntityKind::Condition) {
            out.push((name(step, vocabulary), between));
        }
    }
    let with_ends = out.into_iter().flat_map(|(step, between)| match between.as_slice() {
        [] => vec![format!("{step} {words}")],
        ends => ends.iter().map(|end| format!("{step} {end}")).collect(),
    });
    with_ends.collect()
}

/// Returns whether a work mentions a thing together with one of the ends; true without ends.
fn are_named_together(id: EntityId, ends: &[EntityId], works: &BTreeMap<String, BTreeSet<EntityId>>) -> bool {
    ends.is_empty()
        || works.values().any(|names| names.contains(&id) && ends.iter().any(|end| names.contains(end)))
}

/// Returns the unknown words of a question, without words for the population or the time.
pub(super) fn words_without_who(query: &Query, vocabulary: &Vocabulary) -> Vec<String> {
    let unknown = other_words(&query.text, vocabulary);
    unknown.split_whitespace().filter(|word| !POPULATION_WORDS.contains(word)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(question: &str) -> Option<String> {
        let vocabulary = Vocabulary::shipped();
        not_recognised(&Query::of(question, &vocabulary), &vocabulary)
    }

    fn searched(question: &str) -> Vec<String> {
        let vocabulary = Vocabulary::shipped();
        let query = Query::of(question, &vocabulary);
        let of_kind = |kinds: &[EntityKind]| -> Vec<EntityId> {
            let is = |id: &EntityId| vocabulary.get(*id).is_some_and(|entity| kinds.contains(&entity.kind));
            query.entities.iter().copied().filter(is).collect()
        };
        let drugs = of_kind(&[EntityKind::Drug]);
        let ends = of_kind(&[EntityKind::Condition, EntityKind::Process]).into_iter().collect();
        // Effects of the drug on a process, on another condition and on two molecules.
        let known = ["autophagy", "hypertension", "AMPK", "mTOR", "IL-6"].map(|name| {
            let hop = Hop::new("metformin", Sign::Increases, name);
            DirectedHop { hop, to: vocabulary.find(name).expect("a name of the vocabulary"), is_tied: false }
        });
        let graph = drugs.first().map(|drug| (*drug, Vec::from(known))).into_iter().collect();
        searches(&[], &drugs, &ends, &query, &graph, &BTreeMap::new(), &vocabulary)
    }

    #[test]
    fn what_any_disease_ends_with_is_searched_for_with_the_disease() {
        let all = searched("metformin cancer mortality");
        assert_eq!(all[0], "metformin cancer mortality", "{all:?}");
        assert!(all.iter().all(|search| search.contains("cancer mortality")), "{all:?}");
        assert_eq!(searched("metformin mortality")[0], "metformin mortality");
    }

    #[test]
    fn a_step_lies_between_the_drug_and_the_end_and_molecules_that_were_asked_for_are_the_only_ones() {
        let all = searched("metformin dementia");
        assert_eq!(all[0], "metformin dementia");
        assert_eq!(all[1..].len(), MAX_STEPS, "{all:?}");
        assert!(!all.contains(&"hypertension dementia".to_owned()), "a condition is no step: {all:?}");
        assert!(!all.contains(&"autophagy dementia".to_owned()), "molecules come first: {all:?}");
        let process = searched("metformin autophagy");
        assert!(process.iter().all(|search| search != "autophagy autophagy"), "{process:?}");
        assert!(process.contains(&"AMPK autophagy".to_owned()), "{process:?}");
        assert_eq!(searched("metformin p53 dementia"), ["metformin dementia", "p53 dementia"]);
        assert!(searched("metformin amyloid").contains(&"AMPK amyloid".to_owned()));
        // The population is not the end of a search.
        assert_eq!(searched("metformin quokkas in women").last().map(String::as_str), Some("IL-6 quokkas"));
    }

    #[test]
    fn an_author_is_told_which_words_were_not_recognised_and_what_to_do() {
        assert_eq!(told("metformin dementia"), None);
        assert_eq!(told("Does metformin reduce dementia in older people?"), None);
        let one = told("statins in quokkas").unwrap_or_default();
        assert!(one.starts_with("“quokkas” is not in the vocabulary."), "{one}");
        assert!(one.ends_with("add it to .referee/vocabulary.txt, on a line such as “condition: quokkas”."));
        let two = told("statins quokkas burrows").unwrap_or_default();
        assert!(two.starts_with("“quokkas” and “burrows” are not in the vocabulary"), "{two}");
        assert_eq!(told("statins and dementia in postmenopausal women"), None);
        assert_eq!(told("artesunate and mortality in severe malaria"), None);
        assert_eq!(told("therapeutic hypothermia and survival after cardiac arrest"), None);
        assert_eq!(told("pre-exposure prophylaxis and HIV infection"), None);
        let none = told("quokkas burrows").unwrap_or_default();
        assert!(none.contains("was recognised in the question (“quokkas”, “burrows”)"), "{none}");
        assert!(none.contains("Ask with the name that papers use"), "{none}");
    }
}
