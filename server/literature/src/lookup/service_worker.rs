//! Puts the questions of one call to one service.
//!
//! Questions wait in a queue until it is the turn of a request; only then are those that wait at that moment put
//! into requests. So the slower the service allows to ask, the fuller the requests are.

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

/// So many waiting questions are looked at to fill a request: more than the largest batch of any service.
const MAX_BATCH_SCAN: usize = 600;

/// How long identifiers that a search gave wait for more, while other questions could be asked instead.
const BATCH_WAIT: Duration = Duration::from_millis(400);

/// How long identifiers that a search gave wait for more, while nothing else could be asked and answers are under way.
const IDLE_BATCH_WAIT: Duration = Duration::from_millis(60);

/// With so many identifiers they need not wait.
const FULL_BATCH: usize = 100;

/// A service that refused so many requests and answered none refuses all: its requests are not split any more.
const REFUSES_ALL: u32 = 4;

/// A question, while it is not answered.
struct PendingQuery {
    question: Question,
    /// It was wanted for itself; otherwise for those that point to it only.
    wanted: bool,
    /// The questions whose answer is the record with this identifier.
    parents: Vec<Key>,
    /// It has been answered with identifiers, and waits for their records.
    records: Option<PendingRecords>,
}

/// The records that a question was answered with by their identifiers alone.
struct PendingRecords {
    /// The identifiers whose records have not come.
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
    /// What waits to be put into requests, first come first.
    queue: VecDeque<Key>,
    /// Identifiers that a search gave, and since when the first of them waits.
    found: Vec<Key>,
    found_since: Option<Instant>,
    /// The halves of requests that were refused, and questions that are asked by themselves: not to be put together
    /// again.
    halves: Vec<Request>,
    /// The requests that the queue makes; `None` when it changed since.
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

    /// Works until no sender of questions is left.
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
                    // A reader panicked, and its state is unknown. The call notices that this worker ended.
                    Err(_) => return,
                },
                () = self.lookup.gate.clock().sleep(batch_wait.unwrap_or_default()), if batch_wait.is_some() => {}
            }
        }
    }

    /// Puts questions into the queue.
    fn enqueue(&mut self, questions: Vec<(Key, Question)>) {
        for (key, question) in questions {
            match self.pending.get_mut(&key) {
                // It is under way, or waits, because an answer pointed to it.
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

    /// How long to wait for more identifiers before those that searches found are asked about; `None` where none wait.
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

    /// Puts the identifiers that searches found at the front of the queue, if they waited long enough.
    fn enqueue_found(&mut self, under_way: usize) {
        if self.batch_wait(under_way).is_some_and(|wait| wait.is_zero()) {
            for key in self.found.drain(..).rev() {
                self.queue.push_front(key);
            }
            self.found_since = None;
            self.formed = None;
        }
    }

    /// The classes of the requests that wait.
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

    /// Puts what waits into requests.
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
        // A request's place is that of the question in it that came first.
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

    /// Takes out the first request of this class.
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

    /// Gives the questions of a request their answers.
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
                        // No service that a worker asks sends this.
                        Reading::Json(_) => self.finish(key, Err(Failure::new(SourceError::Unsuited, ""))),
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

    /// Asks the two halves of a refused request alone, so that one bad question does not spoil all.
    fn split(&mut self, request: &Request) {
        let Some(handle) = self.lookup.handle(self.service) else { return };
        let middle = request.questions.len() / 2;
        let (one, other) = request.questions.split_at(middle);
        for half in [one, other] {
            self.halves.extend(handle.endpoint.service.requests(half, &handle.endpoint.access));
        }
    }

    /// Asks a question by itself that was asked together with others before.
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

    /// Asks for the records of the identifiers that a question was answered with.
    fn follow(&mut self, key: Key, identifiers: Vec<Identifier>) {
        let lookup = Arc::clone(&self.lookup);
        let (Some(handle), Some(item)) = (lookup.handle(self.service), self.pending.get(&key)) else {
            return;
        };
        if !item.parents.is_empty() && !item.wanted {
            // An identifier that leads to identifiers would lead in circles.
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

    /// Answers a question whose identifiers are all looked up.
    fn complete(&mut self, key: Key) {
        let Some(item) = self.pending.get_mut(&key) else { return };
        let Some(pending) = item.records.take_if(|pending| pending.missing.is_empty()) else { return };
        let PendingRecords { order, mut records, failed, .. } = pending;
        let outcome = match failed {
            Some(failure) => Err(failure),
            None => {
                let found: Vec<Record> =
                    order.iter().filter_map(|key| records.remove(key)).flatten().collect();
                // A search may have been for several questions together.
                Ok(online::relevant(&item.question, &found))
            }
        };
        self.finish(key, outcome);
    }

    /// Reports that a question is answered or failed, and goes on with those that wait for it.
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
        // The receiver is gone when the call is over.
        let _ = self.events.send(FetchEvent::Done { service: self.service, outcome });
        for parent in item.parents {
            self.complete(parent);
        }
    }

    /// The service will not answer: everything that waits has failed. A spent budget or limit ends only the
    /// class of requests that it does not allow.
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
