//! One call of [`LookupScheduler::fetch`](super::LookupScheduler::fetch): asks questions, collects
//! answers, and takes new questions.

use super::call::{Arrival, Fetched, ServiceFailure, Wanted};
use super::event::{FetchEvent, QuestionOutcome};
use super::service_worker::ServiceWorker;
use super::shared::SharedState;
use crate::cache::Key;
use crate::gate::{Allowance, Consent, Failure};
use referee_records::record::Record;
use referee_records::source::{Question, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError};
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

/// The channel through which the worker of a service receives questions.
type Inbox = UnboundedSender<Vec<(Key, Question)>>;

/// Reports on drop that the worker of a service has ended, for whatever reason.
struct EndNotice {
    service: usize,
    events: Sender<FetchEvent>,
}

impl Drop for EndNotice {
    fn drop(&mut self) {
        // The receiver is gone if the call has ended; ignore the send error.
        let _ = self.events.send(FetchEvent::WorkerEnded { service: self.service });
    }
}

/// The maximum number of events to handle at once.
const MAX_EVENTS: usize = 10_000;

/// One running call of [`LookupScheduler::fetch`](super::LookupScheduler::fetch).
pub(super) struct FetchCall<'c> {
    lookup: &'c Arc<SharedState>,
    allowance: Allowance,
    /// Cancelled by the author's token, and when the call ends.
    cancel: CancellationToken,
    author: &'c CancellationToken,
    sender: Sender<FetchEvent>,
    events: Receiver<FetchEvent>,
    workers: FxHashMap<usize, Inbox>,
    /// Whether a task forwards the author's cancellation to this call.
    hears_cancellation: bool,
    /// All questions ever asked in this call; none is asked twice.
    seen: FxHashSet<Key>,
    /// The questions of this call that are still open.
    open: FxHashMap<Key, (usize, Question)>,
    /// The open questions of this call that another call has asked.
    open_elsewhere: FxHashMap<Key, (usize, Question)>,
    /// The settled questions that were not reported to the caller yet, by service.
    settled: BTreeMap<usize, Vec<Question>>,
    requests: BTreeMap<usize, u64>,
    answered: u64,
    failures: BTreeMap<(usize, SourceError), (u64, String)>,
}

impl<'c> FetchCall<'c> {
    pub(super) fn new(
        lookup: &'c Arc<SharedState>,
        allowance: Allowance,
        author: &'c CancellationToken,
    ) -> Self {
        let (sender, events) = channel();
        FetchCall {
            lookup,
            allowance,
            cancel: author.child_token(),
            author,
            sender,
            events,
            workers: FxHashMap::default(),
            hears_cancellation: false,
            seen: FxHashSet::default(),
            open: FxHashMap::default(),
            open_elsewhere: FxHashMap::default(),
            settled: BTreeMap::new(),
            requests: BTreeMap::new(),
            answered: 0,
            failures: BTreeMap::new(),
        }
    }

    /// Asks until every question is answered or has failed.
    pub(super) fn run(
        mut self,
        wanted: Vec<Wanted>,
        on_arrival: &mut dyn FnMut(&Arrival) -> Vec<Wanted>,
    ) -> Fetched {
        self.take(wanted);
        loop {
            for (handle, questions) in std::mem::take(&mut self.settled) {
                let Some(service) = self.lookup.handle(handle).map(|handle| handle.name()) else {
                    continue;
                };
                let more = on_arrival(&Arrival { service, questions });
                self.take(more);
            }
            if !self.settled.is_empty() {
                continue;
            }
            if self.open.is_empty() && self.open_elsewhere.is_empty() {
                break;
            }
            let Ok(first) = self.events.recv() else { break };
            // Handle all pending events together: one write to the cache, one call of `on_arrival`.
            let mut events = vec![first];
            events.extend(self.events.try_iter().take(MAX_EVENTS));
            self.handle_events(events);
        }
        self.fetched()
    }

    /// Fails the open questions of a worker that has ended.
    fn drop_ended_worker(&mut self, at: usize) {
        self.workers.remove(&at);
        let left: Vec<Key> =
            self.open.iter().filter(|(_, (handle, _))| *handle == at).map(|(key, _)| *key).collect();
        for key in left {
            let Some((_, question)) = self.open.get(&key).cloned() else { continue };
            let failure = Failure::new(SourceError::Unavailable, "asking it ended with an error");
            self.fail(at, key, question, &failure);
            self.close(key);
        }
    }

