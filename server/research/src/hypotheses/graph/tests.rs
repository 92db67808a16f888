use super::*;
use crate::testing::{self, record};

fn evidence(all: &[(u32, &str)]) -> Vec<Evidence> {
    all.iter().map(|(pmid, text)| testing::evidence(record(*pmid, "A paper", text))).collect()
}

fn id(name: &str, vocabulary: &Vocabulary) -> EntityId {
    vocabulary.find(name).expect("a name of the vocabulary")
}

/// Returns the hop between two things if the evidence states one.
fn hop(all: &[Evidence], from: &str, to: &str) -> Option<Hop> {
    let vocabulary = Vocabulary::shipped();
    let graph = decide(&edges(all, &BTreeSet::new(), &vocabulary).pairs, &vocabulary);
    let to = id(to, &vocabulary);
    let hops = graph.get(&id(from, &vocabulary))?;
    hops.iter().find(|directed| directed.to == to).map(|directed| directed.hop.clone())
}

#[test]
fn an_estimated_direction_is_marked_and_is_no_statement() {
    let vocabulary = Vocabulary::shipped();
    let pair = (id("lithium", &vocabulary), id("GSK-3beta", &vocabulary));
    let all = evidence(&[(1, "Lithium and GSK-3beta."), (2, "GSK-3beta and lithium.")]);
    let quoted = |at: usize| {
        let one = all.get(at).expect("a work");
        let passages = passages(&one.record);
        quote(one, passages.last().expect("a sentence"), Assertion::Stated)
    };
    let estimated = |signs: &[Sign]| {
        let estimated = signs.iter().enumerate().map(|(at, sign)| (*sign, quoted(at))).collect();
        let edge = PairEvidence { estimated, ..PairEvidence::default() };
        directed_hop(pair, &edge, &vocabulary).map(|directed| directed.hop)
    };
    let hop = estimated(&[Sign::Decreases, Sign::Decreases]).expect("a step");
    assert_eq!((hop.tier, hop.estimated, hop.sign), (Tier::NamedTogether, true, Sign::Decreases));
    assert_eq!(hop.says(), "lithium is named together with GSK-3beta, and is estimated to decrease it");
    assert_eq!(hop.supporting.len(), 2);
    // Works whose estimates differ leave no direction, and a statement comes before all estimates.
    assert_eq!(estimated(&[Sign::Decreases, Sign::Increases]), None);
    let edge = PairEvidence {
        statements: vec![(Sign::Increases, quoted(0))],
        estimated: vec![(Sign::Decreases, quoted(1))],
        ..PairEvidence::default()
    };
    let hop = directed_hop(pair, &edge, &vocabulary).map(|directed| directed.hop).expect("a step");
    assert_eq!((hop.tier, hop.estimated, hop.sign), (Tier::Stated, false, Sign::Increases));
    assert!(hop.contradicting.is_empty());
}

/// Builds a graph of hops that one work each states.
fn graph(hops: &[(&str, &str)], vocabulary: &Vocabulary) -> BTreeMap<EntityId, Vec<DirectedHop>> {
    let mut out: BTreeMap<EntityId, Vec<DirectedHop>> = BTreeMap::new();
    for (from, to) in hops {
        let hop = Hop::new(*from, Sign::Increases, *to);
        let directed = DirectedHop { hop, to: id(to, vocabulary), is_tied: false };
        out.entry(id(from, vocabulary)).or_default().push(directed);
    }
    out
}

/// Returns the chains of a graph as lists of names, in alphabetical order.
fn chains(start: &str, ends: &[&str], hops: &[(&str, &str)]) -> Vec<String> {
    let vocabulary = Vocabulary::shipped();
    let graph = graph(hops, &vocabulary);
    let ends = ends.iter().map(|end| id(end, &vocabulary)).collect();
    let found = paths(id(start, &vocabulary), &ends, &graph, &vocabulary);
    let mut out: Vec<String> = found
        .iter()
        .map(|path| path.iter().map(|directed| directed.hop.to.as_str()).collect::<Vec<_>>().join(" > "))
        .collect();
    out.sort();
    out
}

#[test]
fn a_direction_is_decided_by_works_and_not_by_sentences() {
    let all = evidence(&[
        (1, "Metformin inhibited mTOR. In a second line metformin inhibited mTOR. Metformin inhibits mTOR."),
        (2, "Metformin activated mTOR."),
        (3, "Metformin activates mTOR in muscle."),
    ]);
    let hop = hop(&all, "metformin", "mTOR").expect("a hop");
    assert_eq!((hop.sign, hop.counts()), (Sign::Increases, (2, 1)));
}

