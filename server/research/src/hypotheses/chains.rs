//! Builds the hypotheses for a question: chains of relations that single sentences state, between
//! the things asked about.

use super::context::EndContext;
use super::gaps::{gaps, searches, words_without_who};
use super::graph::{DirectedHop, Pairs, decide, directed_hop, edges, kind, name, paths, rank};
use super::lexicon::outcomes::is_outcome_of_any_disease;
use super::relation::Sign;
use super::{Confidence, Hop, HypothesisAssessment, MechanismHypothesis, Quote, Tier};
use crate::cues::Cue;
use crate::evidence::Evidence;
use crate::passage::{passages, stored_text};
use crate::query::Query;
use crate::question_names::{has_nearly_all_other_words, has_other_words, other_words};
use crate::study::{Design, Subjects};
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The message that is shown without evidence.
pub const NO_EVIDENCE: &str = "No evidence available yet. Search for evidence first.";

/// The machine-readable id of that state.
pub const NO_EVIDENCE_ID: &str = "hypothesis-no-evidence";

/// The maximum number of hypotheses that are shown.
const MAX_HYPOTHESES: usize = 4;

/// The maximum number of additional hypotheses with a step whose ends are only named together.
const MAX_NAMED_TOGETHER: usize = 3;

/// The maximum confidence of a hypothesis with such a step.
const MAX_CONFIDENCE_NAMED_TOGETHER: f64 = 0.3;

/// The maximum number of chains that are compared.
const MAX_CHAINS: usize = 300;

/// The entities a question asks about: the starts and ends of chains.
struct Asked {
    /// The drugs in the question.
    drugs: Vec<EntityId>,
    /// The entities at which chains begin.
    starts: Vec<EntityId>,
    /// The entities at which chains end; empty if the question does not restrict them.
    ends: BTreeSet<EntityId>,
    /// If a question mentions several things and no drug, all of them; a chain must contain two.
    several: Vec<EntityId>,
}

impl Asked {
    fn of(query: &Query, graph: &BTreeMap<EntityId, Vec<DirectedHop>>, vocabulary: &Vocabulary) -> Asked {
        let named = |kinds: &[EntityKind]| -> Vec<EntityId> {
            let is = |id: &EntityId| kind(*id, vocabulary).is_some_and(|kind| kinds.contains(&kind));
            query.entities.iter().copied().filter(is).collect()
        };
        let mut drugs = named(&[EntityKind::Drug]);
        // `probiotics antibiotic-associated diarrhea` asks about the effect of probiotics.
        let acts = |id: &EntityId| !only_describes(&query.text, *id, vocabulary);
        if drugs.iter().any(acts) {
            drugs.retain(acts);
        }
        let outcomes = named(&[EntityKind::Condition, EntityKind::Process]);
        let targets = named(&[EntityKind::Target]);
        let ends: BTreeSet<EntityId> = match (outcomes.is_empty(), drugs.is_empty()) {
            (false, _) => outcomes.iter().copied().collect(),
            (true, false) => targets.iter().copied().collect(),
            // `MDM2 p53` asks how one molecule affects the other.
            (true, true) if targets.len() > 1 => targets.iter().copied().collect(),
            (true, true) => BTreeSet::new(),
        };
        let starts = if !drugs.is_empty() {
            drugs.clone()
        } else if !targets.is_empty() {
            targets
        } else if outcomes.len() > 1 {
            outcomes.clone()
        } else {
            graph.keys().copied().filter(|id| kind(*id, vocabulary) == Some(EntityKind::Drug)).collect()
        };
        let is_several = drugs.is_empty() && query.entities.len() > 1;
        let several = if is_several { query.entities.clone() } else { Vec::new() };
        Asked { drugs, starts, ends, several }
    }

