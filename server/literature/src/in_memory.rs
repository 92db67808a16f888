//! A small library of plain files, held in memory.

mod text_index;

use crate::candidates::{self, MIN_LIKENESS, MIN_MISSPELT_LENGTH, WorkFeatures};
use crate::import::guideline::{document_title, guideline_key};
use referee_bibliography::{Identifier, Work};
use referee_records::completeness::{Completeness, Holdings, Inventory};
use referee_records::merge::{self, Statement};
use referee_records::record::Record;
use referee_records::source::{Answer, Coverage, Question, SUBJECT, Source};
use referee_records::{keys, words};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use text_index::TextIndex;

/// A small library of plain files, held in memory: the `[library] files` of a workspace.
#[derive(Debug, Default)]
pub struct InMemoryLibrary {
    records: Vec<Arc<Record>>,
    traits: Vec<WorkFeatures>,
    by_key: FxHashMap<String, Vec<u32>>,
    by_word: FxHashMap<u64, TitlePostings>,
    /// The summed rarity of the words of each record's title.
    title_weights: Vec<f32>,
    by_author: FxHashMap<u64, Vec<u32>>,
    by_place: FxHashMap<u64, Vec<u32>>,
    by_title: FxHashMap<u64, Vec<u32>>,
    /// The words of all titles, grouped by length, to correct misspelt words.
    vocabulary: Vec<Vec<String>>,
    holdings: Inventory,
    complete: Completeness,
    /// The index of titles, abstracts and subjects; built at the first search.
    texts: std::sync::OnceLock<TextIndex>,
}

/// The records that contain one title word.
#[derive(Debug, Default)]
struct TitlePostings {
    /// The numbers of these records.
    records: Vec<u32>,
    /// The rarity of the word.
    weight: f32,
}

/// The maximum number of records to compare in full for one question.
const MAX_SHORTLIST: usize = 48;

impl InMemoryLibrary {
    /// Creates a library from `records`. Records of one work are merged, the better source first;
    /// of two versions of one PubMed record the later one replaces the earlier one.
    #[must_use]
    pub fn from_records(records: Vec<Record>, complete: Completeness) -> Self {
        let statements = records
            .into_iter()
            .enumerate()
            .map(|(number, record)| Statement { key: merge::statement_key(&record, "file", number), record })
            .collect();
        let mut library = InMemoryLibrary { complete, ..InMemoryLibrary::default() };
        let mut seen_words: FxHashSet<String> = FxHashSet::default();
        for record in merge::merge_all(statements) {
            library.add(record, &mut seen_words);
        }
        library.weigh();
        library
    }

    /// Computes the rarity of every word, after all records are added.
    fn weigh(&mut self) {
        let all = self.records.len() as u64;
        for word in self.by_word.values_mut() {
            word.weight = candidates::rarity(all, word.records.len() as u64);
        }
        let sum = |traits: &WorkFeatures| {
            traits.titles.first().map_or(0.0, |title| title.iter().map(|word| self.weight(*word)).sum())
        };
        self.title_weights = self.traits.iter().map(sum).collect();
    }

    fn add(&mut self, record: Record, seen_words: &mut FxHashSet<String>) {
        let Ok(number) = u32::try_from(self.records.len()) else { return };
        if let Some(whole) = document_title(&record) {
            // Parts of guidelines are found by subject and by the title of the document, and are
            // never candidates for a cited work.
            push(self.by_key.entry(guideline_key(whole)).or_default(), number);
            self.traits.push(WorkFeatures::default());
            self.records.push(Arc::new(record));
            return;
        }
        for identifier in &record.work.identifiers {
            for key in keys::record_keys(identifier) {
                push(self.by_key.entry(key).or_default(), number);
            }
        }
        let traits = WorkFeatures::of(&record.work);
        for word in traits.titles.iter().flatten() {
            push(&mut self.by_word.entry(*word).or_default().records, number);
        }
        for author in traits.first_author.iter().chain(&traits.other_authors) {
            push(self.by_author.entry(*author).or_default(), number);
        }
        if let Some(place) = traits.place {
            push(self.by_place.entry(place).or_default(), number);
        }
        if let Some(title) = traits.title_key {
            push(self.by_title.entry(title).or_default(), number);
        }
        for title in candidates::title_variants(&record.work) {
            for word in words::stems(&title) {
                if word.len() >= MIN_MISSPELT_LENGTH - 1 && !seen_words.contains(&word) {
                    let length = word.len().min(MAX_MISSPELT_LENGTH);
                    if self.vocabulary.len() <= length {
                        self.vocabulary.resize_with(length + 1, Vec::new);
                    }
                    if let Some(words) = self.vocabulary.get_mut(length) {
                        words.push(word.clone());
                    }
                    seen_words.insert(word);
                }
            }
        }
        self.holdings.add(&record);
        self.traits.push(traits);
        self.records.push(Arc::new(record));
    }