#[test]
fn as_many_works_for_more_as_for_less_make_no_direction() {
    let all = evidence(&[(1, "Metformin inhibited mTOR."), (2, "Metformin activated mTOR.")]);
    let hop = hop(&all, "metformin", "mTOR").expect("a hop");
    assert_eq!((hop.sign, hop.counts()), (Sign::Affects, (2, 0)));
}

#[test]
fn what_is_denied_contradicts_and_what_is_supposed_counts_for_neither_side() {
    let all = evidence(&[
        (1, "Metformin activated AMPK."),
        (2, "Metformin did not activate AMPK."),
        (3, "Metformin may activate AMPK."),
    ]);
    let found = hop(&all, "metformin", "AMPK").expect("a hop");
    assert_eq!((found.sign, found.counts(), found.supposed.len()), (Sign::Increases, (1, 1), 1));
    assert!(hop(&all[1..], "metformin", "AMPK").is_none(), "nobody states it");
}

#[test]
fn more_of_a_receptor_is_not_its_activation() {
    let all = evidence(&[(1, "Tamoxifen caused a small increase in estrogen receptor levels.")]);
    assert_eq!(hop(&all, "tamoxifen", "estrogen receptor").expect("a hop").sign, Sign::Affects);
    let all = evidence(&[
        (1, "Tamoxifen caused a small increase in estrogen receptor levels."),
        (2, "Tamoxifen and other estrogen receptor antagonists were compared."),
    ]);
    assert_eq!(hop(&all, "tamoxifen", "estrogen receptor").expect("a hop").sign, Sign::Decreases);
    let all = evidence(&[(1, "Tamoxifen activated the estrogen receptor.")]);
    assert_eq!(hop(&all, "tamoxifen", "estrogen receptor").expect("a hop").sign, Sign::Increases);
}

#[test]
fn a_retracted_work_states_nothing() {
    let mut all = evidence(&[(1, "Metformin activated AMPK.")]);
    assert!(hop(&all, "metformin", "AMPK").is_some());
    all[0].standing = PublicationStatus::Retracted;
    assert!(hop(&all, "metformin", "AMPK").is_none());
}

#[test]
fn every_work_is_counted_and_only_so_many_further_sentences_are_kept() {
    let all: Vec<(u32, String)> = (1..=9)
        .map(|pmid| (pmid, "Metformin activated AMPK. Again metformin activates AMPK in rats.".to_owned()))
        .collect();
    let all: Vec<(u32, &str)> = all.iter().map(|(pmid, text)| (*pmid, text.as_str())).collect();
    let hop = hop(&evidence(&all), "metformin", "AMPK").expect("a hop");
    assert_eq!(hop.counts(), (9, 0));
    assert!(hop.supporting.len() < 18, "{}", hop.supporting.len());
}

#[test]
fn a_chain_goes_forward_from_molecules_over_processes_to_conditions() {
    let hops = [
        ("metformin", "AMPK"),
        ("AMPK", "autophagy"),
        ("autophagy", "dementia"),
        ("autophagy", "AMPK"),
        ("dementia", "autophagy"),
    ];
    assert_eq!(chains("metformin", &["dementia"], &hops), ["AMPK > autophagy > dementia"]);
    assert!(chains("metformin", &["hypertension"], &hops).is_empty());
}

#[test]
fn without_an_end_that_was_asked_for_chains_end_at_processes_and_conditions() {
    let hops = [("metformin", "AMPK"), ("AMPK", "autophagy"), ("autophagy", "dementia")];
    assert_eq!(chains("metformin", &[], &hops), ["AMPK > autophagy", "AMPK > autophagy > dementia"]);
}

#[test]
fn no_chain_is_longer_than_three_hops_or_goes_in_a_circle() {
    let hops = [
        ("metformin", "AMPK"),
        ("AMPK", "mTOR"),
        ("mTOR", "AMPK"),
        ("mTOR", "IL-6"),
        ("IL-6", "dementia"),
        ("mTOR", "dementia"),
    ];
    assert_eq!(chains("metformin", &["dementia"], &hops), ["AMPK > mTOR > dementia"]);
}
