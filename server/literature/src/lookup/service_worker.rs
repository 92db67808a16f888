//! Puts the questions of one call to one service.
//!
//! Questions wait in a queue until it is the turn of a request; only then are those that wait at that moment put
//! into requests. So the slower the service allows to ask, the fuller the requests are.

use super::Inner;
use super::fetch::{FetchEvent, Outcome};
use crate::cache::Key;
use crate::gate::{Allowance, ExchangeOutcome, Failure, Permit, TimedOut};
use crate::online::{self, Reading, Request};
use referee_bibliography::Identifier;
use referee_records::record::Record;
use referee_records::source::{Question, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// So many waiting questions are looked at to fill a request: more than the largest batch of any service.
const MAX_BATCH_SCAN: usize = 600;

/// Numbers that a search gave wait for more of their kind, while other questions could be asked instead,
const FOR_MORE: Duration = Duration::from_millis(400);

/// or while answers are under way that may hold more.
const FOR_MORE_SOON: Duration = Duration::from_millis(60);

/// With so many they need not wait.
const ENOUGH: usize = 100;

/// A service that refused so many requests and answered none refuses all: its requests are not split any more.
const REFUSES_ALL: u32 = 4;

/// A question, while it is not answered.
struct PendingQuery {
    question: Question,
    /// It was wanted for itself; otherwise for those that point to it only.
    wanted: bool,
    /// The questions whose answer is the record with this identifier.
    parents: Vec<Key>,
    /// It has been answered with numbers, and waits for their records.
    follows: Option<PendingRecords>,
}

struct PendingRecords {
    missing: FxHashSet<Key>,
    /// The identifiers, in the order of the service.
    order: Vec<Key>,
    records: FxHashMap<Key, Vec<Record>>,
    failed: Option<Failure>,
}

/// Puts the questions of one call to one service.
pub(super) struct ServiceWorker {
    lookup: Arc<Inner>,
    handle: usize,
    allowance: Allowance,
    cancel: CancellationToken,
    news: std::sync::mpsc::Sender<FetchEvent>,
    items: FxHashMap<Key, PendingQuery>,
    /// What waits to be put into requests, first come first.
    queue: VecDeque<Key>,
    /// Numbers that a search gave, and since when the first of them waits.
    later: Vec<Key>,
    later_since: Option<Instant>,
    /// Parts of a request that was refused: not to be put together again.
    parts: Vec<Request>,
    /// The requests that the queue makes; `None` when it changed since.
    formed: Option<Vec<(usize, Request)>>,
    refused: u32,
    answered: u32,
}

enum Turn {
    Came(&'static str, Result<Permit, Failure>),
}

impl ServiceWorker {
    pub(super) fn new(
        lookup: Arc<Inner>,
        handle: usize,
        allowance: Allowance,
        cancel: CancellationToken,
        news: std::sync::mpsc::Sender<FetchEvent>,
    ) -> Self {
        ServiceWorker {
            lookup,
            handle,
            allowance,
            cancel,
            news,
            items: FxHashMap::default(),
            queue: VecDeque::new(),
            later: Vec::new(),
            later_since: None,
            parts: Vec::new(),
            formed: None,
            refused: 0,
            answered: 0,
        }
    }

    /// Works until nobody can bring questions any more.
    pub(super) async fn work(mut self, mut inbox: mpsc::UnboundedReceiver<Vec<(Key, Question)>>) {
        let mut turns: JoinSet<Turn> = JoinSet::new();
        let mut waiting: FxHashSet<&'static str> = FxHashSet::default();
        let mut sends: JoinSet<(Request, ExchangeOutcome)> = JoinSet::new();
        loop {
            for class in self.classes(sends.len()) {
                if waiting.insert(class) {
                    let (lookup, cancel, handle) =
                        (Arc::clone(&self.lookup), self.cancel.clone(), self.handle);
                    turns.spawn(async move {
                        let slot = match lookup.handle(handle) {
                            Some(handle) => lookup.gate.turn(&handle.reached, class, &cancel).await,
                            None => Err(Failure::new(SourceError::Unsuited, "")),
                        };
                        Turn::Came(class, slot)
                    });
                }
            }
            let linger = self.linger(sends.len());
            tokio::select! {
                questions = inbox.recv() => match questions {
                    Some(questions) => self.take_in(questions),
                    None => return,
                },
                Some(turn) = turns.join_next() => {
                    let Ok(Turn::Came(class, slot)) = turn else { continue };
                    waiting.remove(class);
                    match slot {
                        Ok(slot) => {
                            if let Some(request) = self.next(class, sends.len()) {
                                let (lookup, cancel) = (Arc::clone(&self.lookup), self.cancel.clone());
                                let (handle, allowance) = (self.handle, self.allowance);
                                sends.spawn(async move {
                                    let asked = send(&lookup, handle, &request, slot, allowance, &cancel).await;
                                    (request, asked)
                                });
                            }
                        }
                        Err(failure) => self.give_up(&failure),
                    }
                }
                Some(sent) = sends.join_next() => match sent {
                    Ok((request, asked)) => self.came(request, asked),
                    // A reader that panicked: nobody knows what it left undone. Who called notices.
                    Err(_) => return,
                },
                () = tokio::time::sleep(linger.unwrap_or_default()), if linger.is_some() => {}
            }
        }
    }

    fn take_in(&mut self, questions: Vec<(Key, Question)>) {
        for (key, question) in questions {
            match self.items.get_mut(&key) {
                // It is under way, or waits, because an answer pointed to it.
                Some(item) => item.wanted = true,
                None => {
                    self.items.insert(
                        key,
                        PendingQuery { question, wanted: true, parents: Vec::new(), follows: None },
                    );
                    self.queue.push_back(key);
                }
            }
        }
        self.formed = None;
    }

    /// How long to wait for more numbers before the numbers are asked about; `None` where none wait.
    fn linger(&self, under_way: usize) -> Option<Duration> {
        let since = self.later_since?;
        let wait = match (self.queue.is_empty() && self.parts.is_empty(), under_way) {
            _ if self.later.len() >= ENOUGH => Duration::ZERO,
            (true, 0) => Duration::ZERO,
            (true, _) => FOR_MORE_SOON,
            (false, _) => FOR_MORE,
        };
        Some(wait.saturating_sub(since.elapsed()))
    }

    /// Lets the numbers into the queue, in front, if they waited long enough.
    fn let_in(&mut self, under_way: usize) {
        if self.linger(under_way).is_some_and(|wait| wait.is_zero()) {
            for key in self.later.drain(..).rev() {
                self.queue.push_front(key);
            }
            self.later_since = None;
            self.formed = None;
        }
    }

    /// The kinds of the requests that wait.
    fn classes(&mut self, under_way: usize) -> Vec<&'static str> {
        self.form(under_way);
        let mut classes: Vec<&'static str> = Vec::new();
        let formed = self.formed.iter().flatten().map(|(_, request)| request);
        for request in self.parts.iter().chain(formed) {
            if !classes.contains(&request.class) {
                classes.push(request.class);
            }
        }
        classes
    }

    /// Puts what waits into requests.
    fn form(&mut self, under_way: usize) {
        self.let_in(under_way);
        if self.formed.is_some() {
            return;
        }
        let Some(handle) = self.lookup.handle(self.handle) else { return };
        let mut places: FxHashMap<Key, usize> = FxHashMap::default();
        let mut questions = Vec::new();
        for (place, key) in self.queue.iter().take(MAX_BATCH_SCAN).enumerate() {
            if let Some(item) = self.items.get(key) {
                places.insert(*key, place);
                questions.push(item.question.clone());
            }
        }
        let requests = if questions.is_empty() {
            Vec::new()
        } else {
            handle.reached.service.requests(&questions, &handle.reached.access)
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

    /// The request of this kind whose turn it is.
    fn next(&mut self, class: &'static str, under_way: usize) -> Option<Request> {
        if let Some(at) = self.parts.iter().position(|request| request.class == class) {
            return Some(self.parts.remove(at));
        }
        self.form(under_way);
        let formed = self.formed.as_mut()?;
        let at = formed.iter().position(|(_, request)| request.class == class)?;
        let (_, request) = formed.remove(at);
        let all_seen = self.queue.len() <= MAX_BATCH_SCAN;
        if let Some(handle) = self.lookup.handle(self.handle) {
            let leaving: FxHashSet<Key> =
                request.questions.iter().map(|question| handle.key(question)).collect();
            self.queue.retain(|key| !leaving.contains(key));
        }
        if !all_seen {
            self.formed = None;
        }
        Some(request)
    }

    /// Takes the answer to a request apart.
    fn came(&mut self, request: Request, asked: ExchangeOutcome) {
        let _ = self.news.send(FetchEvent::Sent { handle: self.handle, requests: asked.sent });
        if let Some(late) = asked.late {
            self.lookup.late.under_way.send_modify(|count| *count += 1);
            tokio::spawn(keep(UnderWay(Arc::clone(&self.lookup)), self.handle, late));
        }
        let Some(keys) = self
            .lookup
            .handle(self.handle)
            .map(|handle| request.questions.iter().map(|question| handle.key(question)).collect::<Vec<_>>())
        else {
            return;
        };
        match asked.readings {
            Ok(readings) => {
                self.answered += 1;
                for (key, reading) in keys.into_iter().zip(readings) {
                    match reading {
                        Reading::Records(records) => self.finish(key, Ok(records)),
                        Reading::See(identifiers) => self.follow(key, identifiers),
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
        let Some(handle) = self.lookup.handle(self.handle) else { return };
        let middle = request.questions.len() / 2;
        let (one, other) = request.questions.split_at(middle);
        for half in [one, other] {
            self.parts.extend(handle.reached.service.requests(half, &handle.reached.access));
        }
    }

    /// A question was answered with numbers: its answer is their records.
    fn follow(&mut self, key: Key, identifiers: Vec<Identifier>) {
        let lookup = Arc::clone(&self.lookup);
        let (Some(handle), Some(item)) = (lookup.handle(self.handle), self.items.get(&key)) else { return };
        if !item.parents.is_empty() && !item.wanted {
            // A number that leads to numbers would lead in circles.
            self.finish(key, Err(Failure::new(SourceError::Unreadable, "numbers that lead to numbers")));
            return;
        }
        let mut follows = PendingRecords {
            missing: FxHashSet::default(),
            order: Vec::new(),
            records: FxHashMap::default(),
            failed: None,
        };
        let mut circle = false;
        for identifier in identifiers {
            let question = Question::Identifier(identifier);
            let other = handle.key(&question);
            if follows.order.contains(&other) {
                continue;
            }
            follows.order.push(other);
            if let Some(records) = lookup.answer_cache.fresh_records(handle, &question) {
                follows.records.insert(other, records);
                continue;
            }
            match self.items.get_mut(&other) {
                Some(item) if item.follows.is_some() || other == key => circle = true,
                Some(item) => {
                    item.parents.push(key);
                    follows.missing.insert(other);
                }
                None => {
                    let item = PendingQuery { question, wanted: false, parents: vec![key], follows: None };
                    self.items.insert(other, item);
                    self.later.push(other);
                    self.later_since.get_or_insert_with(Instant::now);
                    follows.missing.insert(other);
                }
            }
        }
        if circle {
            follows.failed = Some(Failure::new(SourceError::Unreadable, "numbers that lead in a circle"));
        }
        if let Some(item) = self.items.get_mut(&key) {
            item.follows = Some(follows);
        }
        self.complete(key);
    }

    /// Finishes a question whose numbers are all looked up.
    fn complete(&mut self, key: Key) {
        let Some(item) = self.items.get_mut(&key) else { return };
        let Some(follows) = item.follows.take_if(|follows| follows.missing.is_empty()) else { return };
        let PendingRecords { order, mut records, failed, .. } = follows;
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

    /// A question is answered, or will not be.
    fn finish(&mut self, key: Key, outcome: Result<Vec<Record>, Failure>) {
        let Some(item) = self.items.remove(&key) else { return };
        let mut outcome = outcome;
        if let Ok(records) = &mut outcome {
            stamp(records);
        }
        for parent in &item.parents {
            let Some(follows) = self.items.get_mut(parent).and_then(|item| item.follows.as_mut()) else {
                continue;
            };
            follows.missing.remove(&key);
            match &outcome {
                Ok(records) => {
                    follows.records.insert(key, records.clone());
                }
                Err(failure) => follows.failed = Some(failure.clone()),
            }
        }
        let outcome = Outcome { key, question: item.question, wanted: item.wanted, outcome };
        // Nobody listens any more when the call is over.
        let _ = self.news.send(FetchEvent::Done { handle: self.handle, outcome });
        for parent in item.parents {
            self.complete(parent);
        }
    }

    /// The service will not answer: everything that waits has failed.
    fn give_up(&mut self, failure: &Failure) {
        let waiting: Vec<Key> = self.queue.drain(..).chain(self.later.drain(..)).collect();
        let parts = std::mem::take(&mut self.parts);
        self.later_since = None;
        self.formed = None;
        for key in waiting {
            self.finish(key, Err(failure.clone()));
        }
        let lookup = Arc::clone(&self.lookup);
        if let Some(handle) = lookup.handle(self.handle) {
            for question in parts.iter().flat_map(|request| &request.questions) {
                self.finish(handle.key(question), Err(failure.clone()));
            }
        }
    }
}

/// Counts a late answer as under way.
struct UnderWay(Arc<Inner>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.late.under_way.send_modify(|count| *count = count.saturating_sub(1));
    }
}

/// Waits for an answer that came too late for those who asked, and keeps it for the next time it is asked for.
async fn keep(under_way: UnderWay, at: usize, late: TimedOut) {
    let Some((request, readings)) = late.answer().await else { return };
    let lookup = &under_way.0;
    let Some(handle) = lookup.handle(at) else { return };
    let answers = request.questions.iter().zip(readings).filter_map(|(question, reading)| match reading {
        Reading::Records(mut records) => {
            stamp(&mut records);
            Some((handle.key(question), records))
        }
        Reading::See(_) => None,
    });
    lookup.answer_cache.answered(answers.collect());
    lookup.late.answered.lock().unwrap_or_else(PoisonError::into_inner).insert(at);
}

/// Says when the records were given.
fn stamp(records: &mut [Record]) {
    let today = crate::cache::date(crate::cache::now());
    for record in records {
        record.as_of = Some(today);
    }
}

async fn send(
    lookup: &Inner,
    handle: usize,
    request: &Request,
    slot: Permit,
    allowance: Allowance,
    cancel: &CancellationToken,
) -> ExchangeOutcome {
    match lookup.handle(handle) {
        Some(handle) => lookup.gate.ask(&handle.reached, request, slot, allowance, cancel).await,
        None => {
            ExchangeOutcome { sent: 0, readings: Err(Failure::new(SourceError::Unsuited, "")), late: None }
        }
    }
}
