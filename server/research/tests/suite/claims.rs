//! How often the work that authors cited for a claim is among the first that are offered for it.
//!
//! `cargo test -p referee-research --test suite claims -- --nocapture` prints the report: for all claims, for those with an
//! odd number, on which the ranking was tuned, and for those with an even one, on which it was not. The claims and the abstracts
//! are SciFact's (Wadden and others, 2020), from the developers' folder; without it the test says so and ends.

use crate::scifact::{folder, sentences, table};
use referee_bibliography::{Work, WorkKind};
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Source};
use referee_research::{Query, Vocabulary, search};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

fn record(row: &BTreeMap<String, String>) -> Record {
    Record {
        work: Work {
            kind: WorkKind::Article,
            title: Some(row["title"].clone()),
            summary: Some(sentences(&row["abstract"]).join(" ")),
            url: Some(row["doc_id"].clone()),
            ..Work::default()
        },
        source: "scifact".into(),
        as_of: None,
        notices: Vec::new(),
        relations: Vec::new(),
        subjects: Vec::new(),
        types: Vec::new(),
    }
}

/// A claim: its text, what its authors cited, and which of that an annotator found to speak of it.
#[derive(Default)]
struct Claim {
    text: String,
    cited: BTreeSet<String>,
    speaks: BTreeSet<String>,
}

#[test]
fn the_cited_abstract_is_among_the_first_that_are_offered() {
    let Some(folder) = folder() else { return };
    let records: Vec<Record> = table(&folder.join("scifact_corpus.csv.gz")).iter().map(record).collect();
    let abstracts = records.len();
    let library: Arc<dyn Source> = Arc::new(InMemoryLibrary::from_records(records, Completeness::nothing()));
    let sources = [library];
    let mut claims: BTreeMap<String, Claim> = BTreeMap::new();
    for row in table(&folder.join("scifact_claims_train.csv.gz")) {
        let claim = claims.entry(row["id"].clone()).or_default();
        claim.text = row["claim"].clone();
        claim.cited.extend(
            row["cited_doc_ids"]
                .split(|c: char| !c.is_ascii_digit())
                .filter(|id| !id.is_empty())
                .map(str::to_owned),
        );
        claim.speaks.extend(Some(row["evidence_doc_id"].clone()).filter(|id| !id.is_empty()));
    }
    let vocabulary = Vocabulary::shipped();
    let mut hits: BTreeMap<(&str, &str, usize), usize> = BTreeMap::new();
    let mut all: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut times = Vec::new();
    for (number, claim) in &claims {
        let half = if number.ends_with(['1', '3', '5', '7', '9']) { "odd" } else { "even" };
        let start = Instant::now();
        let found = search(&Query::of(&claim.text, &vocabulary), &sources, 10);
        times.push(start.elapsed());
        let ids: Vec<String> =
            found.candidates.iter().filter_map(|candidate| candidate.record.work.url.clone()).collect();
        for (name, wanted) in [("cited", &claim.cited), ("speaks of it", &claim.speaks)] {
            if wanted.is_empty() {
                continue;
            }
            for part in ["all", half] {
                *all.entry((name, part)).or_default() += 1;
                for first in [1, 5, 10] {
                    let hit = ids.iter().take(first).any(|id| wanted.contains(id));
                    *hits.entry((name, part, first)).or_default() += usize::from(hit);
                }
            }
        }
    }
    times.sort();
    eprintln!(
        "{} claims, {abstracts} abstracts; median {:?}, slowest {:?}",
        claims.len(),
        times[times.len() / 2],
        times[times.len() - 1]
    );
    let share =
        |name: &str, part: &str, first: usize| hits[&(name, part, first)] as f64 / all[&(name, part)] as f64;
    for name in ["cited", "speaks of it"] {
        for part in ["all", "odd", "even"] {
            eprintln!(
                "{name:>14}, {part} ({} claims): first {:.3}, first 5 {:.3}, first 10 {:.3}",
                all[&(name, part)],
                share(name, part, 1),
                share(name, part, 5),
                share(name, part, 10)
            );
        }
    }
    assert!(share("speaks of it", "all", 10) >= 0.94, "an abstract that speaks of the claim is found");
    assert!(share("cited", "all", 10) >= 0.83, "and what was cited without speaking of it, mostly");
}