    /// Adds the kinds of the things in the question, for questions whose own terms lack a chain:
    /// `statins cancer` is answered by the effect of simvastatin on breast cancer.
    fn with_kinds(
        mut self,
        graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
        vocabulary: &Vocabulary,
    ) -> Option<Asked> {
        let nodes = nodes(graph);
        let starts = std::mem::take(&mut self.starts);
        let is_start =
            |id: &EntityId| starts.iter().any(|start| *id == *start || vocabulary.is_kind_of(*id, *start));
        let is_end =
            |id: &EntityId| self.ends.iter().any(|end| *id == *end || vocabulary.is_kind_of(*id, *end));
        let ends: BTreeSet<EntityId> = nodes.iter().copied().filter(is_end).collect();
        // Without an end, every chain would match.
        if ends.is_empty() {
            return None;
        }
        self.starts = nodes.iter().copied().filter(is_start).collect();
        self.ends = ends;
        Some(self)
    }

    /// Adds the classes of the things in the question: lorazepam is a benzodiazepine, and
    /// `pulmonary tuberculosis` is tuberculosis. A chain for a class begins and ends with the name
    /// of the class.
    fn with_classes(
        mut self,
        graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
        vocabulary: &Vocabulary,
    ) -> Option<Asked> {
        let nodes = nodes(graph);
        let with_classes = |ids: &mut dyn Iterator<Item = EntityId>| -> BTreeSet<EntityId> {
            let ids: Vec<EntityId> = ids.collect();
            let classes =
                nodes.iter().copied().filter(|node| ids.iter().any(|id| vocabulary.is_kind_of(*id, *node)));
            classes.chain(ids.iter().copied()).collect()
        };
        let ends = with_classes(&mut self.ends.iter().copied());
        let starts = with_classes(&mut self.starts.iter().copied());
        let is_wider = ends.len() > self.ends.len() || starts.len() > self.starts.len();
        (self.ends, self.starts) = (ends, starts.into_iter().collect());
        (is_wider && !self.ends.is_empty()).then_some(self)
    }

    /// Uses the molecules in the question as ends, if it also mentions a drug and an effect.
    fn asked_of_molecules(mut self, query: &Query, vocabulary: &Vocabulary) -> Option<Asked> {
        let molecules: BTreeSet<EntityId> = query.named(EntityKind::Target, vocabulary).collect();
        if self.drugs.is_empty() || molecules.is_empty() || self.ends == molecules {
            return None;
        }
        self.ends = molecules;
        Some(self)
    }

    /// Returns whether a chain contains two of the things in a question without a drug. Other
    /// questions already determine the ends of the chain.
    fn is_between(&self, start: EntityId, path: &[&DirectedHop], vocabulary: &Vocabulary) -> bool {
        let has = |id: &&EntityId| is_on_path(start, path, **id, vocabulary);
        self.several.is_empty() || self.several.iter().filter(has).count() > 1
    }

    /// Returns the chains of the graph that answer the question.
    fn chains(
        &self,
        query: &Query,
        graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
        pairs: &Pairs,
        evidence: &[Evidence],
        vocabulary: &Vocabulary,
    ) -> Vec<MechanismHypothesis> {
        let mut found: Vec<MechanismHypothesis> = Vec::new();
        let mut contexts = KnownSteps::default();
        for start in &self.starts {
            for path in paths(*start, &self.ends, graph, vocabulary) {
                let Some(path) = in_one_context(*start, &path, pairs, evidence, vocabulary, &mut contexts)
                else {
                    continue;
                };
                let path: Vec<&DirectedHop> = path.iter().collect();
                if self.is_between(*start, &path, vocabulary)
                    && names_the_rest(query, *start, &path, evidence, vocabulary)
                {
                    found.push(hypothesis(*start, &path, graph, evidence, vocabulary));
                }
            }
        }
        found.truncate(MAX_CHAINS);
        let others = other_words(&query.text, vocabulary);
        if query.entities.is_empty() && others.is_empty() {
            found.clear();
        }
        found.retain(|one| is_on_question(one, !self.ends.is_empty(), &others, evidence));
        if self.ends.is_empty() {
            leave_out_beginnings(&mut found, vocabulary);
        }
        found
    }

