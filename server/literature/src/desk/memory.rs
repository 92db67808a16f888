//! What the services answered, as far as this process knows.

use super::Wanted;
use crate::cache::{self, Cache, Kept, Key, Seed, Worth};
use crate::gate::{Consent, Gate, Reached};
use crate::record::Record;
use crate::source::{Answer, NoAnswer, Question};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A service of a desk.
pub(super) struct Seat {
    pub(super) reached: Reached,
    seed: Seed,
    notices: bool,
}

impl Seat {
    pub(super) fn new(reached: Reached) -> Self {
        let (seed, notices) = (Seed::of(&reached), reached.service.states_notices());
        Seat { reached, seed, notices }
    }

    pub(super) fn name(&self) -> &'static str {
        self.reached.service.name()
    }

    pub(super) fn key(&self, question: &Question) -> Key {
        self.seed.key(question)
    }
}

/// What the services answered.
pub(super) struct Memory {
    cache: Cache,
    known: Mutex<FxHashMap<Key, Known>>,
    due: Mutex<Due>,
}

#[derive(Default)]
struct Due {
    noted: FxHashSet<Key>,
    questions: Vec<Wanted>,
}

/// What is known of a question.
enum Known {
    /// It was answered.
    Answer(Entry),
    /// The cache has nothing.
    Nothing,
    /// It could not be answered in this session; maybe it could once.
    Failed(NoAnswer, Option<Entry>),
}

struct Entry {
    fetched: u64,
    content: Content,
}

/// The records, decoded when they are first needed.
enum Content {
    Nothing,
    Json(Vec<u8>),
    Records(Vec<Record>),
}

impl Entry {
    fn from_cache(kept: Kept) -> Self {
        let content = kept.records.map_or(Content::Nothing, Content::Json);
        Entry { fetched: kept.fetched, content }
    }

    fn found(&self) -> bool {
        !matches!(self.content, Content::Nothing)
    }

    fn worth(&self, seat: &Seat) -> Worth {
        let now = cache::now();
        // Written under a clock that was ahead: its age is not known, so it is not fresh.
        let age = now.checked_sub(self.fetched).map_or(Duration::MAX, Duration::from_secs);
        cache::worth(self.found(), seat.notices, age)
    }

    /// The records; `None` if they cannot be decoded, which only another version's can be.
    fn records(&mut self) -> Option<&[Record]> {
        if let Content::Json(json) = &self.content {
            self.content = Content::Records(serde_json::from_slice(json).ok()?);
        }
        match &self.content {
            Content::Records(records) => Some(records),
            Content::Nothing => Some(&[]),
            Content::Json(_) => None,
        }
    }
}

impl Memory {
    pub(super) fn new(cache: Cache) -> Self {
        Memory { cache, known: Mutex::default(), due: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<Key, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what the cache has under `keys`, unless that is known.
    pub(super) fn recall(&self, keys: impl Iterator<Item = Key>) {
        let missing: Vec<Key> = {
            let known = self.known();
            keys.filter(|key| !known.contains_key(key)).collect()
        };
        if missing.is_empty() {
            return;
        }
        let read = self.cache.read(&missing);
        let mut known = self.known();
        for (key, kept) in missing.into_iter().zip(read) {
            known.entry(key).or_insert_with(|| {
                kept.map_or(Known::Nothing, |kept| Known::Answer(Entry::from_cache(kept)))
            });
        }
    }

    /// Answers a question from what is known.
    pub(super) fn ask(&self, gate: &Gate, seat: &Seat, question: &Question) -> Answer {
        if !seat.reached.service.answers(question) {
            return Answer::None(NoAnswer::Unsuited);
        }
        let key = seat.key(question);
        let mut known = self.known();
        if !known.contains_key(&key) {
            drop(known);
            self.recall(std::iter::once(key));
            known = self.known();
        }
        let (entry, failed) = match known.get_mut(&key) {
            Some(Known::Answer(entry)) => (Some(entry), None),
            Some(Known::Failed(why, entry)) => (entry.as_mut(), Some(*why)),
            Some(Known::Nothing) | None => (None, None),
        };
        if let Some(entry) = entry {
            let worth = entry.worth(seat);
            if worth != Worth::Nothing
                && let Some(records) = entry.records()
            {
                let answer = Answer::Records(records.to_vec());
                drop(known);
                if worth == Worth::Stale && failed.is_none() {
                    self.note_due(key, seat.name(), question);
                }
                return answer;
            }
        }
        drop(known);
        let allowed = gate.consent() == Consent::Allowed;
        Answer::None(failed.unwrap_or(if allowed { NoAnswer::NotAsked } else { NoAnswer::Offline }))
    }

    /// Whether a question need not be asked. The key is to have been recalled.
    pub(super) fn is_fresh(&self, seat: &Seat, key: Key) -> bool {
        match self.known().get(&key) {
            Some(Known::Answer(entry)) => entry.worth(seat) == Worth::Fresh,
            _ => false,
        }
    }

    /// Whether a question was answered or failed since it was last asked.
    pub(super) fn is_settled(&self, seat: &Seat, key: Key) -> bool {
        match self.known().get(&key) {
            Some(Known::Answer(entry)) => entry.worth(seat) == Worth::Fresh,
            Some(Known::Failed(..)) => true,
            _ => false,
        }
    }

    /// The records that answer a question, if the answer is fresh.
    pub(super) fn fresh_records(&self, seat: &Seat, question: &Question) -> Option<Vec<Record>> {
        let key = seat.key(question);
        self.recall(std::iter::once(key));
        match self.known().get_mut(&key) {
            Some(Known::Answer(entry)) if entry.worth(seat) == Worth::Fresh => {
                entry.records().map(<[Record]>::to_vec)
            }
            _ => None,
        }
    }

    /// Remembers answers, here and in the cache.
    pub(super) fn answered(&self, answers: Vec<(Key, Vec<Record>)>) {
        let fetched = cache::now();
        let kept: Vec<(Key, Kept)> = answers
            .iter()
            .filter_map(|(key, records)| {
                let records = match records.is_empty() {
                    true => None,
                    // Records are plain data; were one not, its answer would not be kept.
                    false => Some(serde_json::to_vec(records).ok()?),
                };
                Some((*key, Kept { fetched, records }))
            })
            .collect();
        self.cache.write(&kept);
        let mut known = self.known();
        for (key, records) in answers {
            let content = if records.is_empty() { Content::Nothing } else { Content::Records(records) };
            known.insert(key, Known::Answer(Entry { fetched, content }));
        }
    }

    /// Remembers, for this session, that a question could not be answered.
    pub(super) fn failed(&self, key: Key, why: NoAnswer) {
        let mut known = self.known();
        let older = match known.remove(&key) {
            Some(Known::Answer(entry)) => Some(entry),
            Some(Known::Failed(_, entry)) => entry,
            Some(Known::Nothing) | None => None,
        };
        known.insert(key, Known::Failed(why, older));
    }

    pub(super) fn forget(&self, keys: &[Key]) {
        self.cache.remove(keys);
        let mut known = self.known();
        for key in keys {
            known.remove(key);
        }
    }

    fn note_due(&self, key: Key, service: &'static str, question: &Question) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        if due.noted.insert(key) {
            due.questions.push(Wanted { service, question: question.clone() });
        }
    }

    pub(super) fn take_due(&self) -> Vec<Wanted> {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *due).questions
    }
}