    /// Starts forwarding the author's cancellation to this call. Questions of its own workers end
    /// with them; questions that another call asked continue.
    fn hear_cancellation(&mut self) {
        if std::mem::replace(&mut self.hears_cancellation, true) {
            return;
        }
        let Some(runtime) = self.lookup.gate.runtime() else { return };
        // The token is also cancelled when the call ends.
        let (cancel, events) = (self.cancel.clone(), self.sender.clone());
        runtime.spawn(async move {
            cancel.cancelled().await;
            // The receiver is gone if the call has ended; ignore the send error.
            let _ = events.send(FetchEvent::Cancelled);
        });
    }

    /// Puts questions to their services, unless they are answered, under way or not allowed.
    fn take(&mut self, wanted: Vec<Wanted>) {
        let mut new: Vec<(usize, Key, Question)> = Vec::new();
        for Wanted { service, question } in wanted {
            let Some(at) = self.lookup.handles.iter().position(|handle| handle.name() == service) else {
                continue;
            };
            let Some(handle) = self.lookup.handle(at) else { continue };
            if !handle.endpoint.service.answers(&question) {
                continue;
            }
            let key = handle.key(&question);
            if self.seen.insert(key) {
                new.push((at, key, question));
            }
        }
        self.lookup.answer_cache.recall(new.iter().map(|(_, key, _)| *key));

        let mut askable: Vec<(usize, Key, Question)> = Vec::new();
        for (at, key, question) in new {
            let Some(handle) = self.lookup.handle(at) else { continue };
            if self.lookup.answer_cache.is_fresh(handle, key) {
                continue;
            }
            let refused = if self.author.is_cancelled() {
                Some(SourceError::Cancelled)
            } else if self.lookup.gate.consent() != Consent::Allowed {
                Some(SourceError::Offline)
            } else if !self.allowance.permits(&question) {
                Some(SourceError::Private)
            } else {
                None
            };
            if let Some(why) = refused {
                self.fail(at, key, question, &Failure::new(why, ""));
            } else {
                askable.push((at, key, question));
            }
        }
        let askable = self.answered_elsewhere(askable);

        let mut by_service: BTreeMap<usize, Vec<(Key, Question)>> = BTreeMap::new();
        for (at, key, question) in askable {
            let mut pending = self.lookup.pending.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(waiting) = pending.get_mut(&key) {
                waiting.push(self.sender.clone());
                drop(pending);
                self.open_elsewhere.insert(key, (at, question));
                self.hear_cancellation();
                continue;
            }
            pending.insert(key, Vec::new());
            drop(pending);
            self.open.insert(key, (at, question.clone()));
            by_service.entry(at).or_default().push((key, question));
        }
        for (at, questions) in by_service {
            if let Err(questions) = self.send_to_worker(at, questions) {
                for (key, question) in questions {
                    self.close(key);
                    self.fail(at, key, question, &Failure::new(SourceError::Unavailable, "no thread for it"));
                }
            }
        }
    }

    /// Settles the questions that another machine asked recently, and returns the others.
    fn answered_elsewhere(&mut self, askable: Vec<(usize, Key, Question)>) -> Vec<(usize, Key, Question)> {
        let keys: Vec<Key> = askable.iter().map(|(_, key, _)| *key).collect();
        let recalled: FxHashSet<Key> = self.lookup.answer_cache.recall_shared(&keys).into_iter().collect();
        if recalled.is_empty() {
            return askable;
        }
        let mut left = Vec::new();
        for (at, key, question) in askable {
            let is_fresh = recalled.contains(&key)
                && self
                    .lookup
                    .handle(at)
                    .is_some_and(|handle| self.lookup.answer_cache.is_fresh(handle, key));
            if is_fresh {
                self.settled.entry(at).or_default().push(question);
            } else {
                left.push((at, key, question));
            }
        }
        left
    }

    /// Sends questions to the worker of a service; returns them if no worker can be started.
    fn send_to_worker(
        &mut self,
        at: usize,
        questions: Vec<(Key, Question)>,
    ) -> Result<(), Vec<(Key, Question)>> {
        let worker = match self.workers.entry(at) {
            std::collections::hash_map::Entry::Occupied(worker) => worker.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => {
                let Some(runtime) = self.lookup.gate.runtime() else { return Err(questions) };
                let (sender, inbox) = tokio::sync::mpsc::unbounded_channel();
                let lookup = Arc::clone(self.lookup);
                let worker =
                    ServiceWorker::new(lookup, at, self.allowance, self.cancel.clone(), self.sender.clone());
                let notice = EndNotice { service: at, events: self.sender.clone() };
                runtime.spawn(async move {
                    // Dropped after the worker, even if it panics.
                    let _notice = notice;
                    worker.work(inbox).await;
                });
                free.insert(sender)
            }
        };
        worker.send(questions).map_err(|error| error.0)
    }