    /// Returns the things a question asks about: its drugs, or else the starts of chains if the
    /// question states them.
    fn named_starts(&self) -> &[EntityId] {
        if !self.drugs.is_empty() {
            &self.drugs
        } else if self.several.is_empty() {
            &[]
        } else {
            &self.starts
        }
    }
}

/// Returns whether a question mentions a thing only to qualify another one:
/// `antibiotic-associated diarrhea`.
fn only_describes(question: &str, id: EntityId, vocabulary: &Vocabulary) -> bool {
    let describes = |behind: &str| {
        let word = behind.strip_prefix(['-', '\u{2010}', '\u{2011}']).unwrap_or_default();
        ["associated", "induced", "related"].iter().any(|one| word.to_lowercase().starts_with(one))
    };
    let mut mentions = vocabulary.mentions(question).into_iter().filter(|mention| mention.entity == id);
    mentions.all(|mention| question.get(mention.range.end..).is_some_and(describes))
}

/// Extracts the hypotheses that the evidence states for a question.
///
/// Retracted works count neither for nor against. Chains begin and end at the things in the
/// question, as far as it mentions any.
#[must_use]
pub fn extract(question: &str, evidence: &[Evidence], vocabulary: &Vocabulary) -> HypothesisAssessment {
    let mut out = HypothesisAssessment::default();
    let query = Query::of(question, vocabulary);
    out.unknown_names = words_without_who(&query, vocabulary);
    if evidence.is_empty() {
        out.knowledge_gaps.push(NO_EVIDENCE.to_owned());
        return out;
    }
    let mut named: BTreeSet<EntityId> = query.entities.iter().copied().collect();
    named.extend(query.entities.iter().flat_map(|id| vocabulary.classes_of(*id)));
    let edges = edges(evidence, &named, vocabulary);
    let graph = decide(&edges.pairs, vocabulary);
    let asked = Asked::of(&query, &graph, vocabulary);
    let mut found = asked.chains(&query, &graph, &edges.pairs, evidence, vocabulary);
    // `lithium GSK-3 neuroprotection`: if no chain leads to the effect, show what the drug does to the molecule.
    if found.is_empty()
        && let Some(nearer) = Asked::of(&query, &graph, vocabulary).asked_of_molecules(&query, vocabulary)
    {
        found = nearer.chains(&query, &graph, &edges.pairs, evidence, vocabulary);
    }
    if found.is_empty()
        && !query.entities.is_empty()
        && let Some(wider) = Asked::of(&query, &graph, vocabulary).with_kinds(&graph, vocabulary)
    {
        found = wider.chains(&query, &graph, &edges.pairs, evidence, vocabulary);
    }
    // If no mechanism was read for the question, use that of its class.
    if !found.iter().any(|one| one.hops.len() > 1)
        && let Some(wider) = Asked::of(&query, &graph, vocabulary).with_classes(&graph, vocabulary)
    {
        let known: BTreeSet<String> = found.iter().map(MechanismHypothesis::mechanism).collect();
        let more = wider.chains(&query, &graph, &edges.pairs, evidence, vocabulary);
        found.extend(more.into_iter().filter(|one| !known.contains(&one.mechanism())));
    }
    out.knowledge_gaps = leave_out_against_licence(&mut found, &graph, evidence, vocabulary);
    let mentioned = works_that_name(&found, &edges.named, vocabulary);
    // Stated chains come first, mechanisms before single hops, then by evidence.
    found.sort_by(|a, b| {
        let (a_weight, b_weight) = (weight(a, &mentioned), weight(b, &mentioned));
        (a.tier.cmp(&b.tier))
            .then(b.hops.len().min(2).cmp(&a.hops.len().min(2)))
            .then(by_tier_and_confidence(a, b))
            .then(b_weight.total_cmp(&a_weight))
            .then(b.hops.len().cmp(&a.hops.len()))
            .then_with(|| a.mechanism().cmp(&b.mechanism()))
    });
    let mut kept: Vec<MechanismHypothesis> = Vec::new();
    for hypothesis in found {
        // Leave out a chain that is part of one already shown, and a second chain over the same
        // molecule with a step that is only named together.
        let is_part = kept.iter().any(|known| {
            hypothesis
                .hops
                .iter()
                .all(|hop| known.hops.iter().any(|other| other.from == hop.from && other.to == hop.to))
        });
        let is_unread = hypothesis.tier == Tier::NamedTogether;
        let same_step = || {
            kept.iter().any(|known| {
                known.hops.len() > 1
                    && known.hops.first().map(|hop| &hop.to) == hypothesis.hops.first().map(|hop| &hop.to)
            })
        };
        let is_estimated = hypothesis.hops.iter().any(|hop| hop.estimated);
        let is_needless = is_unread
            && (hypothesis.hops.len() == 1 && !is_estimated || hypothesis.hops.len() > 2 || same_step());
        let of_tier = kept.iter().filter(|known| known.tier == hypothesis.tier).count();
        let most = if is_unread { MAX_NAMED_TOGETHER } else { MAX_HYPOTHESES };
        if !is_part && !is_needless && of_tier < most {
            kept.push(hypothesis);
        }
    }
    kept.sort_by(by_tier_and_confidence);
    out.knowledge_gaps.extend(gaps(
        &kept,
        &query,
        asked.named_starts(),
        &asked.ends,
        &graph,
        vocabulary,
        evidence,
    ));
    out.recommended_searches =
        searches(&kept, asked.named_starts(), &asked.ends, &query, &graph, &edges.named, vocabulary);
    out.hypotheses = kept;
    out.primary_hypothesis = out.primary();
    out.count_sentences();
    out
}

