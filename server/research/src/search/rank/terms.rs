//! The words and the passages of records, and the words that are searched for in them.

use crate::forms::{self, Words};
use crate::passage::{Passage, passages};
use crate::plain_words::is_plain_word;
use crate::query::{Query, Term};
use referee_bibliography::Subject;
use referee_records::Record;
use referee_text::stem;
use std::collections::HashMap;

/// How much a word counts that says something of any subject: `common`, `saves`, `growing`.
const PLAIN_WORD_WEIGHT: f32 = 0.4;

/// The most words that a brief sentence has, without those that are said of any subject. A work that has no more than
/// half of them is a weak match.
pub(super) const MAX_WORDS_OF_BRIEF_SENTENCE: usize = 3;

/// The words of a record, counted.
pub(super) struct WordCounts {
    pub(super) counts: HashMap<String, f32>,
    pub(super) length: f32,
}

impl WordCounts {
    pub(super) fn of(record: &Record) -> WordCounts {
        let mut counted = WordCounts { counts: HashMap::new(), length: 0.0 };
        counted.add(&record.work.full_title().unwrap_or_default(), 2.0);
        counted.add(record.work.summary.as_deref().unwrap_or_default(), 1.0);
        for subject in &record.subjects {
            counted.add(Subject::read(subject).name, 1.0);
        }
        counted
    }

    /// Whether the record has every word of a name, anywhere.
    pub(super) fn has_all(&self, roots: &[String]) -> bool {
        roots.iter().all(|root| self.counts.contains_key(root))
    }

    fn add(&mut self, text: &str, weight: f32) {
        for root in stem::roots(text) {
            *self.counts.entry(root).or_default() += weight;
            self.length += weight;
        }
    }
}

/// A word that is searched for, with its forms in the pool and how much it counts there.
pub(super) struct SoughtTerm<'a> {
    pub(super) term: &'a Term,
    pub(super) forms: Vec<&'a str>,
    /// Whether the word is said of any subject.
    pub(super) is_plain: bool,
    /// How rare the word is: its inverse document frequency in the pool, at least 0.05.
    pub(super) rarity: f32,
}

impl SoughtTerm<'_> {
    /// How often a record has it; a form of it counts less.
    pub(super) fn count(&self, counted: &WordCounts) -> f32 {
        let of = |word: &str| counted.counts.get(word).copied().unwrap_or_default();
        of(&self.term.root) + forms::FORM * self.forms.iter().map(|form| of(form)).sum::<f32>()
    }

    /// Whether it is a word of the text itself, and not one that was added to search more widely.
    pub(super) fn is_of_text(&self) -> bool {
        self.term.weight >= 1.0
    }

    /// How much it counts that a record has it: its rarity, less where it is said of any subject.
    pub(super) fn weight(&self) -> f32 {
        self.rarity * if self.is_plain { PLAIN_WORD_WEIGHT } else { 1.0 }
    }
}

/// The words of a query with their forms, where they are words of the text itself; those that no record has, with
/// what they are made of.
pub(super) fn sought<'a>(query: &'a Query, counted: &'a [WordCounts]) -> Vec<SoughtTerm<'a>> {
    let words = Words::of(counted.iter().flat_map(|one| one.counts.keys().map(String::as_str)));
    let query_has = |word: &&str| query.terms.iter().any(|term| term.root == **word);
    let with_forms = |term: &'a Term| {
        let is_plain = is_plain_word(&term.word);
        let mut sought = SoughtTerm { term, forms: Vec::new(), is_plain, rarity: 0.0 };
        if sought.is_of_text() {
            let mut forms = words.forms(&term.root);
            if !counted.iter().any(|one| one.counts.contains_key(&term.root)) {
                forms.extend(words.parts(&term.root));
            }
            forms.sort_unstable();
            forms.dedup();
            forms.retain(|form| !query_has(form));
            sought.forms = forms;
        }
        sought.rarity = rarity(&sought, counted);
        sought
    };
    query.terms.iter().map(with_forms).collect()
}

/// The inverse document frequency of a word in the pool, as in BM25, and at least 0.05.
#[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
fn rarity(sought: &SoughtTerm<'_>, counted: &[WordCounts]) -> f32 {
    let all = counted.len() as f32;
    let has = counted.iter().filter(|counted| sought.count(counted) > 0.0).count() as f32;
    (1.0 + (all - has + 0.5) / (has + 0.5)).ln().max(0.05)
}

/// What some of the words of the text of a query come to.
#[derive(Default)]
pub(super) struct WordSums {
    pub(super) weight: f32,
    pub(super) rarity: f32,
    pub(super) words: f32,
    /// How many are not said of any subject.
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

/// A passage of a record with the roots of its words.
pub(super) struct ReadPassage {
    pub(super) passage: Passage,
    pub(super) roots: Vec<String>,
}

impl ReadPassage {
    /// The title and the sentences of the abstract.
    pub(super) fn all(record: &Record) -> Vec<ReadPassage> {
        let read = |passage: Passage| {
            let roots = stem::roots(&passage.text);
            ReadPassage { passage, roots }
        };
        passages(record).into_iter().map(read).collect()
    }
}
