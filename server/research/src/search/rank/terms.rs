//! The words and the passages of records, and the search words.

use crate::forms::{self, Words};
use crate::passage::{Passage, passages};
use crate::plain_words::is_plain_word;
use crate::query::{Query, Term};
use referee_bibliography::Subject;
use referee_records::Record;
use referee_text::stem;
use rustc_hash::FxHashMap;

/// The weight of a word that occurs with any subject: `common`, `saves`, `growing`.
const PLAIN_WORD_WEIGHT: f32 = 0.4;

/// The maximum number of words in a brief sentence, not counting words that occur with any subject.
/// A work that contains at most half of them is a weak match.
pub(super) const MAX_WORDS_OF_BRIEF_SENTENCE: usize = 3;

/// The assumed distance between the last word of a sentence or a title and the next word, in words.
const SENTENCE_GAP_WORDS: usize = 16;

/// The words of the records of a pool: the distinct stems, and their counts in each record.
#[derive(Default)]
pub(super) struct PoolWords {
    /// The id of each stem.
    numbers: FxHashMap<String, u32>,
    pub(super) records: Vec<WordCounts>,
}

/// The words of a record, counted.
#[derive(Default)]
pub(super) struct WordCounts {
    /// The ids of its stems in ascending order, with their counts.
    counts: Vec<(u32, f32)>,
    /// The same stems in text order, each with its position; there is a gap between two texts.
    order: Vec<(usize, u32)>,
    pub(super) length: f32,
}

impl PoolWords {
    pub(super) fn of<'a>(records: impl Iterator<Item = &'a Record>) -> PoolWords {
        let mut words = PoolWords::default();
        for record in records {
            let mut counted = WordCounts::default();
            words.add(&mut counted, &record.work.full_title().unwrap_or_default(), 2.0);
            words.add(&mut counted, record.work.summary.as_deref().unwrap_or_default(), 1.0);
            for subject in &record.subjects {
                words.add(&mut counted, Subject::read(subject).name, 1.0);
            }
            counted.put_together();
            words.records.push(counted);
        }
        words
    }

    fn add(&mut self, counted: &mut WordCounts, text: &str, weight: f32) {
        let mut place = counted.order.last().map_or(0, |(last, _)| last + SENTENCE_GAP_WORDS);
        // This approximate split into sentences suffices for distances.
        for sentence in text.split(". ") {
            stem::for_each_root(sentence, |root| {
                let number = match self.numbers.get(root) {
                    Some(number) => *number,
                    None => {
                        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
                        self.numbers.insert(root.to_owned(), next);
                        next
                    }
                };
                counted.counts.push((number, weight));
                counted.order.push((place, number));
                place += 1;
                counted.length += weight;
            });
            place += SENTENCE_GAP_WORDS;
        }
    }

    /// Returns the id of a stem; `None` if no record contains it.
    pub(super) fn number(&self, root: &str) -> Option<u32> {
        self.numbers.get(root).copied()
    }
}

impl WordCounts {
    /// Returns how often the record contains the stem with this id.
    pub(super) fn get(&self, number: u32) -> f32 {
        let found = self.counts.binary_search_by_key(&number, |(known, _)| *known);
        found.ok().and_then(|at| self.counts.get(at)).map_or(0.0, |(_, count)| *count)
    }

    /// Returns the positions and ids of the stems of title, abstract and subjects, in order.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (usize, u32)> {
        self.order.iter().copied()
    }

    /// Returns whether the record contains every word of a name, anywhere. `None` means a word that
    /// no record contains.
    pub(super) fn has_all(&self, numbers: &[Option<u32>]) -> bool {
        numbers.iter().all(|number| number.is_some_and(|number| self.get(number) > 0.0))
    }

    /// Sorts the words and merges duplicates.
    fn put_together(&mut self) {
        self.counts.sort_unstable_by_key(|(number, _)| *number);
        self.counts.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            if is_same {
                first.1 += later.1;
            }
            is_same
        });
    }
}