/// Returns all nodes of a graph.
fn nodes(graph: &BTreeMap<EntityId, Vec<DirectedHop>>) -> BTreeSet<EntityId> {
    graph.iter().flat_map(|(from, hops)| hops.iter().map(|hop| hop.to).chain([*from])).collect()
}

/// Orders stated chains before others, and stated chains by confidence.
fn by_tier_and_confidence(a: &MechanismHypothesis, b: &MechanismHypothesis) -> Ordering {
    a.tier.cmp(&b.tier).then(match a.tier {
        Tier::Stated => b.confidence.get().total_cmp(&a.confidence.get()),
        Tier::NamedTogether => Ordering::Equal,
    })
}

/// The steps towards an end that were decided, and the sentences that were compared with it.
#[derive(Default)]
struct KnownSteps {
    /// By the ends of the step and the end of the chain.
    steps: BTreeMap<(EntityId, EntityId, EntityId), Option<DirectedHop>>,
    /// Whether a sentence can be a step to the end of a chain.
    sentences: BTreeMap<(EntityId, String), bool>,
}

/// Removes the quotations that cannot be steps to the chain's end and recomputes each step's direction from the
/// remaining ones; `None` if a step has none left. The quotations of the last hop mention the end itself.
fn in_one_context(
    start: EntityId,
    path: &[&DirectedHop],
    pairs: &Pairs,
    evidence: &[Evidence],
    vocabulary: &Vocabulary,
    known: &mut KnownSteps,
) -> Option<Vec<DirectedHop>> {
    let Some((last, inner)) = path.split_last() else { return Some(Vec::new()) };
    let Some(end) = EndContext::of(last.to, vocabulary).filter(|_| !inner.is_empty()) else {
        return Some(path.iter().map(|step| (*step).clone()).collect());
    };
    let title = |handle: &str| {
        let work = evidence.iter().find(|one| one.handle == handle);
        work.and_then(|work| work.record.work.full_title()).unwrap_or_default()
    };
    let mut from = start;
    let mut kept = Vec::with_capacity(path.len());
    for step in inner {
        let KnownSteps { steps, sentences } = &mut *known;
        let decided = steps.entry((from, step.to, end.end())).or_insert_with(|| {
            let fits = |quote: &Quote| {
                *sentences
                    .entry((end.end(), quote.text.clone()))
                    .or_insert_with(|| end.fits(&title(&quote.work), &quote.text))
            };
            directed_hop((from, step.to), &pairs.get(&(from, step.to))?.only(fits), vocabulary)
        });
        kept.push(decided.clone()?);
        from = step.to;
    }
    kept.push((*last).clone());
    // Without their statements two steps may be only named together.
    let unread = kept.iter().filter(|step| step.hop.tier == Tier::NamedTogether).count();
    (unread < 2).then_some(kept)
}

