//! One call of [`LookupScheduler::fetch`](super::LookupScheduler::fetch): what is asked, what came, and what to ask next.

use super::service_worker::ServiceWorker;
use super::{Arrival, Fetched, Inner, ServiceFailure, Wanted};
use crate::cache::Key;
use crate::gate::{Allowance, Consent, Failure};
use referee_records::record::Record;
use referee_records::source::{Question, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// What the worker of a service reports.
pub(super) enum FetchEvent {
    /// So many requests were sent.
    Sent { handle: usize, requests: u64 },
    /// A question is answered, or will not be.
    Done { handle: usize, outcome: Outcome },
    /// A question that is under way for somebody else is settled.
    Settled { key: Key },
}

/// What became of a question.
pub(super) struct Outcome {
    pub(super) key: Key,
    pub(super) question: Question,
    /// It was wanted for itself.
    pub(super) wanted: bool,
    pub(super) outcome: Result<Vec<Record>, Failure>,
}

/// The questions that are under way, and who else waits for them.
pub(super) type Pending = std::sync::Mutex<FxHashMap<Key, Vec<Sender<FetchEvent>>>>;

/// The worker of a service while it runs.
struct WorkerHandle {
    inbox: UnboundedSender<Vec<(Key, Question)>>,
    task: JoinHandle<()>,
}

/// How often it is looked whether anybody still works, when no news come.
const LOOK_AROUND: Duration = Duration::from_millis(100);

/// One call.
pub(super) struct Fetch<'c> {
    lookup: &'c Arc<Inner>,
    allowance: Allowance,
    /// Called off with the author's, and when the call is left.
    cancel: CancellationToken,
    author: &'c CancellationToken,
    sender: Sender<FetchEvent>,
    news: Receiver<FetchEvent>,
    tellers: FxHashMap<usize, WorkerHandle>,
    /// What was ever asked in this call: nothing is asked twice.
    asked: FxHashSet<Key>,
    /// What is not settled, asked by this call,
    open: FxHashMap<Key, (usize, Question)>,
    /// and by another.
    elsewhere: FxHashMap<Key, (usize, Question)>,
    /// What was settled and not told yet, by service.
    settled: BTreeMap<usize, Vec<Question>>,
    requests: BTreeMap<usize, u64>,
    answered: u64,
    failures: BTreeMap<(usize, SourceError), (u64, String)>,
}

impl<'c> Fetch<'c> {
    pub(super) fn new(lookup: &'c Arc<Inner>, allowance: Allowance, author: &'c CancellationToken) -> Self {
        let (sender, news) = channel();
        Fetch {
            lookup,
            allowance,
            cancel: author.child_token(),
            author,
            sender,
            news,
            tellers: FxHashMap::default(),
            asked: FxHashSet::default(),
            open: FxHashMap::default(),
            elsewhere: FxHashMap::default(),
            settled: BTreeMap::new(),
            requests: BTreeMap::new(),
            answered: 0,
            failures: BTreeMap::new(),
        }
    }

    pub(super) fn run(
        mut self,
        wanted: Vec<Wanted>,
        on_arrival: &mut dyn FnMut(&Arrival) -> Vec<Wanted>,
    ) -> Fetched {
        self.take(wanted);
        loop {
            for (handle, questions) in std::mem::take(&mut self.settled) {
                let Some(service) = self.lookup.handle(handle).map(super::ServiceHandle::name) else {
                    continue;
                };
                let more = on_arrival(&Arrival { service, questions });
                self.take(more);
            }
            if !self.settled.is_empty() {
                continue;
            }
            if self.open.is_empty() && self.elsewhere.is_empty() {
                break;
            }
            let first = match self.news.recv_timeout(LOOK_AROUND) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.look_around();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            // All that has come is taken in together: one write to the cache, one word to the author.
            let mut news = vec![first];
            news.extend(self.news.try_iter().take(10_000));
            self.note(news);
        }
        self.fetched()
    }

    /// Gives up what nobody will answer.
    fn look_around(&mut self) {
        if self.author.is_cancelled() {
            // The other call goes on, for whoever made it.
            self.elsewhere.clear();
        }
        let ended: Vec<usize> = self
            .tellers
            .iter()
            .filter(|(_, service_worker)| service_worker.task.is_finished())
            .map(|(at, _)| *at)
            .collect();
        for at in ended {
            self.tellers.remove(&at);
            let left: Vec<Key> =
                self.open.iter().filter(|(_, (handle, _))| *handle == at).map(|(key, _)| *key).collect();
            for key in left {
                let Some((_, question)) = self.open.get(&key).cloned() else { continue };
                self.fail(
                    at,
                    key,
                    question,
                    &Failure::new(SourceError::Unavailable, "asking it ended with an error"),
                );
                self.close(key);
            }
        }
    }

