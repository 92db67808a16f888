//! The checks of this process, in memory: waiting and running ones, and the results of the most
//! recent finished ones.

use crate::engine::CheckResult;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The maximum number of finished checks; beyond it the oldest is dropped.
const MAX_FINISHED: usize = 5_000;

/// The maximum total size of stored results in bytes; beyond it the oldest is dropped.
const MAX_FINISHED_BYTES: usize = 256 << 20;

/// The maximum number of waiting and running checks; beyond it new ones are refused.
const MAX_UNFINISHED: usize = 256;

/// The maximum total size in bytes of waiting and running submissions; beyond it new ones are
/// refused.
const MAX_UNFINISHED_BYTES: usize = 512 << 20;

#[derive(Clone, Debug)]
pub(crate) enum CheckState {
    Queued,
    Running,
    Done(Arc<CheckResult>),
    /// The submission cannot be checked as it is; holds the reason.
    Refused(String),
    /// The check was cancelled, or stopped by an internal error; holds the reason.
    Failed(String),
}

impl CheckState {
    /// Returns the word for the state in responses and metrics.
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            CheckState::Queued => "queued",
            CheckState::Running => "running",
            CheckState::Done(_) => "done",
            CheckState::Refused(_) => "refused",
            CheckState::Failed(_) => "failed",
        }
    }

    fn result_bytes(&self) -> usize {
        match self {
            CheckState::Done(result) => {
                let bibliography = result.bibliography.as_ref().map_or(0, |made| made.text.len());
                result.json.len() + result.html.len() + bibliography
            }
            _ => 0,
        }
    }

    /// Returns whether the state is final.
    pub(crate) fn is_finished(&self) -> bool {
        !matches!(self, CheckState::Queued | CheckState::Running)
    }
}

#[derive(Clone, Debug)]
struct StoredCheck {
    /// The name of the token that started the check: no other token may see it.
    owner: String,
    name: String,
    submission_bytes: usize,
    state: CheckState,
}

#[derive(Debug, Default)]
struct StoredChecks {
    by_id: HashMap<String, StoredCheck>,
    /// The ids of the finished checks, oldest first.
    finished: VecDeque<String>,
    finished_bytes: usize,
    unfinished_bytes: usize,
}

/// The checks of this process.
#[derive(Debug, Default)]
pub(crate) struct CheckStore {
    stored: Mutex<StoredChecks>,
    /// Notified whenever a check finishes.
    check_finished: tokio::sync::Notify,
}

impl CheckStore {
    fn lock(&self) -> MutexGuard<'_, StoredChecks> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a waiting check, for a submission of `bytes` bytes. Returns false and adds nothing if
    /// too much is waiting or running already.
    pub(crate) fn insert(&self, id: &str, owner: &str, name: &str, bytes: usize) -> bool {
        let mut stored = self.lock();
        let unfinished = stored.by_id.len().saturating_sub(stored.finished.len());
        if unfinished >= MAX_UNFINISHED || stored.unfinished_bytes + bytes > MAX_UNFINISHED_BYTES {
            return false;
        }
        stored.unfinished_bytes += bytes;
        let check = StoredCheck {
            owner: owner.to_owned(),
            name: name.to_owned(),
            submission_bytes: bytes,
            state: CheckState::Queued,
        };
        stored.by_id.insert(id.to_owned(), check);
        true
    }

    /// Sets the state of a check; a finished check must not be set again.
    pub(crate) fn set(&self, id: &str, state: CheckState) {
        let mut stored = self.lock();
        let Some(check) = stored.by_id.get_mut(id) else { return };
        let (result_bytes, is_finished) = (state.result_bytes(), state.is_finished());
        check.state = state;
        let submission_bytes = check.submission_bytes;
        if is_finished {
            stored.unfinished_bytes = stored.unfinished_bytes.saturating_sub(submission_bytes);
            stored.finished.push_back(id.to_owned());
            stored.finished_bytes += result_bytes;
            // The newest result is kept, however large it is.
            while stored.finished.len() > 1
                && (stored.finished.len() > MAX_FINISHED || stored.finished_bytes > MAX_FINISHED_BYTES)
            {
                let Some(oldest) = stored.finished.pop_front() else { break };
                let dropped = stored.by_id.remove(&oldest).map_or(0, |check| check.state.result_bytes());
                stored.finished_bytes = stored.finished_bytes.saturating_sub(dropped);
            }
            drop(stored);
            self.check_finished.notify_waiters();
        }
    }

    /// Returns the name and the state of a check; `None` if `owner` has not started a check with
    /// this id.
    pub(crate) fn get(&self, id: &str, owner: &str) -> Option<(String, CheckState)> {
        let stored = self.lock();
        let check = stored.by_id.get(id).filter(|check| check.owner == owner)?;
        Some((check.name.clone(), check.state.clone()))
    }

    /// Returns [`CheckStore::get`] once the check is finished, or after `time` with its current
    /// state.
    pub(crate) async fn wait(&self, id: &str, owner: &str, time: Duration) -> Option<(String, CheckState)> {
        let until = tokio::time::Instant::now() + time;
        loop {
            let finished = self.check_finished.notified();
            tokio::pin!(finished);
            // Register before the check, so that an end between check and wait is not missed.
            finished.as_mut().enable();
            let check = self.get(id, owner)?;
            if check.1.is_finished() || tokio::time::timeout_at(until, finished).await.is_err() {
                return Some(check);
            }
        }
    }

    /// Returns the number of waiting and of running checks.
    pub(crate) fn unfinished(&self) -> (usize, usize) {
        let stored = self.lock();
        let (mut queued, mut running) = (0, 0);
        for check in stored.by_id.values() {
            match check.state {
                CheckState::Queued => queued += 1,
                CheckState::Running => running += 1,
                _ => {}
            }
        }
        (queued, running)
    }
}