/// Removes chains in which a drug increases the condition that it treats, and returns them. Such
/// chains combine sentences about other tissues, resistance or other topics.
fn leave_out_against_licence(
    found: &mut Vec<MechanismHypothesis>,
    graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
    evidence: &[Evidence],
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let mut known: BTreeMap<(String, String), bool> = BTreeMap::new();
    let is_treatment = |one: &MechanismHypothesis| {
        let (Some(drug), Some(end)) = (vocabulary.find(&one.drug), vocabulary.find(&one.effect)) else {
            return false;
        };
        // Molecules of the body and tobacco are not treatments.
        if kind(drug, vocabulary) != Some(EntityKind::Drug) || vocabulary.is_exposure(&one.drug) {
            return false;
        }
        let direct = graph.get(&drug).into_iter().flatten().find(|hop| hop.to == end);
        direct.is_some_and(|hop| {
            matches!(hop.hop.sign, Sign::Decreases | Sign::UsedFor) && hop.hop.tier == Tier::Stated
        }) || is_treated_with(drug, end, evidence, vocabulary)
    };
    let mut left_out = Vec::new();
    found.retain(|one| {
        let end = vocabulary.find(&one.effect).and_then(|id| kind(id, vocabulary));
        let is_against = end == Some(EntityKind::Condition)
            && (one.hops.len() > 1 || one.tier == Tier::NamedTogether)
            && one.sign() == Sign::Increases
            && *known.entry((one.drug.clone(), one.effect.clone())).or_insert_with(|| is_treatment(one));
        let gap = format!(
            "Left out: a mechanism leading to more {}. Papers report {} as a treatment for it, so its sentences are probably about something else.",
            one.effect, one.drug
        );
        if is_against && !left_out.contains(&gap) {
            left_out.push(gap);
        }
        !is_against
    });
    left_out
}

/// Returns whether a sentence of the evidence about a drug mentions treating a condition.
/// `Treatment with X caused Y` does not mention treating Y.
fn is_treated_with(drug: EntityId, end: EntityId, evidence: &[Evidence], vocabulary: &Vocabulary) -> bool {
    let is_such = |text: &str| {
        let mentions = vocabulary.mentions(text);
        let is = |one: &Mention, id: EntityId| one.entity == id || vocabulary.is_kind_of(one.entity, id);
        let conditions = mentions.iter().filter(|one| is(one, end));
        mentions.iter().any(|one| is(one, drug))
            && conditions.into_iter().any(|one| is_treated(text, one.range.clone()))
    };
    evidence.iter().any(|one| passages(&one.record).iter().any(|passage| is_such(&passage.text)))
}

