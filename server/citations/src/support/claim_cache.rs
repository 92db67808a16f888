//! Caches the results for sentences, so that typing in one sentence does not cause the others to be
//! checked again.

use super::passages::content_key;
use super::{ComparedWork, Objection, PassageIndex, objections_with};
use referee_records::{FullText, Record};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of sentences in the cache; the cache is cleared beyond it.
const MAX_SENTENCES: usize = 20_000;

/// The maximum number of indexed full texts in the cache.
const MAX_PAPERS: usize = 64;

/// A contradiction between a sentence and a work that it cites, found by a language model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The name of the model.
    pub model: String,
    /// The index of the work.
    pub work: usize,
    /// The sentence of the work that contradicts, verbatim.
    pub passage: String,
}

/// The results for sentences, by their text and the texts of the cited works.
#[derive(Debug, Default)]
pub struct ClaimCache {
    said: Mutex<HashMap<u64, Arc<[Objection]>>>,
    read: Mutex<HashMap<u64, Arc<Contradiction>>>,
    /// The number of times a result of a model was added, changed or removed.
    readings: AtomicU64,
    /// The indexes of full texts, the last used at the end.
    papers: Mutex<Vec<Arc<PassageIndex>>>,
}

impl ClaimCache {
    /// Returns the cached index of a full text, or builds it.
    #[must_use]
    pub fn indexed(&self, text: Arc<FullText>) -> Arc<PassageIndex> {
        let key = content_key(&text);
        let papers = || self.papers.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut known = papers();
            if let Some(at) = known.iter().position(|paper| paper.key() == key) {
                let paper = known.remove(at);
                known.push(Arc::clone(&paper));
                return paper;
            }
        }
        let paper = Arc::new(PassageIndex::new(text));
        let mut known = papers();
        if known.len() >= MAX_PAPERS {
            known.remove(0);
        }
        known.push(Arc::clone(&paper));
        paper
    }

    /// Returns the cached result of [`objections_with`] for the same sentence, surrounding text and
    /// works, or computes it.
    #[must_use]
    pub fn objections(&self, sentence: &str, around: &str, works: &[ComparedWork<'_>]) -> Arc<[Objection]> {
        let records: Vec<&Record> = works.iter().map(|work| work.record).collect();
        let mut hasher = DefaultHasher::new();
        key(&format!("{sentence}\n{around}"), &records).hash(&mut hasher);
        for work in works {
            work.paper.map(PassageIndex::key).hash(&mut hasher);
            for pages in work.pages {
                pages.written.hash(&mut hasher);
            }
        }
        let key = hasher.finish();
        let known = || self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = known().get(&key) {
            return Arc::clone(said);
        }
        let said: Arc<[Objection]> = objections_with(sentence, around, works).into();
        let mut known = known();
        if known.len() >= MAX_SENTENCES {
            known.clear();
        }
        known.insert(key, Arc::clone(&said));
        said
    }

    /// Returns the contradiction that a language model found when it was last asked, if the
    /// sentence and the works are unchanged.
    #[must_use]
    pub fn contradiction(&self, sentence: &str, works: &[&Record]) -> Option<Arc<Contradiction>> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.is_empty() {
            return None;
        }
        read.get(&key(sentence, works)).cloned()
    }

    /// Stores the result of a language model; `None` removes the earlier one.
    pub fn note(&self, sentence: &str, works: &[&Record], contradiction: Option<Contradiction>) {
        let key = key(sentence, works);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = match contradiction {
            Some(contradiction) => {
                if read.len() >= MAX_SENTENCES {
                    read.clear();
                }
                let before = read.insert(key, Arc::new(contradiction.clone()));
                before.is_none_or(|before| *before != contradiction)
            }
            None => read.remove(&key).is_some(),
        };
        if changed {
            self.readings.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Returns a number that changes whenever a result of a model is added, changed or removed.
    #[must_use]
    pub fn readings(&self) -> u64 {
        self.readings.load(Ordering::Acquire)
    }
}

/// Returns a hash of the sentence and of the compared fields of the works.
fn key(sentence: &str, works: &[&Record]) -> u64 {
    let mut hasher = DefaultHasher::new();
    sentence.hash(&mut hasher);
    for work in works {
        (&work.work.title, &work.work.summary, &work.types, &work.subjects).hash(&mut hasher);
    }
    hasher.finish()
}