    /// Returns the number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns whether the library is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Iterates over all records.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().map(Arc::as_ref)
    }

    /// Returns the records with this identifier, best first; if none match, those of another
    /// version of the work.
    #[must_use]
    pub fn get(&self, identifier: &Identifier) -> Vec<Arc<Record>> {
        let mut numbers: Vec<u32> =
            self.by_key.get(&keys::exact_key(identifier)).cloned().unwrap_or_default();
        if numbers.is_empty() {
            let others = keys::other_versions(identifier);
            numbers = others.iter().filter_map(|key| self.by_key.get(key)).flatten().copied().collect();
            numbers.sort_unstable();
            numbers.dedup();
        }
        numbers.into_iter().filter_map(|number| self.records.get(number as usize)).cloned().collect()
    }

    /// Returns the records that could be `work`, best first.
    #[must_use]
    pub fn like(&self, work: &Work) -> Vec<Arc<Record>> {
        let mut wanted = WorkFeatures::of(work);
        let mut shortlist: FxHashMap<u32, f32> = FxHashMap::default();
        self.collect_by_title(&wanted, &mut shortlist);
        if !shortlist.values().any(|score| *score > 0.6)
            && let Some(corrected) = self.corrected(work)
        {
            wanted.titles.push(corrected);
            self.collect_by_title(&wanted, &mut shortlist);
        }
        let mut numbers = self.best_of(shortlist);
        numbers.extend(self.same_title(&wanted));
        numbers.extend(self.by_author_and_year(&wanted));
        numbers.extend(
            wanted
                .place
                .and_then(|place| self.by_place.get(&place))
                .into_iter()
                .flatten()
                .take(MAX_SHORTLIST),
        );
        numbers.sort_unstable();
        numbers.dedup();
        let weight = |word: u64| self.weight(word);
        let mut scored: Vec<(f32, u32, &WorkFeatures)> = numbers
            .into_iter()
            .filter_map(|number| {
                self.traits
                    .get(number as usize)
                    .map(|traits| (wanted.likeness(traits, &weight), number, traits))
            })
            .filter(|(score, ..)| *score > MIN_LIKENESS)
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        candidates::keep_best(scored, |(_, _, traits)| traits)
            .into_iter()
            .filter_map(|(_, number, _)| self.records.get(number as usize))
            .cloned()
            .collect()
    }

    /// Adds the records that share words with one of the titles, scored by the share of the rarity
    /// that they have in common.
    fn collect_by_title(&self, wanted: &WorkFeatures, shortlist: &mut FxHashMap<u32, f32>) {
        for title in &wanted.titles {
            let mut words: Vec<&TitlePostings> =
                title.iter().filter_map(|word| self.by_word.get(word)).collect();
            words.sort_by_key(|word| word.records.len());
            let all: f32 = title.iter().map(|word| self.weight(*word)).sum();
            let mut sums: FxHashMap<u32, f32> = FxHashMap::default();
            for (number, word) in words.into_iter().enumerate() {
                // Once rarer words are counted, frequent words add nothing.
                if number >= 4 && word.records.len() > 2_000 {
                    break;
                }
                for record in &word.records {
                    *sums.entry(*record).or_default() += word.weight;
                }
            }
            for (record, sum) in sums {
                let score = shortlist.entry(record).or_default();
                *score = score.max(sum / all);
            }
        }
    }

    fn best_of(&self, shortlist: FxHashMap<u32, f32>) -> Vec<u32> {
        // Without this factor, a record whose title is one common word would rank above one that
        // matches many words: the matched share of the record's own title counts too.
        let mut scored: Vec<(f32, u32)> = shortlist
            .into_iter()
            .map(|(number, share)| {
                let own = self.title_weights.get(number as usize).copied().unwrap_or(1.0);
                (share * own.max(1.0).sqrt().recip().max(0.2), number)
            })
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        scored.truncate(MAX_SHORTLIST);
        scored.into_iter().map(|(_, number)| number).collect()
    }

    fn same_title(&self, wanted: &WorkFeatures) -> impl Iterator<Item = &u32> {
        wanted.title_key.and_then(|key| self.by_title.get(&key)).into_iter().flatten()
    }

    /// Returns the records of one of the authors from about that year, or from all years if the
    /// author has few.
    fn by_author_and_year(&self, wanted: &WorkFeatures) -> Vec<u32> {
        let mut out = Vec::new();
        for author in wanted.first_author.iter().chain(wanted.other_authors.first()) {
            let found = self.by_author.get(author).map_or(&[][..], Vec::as_slice);
            let close = |number: &&u32| match (
                wanted.year,
                self.traits.get(**number as usize).and_then(|traits| traits.year),
            ) {
                (Some(left), Some(right)) => left.abs_diff(right) <= 1,
                _ => found.len() <= MAX_SHORTLIST,
            };
            out.extend(found.iter().filter(close).take(MAX_SHORTLIST * 2));
        }
        out
    }

    /// Returns the title with each unknown word replaced by the nearest known word.
    fn corrected(&self, work: &Work) -> Option<Box<[u64]>> {
        let texts = words::stems(&work.full_title()?);
        let mut missing = Vec::new();
        let mut near = Vec::new();
        for word in &texts {
            if word.len() >= MIN_MISSPELT_LENGTH
                && missing.len() < MAX_MISSPELT_WORDS
                && !self.by_word.contains_key(&candidates::hash(word))
            {
                let lengths = word.len() - 2..=(word.len() + 2).min(MAX_MISSPELT_LENGTH);
                let vocabulary = lengths.filter_map(|length| self.vocabulary.get(length)).flatten();
                if let Some(nearest) = candidates::nearest(word, vocabulary) {
                    missing.push(word.as_str());
                    near.push(nearest.to_owned());
                }
            }
        }
        candidates::corrected(work, &missing, &near)
    }

    /// Returns the records about the subject described by `words`, best first. Only the words of
    /// titles, abstracts and subjects are compared.
    #[must_use]
    pub fn search_subject(&self, words: &str, limit: usize) -> Vec<Arc<Record>> {
        let texts = self.texts.get_or_init(|| TextIndex::of(&self.records));
        let best = texts.best(words, limit);
        best.into_iter().filter_map(|(_, number)| self.records.get(number as usize)).cloned().collect()
    }

    /// Returns the rarity of a word.
    fn weight(&self, word: u64) -> f32 {
        let unknown = || candidates::rarity(self.records.len() as u64, 0);
        self.by_word.get(&word).map_or_else(unknown, |word| word.weight)
    }
}

