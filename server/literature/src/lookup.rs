//! The scheduler of look-ups puts questions to the online services, in as few requests as they allow, and remembers the answers.
//!
//! Judging never waits. [`LookupScheduler::sources`] gives a [`Source`] for each service that answers at once from what is
//! known: from this session, from the [`Cache`]; what is not known is [`SourceError::NotAsked`], what failed says why.
//! [`LookupScheduler::fetch`] makes more known. It runs on the caller's thread and hands over answers as they come; whoever
//! plans says then what to ask next.
//!
//! ```text
//! let sources = scheduler.sources();
//! scheduler.recall(&wanted);                                  // one read of the cache for all
//! scheduler.fetch(wanted, allowance, &cancel, &mut |arrival| {
//!     // judge the references that `arrival.questions` touches, with `sources`;
//!     // what they need now, if anything:
//!     more
//! });
//! scheduler.fetch(scheduler.due(), allowance, &cancel, &mut |arrival| { … });  // what was answered from memory and is old
//! ```

mod answer_cache;
mod fetch;
mod searcher;
mod service_source;
mod service_worker;

use crate::cache::{Cache, Key};
use crate::gate::{Allowance, Gate, Reached};
use answer_cache::{AnswerCache, ServiceHandle};
use referee_records::source::{Question, Source, SourceError};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// A question and the service that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The name of the service: `pubmed`.
    pub service: &'static str,
    /// The question.
    pub question: Question,
}

/// Answers, or failures, that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The service.
    pub service: &'static str,
    /// The questions that its source now answers otherwise than before.
    pub questions: Vec<Question>,
}

/// What became of a call of [`LookupScheduler::fetch`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The requests that were sent, repeated ones included, by service.
    pub requests: Vec<(&'static str, u64)>,
    /// The questions that were answered.
    pub answered: u64,
    /// The services that did not answer all that they were asked.
    pub failures: Vec<ServiceFailure>,
}

impl Fetched {
    /// How many requests were sent to all services together.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.requests.iter().map(|(_, count)| count).sum()
    }
}

/// A service that did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceFailure {
    /// The service.
    pub service: &'static str,
    /// Why.
    pub why: SourceError,
    /// The same in a few words: `status 503`, `the connection was refused`. No key, no text of the author's.
    pub detail: String,
    /// How many questions this left open.
    pub questions: u64,
    /// When asking again makes sense, from now.
    pub again_in: Option<Duration>,
}

/// Asks the online services on behalf of the references. A clone shares its state.
#[derive(Clone)]
pub struct LookupScheduler {
    inner: Arc<Inner>,
}

struct Inner {
    gate: Gate,
    answer_cache: AnswerCache,
    handles: Vec<ServiceHandle>,
    /// The requests that were sent, by service.
    sent: Vec<AtomicU64>,
    pending: fetch::Pending,
    late: LateAnswers,
}

/// The attempts that were given up and may still be answered.
#[derive(Default)]
struct LateAnswers {
    under_way: watch::Sender<usize>,
    /// The services that answered late, by their handles, since this was last asked.
    answered: Mutex<BTreeSet<usize>>,
}

impl Inner {
    fn handle(&self, at: usize) -> Option<&ServiceHandle> {
        self.handles.get(at)
    }

    fn count(&self, at: usize, requests: u64) {
        if let Some(sent) = self.sent.get(at) {
            sent.fetch_add(requests, Ordering::Relaxed);
        }
    }

    /// Tells those who wait for a question that it is settled.
    fn settle(&self, key: Key) {
        let waiting = self.pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        for waiting in waiting.unwrap_or_default() {
            // Who does not wait any more does not mind.
            let _ = waiting.send(fetch::FetchEvent::Settled { key });
        }
    }

    fn keys<'w>(&'w self, wanted: &'w [Wanted]) -> impl Iterator<Item = Key> + 'w {
        wanted.iter().filter_map(|wanted| {
            let handle = self.handles.iter().find(|handle| handle.name() == wanted.service)?;
            Some(handle.key(&wanted.question))
        })
    }
}

impl std::fmt::Debug for LookupScheduler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LookupScheduler").field("services", &self.services()).finish_non_exhaustive()
    }
}

impl LookupScheduler {
    /// Makes a scheduler for `services`, in the order in which they are to be asked. Cheap: nothing is opened or started.
    #[must_use]
    pub fn new(gate: Gate, cache: Cache, services: Vec<Reached>) -> Self {
        gate.introduce(&services);
        let sent = services.iter().map(|_| AtomicU64::new(0)).collect();
        let handles = services.into_iter().map(ServiceHandle::new).collect();
        let inner = Inner {
            gate,
            answer_cache: AnswerCache::new(cache),
            handles,
            sent,
            pending: fetch::Pending::default(),
            late: LateAnswers::default(),
        };
        LookupScheduler { inner: Arc::new(inner) }
    }

