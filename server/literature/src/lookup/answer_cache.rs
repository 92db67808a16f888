//! The answers of the services known to this process: in memory, and from the cache on disk.

use super::call::Wanted;
use crate::cache::{self, Cache, Freshness, Key, Seed, StoredAnswer};
use crate::gate::{Allowance, Clock, Consent, Gate};
use crate::online::ServiceEndpoint;
use referee_records::record::Record;
use referee_records::source::{Answer, Question, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A service of a scheduler, with the seed of its cache keys.
pub(super) struct ServiceHandle {
    pub(super) endpoint: ServiceEndpoint,
    seed: Seed,
    states_notices: bool,
}

impl ServiceHandle {
    pub(super) fn new(endpoint: ServiceEndpoint) -> Self {
        let (seed, states_notices) = (Seed::of(&endpoint), endpoint.service.states_notices());
        ServiceHandle { endpoint, seed, states_notices }
    }

    pub(super) fn name(&self) -> &'static str {
        self.endpoint.service.name()
    }

    pub(super) fn key(&self, question: &Question) -> Key {
        self.seed.key(question)
    }
}

/// The answers of the services.
pub(super) struct AnswerCache {
    cache: Cache,
    clock: Clock,
    known: Mutex<FxHashMap<Key, Known>>,
    due: Mutex<DueQuestions>,
    cached_keys: Mutex<CachedKeys>,
}

/// The keys of the answers in the cache, as of some time.
#[derive(Default)]
struct CachedKeys {
    /// The time of listing and the keys; the inner `None` means that the cache has too many to
    /// list.
    listed: Option<(Instant, Option<Arc<FxHashSet<i64>>>)>,
}

impl CachedKeys {
    /// The maximum number of keys to list; reading that many takes about ten milliseconds.
    const MAX_LISTED: usize = 100_000;

    /// How long a list is used: later another process may have added answers.
    const CACHED_KEYS_LIFETIME: Duration = Duration::from_secs(2);

    fn current(&mut self, cache: &Cache, clock: &Clock) -> Option<Arc<FxHashSet<i64>>> {
        let (_, listed) = match self.listed.take() {
            Some(listed) if clock.elapsed(listed.0) < Self::CACHED_KEYS_LIFETIME => {
                self.listed.insert(listed)
            }
            _ => {
                let keys = cache.contents(Self::MAX_LISTED).map(|low| Arc::new(low.into_iter().collect()));
                self.listed.insert((clock.now(), keys))
            }
        };
        listed.clone()
    }
}

#[derive(Default)]
struct DueQuestions {
    noted: FxHashSet<Key>,
    questions: Vec<Wanted>,
}

/// What is known about a question.
enum Known {
    /// The question was answered.
    Answer(CachedAnswer),
    /// The cache lacks an answer.
    Nothing,
    /// The question failed in this session; an earlier answer may exist.
    Failed(SourceError, Option<CachedAnswer>),
}

struct CachedAnswer {
    fetched: u64,
    content: Content,
}

/// The records, decoded on first use.
#[derive(Clone)]
enum Content {
    Nothing,
    Json(Arc<[u8]>),
    Records(Vec<Arc<Record>>),
}

impl CachedAnswer {
    fn from_cache(kept: StoredAnswer) -> Self {
        let content = kept.records.map_or(Content::Nothing, |json| Content::Json(json.into()));
        CachedAnswer { fetched: kept.fetched, content }
    }

    fn found(&self) -> bool {
        !matches!(self.content, Content::Nothing)
    }

    fn worth(&self, handle: &ServiceHandle) -> Freshness {
        let now = cache::now();
        // The answer was written with a clock that was ahead; its age is unknown, so treat it as
        // old.
        let age = now.checked_sub(self.fetched).map_or(Duration::MAX, Duration::from_secs);
        cache::worth(self.found(), handle.states_notices, age)
    }

    fn content(&self) -> Content {
        self.content.clone()
    }
}

