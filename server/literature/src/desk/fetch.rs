//! One call of [`Desk::fetch`](super::Desk::fetch): what is asked, what came, and what to ask next.

use super::teller::Teller;
use super::{Arrival, Fetched, Inner, Trouble, Wanted};
use crate::cache::Key;
use crate::gate::{Allowance, Cancel, Consent, Failure};
use crate::record::Record;
use crate::source::{NoAnswer, Question};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;

/// What a teller tells.
pub(super) enum News {
    /// So many requests were sent.
    Sent { seat: usize, requests: u64 },
    /// A question is answered, or will not be.
    Done { seat: usize, outcome: Outcome },
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
pub(super) type Pending = std::sync::Mutex<FxHashMap<Key, Vec<Sender<News>>>>;

/// A teller at work.
struct Hired {
    inbox: UnboundedSender<Vec<(Key, Question)>>,
    task: JoinHandle<()>,
}

/// How often it is looked whether anybody still works, when no news come.
const LOOK_AROUND: Duration = Duration::from_millis(100);

/// One call.
pub(super) struct Fetch<'c> {
    desk: &'c Arc<Inner>,
    allowance: Allowance,
    /// Called off with the author's, and when the call is left.
    cancel: Cancel,
    author: &'c Cancel,
    sender: Sender<News>,
    news: Receiver<News>,
    tellers: FxHashMap<usize, Hired>,
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
    troubles: BTreeMap<(usize, NoAnswer), (u64, String)>,
}

impl<'c> Fetch<'c> {
    pub(super) fn new(desk: &'c Arc<Inner>, allowance: Allowance, author: &'c Cancel) -> Self {
        let (sender, news) = channel();
        Fetch {
            desk,
            allowance,
            cancel: author.child(),
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
            troubles: BTreeMap::new(),
        }
    }

    pub(super) fn run(
        mut self,
        wanted: Vec<Wanted>,
        on_arrival: &mut dyn FnMut(&Arrival) -> Vec<Wanted>,
    ) -> Fetched {
        self.take(wanted);
        loop {
            for (seat, questions) in std::mem::take(&mut self.settled) {
                let Some(service) = self.desk.seat(seat).map(super::Seat::name) else { continue };
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
        let ended: Vec<usize> =
            self.tellers.iter().filter(|(_, teller)| teller.task.is_finished()).map(|(at, _)| *at).collect();
        for at in ended {
            self.tellers.remove(&at);
            let left: Vec<Key> =
                self.open.iter().filter(|(_, (seat, _))| *seat == at).map(|(key, _)| *key).collect();
            for key in left {
                let Some((_, question)) = self.open.get(&key).cloned() else { continue };
                self.fail(
                    at,
                    key,
                    question,
                    &Failure::new(NoAnswer::Unavailable, "asking it ended with an error"),
                );
                self.close(key);
            }
        }
    }

    /// Puts questions to their services, unless there is nothing to ask.
    fn take(&mut self, wanted: Vec<Wanted>) {
        let mut new: Vec<(usize, Key, Question)> = Vec::new();
        for Wanted { service, question } in wanted {
            let Some(at) = self.desk.seats.iter().position(|seat| seat.name() == service) else { continue };
            let Some(seat) = self.desk.seat(at) else { continue };
            if !seat.reached.service.answers(&question) {
                continue;
            }
            let key = seat.key(&question);
            if self.asked.insert(key) {
                new.push((at, key, question));
            }
        }
        self.desk.memory.recall(new.iter().map(|(_, key, _)| *key));

        let mut orders: BTreeMap<usize, Vec<(Key, Question)>> = BTreeMap::new();
        for (at, key, question) in new {
            let Some(seat) = self.desk.seat(at) else { continue };
            if self.desk.memory.is_fresh(seat, key) {
                continue;
            }
            let refused = if self.author.is_cancelled() {
                Some(NoAnswer::Cancelled)
            } else if self.desk.gate.consent() != Consent::Allowed {
                Some(NoAnswer::Offline)
            } else if !self.allowance.permits(&question) {
                Some(NoAnswer::Private)
            } else {
                None
            };
            if let Some(why) = refused {
                self.fail(at, key, question, &Failure::new(why, ""));
                continue;
            }
            let mut pending = self.desk.pending.lock().unwrap_or_else(PoisonError::into_inner);
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
                    self.fail(at, key, question, &Failure::new(NoAnswer::Unavailable, "no thread for it"));
                }
            }
        }
    }

