//! The checks of this process: waiting, working, done. They are kept in memory, the oldest is let go of first.

use crate::engine::CheckResult;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many checks that are over are kept.
const MAX_KEPT: usize = 5_000;

/// How many bytes the results that are kept may have.
const MAX_KEPT_BYTES: usize = 256 << 20;

/// How many checks may wait or work.
const MAX_OPEN: usize = 256;

/// How many bytes the submissions may have that wait or work.
const MAX_OPEN_BYTES: usize = 512 << 20;

/// How far a check is.
#[derive(Clone, Debug)]
pub(crate) enum CheckState {
    Queued,
    Running,
    Done(Arc<CheckResult>),
    /// It cannot be checked as it is, and why.
    Refused(String),
    /// A fault of the program.
    Failed(String),
}

impl CheckState {
    /// Its word in answers and counters.
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            CheckState::Queued => "queued",
            CheckState::Running => "running",
            CheckState::Done(_) => "done",
            CheckState::Refused(_) => "refused",
            CheckState::Failed(_) => "failed",
        }
    }

    fn bytes(&self) -> usize {
        match self {
            CheckState::Done(result) => result.json.len() + result.html.len(),
            _ => 0,
        }
    }

    /// Whether nothing more will come.
    pub(crate) fn is_over(&self) -> bool {
        !matches!(self, CheckState::Queued | CheckState::Running)
    }
}

/// A check with whose it is.
#[derive(Clone, Debug)]
struct Entry {
    owner: String,
    name: String,
    bytes: usize,
    state: CheckState,
}

#[derive(Debug, Default)]
struct Kept {
    all: HashMap<String, Entry>,
    /// The ids of those that are over, oldest first.
    over: VecDeque<String>,
    over_bytes: usize,
    open_bytes: usize,
}

/// The checks of this process.
#[derive(Debug, Default)]
pub(crate) struct CheckStore {
    kept: Mutex<Kept>,
    /// Told whenever a check is over.
    changed: tokio::sync::Notify,
}

impl CheckStore {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a check in; false where too many wait.
    pub(crate) fn begin(&self, id: &str, owner: &str, name: &str, bytes: usize) -> bool {
        let mut kept = self.lock();
        let open = kept.all.len().saturating_sub(kept.over.len());
        if open >= MAX_OPEN || kept.open_bytes + bytes > MAX_OPEN_BYTES {
            return false;
        }
        kept.open_bytes += bytes;
        let entry =
            Entry { owner: owner.to_owned(), name: name.to_owned(), bytes, state: CheckState::Queued };
        kept.all.insert(id.to_owned(), entry);
        true
    }

    /// Notes how far a check is.
    pub(crate) fn set(&self, id: &str, state: CheckState) {
        let mut kept = self.lock();
        let Some(entry) = kept.all.get_mut(id) else { return };
        let (bytes, is_over) = (state.bytes(), state.is_over());
        entry.state = state;
        let freed = entry.bytes;
        if is_over {
            kept.open_bytes = kept.open_bytes.saturating_sub(freed);
            kept.over.push_back(id.to_owned());
            kept.over_bytes += bytes;
            while kept.over.len() > 1 && (kept.over.len() > MAX_KEPT || kept.over_bytes > MAX_KEPT_BYTES) {
                let Some(oldest) = kept.over.pop_front() else { break };
                let gone = kept.all.remove(&oldest).map_or(0, |entry| entry.state.bytes());
                kept.over_bytes = kept.over_bytes.saturating_sub(gone);
            }
            drop(kept);
            self.changed.notify_waiters();
        }
    }

    /// The name and the state of a check of `owner`.
    pub(crate) fn get(&self, id: &str, owner: &str) -> Option<(String, CheckState)> {
        let kept = self.lock();
        let entry = kept.all.get(id).filter(|entry| entry.owner == owner)?;
        Some((entry.name.clone(), entry.state.clone()))
    }

    /// The same, once it is over or the time is.
    pub(crate) async fn wait(
        &self,
        id: &str,
        owner: &str,
        time: std::time::Duration,
    ) -> Option<(String, CheckState)> {
        let until = tokio::time::Instant::now() + time;
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // Before looking: an end between looking and waiting is not missed.
            changed.as_mut().enable();
            let known = self.get(id, owner)?;
            if known.1.is_over() || tokio::time::timeout_at(until, changed).await.is_err() {
                return Some(known);
            }
        }
    }

    /// How many wait, and how many work.
    pub(crate) fn open(&self) -> (usize, usize) {
        let kept = self.lock();
        let count = |word: &str| kept.all.values().filter(|entry| entry.state.as_str() == word).count();
        (count("queued"), count("running"))
    }
}