    /// Puts questions to their services, unless there is nothing to ask.
    fn take(&mut self, wanted: Vec<Wanted>) {
        let mut new: Vec<(usize, Key, Question)> = Vec::new();
        for Wanted { service, question } in wanted {
            let Some(at) = self.lookup.handles.iter().position(|handle| handle.name() == service) else {
                continue;
            };
            let Some(handle) = self.lookup.handle(at) else { continue };
            if !handle.reached.service.answers(&question) {
                continue;
            }
            let key = handle.key(&question);
            if self.asked.insert(key) {
                new.push((at, key, question));
            }
        }
        self.lookup.answer_cache.recall(new.iter().map(|(_, key, _)| *key));

        let mut orders: BTreeMap<usize, Vec<(Key, Question)>> = BTreeMap::new();
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
                continue;
            }
            let mut pending = self.lookup.pending.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(waiting) = pending.get_mut(&key) {
                waiting.push(self.sender.clone());
                self.elsewhere.insert(key, (at, question));
                continue;
            }
            pending.insert(key, Vec::new());
            drop(pending);
            self.open.insert(key, (at, question.clone()));
            orders.entry(at).or_default().push((key, question));
        }
        for (at, questions) in orders {
            if let Err(questions) = self.order(at, questions) {
                for (key, question) in questions {
                    self.close(key);
                    self.fail(at, key, question, &Failure::new(SourceError::Unavailable, "no thread for it"));
                }
            }
        }
    }

    /// Hands questions to the worker of a service; gives them back where there is none.
    fn order(&mut self, at: usize, questions: Vec<(Key, Question)>) -> Result<(), Vec<(Key, Question)>> {
        let service_worker = match self.tellers.entry(at) {
            std::collections::hash_map::Entry::Occupied(service_worker) => service_worker.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => {
                let Some(runtime) = self.lookup.gate.runtime() else { return Err(questions) };
                let (sender, inbox) = tokio::sync::mpsc::unbounded_channel();
                let lookup = Arc::clone(self.lookup);
                let work =
                    ServiceWorker::new(lookup, at, self.allowance, self.cancel.clone(), self.sender.clone());
                free.insert(WorkerHandle { inbox: sender, task: runtime.spawn(work.work(inbox)) })
            }
        };
        service_worker.inbox.send(questions).map_err(|error| error.0)
    }

    /// Takes in what came.
    fn note(&mut self, news: Vec<FetchEvent>) {
        let mut answers: Vec<(Key, Vec<Record>)> = Vec::new();
        let mut done: Vec<Key> = Vec::new();
        let mut again: Vec<Wanted> = Vec::new();
        for news in news {
            match news {
                FetchEvent::Sent { handle, requests } => {
                    *self.requests.entry(handle).or_default() += requests;
                    self.lookup.count(handle, requests);
                }
                FetchEvent::Done { handle, outcome: Outcome { key, question, wanted, outcome } } => {
                    match outcome {
                        Ok(records) => {
                            answers.push((key, records));
                            if wanted {
                                self.answered += 1;
                                self.settled.entry(handle).or_default().push(question);
                            }
                        }
                        Err(failure) if wanted => self.fail(handle, key, question, &failure),
                        Err(_) => {}
                    }
                    done.push(key);
                }
                FetchEvent::Settled { key } => {
                    let Some((at, question)) = self.elsewhere.remove(&key) else { continue };
                    let Some(handle) = self.lookup.handle(at) else { continue };
                    if self.lookup.answer_cache.is_settled(handle, key) {
                        self.settled.entry(at).or_default().push(question);
                    } else {
                        // It was called off there, not here.
                        self.asked.remove(&key);
                        again.push(Wanted { service: handle.name(), question });
                    }
                }
            }
        }
        self.lookup.answer_cache.answered(answers);
        for key in done {
            self.close(key);
        }
        self.take(again);
    }

    /// A question is settled: tells those who waited for it too.
    fn close(&mut self, key: Key) {
        if self.open.remove(&key).is_some() {
            self.lookup.settle(key);
        }
    }

    fn fail(&mut self, at: usize, key: Key, question: Question, failure: &Failure) {
        let (questions, detail) = self.failures.entry((at, failure.why)).or_default();
        *questions += 1;
        if detail.is_empty() {
            detail.clone_from(&failure.detail);
        }
        match failure.why {
            // Not the source's: the question was not put to it.
            SourceError::Offline | SourceError::Cancelled => {}
            why => {
                self.lookup.answer_cache.failed(key, why);
                self.settled.entry(at).or_default().push(question);
            }
        }
    }

    fn fetched(&mut self) -> Fetched {
        let name = |at: usize| self.lookup.handle(at).map_or("", super::ServiceHandle::name);
        let failures = self.failures.iter().map(|((at, why), (questions, detail))| ServiceFailure {
            service: name(*at),
            why: *why,
            detail: detail.clone(),
            questions: *questions,
            again_in: self
                .lookup
                .handle(*at)
                .and_then(|handle| self.lookup.gate.resting(&handle.reached))
                .map(|(_, left)| left),
        });
        Fetched {
            requests: self.requests.iter().map(|(at, requests)| (name(*at), *requests)).collect(),
            answered: self.answered,
            failures: failures.collect(),
        }
    }
}

impl Drop for Fetch<'_> {
    fn drop(&mut self) {
        // Nobody takes the answers any more, and whoever waits for them has to ask for himself.
        self.cancel.cancel();
        for key in std::mem::take(&mut self.open).into_keys() {
            self.lookup.settle(key);
        }
    }
}