impl Content {
    /// Decodes the records; `None` if that fails, which can only happen for an answer of another
    /// version.
    fn records(self) -> Option<Vec<Arc<Record>>> {
        match self {
            Content::Records(records) => Some(records),
            Content::Nothing => Some(Vec::new()),
            Content::Json(json) => {
                let records: Vec<Record> = serde_json::from_slice(&json).ok()?;
                Some(records.into_iter().map(Arc::new).collect())
            }
        }
    }
}

impl AnswerCache {
    pub(super) fn new(cache: Cache, clock: Clock) -> Self {
        AnswerCache {
            cache,
            clock,
            known: Mutex::default(),
            due: Mutex::default(),
            cached_keys: Mutex::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<Key, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads the cached answer for `key`, unless it is known. Most possible questions about a
    /// reference were never asked: the list of keys shows that without reading the file.
    fn recall_one(&self, key: Key) {
        if self.known().contains_key(&key) {
            return;
        }
        let cached =
            self.cached_keys.lock().unwrap_or_else(PoisonError::into_inner).current(&self.cache, &self.clock);
        match cached {
            Some(cached) if !cached.contains(&key.low) => {
                self.known().entry(key).or_insert(Known::Nothing);
            }
            _ => self.recall(std::iter::once(key)),
        }
    }

    /// Loads the cached answers for `keys`, except those already known.
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
                kept.map_or(Known::Nothing, |kept| Known::Answer(CachedAnswer::from_cache(kept)))
            });
        }
    }

    /// Loads the answers of other machines for `keys`, stores them locally too, and returns the
    /// keys with a newer answer than the known one. Waits for the shared cache, if there is one.
    pub(super) fn recall_shared(&self, keys: &[Key]) -> Vec<Key> {
        let Some(shared) = self.cache.shared().filter(|_| !keys.is_empty()) else { return Vec::new() };
        let read = shared.read(keys);
        let mut newer: Vec<(Key, StoredAnswer)> = Vec::new();
        {
            let mut known = self.known();
            for (&key, stored) in keys.iter().zip(read) {
                let Some(stored) = stored else { continue };
                let older = match known.get(&key) {
                    Some(Known::Answer(answer) | Known::Failed(_, Some(answer))) => Some(answer.fetched),
                    _ => None,
                };
                if older.is_none_or(|older| older < stored.fetched) {
                    known.insert(key, Known::Answer(CachedAnswer::from_cache(stored.clone())));
                    newer.push((key, stored));
                }
            }
        }
        self.cache.write(&newer);
        newer.into_iter().map(|(key, _)| key).collect()
    }

    /// Answers a question from known answers.
    pub(super) fn ask(&self, gate: &Gate, handle: &ServiceHandle, question: &Question) -> Answer {
        let key = handle.key(question);
        let mut known = self.known();
        if !known.contains_key(&key) {
            drop(known);
            self.recall_one(key);
            known = self.known();
        }
        let (entry, failed) = match known.get(&key) {
            Some(Known::Answer(entry)) => (Some(entry), None),
            Some(Known::Failed(why, entry)) => (entry.as_ref(), Some(*why)),
            Some(Known::Nothing) | None => (None, None),
        };
        let worth = entry.map_or(Freshness::Nothing, |entry| entry.worth(handle));
        let content = entry.filter(|_| worth != Freshness::Nothing).map(CachedAnswer::content);
        drop(known);
        if let Some(content) = content
            && let Some(records) = self.decoded(key, content)
        {
            if worth == Freshness::Stale && failed.is_none() {
                self.note_due(key, handle.name(), question);
            }
            return Answer::Records(records);
        }
        if failed.is_none() && !handle.endpoint.service.answers(question) {
            return Answer::None(SourceError::Unsuited);
        }
        let allowed = gate.consent() == Consent::Allowed;
        Answer::None(failed.unwrap_or(if allowed { SourceError::NotAsked } else { SourceError::Offline }))
    }

    /// Returns a fresh cached answer that does not consist of records.
    pub(super) fn read_json(&self, key: Key) -> Option<serde_json::Value> {
        let kept = self.cache.read(&[key]).into_iter().next().flatten()?;
        let age = cache::now().checked_sub(kept.fetched).map_or(Duration::MAX, Duration::from_secs);
        (cache::worth(true, false, age) == Freshness::Fresh)
            .then(|| serde_json::from_slice(&kept.records?).ok())
            .flatten()
    }

    /// Stores an answer that does not consist of records.
    pub(super) fn write_json(&self, key: Key, value: &serde_json::Value) {
        let records = Some(value.to_string().into_bytes());
        self.cache.write(&[(key, StoredAnswer { fetched: cache::now(), records })]);
    }

    /// Returns whether a question has a fresh answer. The key must have been recalled before.
    pub(super) fn is_fresh(&self, handle: &ServiceHandle, key: Key) -> bool {
        match self.known().get(&key) {
            Some(Known::Answer(entry)) => entry.worth(handle) == Freshness::Fresh,
            _ => false,
        }
    }

    /// Returns whether a question was answered or failed since it was last asked.
    pub(super) fn is_settled(&self, handle: &ServiceHandle, key: Key) -> bool {
        match self.known().get(&key) {
            Some(Known::Answer(entry)) => entry.worth(handle) == Freshness::Fresh,
            Some(Known::Failed(..)) => true,
            _ => false,
        }
    }

    /// Returns the records that answer a question, if the answer is fresh.
    pub(super) fn fresh_records(&self, handle: &ServiceHandle, question: &Question) -> Option<Vec<Record>> {
        let key = handle.key(question);
        self.recall_one(key);
        let content = match self.known().get(&key) {
            Some(Known::Answer(entry)) if entry.worth(handle) == Freshness::Fresh => entry.content(),
            _ => return None,
        };
        let records = self.decoded(key, content)?;
        Some(records.iter().map(|record| Record::clone(record)).collect())
    }

    /// Returns the records of an entry. They are decoded without holding the lock, and then stored.
    fn decoded(&self, key: Key, content: Content) -> Option<Vec<Arc<Record>>> {
        if !matches!(content, Content::Json(_)) {
            return content.records();
        }
        let records = content.records()?;
        if let Some(Known::Answer(entry) | Known::Failed(_, Some(entry))) = self.known().get_mut(&key)
            && matches!(entry.content, Content::Json(_))
        {
            entry.content = Content::Records(records.clone());
        }
        Some(records)
    }

    /// Stores answers in memory and in the cache; and in the shared cache if a manuscript caused
    /// the question.
    pub(super) fn answered(&self, answers: Vec<(Key, Vec<Record>)>, allowance: Allowance) {
        let fetched = cache::now();
        let kept: Vec<(Key, StoredAnswer)> = answers
            .iter()
            .filter_map(|(key, records)| {
                let records = match records.is_empty() {
                    true => None,
                    // Serialising records cannot fail; if it did, the answer would not be stored.
                    false => Some(serde_json::to_vec(records).ok()?),
                };
                Some((*key, StoredAnswer { fetched, records }))
            })
            .collect();
        self.cache.write(&kept);
        if let Some(shared) = self.cache.shared()
            && allowance == Allowance::Everything
        {
            shared.write(&kept);
        }
        let mut known = self.known();
        for (key, records) in answers {
            let content = match records.is_empty() {
                true => Content::Nothing,
                false => Content::Records(records.into_iter().map(Arc::new).collect()),
            };
            known.insert(key, Known::Answer(CachedAnswer { fetched, content }));
        }
    }

    /// Records, for this session, that a question failed.
    pub(super) fn failed(&self, key: Key, why: SourceError) {
        let mut known = self.known();
        let older = match known.remove(&key) {
            Some(Known::Answer(entry)) => Some(entry),
            Some(Known::Failed(_, entry)) => entry,
            Some(Known::Nothing) | None => None,
        };
        known.insert(key, Known::Failed(why, older));
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

/// Sets the retrieval date of the records to today.
pub(super) fn set_retrieval_date(records: &mut [Record]) {
    let today = cache::date(cache::now());
    for record in records {
        record.as_of = Some(today);
    }
}
