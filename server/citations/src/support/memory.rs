//! What was said about sentences before: typing in one sentence must not have the others read anew.

use super::{Objection, objections};
use referee_literature::Record;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// The most sentences that are remembered; beyond it the memory starts anew.
const MOST: usize = 20_000;

/// What was said about sentences before, by their words and the texts of what they cite.
#[derive(Debug, Default)]
pub struct ClaimMemory(Mutex<HashMap<u64, Arc<[Objection]>>>);

impl ClaimMemory {
    /// [`objections`], worked out once for the same sentence and the same works.
    #[must_use]
    pub fn objections(&self, sentence: &str, works: &[&Record]) -> Arc<[Objection]> {
        let mut hasher = DefaultHasher::new();
        sentence.hash(&mut hasher);
        for work in works {
            (&work.work.title, &work.work.summary, &work.types, &work.subjects).hash(&mut hasher);
        }
        let name = hasher.finish();
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
}
