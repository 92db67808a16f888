//! Finds the passages of a full text that a sentence is about.
//!
//! [`PassageIndex`] is built once for each full text: the stems of every sentence of its statements,
//! with the abbreviations that the text defines. [`PassageIndex::find`] ranks passages by the
//! weighted share of a sentence's words that one of their sentences and its neighbours contain; rare
//! words weigh more. The list of references is not searched.

mod other_work;
mod quoted_words;

use super::effect::Abbreviations;
use super::numbers::{Number, numbers};
use super::quote::nearest;
use other_work::is_before_results;
pub use other_work::other_work;
pub use quoted_words::QuotePlace;
use quoted_words::QuotedWords;
use referee_records::{FullText, Passage, PassagePart};
use referee_text::sentences::sentences;
use referee_text::stop_words::{StopWordUse, is_stop_word};
use referee_text::{Language, stem};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The weight of a word that only a neighbouring sentence contains.
const NEIGHBOUR_WEIGHT: f64 = 0.4;

/// The weight of a word that only another sentence of the same passage contains.
const PASSAGE_WEIGHT: f64 = 0.1;

/// The number of passages that replace a missing abstract.
const BEGINNING_PASSAGES: usize = 3;

/// The minimum number of words in the running text of a whole paper.
const MIN_BODY_WORDS: usize = 200;

/// The maximum number of words of a sentence that are looked up.
const MAX_QUERY_WORDS: usize = 80;

/// A full text with the index of its passages.
#[derive(Debug)]
pub struct PassageIndex {
    text: Arc<FullText>,
    terms: FxHashMap<String, u32>,
    /// For each term, the sentences that contain it, in ascending order.
    postings: Vec<Vec<u32>>,
    sentences: Vec<IndexedSentence>,
    abbreviations: Abbreviations,
    quoted: OnceLock<QuotedWords>,
    /// The numbers of each passage.
    numbers: OnceLock<Vec<Vec<Number>>>,
    key: u64,
}

/// A sentence of a full text.
#[derive(Debug)]
struct IndexedSentence {
    /// The index of its passage.
    passage: u32,
    /// Its range in the text of the passage.
    range: Range<usize>,
}

/// A passage that [`PassageIndex::find`] found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundPassage {
    /// The index of the passage in [`FullText::passages`].
    pub passage: usize,
    /// The range of its closest sentence in the text of the passage.
    pub range: Range<usize>,
    /// The weighted share of the words of the sought sentence that it and its neighbours contain,
    /// from 0 to 1.
    pub share: f64,
}

impl PassageIndex {
    /// Reads a full text. The time is proportional to its length.
    #[must_use]
    pub fn new(text: Arc<FullText>) -> PassageIndex {
        let joined: Vec<&str> = text.statements().map(|passage| passage.text.as_str()).collect();
        let mut out = PassageIndex {
            abbreviations: Abbreviations::of(&joined.join("\n")),
            text: Arc::clone(&text),
            terms: FxHashMap::default(),
            postings: Vec::new(),
            sentences: Vec::new(),
            quoted: OnceLock::new(),
            numbers: OnceLock::new(),
            key: content_key(&text),
        };
        for (number, passage) in text.passages.iter().enumerate() {
            if passage.part == PassagePart::Reference {
                continue;
            }
            for range in sentences(&passage.text) {
                let terms = out.terms_of(passage.text.get(range.clone()).unwrap_or_default());
                let sentence = u32::try_from(out.sentences.len()).unwrap_or(u32::MAX);
                out.sentences
                    .push(IndexedSentence { passage: u32::try_from(number).unwrap_or(u32::MAX), range });
                for term in terms {
                    let next = u32::try_from(out.postings.len()).unwrap_or(u32::MAX);
                    let id = *out.terms.entry(term).or_insert(next);
                    if id == next {
                        out.postings.push(Vec::new());
                    }
                    if let Some(list) = out.postings.get_mut(id as usize) {
                        list.push(sentence);
                    }
                }
            }
        }
        out
    }

    /// Returns the full text.
    #[must_use]
    pub fn full_text(&self) -> &Arc<FullText> {
        &self.text
    }