/// The maximum number of words of one title to correct.
const MAX_MISSPELT_WORDS: usize = 6;

/// The maximum length in bytes of a word to correct.
const MAX_MISSPELT_LENGTH: usize = 32;

fn push(list: &mut Vec<u32>, number: u32) {
    if list.last() != Some(&number) {
        list.push(number);
    }
}

impl Source for InMemoryLibrary {
    fn name(&self) -> &str {
        "library"
    }

    fn covers(&self, work: &Work) -> Coverage {
        self.complete.coverage(work, &self.holdings)
    }

    fn has_journal(&self, name: &str) -> Option<bool> {
        Some(self.holdings.has_journal(name))
    }

    fn ask(&self, question: &Question) -> Answer {
        Answer::Records(match question {
            Question::Identifier(identifier) => self.get(identifier),
            Question::Like(work) => self.like(work),
            Question::Subject(words) => self.search_subject(words, SUBJECT),
        })
    }

    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        Some(Answer::Records(self.search_subject(words, limit)))
    }

    fn guideline(&self, title: &str) -> Arc<[Arc<Record>]> {
        let numbers = self.by_key.get(&guideline_key(title)).into_iter().flatten();
        numbers.filter_map(|number| self.records.get(*number as usize).cloned()).collect()
    }
}
