//! What was found about sentences, kept so that typing in one sentence does not have the others checked anew.

use super::{Objection, objections_in};
use referee_records::Record;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most sentences that are kept; beyond it the cache starts anew.
const MAX_SENTENCES: usize = 20_000;

/// What a language model read against a sentence, in a work that it cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The name of the model that read it.
    pub model: String,
    /// Which of the works, from 0.
    pub work: usize,
    /// The sentence of the work that it rests on, word for word.
    pub passage: String,
}

/// What was found about sentences, by their words and the texts of what they cite.
#[derive(Debug, Default)]
pub struct ClaimCache {
    said: Mutex<HashMap<u64, Arc<[Objection]>>>,
    read: Mutex<HashMap<u64, Arc<Contradiction>>>,
    /// How often something that a model read has come or gone.
    readings: AtomicU64,
}

impl ClaimCache {
    /// [`objections_in`], worked out once for the same sentence, what stands about it and the same works.
    #[must_use]
    pub fn objections(&self, sentence: &str, around: &str, works: &[&Record]) -> Arc<[Objection]> {
        let key = key(&format!("{sentence}\n{around}"), works);
        let known = || self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = known().get(&key) {
            return Arc::clone(said);
        }
        let said: Arc<[Objection]> = objections_in(sentence, around, works).into();
        let mut known = known();
        if known.len() >= MAX_SENTENCES {
            known.clear();
        }
        known.insert(key, Arc::clone(&said));
        said
    }

    /// What a language model read against a sentence when it was asked last, if the sentence and the works are still
    /// the same.
    #[must_use]
    pub fn contradiction(&self, sentence: &str, works: &[&Record]) -> Option<Arc<Contradiction>> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.is_empty() {
            return None;
        }
        read.get(&key(sentence, works)).cloned()
    }

    /// Keeps what a language model read; `None` takes back what it read before.
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

    /// A number that changes whenever something that a model read has come or gone.
    #[must_use]
    pub fn readings(&self) -> u64 {
        self.readings.load(Ordering::Acquire)
    }
}

/// Changes whenever the words of the sentence or what is compared of the works change.
fn key(sentence: &str, works: &[&Record]) -> u64 {
    let mut hasher = DefaultHasher::new();
    sentence.hash(&mut hasher);
    for work in works {
        (&work.work.title, &work.work.summary, &work.types, &work.subjects).hash(&mut hasher);
    }
    hasher.finish()
}
