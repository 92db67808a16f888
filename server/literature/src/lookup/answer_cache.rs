//! What the services answered, as far as this process knows: in memory, and from the cache on disk.

use super::call::Wanted;
use crate::cache::{self, Cache, Freshness, Key, Seed, StoredAnswer};
use crate::gate::{Allowance, Clock, Consent, Gate};
use crate::online::ServiceEndpoint;
use referee_records::record::Record;
use referee_records::source::{Answer, Question, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A service of a scheduler, with what it is asked through.
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

/// What the services answered.
pub(super) struct AnswerCache {
    cache: Cache,
    clock: Clock,
    known: Mutex<FxHashMap<Key, Known>>,
    due: Mutex<DueQuestions>,
    cached_keys: Mutex<CachedKeys>,
}

/// The keys that the cache has answers under, as of a moment.
#[derive(Default)]
struct CachedKeys {
    /// None where the cache holds too much for a list.
    listed: Option<(Instant, Option<Arc<FxHashSet<i64>>>)>,
}

impl CachedKeys {
    /// So many answers are listed at most: reading the list takes some ten milliseconds then.
    const MAX_LISTED: usize = 100_000;

    /// After so long another process may have kept more.
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

/// What is known of a question.
enum Known {
    /// It was answered.
    Answer(CachedAnswer),
    /// The cache has nothing.
    Nothing,
    /// It could not be answered in this session; maybe it could once.
    Failed(SourceError, Option<CachedAnswer>),
}

struct CachedAnswer {
    fetched: u64,
    content: Content,
}

/// The records, decoded when they are first needed.
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
        // Written under a clock that was ahead: its age is not known, so it is not fresh.
        let age = now.checked_sub(self.fetched).map_or(Duration::MAX, Duration::from_secs);
        cache::worth(self.found(), handle.states_notices, age)
    }

    fn content(&self) -> Content {
        self.content.clone()
    }
}

impl Content {
    /// The records; `None` if they cannot be decoded, which only another version's can be.
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

    /// Reads what the cache has under `key`, unless that is known. Most of what a reference could be asked was
    /// never asked: the list of contents tells so without a look into the file.
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
                kept.map_or(Known::Nothing, |kept| Known::Answer(CachedAnswer::from_cache(kept)))
            });
        }
    }

    /// Reads what other machines were answered under `keys`, keeps it here as well, and returns the keys under which
    /// there was something newer than what is known. Waits for the shared memory where there is one.
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

    /// Answers a question from what is known.
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

    /// An answer that is not made of records, if the cache has a fresh one.
    pub(super) fn read_json(&self, key: Key) -> Option<serde_json::Value> {
        let kept = self.cache.read(&[key]).into_iter().next().flatten()?;
        let age = cache::now().checked_sub(kept.fetched).map_or(Duration::MAX, Duration::from_secs);
        (cache::worth(true, false, age) == Freshness::Fresh)
            .then(|| serde_json::from_slice(&kept.records?).ok())
            .flatten()
    }

    /// Remembers an answer that is not made of records.
    pub(super) fn write_json(&self, key: Key, value: &serde_json::Value) {
        let records = Some(value.to_string().into_bytes());
        self.cache.write(&[(key, StoredAnswer { fetched: cache::now(), records })]);
    }

    /// Whether a question need not be asked. The key is to have been recalled.
    pub(super) fn is_fresh(&self, handle: &ServiceHandle, key: Key) -> bool {
        match self.known().get(&key) {
            Some(Known::Answer(entry)) => entry.worth(handle) == Freshness::Fresh,
            _ => false,
        }
    }

    /// Whether a question was answered or failed since it was last asked.
    pub(super) fn is_settled(&self, handle: &ServiceHandle, key: Key) -> bool {
        match self.known().get(&key) {
            Some(Known::Answer(entry)) => entry.worth(handle) == Freshness::Fresh,
            Some(Known::Failed(..)) => true,
            _ => false,
        }
    }

    /// The records that answer a question, if the answer is fresh.
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

    /// The records of an entry. They are decoded while nobody is kept waiting, and then kept.
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

    /// Remembers answers, here and in the cache, and for other machines where a manuscript asked.
    pub(super) fn answered(&self, answers: Vec<(Key, Vec<Record>)>, allowance: Allowance) {
        let fetched = cache::now();
        let kept: Vec<(Key, StoredAnswer)> = answers
            .iter()
            .filter_map(|(key, records)| {
                let records = match records.is_empty() {
                    true => None,
                    // Records are plain data; were one not, its answer would not be kept.
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

    /// Remembers, for this session, that a question could not be answered.
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

/// Sets the day on which the records were given.
pub(super) fn set_retrieval_date(records: &mut [Record]) {
    let today = cache::date(cache::now());
    for record in records {
        record.as_of = Some(today);
    }
}