/// Returns whether a sentence mentions treating the condition at a range: `the treatment of Y`,
/// `effective in Y`, `to treat Y`, `Y therapy`.
fn is_treated(text: &str, condition: Range<usize>) -> bool {
    const MAX_WORDS_BETWEEN: usize = 5;
    let lower = |text: Option<&str>| -> Vec<String> {
        let text = text.unwrap_or_default().to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let (before, after) = (lower(text.get(..condition.start)), lower(text.get(condition.end..)));
    let is_verb =
        |word: &str| matches!(word, "treat" | "treats" | "treating" | "manage" | "prevent" | "prevents");
    let nearest = before.iter().rev().take(MAX_WORDS_BETWEEN + 2).position(|word| Cue::Treating.begins(word));
    let is_before = nearest.is_some_and(|at| {
        let word = before.iter().rev().nth(at).map_or("", String::as_str);
        // The word after it, unless that is the condition itself.
        let next = at.checked_sub(1).and_then(|at| before.iter().rev().nth(at)).map_or("", String::as_str);
        is_verb(word) || matches!(next, "of" | "for" | "in" | "against" | "to")
    });
    is_before || after.first().is_some_and(|word| Cue::Treating.begins(word))
}

/// Counts the works in the evidence that mention each inner step of the chains.
fn works_that_name(
    found: &[MechanismHypothesis],
    named: &BTreeMap<String, BTreeSet<EntityId>>,
    vocabulary: &Vocabulary,
) -> BTreeMap<String, usize> {
    let steps: BTreeSet<&str> = found
        .iter()
        .flat_map(|one| one.hops.split_last().map(|(_, inner)| inner).unwrap_or_default())
        .map(|hop| hop.to.as_str())
        .collect();
    let count = |name: &str| {
        let id = vocabulary.find(name)?;
        Some((name.to_owned(), named.values().filter(|names| names.contains(&id)).count()))
    };
    steps.into_iter().filter_map(count).collect()
}

/// Returns the weight that orders chains with a step that is only named together. It rises with the
/// number of papers for the steps, with a molecule as a step and with a quotation that states the
/// relation of the drug to the molecule; it falls if many works mention a step.
fn weight(one: &MechanismHypothesis, mentioned: &BTreeMap<String, usize>) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
    let log = |count: usize| (1.0 + count as f64).ln();
    let papers: f64 = one.hops.iter().map(|hop| log(hop.counts().0.min(6))).sum();
    let Some((_, inner)) = one.hops.split_last() else { return papers };
    let named: f64 = inner.iter().map(|hop| log(mentioned.get(&hop.to).copied().unwrap_or_default())).sum();
    let is_agent = inner
        .first()
        .is_some_and(|hop| hop.supporting.iter().any(|quote| Cue::Agent.is_in(&quote.text.to_lowercase())));
    let molecule = if one.target.is_empty() { 0.0 } else { 0.7 };
    papers - 0.3 * named + molecule + if is_agent { 0.7 } else { 0.0 }
}

/// Returns whether a chain contains a thing or a kind of it.
fn is_on_path(start: EntityId, path: &[&DirectedHop], id: EntityId, vocabulary: &Vocabulary) -> bool {
    let mut steps = path.iter().map(|hop| hop.to).chain([start]);
    steps.any(|step| step == id || vocabulary.is_kind_of(step, id))
}

/// Returns whether the supporting works also mention the question's things that are not steps of
/// the chain. A molecule must be mentioned by a work that supports some hop. A condition must be
/// mentioned if the chain ends at an outcome of every disease: `X heart failure mortality` asks
/// about deaths from heart failure, and a study of deaths from sepsis does not answer it.
fn names_the_rest(
    query: &Query,
    start: EntityId,
    path: &[&DirectedHop],
    evidence: &[Evidence],
    vocabulary: &Vocabulary,
) -> bool {
    let Some(last) = path.last() else { return true };
    let are_named_by = |hops: &[&DirectedHop], id: EntityId| {
        hops.iter().flat_map(|hop| &hop.hop.supporting).any(|quote| {
            let work = evidence.iter().find(|one| one.handle == quote.work);
            work.is_some_and(|work| {
                vocabulary.mentions(&stored_text(&work.record)).iter().any(|mention| mention.entity == id)
            })
        })
    };
    let is_outcome = is_outcome_of_any_disease(&name(last.to, vocabulary));
    let is_process = kind(last.to, vocabulary) == Some(EntityKind::Process);
    let is_molecule = kind(last.to, vocabulary) == Some(EntityKind::Target);
    query.entities.iter().copied().filter(|id| !is_on_path(start, path, *id, vocabulary)).all(
        |id| match kind(id, vocabulary) {
            Some(EntityKind::Condition) if is_outcome => are_named_by(&[last], id),
            // `gefitinib EGFR lung cancer` is not answered by cells of another cancer.
            Some(EntityKind::Condition) if is_molecule => are_named_by(path, id),
            Some(EntityKind::Condition) if is_process => are_named_by(path, id),
            Some(EntityKind::Target) => are_named_by(path, id),
            _ => true,
        },
    )
}

