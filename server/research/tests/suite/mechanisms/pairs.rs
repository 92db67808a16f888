//! Questions about drugs with a curated mechanism, over the abstracts collected for them: no chain may contradict the
//! drug's indication, and most must have an intermediate step.

use super::file;
use referee_bibliography::nbib;
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Source};
use referee_research::hypotheses::{HypothesisAssessment, Sign};
use referee_research::rounds::{Progress, ResearchContext, research};
use referee_research::{Store, Vocabulary};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Read;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A name in small letters, as words.
fn folded(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

pub(super) fn answer(question: &str, sources: &[Arc<dyn Source>]) -> HypothesisAssessment {
    let vocabulary = Vocabulary::shipped();
    let mut store = Store::in_memory().expect("a store");
    let mut progress = |_: Progress<'_>| {};
    let mut context = ResearchContext {
        sources,
        vocabulary: &vocabulary,
        cancel: &CancellationToken::new(),
        progress: &mut progress,
        model: None,
        embedder: None,
        mechanisms: None,
        query_embedder: None,
    };
    research(question, 2, &mut store, &mut context).expect("an answer").assessment
}

#[test]
fn curated_pairs_are_answered_with_a_step_between_and_never_against_the_treatment() {
    let (Some(pairs), Some(abstracts)) = (file("pairs_dev.jsonl"), file("abstracts.nbib.gz")) else {
        eprintln!("skipped: there is no shared data");
        return;
    };
    let mut text = String::new();
    let packed = std::fs::File::open(abstracts).expect("the abstracts can be opened");
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("the abstracts can be read");
    let records: Vec<Record> = nbib::read(&text).map(|one| Record::new("pubmed", one.work)).collect();
    let library = InMemoryLibrary::from_records(records, Completeness::nothing());
    let sources: Vec<Arc<dyn Source>> = vec![Arc::new(library)];
    let (mut all, mut any, mut between, mut curated, mut against) = (0, 0, 0, 0, Vec::new());
    for line in std::fs::read_to_string(pairs).expect("the pairs can be read").lines() {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        let question = case["question"].as_str().expect("a question");
        let names: BTreeSet<String> = ["molecules", "human_targets"]
            .iter()
            .flat_map(|key| case[*key].as_array().into_iter().flatten())
            .filter_map(Value::as_str)
            .map(folded)
            .collect();
        let drug = folded(case["drug"].as_str().unwrap_or_default());
        let found = answer(question, &sources);
        all += 1;
        any += usize::from(!found.hypotheses.is_empty());
        between += usize::from(found.hypotheses.iter().any(|one| one.hops.len() > 1));
        let is_curated = |name: &str| {
            let name = folded(name);
            names.contains(&name)
                || names
                    .iter()
                    .any(|known| known.len() > 7 && format!(" {name} ").contains(&format!(" {known} ")))
        };
        let has_curated = found.hypotheses.iter().take(3).any(|one| {
            let inner = one.hops.split_last().map(|(_, inner)| inner).unwrap_or_default();
            inner.iter().any(|hop| is_curated(&hop.to))
        });
        curated += usize::from(has_curated);
        for one in &found.hypotheses {
            let chain: Vec<String> =
                one.hops.iter().map(|hop| format!("{} {} {}", hop.from, hop.sign.verb(), hop.to)).collect();
            if super::is_listing() {
                println!("PAIR {question}: {}", chain.join("; "));
            }
            if folded(&one.drug) == drug && one.sign() == Sign::Increases {
                against.push(format!("{question}: {}", chain.join("; ")));
            }
        }
    }
    println!(
        "of {all} pairs {any} have a chain, {between} one with a step between, {curated} a curated step among the first three"
    );
    assert!(against.is_empty(), "{against:#?}");
    assert!(10 * between >= 7 * all && 10 * curated >= 6 * all, "{between} and {curated} of {all}");
}
