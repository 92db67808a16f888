//! Puts the questions of one call to one service.
//!
//! Questions wait in a queue until a request may be sent; only then are the waiting questions
//! grouped into requests. So the lower the rate limit of a service, the fuller its requests.

use super::answer_cache::set_retrieval_date;
use super::event::{FetchEvent, QuestionOutcome};
use super::late_answer::LateAnswerPending;
use super::shared::SharedState;
use crate::cache::Key;
use crate::gate::{Allowance, ExchangeOutcome, Failure, Permit};
use crate::online::{self, Reading, Request};
use referee_bibliography::Identifier;
use referee_records::record::Record;
use referee_records::source::{Question, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The maximum number of waiting questions to examine for a request: more than the largest batch of
/// any service.
const MAX_BATCH_SCAN: usize = 600;

/// How long identifiers found by a search wait for more while other questions can be asked.
const BATCH_WAIT: Duration = Duration::from_millis(400);

/// How long identifiers found by a search wait for more while no other question can be asked and
/// answers are under way.
const IDLE_BATCH_WAIT: Duration = Duration::from_millis(60);

/// The number of identifiers that are sent without waiting for more.
const FULL_BATCH: usize = 100;

/// A service that refuses this many requests and has answered none is assumed to refuse all: its
/// requests are not split any more.
const REFUSES_ALL: u32 = 4;

/// A question that is not answered yet.
struct PendingQuery {
    question: Question,
    /// Whether a caller asked it; otherwise only other answers refer to it.
    wanted: bool,
    /// The questions whose answer is the record with this identifier.
    parents: Vec<Key>,
    /// The records that it waits for, if it was answered with identifiers.
    records: Option<PendingRecords>,
}

/// The records of a question that was answered with identifiers only.
struct PendingRecords {
    /// The identifiers whose records have not arrived.
    missing: FxHashSet<Key>,
    /// The keys of the identifiers, in the order of the service.
    order: Vec<Key>,
    records: FxHashMap<Key, Vec<Record>>,
    failed: Option<Failure>,
}

/// Puts the questions of one call to one service.
pub(super) struct ServiceWorker {
    lookup: Arc<SharedState>,
    service: usize,
    allowance: Allowance,
    cancel: CancellationToken,
    events: std::sync::mpsc::Sender<FetchEvent>,
    pending: FxHashMap<Key, PendingQuery>,
    /// The questions waiting to be grouped into requests, in order of arrival.
    queue: VecDeque<Key>,
    /// Identifiers found by searches, and since when the first of them has waited.
    found: Vec<Key>,
    found_since: Option<Instant>,
    /// The halves of refused requests, and questions asked individually: they must not be grouped
    /// again.
    halves: Vec<Request>,
    /// The requests formed from the queue; `None` if the queue has changed.
    formed: Option<Vec<(usize, Request)>>,
    refused: u32,
    answered: u32,
}

impl ServiceWorker {
    pub(super) fn new(
        lookup: Arc<SharedState>,
        service: usize,
        allowance: Allowance,
        cancel: CancellationToken,
        events: std::sync::mpsc::Sender<FetchEvent>,
    ) -> Self {
        ServiceWorker {
            lookup,
            service,
            allowance,
            cancel,
            events,
            pending: FxHashMap::default(),
            queue: VecDeque::new(),
            found: Vec::new(),
            found_since: None,
            halves: Vec::new(),
            formed: None,
            refused: 0,
            answered: 0,
        }
    }

    /// Works until all senders of questions are dropped.
    pub(super) async fn work(mut self, mut inbox: mpsc::UnboundedReceiver<Vec<(Key, Question)>>) {
        let mut permits: JoinSet<(&'static str, Result<Permit, Failure>)> = JoinSet::new();
        let mut waiting: FxHashSet<&'static str> = FxHashSet::default();
        let mut sends: JoinSet<(Request, ExchangeOutcome)> = JoinSet::new();
        loop {
            for class in self.classes(sends.len()) {
                if waiting.insert(class) {
                    let (lookup, cancel, service) =
                        (Arc::clone(&self.lookup), self.cancel.clone(), self.service);
                    permits.spawn(async move {
                        let permit = match lookup.handle(service) {
                            Some(handle) => lookup.gate.acquire(&handle.endpoint, class, &cancel).await,
                            None => Err(Failure::new(SourceError::Unsuited, "")),
                        };
                        (class, permit)
                    });
                }
            }
            let batch_wait = self.batch_wait(sends.len());
            tokio::select! {
                questions = inbox.recv() => match questions {
                    Some(questions) => self.enqueue(questions),
                    None => return,
                },
                Some(permit) = permits.join_next() => {
                    let Ok((class, permit)) = permit else { continue };
                    waiting.remove(class);
                    match permit {
                        Ok(permit) => {
                            if let Some(request) = self.next_request(class, sends.len()) {
                                let (lookup, cancel) = (Arc::clone(&self.lookup), self.cancel.clone());
                                let (service, allowance) = (self.service, self.allowance);
                                sends.spawn(async move {
                                    let outcome = send(&lookup, service, &request, permit, allowance, &cancel).await;
                                    (request, outcome)
                                });
                            }
                        }
                        Err(failure) => self.give_up(class, &failure),
                    }
                }
                Some(sent) = sends.join_next() => match sent {
                    Ok((request, outcome)) => self.handle_response(request, outcome),
                    // A reader panicked, so its state is unknown. The call notices that this worker
                    // has ended.
                    Err(_) => return,
                },
                () = self.lookup.gate.clock().sleep(batch_wait.unwrap_or_default()), if batch_wait.is_some() => {}
            }
        }
    }

    /// Adds questions to the queue.
    fn enqueue(&mut self, questions: Vec<(Key, Question)>) {
        for (key, question) in questions {
            match self.pending.get_mut(&key) {
                // It is already queued or under way because another answer referred to it.
                Some(item) => item.wanted = true,
                None => {
                    self.pending.insert(
                        key,
                        PendingQuery { question, wanted: true, parents: Vec::new(), records: None },
                    );
                    self.queue.push_back(key);
                }
            }
        }
        self.formed = None;
    }

    /// Returns how long to wait for more identifiers found by searches; `None` if none are waiting.
    fn batch_wait(&self, under_way: usize) -> Option<Duration> {
        let since = self.found_since?;
        let wait = match (self.queue.is_empty() && self.halves.is_empty(), under_way) {
            _ if self.found.len() >= FULL_BATCH => Duration::ZERO,
            (true, 0) => Duration::ZERO,
            (true, _) => IDLE_BATCH_WAIT,
            (false, _) => BATCH_WAIT,
        };
        Some(wait.saturating_sub(self.lookup.gate.clock().elapsed(since)))
    }

    /// Moves the identifiers found by searches to the front of the queue, if they have waited long
    /// enough.
    fn enqueue_found(&mut self, under_way: usize) {
        if self.batch_wait(under_way).is_some_and(|wait| wait.is_zero()) {
            for key in self.found.drain(..).rev() {
                self.queue.push_front(key);
            }
            self.found_since = None;
            self.formed = None;
        }
    }

    /// Returns the classes of the waiting requests.
    fn classes(&mut self, under_way: usize) -> Vec<&'static str> {
        self.form(under_way);
        let mut classes: Vec<&'static str> = Vec::new();
        let formed = self.formed.iter().flatten().map(|(_, request)| request);
        for request in self.halves.iter().chain(formed) {
            if !classes.contains(&request.class) {
                classes.push(request.class);
            }
        }
        classes
    }

    /// Groups the waiting questions into requests.
    fn form(&mut self, under_way: usize) {
        self.enqueue_found(under_way);
        if self.formed.is_some() {
            return;
        }
        let Some(handle) = self.lookup.handle(self.service) else { return };
        let mut places: FxHashMap<Key, usize> = FxHashMap::default();
        let mut questions = Vec::new();
        for (place, key) in self.queue.iter().take(MAX_BATCH_SCAN).enumerate() {
            if let Some(item) = self.pending.get(key) {
                places.insert(*key, place);
                questions.push(item.question.clone());
            }
        }
        let requests = if questions.is_empty() {
            Vec::new()
        } else {
            let asked = self.lookup.gate.in_force(&handle.endpoint);
            asked.service.requests(&questions, &asked.access)
        };
        // Requests are sorted by the earliest question in them.
        let place = |request: &Request| {
            request.questions.iter().filter_map(|question| places.get(&handle.key(question)).copied()).min()
        };
        let mut formed: Vec<(usize, Request)> =
            requests.into_iter().filter_map(|request| Some((place(&request)?, request))).collect();
        formed.sort_by_key(|(place, _)| *place);
        let left_out: Vec<Key> = {
            let held: FxHashSet<Key> = formed
                .iter()
                .flat_map(|(_, request)| request.questions.iter().map(|question| handle.key(question)))
                .collect();
            places.into_keys().filter(|key| !held.contains(key)).collect()
        };
        self.formed = Some(formed);
        if !left_out.is_empty() {
            self.queue.retain(|key| !left_out.contains(key));
            for key in left_out {
                self.finish(key, Err(Failure::new(SourceError::Unsuited, "")));
            }
        }
    }

    /// Takes the first request of this class.
    fn next_request(&mut self, class: &'static str, under_way: usize) -> Option<Request> {
        if let Some(at) = self.halves.iter().position(|request| request.class == class) {
            return Some(self.halves.remove(at));
        }
        self.form(under_way);
        let formed = self.formed.as_mut()?;
        let at = formed.iter().position(|(_, request)| request.class == class)?;
        let (_, request) = formed.remove(at);
        let all_seen = self.queue.len() <= MAX_BATCH_SCAN;
        if let Some(handle) = self.lookup.handle(self.service) {
            let leaving: FxHashSet<Key> =
                request.questions.iter().map(|question| handle.key(question)).collect();
            self.queue.retain(|key| !leaving.contains(key));
        }
        if !all_seen {
            self.formed = None;
        }
        Some(request)
    }

    /// Distributes the answers of a request to its questions.
    fn handle_response(&mut self, request: Request, outcome: ExchangeOutcome) {
        let _ = self.events.send(FetchEvent::Sent { service: self.service, requests: outcome.sent });
        if let Some(timed_out) = outcome.timed_out {
            let pending = LateAnswerPending::new(Arc::clone(&self.lookup));
            tokio::spawn(pending.keep(self.service, self.allowance, timed_out));
        }
        let Some(keys) = self
            .lookup
            .handle(self.service)
            .map(|handle| request.questions.iter().map(|question| handle.key(question)).collect::<Vec<_>>())
        else {
            return;
        };
        match outcome.readings {
            Ok(readings) => {
                self.answered += 1;
                for (key, reading) in keys.into_iter().zip(readings) {
                    match reading {
                        Reading::Records(records) => self.finish(key, Ok(records)),
                        Reading::See(identifiers) => self.follow(key, identifiers),
                        Reading::AskAlone => self.ask_alone(key),
                        // Not expected: no service used by this worker returns it.
                        Reading::Json(_) | Reading::Document(_) => {
                            self.finish(key, Err(Failure::new(SourceError::Unsuited, "")))
                        }
                    }
                }
            }
            Err(failure) if failure.why == SourceError::Refused && keys.len() > 1 && self.may_split() => {
                self.refused += 1;
                self.split(&request);
            }
            Err(failure) => {
                self.refused += u32::from(failure.why == SourceError::Refused);
                for key in keys {
                    self.finish(key, Err(failure.clone()));
                }
            }
        }
    }

    fn may_split(&self) -> bool {
        self.answered > 0 || self.refused < REFUSES_ALL
    }

    /// Splits a refused request into two halves, so that one bad question does not fail all.
    fn split(&mut self, request: &Request) {
        let Some(handle) = self.lookup.handle(self.service) else { return };
        let middle = request.questions.len() / 2;
        let (one, other) = request.questions.split_at(middle);
        for half in [one, other] {
            self.halves.extend(handle.endpoint.service.requests(half, &handle.endpoint.access));
        }
    }

    /// Asks a question individually that was part of a larger request.
    fn ask_alone(&mut self, key: Key) {
        let lookup = Arc::clone(&self.lookup);
        let (Some(handle), Some(item)) = (lookup.handle(self.service), self.pending.get(&key)) else {
            return;
        };
        let question = std::slice::from_ref(&item.question);
        let alone = handle.endpoint.service.requests(question, &handle.endpoint.access);
        if alone.is_empty() {
            self.finish(key, Err(Failure::new(SourceError::Unsuited, "")));
        }
        self.halves.extend(alone);
    }

    /// Asks for the records of the identifiers with which a question was answered.
    fn follow(&mut self, key: Key, identifiers: Vec<Identifier>) {
        let lookup = Arc::clone(&self.lookup);
        let (Some(handle), Some(item)) = (lookup.handle(self.service), self.pending.get(&key)) else {
            return;
        };
        if !item.parents.is_empty() && !item.wanted {
            // Following identifiers that lead to identifiers could loop.
            self.finish(key, Err(Failure::new(SourceError::Unreadable, "numbers that lead to numbers")));
            return;
        }
        let mut pending = PendingRecords {
            missing: FxHashSet::default(),
            order: Vec::new(),
            records: FxHashMap::default(),
            failed: None,
        };
        let mut circle = false;
        let now = lookup.gate.clock().now();
        for identifier in identifiers {
            let question = Question::Identifier(identifier);
            let other = handle.key(&question);
            if pending.order.contains(&other) {
                continue;
            }
            pending.order.push(other);
            if let Some(records) = lookup.answer_cache.fresh_records(handle, &question) {
                pending.records.insert(other, records);
                continue;
            }
            match self.pending.get_mut(&other) {
                Some(item) if item.records.is_some() || other == key => circle = true,
                Some(item) => {
                    item.parents.push(key);
                    pending.missing.insert(other);
                }
                None => {
                    let item = PendingQuery { question, wanted: false, parents: vec![key], records: None };
                    self.pending.insert(other, item);
                    self.found.push(other);
                    self.found_since.get_or_insert(now);
                    pending.missing.insert(other);
                }
            }
        }
        if circle {
            pending.failed = Some(Failure::new(SourceError::Unreadable, "numbers that lead in a circle"));
        }
        if let Some(item) = self.pending.get_mut(&key) {
            item.records = Some(pending);
        }
        self.complete(key);
    }

    /// Completes a question once all its identifiers are looked up.
    fn complete(&mut self, key: Key) {
        let Some(item) = self.pending.get_mut(&key) else { return };
        let Some(pending) = item.records.take_if(|pending| pending.missing.is_empty()) else { return };
        let PendingRecords { order, mut records, failed, .. } = pending;
        let outcome = match failed {
            Some(failure) => Err(failure),
            None => {
                let found: Vec<Record> =
                    order.iter().filter_map(|key| records.remove(key)).flatten().collect();
                // The search may have covered several questions.
                Ok(online::relevant(&item.question, &found))
            }
        };
        self.finish(key, outcome);
    }

    /// Reports that a question was answered or failed, and updates those that wait for it.
    fn finish(&mut self, key: Key, mut outcome: Result<Vec<Record>, Failure>) {
        let Some(item) = self.pending.remove(&key) else { return };
        if let Ok(records) = &mut outcome {
            set_retrieval_date(records);
        }
        for parent in &item.parents {
            let Some(pending) = self.pending.get_mut(parent).and_then(|item| item.records.as_mut()) else {
                continue;
            };
            pending.missing.remove(&key);
            match &outcome {
                Ok(records) => {
                    pending.records.insert(key, records.clone());
                }
                Err(failure) => pending.failed = Some(failure.clone()),
            }
        }
        let outcome = QuestionOutcome { key, question: item.question, wanted: item.wanted, records: outcome };
        // The receiver is gone if the call has ended; ignore the send error.
        let _ = self.events.send(FetchEvent::Done { service: self.service, outcome });
        for parent in item.parents {
            self.complete(parent);
        }
    }

    /// Fails all waiting questions because the service will not answer. A spent budget or limit
    /// fails only the affected class of requests.
    fn give_up(&mut self, class: &'static str, failure: &Failure) {
        let mut failed: Vec<Request> = Vec::new();
        if matches!(failure.why, SourceError::BudgetSpent | SourceError::OwnLimit) {
            while let Some(request) = self.next_request(class, 0) {
                failed.push(request);
            }
        } else {
            let waiting: Vec<Key> = self.queue.drain(..).chain(self.found.drain(..)).collect();
            failed.append(&mut self.halves);
            self.found_since = None;
            self.formed = None;
            for key in waiting {
                self.finish(key, Err(failure.clone()));
            }
        }
        let lookup = Arc::clone(&self.lookup);
        if let Some(handle) = lookup.handle(self.service) {
            for question in failed.iter().flat_map(|request| &request.questions) {
                self.finish(handle.key(question), Err(failure.clone()));
            }
        }
    }
}

async fn send(
    lookup: &SharedState,
    service: usize,
    request: &Request,
    permit: Permit,
    allowance: Allowance,
    cancel: &CancellationToken,
) -> ExchangeOutcome {
    match lookup.handle(service) {
        Some(handle) => lookup.gate.exchange(&handle.endpoint, request, permit, allowance, cancel).await,
        None => ExchangeOutcome {
            sent: 0,
            readings: Err(Failure::new(SourceError::Unsuited, "")),
            timed_out: None,
        },
    }
}
