//! Measures how long a search for a sentence takes in a library on disk.
//!
//!     cargo bench -p referee-research --bench search -- --library DIR [--questions N]
//!
//! The library is left by `cargo bench -p referee-literature --bench library -- --keep`. A sentence
//! consists of the first words of the title of one of its records, as many as a sentence of a draft
//! has. The results are in docs/benchmarks.md.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "a program for developers")]

use referee_bibliography::Identifier;
use referee_literature::Library;
use referee_records::Source;
use referee_research::{Query, Vocabulary, search};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The allocator of the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of words in a sentence.
const WORDS: usize = 10;

/// The number of candidates that are requested.
const CANDIDATES: usize = 10;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    // Without a library there is nothing to measure: `cargo test --benches` runs this too.
    let Some(root) = value("--library").map(PathBuf::from) else { return };
    let questions: u64 = value("--questions").and_then(|number| number.parse().ok()).unwrap_or(500);
    let library = Library::open(&root).unwrap().unwrap();
    let records = library.stats().unwrap().records;
    // The records of the synthetic library are numbered from 1.
    let sentence = |number: u64| {
        let pmid = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % records + 1;
        let found = library.get(&Identifier::Pmid(u32::try_from(pmid).unwrap())).unwrap();
        let title = found.into_iter().next().and_then(|record| record.work.title).unwrap();
        title.split(' ').take(WORDS).collect::<Vec<_>>().join(" ")
    };
    let sentences: Vec<String> = (1..=questions).map(sentence).collect();
    let vocabulary = Vocabulary::shipped();
    let library: Arc<dyn Source> = Arc::new(Library::open(&root).unwrap().unwrap());
    let sources = [library];
    let ask = |sentence: &String| search(&Query::of(sentence, &vocabulary), &sources, CANDIDATES);
    // Warm up the caches.
    sentences.iter().take(sentences.len() / 20 + 1).for_each(|sentence| {
        ask(sentence);
    });
    let mut found = 0;
    let mut times: Vec<Duration> = Vec::new();
    for sentence in &sentences {
        let start = Instant::now();
        let answer = ask(sentence);
        times.push(start.elapsed());
        let is_it = |title: &str| title.starts_with(sentence.as_str());
        found += usize::from(
            answer.candidates.iter().any(|one| one.record.work.title.as_deref().is_some_and(is_it)),
        );
    }
    times.sort();
    let at = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1)).unwrap();
    println!(
        "{records} records, {questions} sentences of {WORDS} words: p50 {:?}, p90 {:?}, p99 {:?}, worst {:?}; found {found}",
        at(50),
        at(90),
        at(99),
        at(100)
    );
}
