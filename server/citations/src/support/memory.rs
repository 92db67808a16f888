//! What was said about sentences before: typing in one sentence must not have the others read anew.

use super::{Objection, objections};
use referee_records::Record;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most sentences that are remembered; beyond it the memory starts anew.
const MOST: usize = 20_000;

/// What a language model read against a sentence, in a work that it cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The name of the model.
    pub model: String,
    /// Which of the works, from 0.
    pub work: usize,
    /// The sentence of the work that it rests on, word for word.
    pub passage: String,
}

/// What was said about sentences before, by their words and the texts of what they cite.
#[derive(Debug, Default)]
pub struct ClaimMemory {
    said: Mutex<HashMap<u64, Arc<[Objection]>>>,
    read: Mutex<HashMap<u64, Arc<Contradiction>>>,
    /// How often something that a model read has come or gone.
    readings: AtomicU64,
}

impl ClaimMemory {
    /// [`objections`], worked out once for the same sentence and the same works.
    #[must_use]
    pub fn objections(&self, sentence: &str, works: &[&Record]) -> Arc<[Objection]> {
        let name = name(sentence, works);
        let known = || self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = known().get(&name) {
            return Arc::clone(said);
        }
        let said: Arc<[Objection]> = objections(sentence, works).into();
        let mut known = known();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(name, Arc::clone(&said));
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
        read.get(&name(sentence, works)).cloned()
    }

    /// Keeps what a language model read; `None` takes back what it read before.
    pub fn note(&self, sentence: &str, works: &[&Record], contradiction: Option<Contradiction>) {
        let name = name(sentence, works);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = match contradiction {
            Some(contradiction) => {
                if read.len() >= MOST {
                    read.clear();
                }
                let before = read.insert(name, Arc::new(contradiction.clone()));
                before.is_none_or(|before| *before != contradiction)
            }
            None => read.remove(&name).is_some(),
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

fn name(sentence: &str, works: &[&Record]) -> u64 {
    let mut hasher = DefaultHasher::new();
    sentence.hash(&mut hasher);
    for work in works {
        (&work.work.title, &work.work.summary, &work.types, &work.subjects).hash(&mut hasher);
    }
    hasher.finish()
}