    /// Returns a hash of the content; equal texts have the same.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns whether only a part of the text could be read: pages without text, or no running text.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        /// The maximum number of pages between two with text: a full-page figure is one.
        const MAX_STEP: u32 = 3;
        let body = || self.text.passages.iter().filter(|passage| passage.part == PassagePart::Body);
        let words: usize = body().map(|passage| passage.text.split_whitespace().count()).sum();
        let mut pages: Vec<u32> = self.text.passages.iter().filter_map(|passage| passage.page).collect();
        pages.sort_unstable();
        self.text.unread.is_some()
            || words < MIN_BODY_WORDS
            || pages.first().is_some_and(|first| *first > MAX_STEP)
            || pages.windows(2).any(|pair| pair[1] - pair[0] > MAX_STEP)
    }

    /// Returns the places of a quotation, in reading order; empty if the text does not have it.
    #[must_use]
    pub fn places_of_quote(&self, quote: &str) -> Vec<QuotePlace> {
        self.quoted.get_or_init(|| QuotedWords::read(&self.text)).places(quote, &self.text)
    }

    /// Returns the words of the text that are nearest to a quotation.
    #[must_use]
    pub fn nearest(&self, quote: &str) -> Option<String> {
        self.find(quote, 3).iter().find_map(|found| {
            let text = &self.text.passages.get(found.passage)?.text;
            text.get(nearest(quote, text)?).map(str::to_owned)
        })
    }

    /// Returns the passage that contains these words.
    #[must_use]
    pub fn passage_with(&self, words: &str) -> Option<&Passage> {
        self.text.statements().find(|passage| passage.text.contains(words))
    }

    /// Returns the share of the words of a sentence that occur anywhere in the text, from 0 to 1.
    pub(super) fn share_of_words(&self, sentence: &str) -> f64 {
        let terms = self.terms_of(sentence);
        let known = terms.iter().filter(|term| self.terms.contains_key(term.as_str())).count();
        #[expect(clippy::cast_precision_loss, reason = "words of a sentence")]
        let share = known as f64 / terms.len().max(1) as f64;
        share
    }

    /// Returns the abstract, or the beginning of the running text of a work without one.
    pub(super) fn summary(&self) -> String {
        let of = |part: PassagePart| self.text.passages.iter().filter(move |passage| passage.part == part);
        let join = |all: Vec<&Passage>| {
            all.iter().map(|passage| passage.text.as_str()).collect::<Vec<_>>().join("\n")
        };
        let summary = join(of(PassagePart::Abstract).collect());
        if summary.is_empty() {
            join(of(PassagePart::Body).take(BEGINNING_PASSAGES).collect())
        } else {
            summary
        }
    }

    /// Returns whether the closest sentence of a passage states what the work itself found: it is
    /// not in the introduction or the methods, and refers to no other work.
    pub(super) fn is_own_finding(&self, found: &FoundPassage) -> bool {
        let Some(passage) = self.text.passages.get(found.passage) else { return false };
        let is_own_part = matches!(passage.part, PassagePart::Body | PassagePart::Abstract);
        is_own_part && !is_before_results(passage) && other_work(self.sentence(found)).is_none()
    }

    /// Returns the numbers of a passage.
    pub(super) fn numbers_of(&self, passage: usize) -> &[Number] {
        let read = || {
            self.text.passages.iter().map(|passage| match passage.part {
                PassagePart::Reference => Vec::new(),
                _ => numbers(&passage.text),
            })
        };
        self.numbers.get_or_init(|| read().collect()).get(passage).map_or(&[], Vec::as_slice)
    }

    /// Returns the closest sentence of a found passage.
    #[must_use]
    pub fn sentence(&self, found: &FoundPassage) -> &str {
        let passage = self.text.passages.get(found.passage);
        passage.and_then(|passage| passage.text.get(found.range.clone())).unwrap_or_default()
    }

    /// Returns the closest sentence of a found passage with the sentence before and after it.
    pub(super) fn window(&self, found: &FoundPassage) -> &str {
        let Some(passage) = self.text.passages.get(found.passage) else { return "" };
        if !matches!(passage.part, PassagePart::Body | PassagePart::Abstract) {
            return &passage.text;
        }
        let at = self.sentences.partition_point(|sentence| {
            (sentence.passage as usize, sentence.range.start) < (found.passage, found.range.start)
        });
        let same =
            |at: usize| self.sentences.get(at).filter(|sentence| sentence.passage as usize == found.passage);
        let start = at.checked_sub(1).and_then(same).map_or(found.range.start, |before| before.range.start);
        let end = same(at + 1).map_or(found.range.end, |after| after.range.end);
        passage.text.get(start..end).unwrap_or_default()
    }

    /// Returns the terms of a sentence: stems of its content words, its numbers, and the words that
    /// its abbreviations replace.
    fn terms_of(&self, sentence: &str) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        for word in referee_text::fold::words(sentence) {
            if is_stop_word(&word, StopWordUse::Content)
                || (word.len() < 2 && !word.bytes().all(|byte| byte.is_ascii_digit()))
            {
                continue;
            }
            out.extend(self.abbreviations.roots_of(&word).map(str::to_owned));
            out.insert(stem::root(&word));
        }
        out
    }

    /// Returns the passages that contain most of the words of a sentence, the best first, each with
    /// its closest sentence; at most `limit`.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "texts have few sentences")]
    pub fn find(&self, sentence: &str, limit: usize) -> Vec<FoundPassage> {
        let count = self.sentences.len() as f64;
        let mut total = 0.0;
        // For each sentence, the weights of the terms that it contains itself, and nearby.
        let mut own: FxHashMap<u32, f64> = FxHashMap::default();
        let mut near: FxHashMap<u32, f64> = FxHashMap::default();
        let mut of_passage: FxHashMap<u32, f64> = FxHashMap::default();
        for term in self.terms_of(sentence).into_iter().take(MAX_QUERY_WORDS) {
            let list = self.terms.get(&term).and_then(|id| self.postings.get(*id as usize));
            let list = list.map_or(&[][..], Vec::as_slice);
            let weight = (1.0 + count / (list.len() as f64 + 0.5)).ln();
            total += weight;
            let mut last_passage = None;
            let mut nearby: BTreeSet<u32> = BTreeSet::new();
            for at in list {
                *own.entry(*at).or_default() += weight;
                let passage = self.passage_of(*at);
                if passage != last_passage {
                    last_passage = passage;
                    *of_passage.entry(passage.unwrap_or_default()).or_default() += weight;
                }
                let around = [at.checked_sub(1), Some(at + 1)];
                nearby
                    .extend(around.into_iter().flatten().filter(|other| self.passage_of(*other) == passage));
            }
            for at in nearby {
                if list.binary_search(&at).is_err() {
                    *near.entry(at).or_default() += weight;
                }
            }
        }
        if total <= 0.0 {
            return Vec::new();
        }
        let mut best: FxHashMap<u32, (f64, u32)> = FxHashMap::default();
        for (at, weight) in &own {
            let Some(indexed) = self.sentences.get(*at as usize) else { continue };
            let near = near.get(at).copied().unwrap_or_default();
            let rest = of_passage.get(&indexed.passage).copied().unwrap_or_default() - weight - near;
            let score = weight + NEIGHBOUR_WEIGHT * near + PASSAGE_WEIGHT * rest.max(0.0);
            let known = best.entry(indexed.passage).or_insert((0.0, *at));
            if score > known.0 || (score >= known.0 && *at < known.1) {
                *known = (score, *at);
            }
        }
        let mut ranked: Vec<(f64, u32)> = best.into_values().collect();
        ranked.sort_by(|(left, first), (right, second)| right.total_cmp(left).then(first.cmp(second)));
        ranked
            .into_iter()
            .take(limit)
            .filter_map(|(_, at)| {
                let indexed = self.sentences.get(at as usize)?;
                let near = near.get(&at).copied().unwrap_or_default();
                let share = (own.get(&at).copied().unwrap_or_default() + near) / total;
                Some(FoundPassage {
                    passage: indexed.passage as usize,
                    range: indexed.range.clone(),
                    share: share.min(1.0),
                })
            })
            .collect()
    }

    fn passage_of(&self, sentence: u32) -> Option<u32> {
        self.sentences.get(sentence as usize).map(|indexed| indexed.passage)
    }
}

/// Returns a hash of what a full text says and of what it was read from.
pub(super) fn content_key(text: &FullText) -> u64 {
    let mut hasher = FxHasher::default();
    (&text.origin, &text.version).hash(&mut hasher);
    for passage in &text.passages {
        (&passage.text, passage.page, passage.printed_page).hash(&mut hasher);
    }
    hasher.finish()
}

/// Describes where a passage is: `page 4, Results`; `None` if neither page nor section is known.
#[must_use]
pub fn place_of_passage(language: Language, passage: &Passage) -> Option<String> {
    let page = passage.printed_page.or(passage.page);
    let page = page.map(|page| language.pick(format!("page {page}"), format!("la página {page}")));
    let part = match passage.part {
        PassagePart::Table => Some(language.pick("a table", "una tabla").to_owned()),
        PassagePart::Caption => Some(language.pick("a caption", "un pie de figura").to_owned()),
        PassagePart::Abstract => Some(language.pick("the abstract", "el resumen").to_owned()),
        _ => passage.section.clone(),
    };
    let parts: Vec<String> = page.into_iter().chain(part).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