    /// The gate that everything passes.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.inner.gate
    }

    /// The services, in the order in which they are asked.
    #[must_use]
    pub fn services(&self) -> Vec<&Reached> {
        self.inner.handles.iter().map(|handle| &handle.reached).collect()
    }

    /// A source for each service, in their order, that answers from what is known, at once.
    ///
    /// An answer that is older than a day is given all the same, with its date in `Record::as_of`, and noted for
    /// [`LookupScheduler::due`]. That a work was *not* found counts for an hour only.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<dyn Source>> {
        (0..self.inner.handles.len())
            .map(|handle| {
                Arc::new(service_source::View { lookup: Arc::clone(&self.inner), handle }) as Arc<dyn Source>
            })
            .collect()
    }

    /// A source for each service that can be searched by subject ([`Source::search`]). These ask when they are
    /// searched, all services together, and wait for the answers; what may be told is `allowance`'s to say.
    #[must_use]
    pub fn searchers(&self, allowance: Allowance, cancel: &CancellationToken) -> Vec<Arc<dyn Source>> {
        let occasion = Arc::new(searcher::Occasion {
            lookup: self.clone(),
            allowance,
            cancel: cancel.clone(),
            asked: Mutex::default(),
        });
        let probe = Question::Subject("probe".into());
        let handles = self.inner.handles.iter().enumerate();
        handles
            .filter(|(_, handle)| handle.reached.service.answers(&probe))
            .map(|(handle, _)| {
                Arc::new(searcher::Searcher { occasion: Arc::clone(&occasion), handle }) as Arc<dyn Source>
            })
            .collect()
    }

    /// Reads what the cache knows of `wanted` in one go. Not needed, but quicker than question by question.
    pub fn recall(&self, wanted: &[Wanted]) {
        self.inner.answer_cache.recall(self.inner.keys(wanted));
    }

    /// The questions that a source answered from memory with something old enough to be asked for again, and
    /// that were not asked again since. They are taken out: calling twice gives them once.
    #[must_use]
    pub fn due(&self) -> Vec<Wanted> {
        self.inner.answer_cache.take_due()
    }

    /// Puts `wanted` to the services and waits until every question is answered or has failed. Questions whose
    /// answer is fresh, that are under way for somebody else, or that a service cannot be asked are no work; a
    /// question that failed before is put again. The first are asked first.
    ///
    /// `on_arrival` is called on this thread, as answers and failures come; what it returns is asked too. Not to
    /// be called from async code.
    pub fn fetch(
        &self,
        wanted: Vec<Wanted>,
        allowance: Allowance,
        cancel: &CancellationToken,
        on_arrival: &mut dyn FnMut(&Arrival) -> Vec<Wanted>,
    ) -> Fetched {
        fetch::Fetch::new(&self.inner, allowance, cancel).run(wanted, on_arrival)
    }

    /// Waits once more, and with more patience, for services that did not answer in time: until their late answers
    /// have come, for [`Timeouts::late`](crate::gate::Timeouts) at most. Returns the services that answered since the
    /// last call: it makes sense to ask them again what they failed to answer. Not to be called from async code.
    pub fn wait_for_late_answers(&self, cancel: &CancellationToken) -> Vec<&'static str> {
        let late = &self.inner.late;
        if let Some(runtime) = self.inner.gate.runtime() {
            let mut under_way = late.under_way.subscribe();
            runtime.block_on(async {
                tokio::select! {
                    () = cancel.cancelled() => {}
                    _ = tokio::time::timeout(self.inner.gate.timeouts().late, under_way.wait_for(|count| *count == 0)) => {}
                }
            });
        }
        let answered = std::mem::take(&mut *late.answered.lock().unwrap_or_else(PoisonError::into_inner));
        answered.into_iter().filter_map(|at| Some(self.inner.handle(at)?.name())).collect()
    }

    /// The services that are left alone for now because they failed.
    #[must_use]
    pub fn failures(&self) -> Vec<ServiceFailure> {
        let trouble = |handle: &ServiceHandle| {
            let (failure, left) = self.inner.gate.resting(&handle.reached)?;
            Some(ServiceFailure {
                service: handle.name(),
                why: failure.why,
                detail: failure.detail,
                questions: 0,
                again_in: Some(left),
            })
        };
        self.inner.handles.iter().filter_map(trouble).collect()
    }

    /// How many requests were sent since this scheduler was made, repeated ones included, by service.
    #[must_use]
    pub fn requests(&self) -> Vec<(&'static str, u64)> {
        let sent = self.inner.sent.iter().map(|sent| sent.load(Ordering::Relaxed));
        self.inner.handles.iter().map(ServiceHandle::name).zip(sent).collect()
    }

    /// Forgets in memory and in the cache what `wanted` was answered, so that it is asked anew.
    pub fn forget(&self, wanted: &[Wanted]) {
        let keys: Vec<Key> = self.inner.keys(wanted).collect();
        self.inner.answer_cache.forget(&keys);
    }
}