    /// Hands questions to the teller of a service; gives them back where there is none.
    fn order(&mut self, at: usize, questions: Vec<(Key, Question)>) -> Result<(), Vec<(Key, Question)>> {
        let teller = match self.tellers.entry(at) {
            std::collections::hash_map::Entry::Occupied(teller) => teller.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => {
                let Some(runtime) = self.desk.gate.runtime() else { return Err(questions) };
                let (sender, inbox) = tokio::sync::mpsc::unbounded_channel();
                let desk = Arc::clone(self.desk);
                let work = Teller::new(desk, at, self.allowance, self.cancel.clone(), self.sender.clone());
                free.insert(Hired { inbox: sender, task: runtime.spawn(work.work(inbox)) })
            }
        };
        teller.inbox.send(questions).map_err(|error| error.0)
    }

    /// Takes in what came.
    fn note(&mut self, news: Vec<News>) {
        let mut answers: Vec<(Key, Vec<Record>)> = Vec::new();
        let mut done: Vec<Key> = Vec::new();
        let mut again: Vec<Wanted> = Vec::new();
        for news in news {
            match news {
                News::Sent { seat, requests } => {
                    *self.requests.entry(seat).or_default() += requests;
                    self.desk.count(seat, requests);
                }
                News::Done { seat, outcome: Outcome { key, question, wanted, outcome } } => {
                    match outcome {
                        Ok(records) => {
                            answers.push((key, records));
                            if wanted {
                                self.answered += 1;
                                self.settled.entry(seat).or_default().push(question);
                            }
                        }
                        Err(failure) if wanted => self.fail(seat, key, question, &failure),
                        Err(_) => {}
                    }
                    done.push(key);
                }
                News::Settled { key } => {
                    let Some((at, question)) = self.elsewhere.remove(&key) else { continue };
                    let Some(seat) = self.desk.seat(at) else { continue };
                    if self.desk.memory.is_settled(seat, key) {
                        self.settled.entry(at).or_default().push(question);
                    } else {
                        // It was called off there, not here.
                        self.asked.remove(&key);
                        again.push(Wanted { service: seat.name(), question });
                    }
                }
            }
        }
        self.desk.memory.answered(answers);
        for key in done {
            self.close(key);
        }
        self.take(again);
    }

    /// A question is settled: tells those who waited for it too.
    fn close(&mut self, key: Key) {
        if self.open.remove(&key).is_some() {
            self.desk.settle(key);
        }
    }

    fn fail(&mut self, at: usize, key: Key, question: Question, failure: &Failure) {
        let (questions, detail) = self.troubles.entry((at, failure.why)).or_default();
        *questions += 1;
        if detail.is_empty() {
            detail.clone_from(&failure.detail);
        }
        match failure.why {
            // Not the source's: the question was not put to it.
            NoAnswer::Offline | NoAnswer::Cancelled => {}
            why => {
                self.desk.memory.failed(key, why);
                self.settled.entry(at).or_default().push(question);
            }
        }
    }

    fn fetched(&mut self) -> Fetched {
        let name = |at: usize| self.desk.seat(at).map_or("", super::Seat::name);
        let troubles = self.troubles.iter().map(|((at, why), (questions, detail))| Trouble {
            service: name(*at),
            why: *why,
            detail: detail.clone(),
            questions: *questions,
            again_in: self
                .desk
                .seat(*at)
                .and_then(|seat| self.desk.gate.resting(&seat.reached))
                .map(|(_, left)| left),
        });
        Fetched {
            requests: self.requests.iter().map(|(at, requests)| (name(*at), *requests)).collect(),
            answered: self.answered,
            troubles: troubles.collect(),
        }
    }
}

impl Drop for Fetch<'_> {
    fn drop(&mut self) {
        // Nobody takes the answers any more, and whoever waits for them has to ask for himself.
        self.cancel.cancel();
        for key in std::mem::take(&mut self.open).into_keys() {
            self.desk.settle(key);
        }
    }
}