/// A search word, with its forms in the pool and its weight there.
pub(super) struct SoughtTerm<'a> {
    pub(super) term: &'a Term,
    pub(super) forms: Vec<&'a str>,
    /// The id of the word in the pool; `None` if no record contains it.
    number: Option<u32>,
    /// The ids of the forms.
    form_numbers: Vec<u32>,
    /// Whether the word occurs with any subject.
    pub(super) is_plain: bool,
    /// The rarity of the word: its inverse document frequency in the pool, at least 0.05.
    pub(super) rarity: f32,
}

impl SoughtTerm<'_> {
    /// Returns how often a record contains the word; a form of it counts less.
    pub(super) fn count(&self, counted: &WordCounts) -> f32 {
        self.count_itself(counted)
            + forms::FORM_WEIGHT * self.form_numbers.iter().map(|form| counted.get(*form)).sum::<f32>()
    }

    /// Returns how often a record contains the word itself.
    pub(super) fn count_itself(&self, counted: &WordCounts) -> f32 {
        self.number.map_or(0.0, |number| counted.get(number))
    }

    /// Returns whether it is the word with this id in the pool.
    pub(super) fn is_number(&self, number: u32) -> bool {
        self.number == Some(number)
    }

    /// Returns whether it is a word of the text itself, as opposed to words added to widen the
    /// search.
    pub(super) fn is_of_text(&self) -> bool {
        self.term.is_of_text()
    }

    /// Returns the weight of its presence in a record: its rarity, reduced for words that occur
    /// with any subject.
    pub(super) fn weight(&self) -> f32 {
        self.rarity * if self.is_plain { PLAIN_WORD_WEIGHT } else { 1.0 }
    }
}

/// Returns the search words of a query, with the forms of words of the text itself; words that no
/// record contains are complemented by their parts.
pub(super) fn sought<'a>(query: &'a Query, pool: &'a PoolWords) -> Vec<SoughtTerm<'a>> {
    let words = Words::of(pool.numbers.keys().map(String::as_str));
    let query_has = |word: &&str| query.terms.iter().any(|term| term.root == **word);
    let with_forms = |term: &'a Term| {
        let number = pool.number(&term.root);
        let mut forms = Vec::new();
        if term.is_of_text() {
            forms = words.forms(&term.root);
            if number.is_none() {
                forms.extend(words.parts(&term.root));
            }
            forms.sort_unstable();
            forms.dedup();
            forms.retain(|form| !query_has(form));
        }
        let form_numbers = forms.iter().filter_map(|form| pool.number(form)).collect();
        let is_plain = is_plain_word(&term.word);
        let mut sought = SoughtTerm { term, forms, number, form_numbers, is_plain, rarity: 0.0 };
        sought.rarity = rarity(&sought, &pool.records);
        sought
    };
    query.terms.iter().map(with_forms).collect()
}

/// Returns the inverse document frequency of a word in the pool, as in BM25, at least 0.05.
#[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
fn rarity(sought: &SoughtTerm<'_>, counted: &[WordCounts]) -> f32 {
    let all = counted.len() as f32;
    let has = counted.iter().filter(|counted| sought.count(counted) > 0.0).count() as f32;
    (1.0 + (all - has + 0.5) / (has + 0.5)).ln().max(0.05)
}

/// Sums over some of the words in the text of a query.
#[derive(Default)]
pub(super) struct WordSums {
    pub(super) weight: f32,
    pub(super) rarity: f32,
    pub(super) words: f32,
    /// The number of words that do not occur with every subject.
    pub(super) contents: usize,
}

impl WordSums {
    pub(super) fn of<'a>(sought: impl Iterator<Item = &'a SoughtTerm<'a>>) -> WordSums {
        let mut sums = WordSums::default();
        for one in sought.filter(|one| one.is_of_text()) {
            sums.weight += one.weight();
            sums.rarity += one.rarity;
            sums.words += 1.0;
            sums.contents += usize::from(!one.is_plain);
        }
        sums
    }
}

/// A passage of a record with the stems of its words.
pub(super) struct ReadPassage {
    pub(super) passage: Passage,
    pub(super) roots: Vec<String>,
}

impl ReadPassage {
    /// Returns the title and the sentences of the abstract.
    pub(super) fn all(record: &Record) -> Vec<ReadPassage> {
        let read = |passage: Passage| {
            let roots = stem::roots(&passage.text);
            ReadPassage { passage, roots }
        };
        passages(record).into_iter().map(read).collect()
    }
}
