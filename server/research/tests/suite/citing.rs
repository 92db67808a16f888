//! How often the work that an author cited for a sentence is ranked first, or among the first five.
//!
//! `cargo test -p referee-research --test suite citing -- --nocapture` prints the figures for two kinds of sentences, a
//! hundred each, from the developers' folder; without it the test prints a message and passes:
//!
//! - sentences of an open textbook (Lakens, *Improving Your Statistical Inferences*, CC BY 4.0) that end in a single
//!   citation, in their original wording, with the book's bibliography of some 540 works and the 5,183 abstracts of
//!   SciFact as the library;
//! - claims of SciFact, which experts derived from citing sentences, with the abstracts of SciFact.

use crate::claims::{claims, record};
use crate::scifact::{folder, table};
use referee_bibliography::{Bibliography, Format};
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Source};
use referee_research::{Candidate, Query, Vocabulary, search};
use referee_text::Rope;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The number of sentences of each kind.
const SENTENCES: usize = 100;

/// The fewest words of a sentence that says something.
const MIN_WORDS: usize = 8;

/// A sentence that cites one work, without the citation, and the key of the work.
fn citing_sentences(book: &Path) -> Vec<(String, String)> {
    let mut chapters: Vec<_> = std::fs::read_dir(book)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "qmd"))
        .collect();
    chapters.sort();
    let mut out = Vec::new();
    for chapter in chapters {
        let text = std::fs::read_to_string(chapter).unwrap();
        for line in text.lines().filter(|line| !line.starts_with(['#', '|', '`', ':', '<'])) {
            for sentence in line.split_inclusive(". ") {
                let sentence = sentence.trim();
                let Some((words, citation)) = sentence.rsplit_once(" [@") else { continue };
                let Some(key) = citation.strip_suffix("].") else { continue };
                let is_one =
                    key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !words.contains('@');
                if is_one && words.split_whitespace().count() >= MIN_WORDS {
                    out.push((words.to_owned(), key.to_owned()));
                }
            }
        }
    }
    out
}

/// A hundred of many, evenly chosen.
fn some<T>(all: Vec<T>) -> Vec<T> {
    let count = all.len();
    let chosen: BTreeSet<usize> = (0..SENTENCES).map(|n| n * count / SENTENCES).collect();
    all.into_iter().enumerate().filter(|(at, _)| chosen.contains(at)).map(|(_, one)| one).collect()
}

/// How many of the sentences have a wanted work first, and how many among the first five.
fn hits(what: &str, records: Vec<Record>, sentences: &[(String, BTreeSet<String>)]) -> (usize, usize) {
    let count = records.len();
    let library: Arc<dyn Source> = Arc::new(InMemoryLibrary::from_records(records, Completeness::nothing()));
    let (sources, vocabulary) = ([library], Vocabulary::shipped());
    let (mut first, mut first_five, mut weak) = (0, 0, 0);
    let mut unsorted = (0, 0);
    for (sentence, wanted) in sentences {
        let found = search(&Query::of(sentence, &vocabulary), &sources, 10).candidates;
        let place_in = |found: &[Candidate]| {
            found.iter().position(|one| one.record.work.url.as_ref().is_some_and(|id| wanted.contains(id)))
        };
        if let Some(place) = place_in(&found) {
            unsorted = (unsorted.0 + usize::from(place == 0), unsorted.1 + usize::from(place < 5));
        }
        let mut found = found;
        // As they are offered: weak matches last.
        found.sort_by_key(Candidate::is_weak);
        let place = place_in(&found);
        first += usize::from(place == Some(0));
        first_five += usize::from(place.is_some_and(|place| place < 5));
        weak += usize::from(place.is_some_and(|place| found[place].is_weak()));
        if place.is_none_or(|place| place >= 5) {
            eprintln!("not among the first five: {sentence}");
        }
    }
    let all = sentences.len();
    eprintln!(
        "{what}: {all} sentences, {count} works: first {first}, among the first five {first_five}; right and called weak {weak}; without weak matches last {unsorted:?}"
    );
    (first, first_five)
}

#[test]
fn the_work_that_a_sentence_cites_is_offered_first_for_claims_and_among_the_first_for_sentences_of_a_book() {
    let Some(claims_folder) = folder() else { return };
    let abstracts: Vec<Record> =
        table(&claims_folder.join("scifact_corpus.csv.gz")).iter().map(record).collect();

    let all: Vec<_> = claims(&claims_folder).into_values().map(|claim| (claim.text, claim.cited)).collect();
    let (first, first_five) = hits("claims of SciFact", abstracts.clone(), &some(all));
    assert!(first >= CLAIMS_FIRST && first_five >= CLAIMS_FIRST_FIVE, "{first}, {first_five}");

    let book = claims_folder.join("../manuscripts/quarto_lakens");
    if !book.is_dir() {
        return crate::skipped(format_args!("there is no {}", book.display()));
    }
    let bibliography = std::fs::read_to_string(book.join("include/book.bib")).unwrap();
    let bibliography = Bibliography::read(Format::Bibtex, Rope::from(bibliography));
    let mut records = abstracts;
    let mut keys = BTreeSet::new();
    for entry in bibliography.entries() {
        let mut work = entry.work();
        work.url = Some(entry.key().to_owned());
        keys.insert(entry.key().to_owned());
        records.push(Record::new("book", work));
    }
    let sentences = citing_sentences(&book).into_iter().filter(|(_, key)| keys.contains(key));
    let sentences: Vec<_> = sentences.map(|(words, key)| (words, BTreeSet::from([key]))).collect();
    let (first, first_five) = hits("sentences of a book", records, &some(sentences));
    assert!(first >= BOOK_FIRST && first_five >= BOOK_FIRST_FIVE, "{first}, {first_five}");
}

/// The measured result; a lower number means that the ranking got worse.
const CLAIMS_FIRST: usize = 66;
const CLAIMS_FIRST_FIVE: usize = 79;
const BOOK_FIRST: usize = 31;
const BOOK_FIRST_FIVE: usize = 47;