    /// Stores answers and failures, and marks questions as settled.
    fn handle_events(&mut self, events: Vec<FetchEvent>) {
        let mut answers: Vec<(Key, Vec<Record>)> = Vec::new();
        let mut done: Vec<Key> = Vec::new();
        let mut again: Vec<Wanted> = Vec::new();
        let mut ended: Vec<usize> = Vec::new();
        for event in events {
            match event {
                FetchEvent::Sent { service, requests } => {
                    *self.requests.entry(service).or_default() += requests;
                    self.lookup.count(service, requests);
                }
                FetchEvent::Done { service, outcome: QuestionOutcome { key, question, wanted, records } } => {
                    match records {
                        Ok(records) => {
                            answers.push((key, records));
                            if wanted {
                                self.answered += 1;
                                self.settled.entry(service).or_default().push(question);
                            }
                        }
                        Err(failure) if wanted => self.fail(service, key, question, &failure),
                        Err(_) => {}
                    }
                    done.push(key);
                }
                FetchEvent::Settled { key } => {
                    let Some((at, question)) = self.open_elsewhere.remove(&key) else { continue };
                    let Some(handle) = self.lookup.handle(at) else { continue };
                    if self.lookup.answer_cache.is_settled(handle, key) {
                        self.settled.entry(at).or_default().push(question);
                    } else {
                        // The other call was cancelled, but this one was not: ask again.
                        self.seen.remove(&key);
                        again.push(Wanted { service: handle.name(), question });
                    }
                }
                FetchEvent::WorkerEnded { service } => ended.push(service),
                // The other call has a separate caller and continues.
                FetchEvent::Cancelled => self.open_elsewhere.clear(),
            }
        }
        self.lookup.answer_cache.answered(answers, self.allowance);
        for key in done {
            self.close(key);
        }
        // After handling all its earlier events.
        for service in ended {
            self.drop_ended_worker(service);
        }
        self.take(again);
    }

    /// Marks a question as settled, and notifies the other calls that wait for it.
    fn close(&mut self, key: Key) {
        if self.open.remove(&key).is_some() {
            self.lookup.settle(key);
        }
    }

    /// Records that a question failed.
    fn fail(&mut self, at: usize, key: Key, question: Question, failure: &Failure) {
        let (questions, detail) = self.failures.entry((at, failure.why)).or_default();
        *questions += 1;
        if detail.is_empty() {
            detail.clone_from(&failure.detail);
        }
        match failure.why {
            // The source did not fail: the question was not sent.
            SourceError::Offline | SourceError::Cancelled => {}
            why => {
                self.lookup.answer_cache.failed(key, why);
                self.settled.entry(at).or_default().push(question);
            }
        }
    }

    fn fetched(&mut self) -> Fetched {
        // Flush, so that cancelled requests are in the log before the caller reads it.
        self.lookup.gate.flush_log();
        let name = |at: usize| self.lookup.handle(at).map_or("", |handle| handle.name());
        let failure = |at: usize, why, detail: &str, questions| {
            let handle = self.lookup.handle(at);
            let (gate, endpoint) = (&self.lookup.gate, handle.map(|handle| &handle.endpoint));
            ServiceFailure {
                service: name(at),
                why,
                detail: detail.to_owned(),
                questions,
                again_in: endpoint.and_then(|endpoint| match why {
                    SourceError::BudgetSpent | SourceError::OwnLimit => gate.allowed_again_in(endpoint),
                    _ => gate.cooling_down(endpoint).map(|(_, left)| left),
                }),
                key_variable: endpoint.and_then(|endpoint| endpoint.access.key_variable.clone()),
            }
        };
        let unanswered = self
            .failures
            .iter()
            .map(|((at, why), (questions, detail))| failure(*at, *why, detail, *questions));
        // A service that continued without its API key left no question open, but the user must be
        // informed.
        let refused_keys = self.requests.keys().filter_map(|at| {
            let endpoint = &self.lookup.handle(*at)?.endpoint;
            let detail = self.lookup.gate.key_refusal(endpoint)?;
            Some(failure(*at, SourceError::KeyRefused, &detail, 0))
        });
        let failures: Vec<ServiceFailure> = refused_keys.chain(unanswered).collect();
        Fetched {
            requests: self.requests.iter().map(|(at, requests)| (name(*at), *requests)).collect(),
            answered: self.answered,
            failures,
        }
    }
}

impl Drop for FetchCall<'_> {
    fn drop(&mut self) {
        // The answers are not received any more; other calls that wait for them must ask again.
        self.cancel.cancel();
        for key in std::mem::take(&mut self.open).into_keys() {
            self.lookup.settle(key);
        }
    }
}
