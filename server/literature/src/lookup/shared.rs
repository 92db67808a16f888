//! The state that all parts of a scheduler share.

use super::answer_cache::{AnswerCache, ServiceHandle};
use super::call::Wanted;
use super::event::{FetchEvent, PendingQuestions};
use super::full_text_endpoint::FullTextEndpoint;
use super::mechanism_endpoint::MechanismEndpoint;
use crate::cache::Key;
use crate::gate::Gate;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use tokio::sync::watch;

/// The state that all clones of a scheduler and its workers share.
pub(super) struct SharedState {
    pub(super) gate: Gate,
    pub(super) answer_cache: AnswerCache,
    pub(super) handles: Vec<ServiceHandle>,
    pub(super) mechanisms: Vec<MechanismEndpoint>,
    pub(super) full_texts: Vec<FullTextEndpoint>,
    /// The number of requests sent to each service.
    pub(super) sent: Vec<AtomicU64>,
    pub(super) pending: PendingQuestions,
    pub(super) late: LateAnswers,
}

/// Attempts whose callers timed out but that may still be answered.
#[derive(Default)]
pub(super) struct LateAnswers {
    pub(super) under_way: watch::Sender<usize>,
    /// The handles of the services that have answered late since the last query.
    pub(super) answered: Mutex<BTreeSet<usize>>,
}

impl SharedState {
    pub(super) fn handle(&self, at: usize) -> Option<&ServiceHandle> {
        self.handles.get(at)
    }

    pub(super) fn count(&self, at: usize, requests: u64) {
        if let Some(sent) = self.sent.get(at) {
            sent.fetch_add(requests, Ordering::Relaxed);
        }
    }

    /// Notifies the calls that wait for a question that it is settled.
    pub(super) fn settle(&self, key: Key) {
        let waiting = self.pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        for waiting in waiting.unwrap_or_default() {
            // The receiver may be gone; ignore the send error.
            let _ = waiting.send(FetchEvent::Settled { key });
        }
    }

    pub(super) fn keys<'w>(&'w self, wanted: &'w [Wanted]) -> impl Iterator<Item = Key> + 'w {
        wanted.iter().filter_map(|wanted| {
            let handle = self.handles.iter().find(|handle| handle.name() == wanted.service)?;
            Some(handle.key(&wanted.question))
        })
    }
}