/// Returns whether a chain matches the question beyond its ends: one supporting work must contain
/// most of the words that the vocabulary does not know. If the end of the question is unknown, it
/// is among these words, and a quotation must contain them.
fn is_on_question(
    one: &MechanismHypothesis,
    is_end_known: bool,
    others: &str,
    evidence: &[Evidence],
) -> bool {
    let mut quotes = one.hops.iter().flat_map(|hop| hop.supporting.iter().chain(&hop.contradicting));
    if !is_end_known {
        return quotes.any(|quote| has_nearly_all_other_words(others, &quote.text));
    }
    let text_of =
        |handle: &str| evidence.iter().find(|one| one.handle == handle).map(|one| stored_text(&one.record));
    others.is_empty()
        || quotes.any(|quote| text_of(&quote.work).is_some_and(|text| has_other_words(others, &text)))
}

/// Removes chains to a process that another chain continues.
fn leave_out_beginnings(found: &mut Vec<MechanismHypothesis>, vocabulary: &Vocabulary) {
    let chains: Vec<Vec<(String, String)>> = found
        .iter()
        .map(|one| one.hops.iter().map(|hop| (hop.from.clone(), hop.to.clone())).collect())
        .collect();
    found.retain(|one| {
        let is_process =
            vocabulary.find(&one.effect).and_then(|id| kind(id, vocabulary)) == Some(EntityKind::Process);
        let goes_on = chains.iter().any(|other| {
            other.len() > one.hops.len()
                && one.hops.iter().zip(other).all(|(hop, (from, to))| hop.from == *from && hop.to == *to)
        });
        !is_process || !goes_on
    });
}

fn hypothesis(
    start: EntityId,
    path: &[&DirectedHop],
    graph: &BTreeMap<EntityId, Vec<DirectedHop>>,
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
    // Statements about the drug and the effect directly support or contradict the chain.
    let net = hops.iter().map(|hop| hop.sign).reduce(Sign::then).unwrap_or(Sign::Affects);
    let direct = last
        .filter(|_| path.len() > 1)
        .and_then(|last| graph.get(&start)?.iter().find(|decided| decided.to == last.to))
        .filter(|decided| decided.hop.tier == Tier::Stated)
        .map(|decided| decided.hop.clone());
    if let Some(hop) = direct.as_ref().filter(|hop| hop.sign.is_directed() && net.is_directed()) {
        let (mut with, mut against) = (&mut supporting, &mut contradicting);
        if hop.sign != net {
            std::mem::swap(&mut with, &mut against);
        }
        with.extend(hop.supporting.iter().map(|quote| quote.work.clone()));
        against.extend(hop.contradicting.iter().map(|quote| quote.work.clone()));
    }
    let opposed =
        direct.as_ref().is_some_and(|hop| hop.sign != net && hop.sign.is_directed() && net.is_directed());
    let supporting_evidence: Vec<String> = supporting.into_iter().collect();
    let contradicting_evidence: Vec<String> = contradicting.into_iter().collect();
    let mut search_suggestions = Vec::new();
    if inner.len() > 1 || !effect.is_empty() {
        search_suggestions.push(format!("{drug} {effect}"));
    }
    if let Some(weak) = hops.iter().min_by_key(|hop| hop.counts().0) {
        search_suggestions.push(format!("{} {} trial", weak.from, weak.to));
    }
    let tier = hops.iter().map(|hop| hop.tier).max().unwrap_or_default();
    let mut rank = confidence(&hops, opposed, evidence);
    if tier == Tier::NamedTogether {
        let value = rank.get().min(MAX_CONFIDENCE_NAMED_TOGETHER);
        rank = Confidence::new(value).unwrap_or_default();
    }
    MechanismHypothesis {
        tier,
        confidence: rank,
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

/// Returns a rank, not a probability. It depends on the number of works for the weakest hop; it is
/// lower if a work contradicts the chain or only animals or cells were studied, and higher if a
/// randomised trial or a synthesis supports the last hop. Never above 0.85.
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

#[cfg(test)]
mod tests;
