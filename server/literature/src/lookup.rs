//! The look-up scheduler puts questions to the online services, in as few requests as they allow,
//! and remembers the answers.
//!
//! Judging never waits. [`LookupScheduler::sources`] returns a [`Source`] for each service that
//! answers at once from this session and the [`Cache`]. A question without an answer yields
//! [`SourceError::NotAsked`](referee_records::SourceError::NotAsked), or the error of the request
//! that failed. [`LookupScheduler::fetch`] obtains more answers. It runs on the caller's thread and
//! passes on answers as they arrive; the callback then returns what to ask next.
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
mod call;
mod event;
mod fetch;
mod full_text_endpoint;
mod full_texts;
mod late_answer;
mod mechanism_endpoint;
mod mechanisms;
mod searcher;
mod service_source;
mod service_worker;
mod shared;
#[cfg(test)]
mod tests;

pub use call::{Arrival, Fetched, ServiceFailure, Wanted};
pub use full_texts::{FullTextFailure, FullTextLookup};
pub use mechanisms::{MechanismFailure, MechanismLookup};

use crate::cache::Cache;
use crate::gate::{Allowance, Gate};
use crate::online::ServiceEndpoint;
use answer_cache::{AnswerCache, ServiceHandle};
use event::PendingQuestions;
use fetch::FetchCall;
use full_text_endpoint::FullTextEndpoint;
use mechanism_endpoint::MechanismEndpoint;
use referee_records::source::{Question, Source};
use searcher::{SearchSession, Searcher};
use service_source::ServiceSource;
use shared::{LateAnswers, SharedState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use tokio_util::sync::CancellationToken;

/// Asks the online services on behalf of the references. Clones share one state.
#[derive(Clone)]
pub struct LookupScheduler {
    inner: Arc<SharedState>,
}

impl std::fmt::Debug for LookupScheduler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LookupScheduler").field("services", &self.services()).finish_non_exhaustive()
    }
}

impl LookupScheduler {
    /// Creates a scheduler for `services`, in the order in which they are asked. Cheap: nothing is
    /// opened or started.
    #[must_use]
    pub fn new(gate: Gate, cache: Cache, services: Vec<ServiceEndpoint>) -> Self {
        gate.register(&services);
        // Mechanism and full-text services answer no question about a work, so no reference may be
        // judged by them.
        let mechanisms: Vec<MechanismEndpoint> = services.iter().filter_map(MechanismEndpoint::of).collect();
        let full_texts: Vec<FullTextEndpoint> = services.iter().filter_map(FullTextEndpoint::of).collect();
        let is_of_works = |endpoint: &ServiceEndpoint| {
            MechanismEndpoint::of(endpoint).is_none() && FullTextEndpoint::of(endpoint).is_none()
        };
        let services: Vec<ServiceEndpoint> = services.into_iter().filter(is_of_works).collect();
        let sent = services.iter().map(|_| AtomicU64::new(0)).collect();
        let handles = services.into_iter().map(ServiceHandle::new).collect();
        let inner = SharedState {
            answer_cache: AnswerCache::new(cache, gate.clock().clone()),
            gate,
            handles,
            mechanisms,
            full_texts,
            sent,
            pending: PendingQuestions::default(),
            late: LateAnswers::default(),
        };
        LookupScheduler { inner: Arc::new(inner) }
    }

    /// Returns the gate that every request passes.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.inner.gate
    }

    /// Returns the services, in the order in which they are asked.
    #[must_use]
    pub fn services(&self) -> Vec<&ServiceEndpoint> {
        self.inner.handles.iter().map(|handle| &handle.endpoint).collect()
    }

    /// Returns a source for each service, in order, that answers at once from known answers.
    ///
    /// An answer older than a day is still returned, with its date in `Record::as_of`, and its
    /// question is added to [`LookupScheduler::due`]. The answer that a work was *not* found is
    /// valid for one hour.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<dyn Source>> {
        (0..self.inner.handles.len())
            .map(|handle| {
                Arc::new(ServiceSource { lookup: Arc::clone(&self.inner), service: handle })
                    as Arc<dyn Source>
            })
            .collect()
    }

    /// Returns a source for each service that can be searched by subject ([`Source::search`]). A
    /// search sends requests to all services at once and waits for the answers; `allowance` limits
    /// what the requests may disclose.
    #[must_use]
    pub fn searchers(&self, allowance: Allowance, cancel: &CancellationToken) -> Vec<Arc<dyn Source>> {
        let session = Arc::new(SearchSession::new(Arc::clone(&self.inner), allowance, cancel.clone()));
        let probe = Question::Subject("probe".into());
        let handles = self.inner.handles.iter().enumerate();
        handles
            .filter(|(_, handle)| handle.endpoint.service.answers(&probe))
            .map(|(handle, _)| {
                Arc::new(Searcher { session: Arc::clone(&session), service: handle }) as Arc<dyn Source>
            })
            .collect()
    }

    /// Returns the services that know which substance acts on which target, for terms that the
    /// author releases.
    #[must_use]
    pub fn mechanisms(&self, cancel: &CancellationToken) -> MechanismLookup {
        MechanismLookup::new(Arc::clone(&self.inner), cancel.clone())
    }

    /// Returns the services that send full texts, for works that an author cites.
    #[must_use]
    pub fn full_texts(&self, cancel: &CancellationToken) -> FullTextLookup {
        FullTextLookup::new(Arc::clone(&self.inner), cancel.clone())
    }

    /// Loads the cached answers for `wanted` in one read. Optional, but faster than one read per
    /// question.
    pub fn recall(&self, wanted: &[Wanted]) {
        self.inner.answer_cache.recall(self.inner.keys(wanted));
    }

    /// Takes the questions that were answered from stale cache entries and have not been asked
    /// again since. Each is returned once.
    #[must_use]
    pub fn due(&self) -> Vec<Wanted> {
        self.inner.answer_cache.take_due()
    }

    /// Puts `wanted` to the services and waits until every question is answered or has failed.
    /// Skips questions that have a fresh answer, that another caller is already asking, or that a
    /// service cannot answer. A question that failed before is asked again. Earlier questions are
    /// asked first.
    ///
    /// `on_arrival` is called on this thread as answers and failures arrive; the questions that it
    /// returns are asked too. Must not be called from async code.
    pub fn fetch(
        &self,
        wanted: Vec<Wanted>,
        allowance: Allowance,
        cancel: &CancellationToken,
        on_arrival: &mut dyn FnMut(&Arrival) -> Vec<Wanted>,
    ) -> Fetched {
        FetchCall::new(&self.inner, allowance, cancel).run(wanted, on_arrival)
    }

    /// Waits again, for longer, for services that did not answer in time: until their late answers
    /// arrive, at most [`Timeouts::late_response`](crate::gate::Timeouts). Returns the services
    /// that have answered since the last call; the questions that they failed to answer are worth
    /// asking again. Must not be called from async code.
    pub fn wait_for_late_answers(&self, cancel: &CancellationToken) -> Vec<&'static str> {
        let late = &self.inner.late;
        if let Some(runtime) = self.inner.gate.runtime() {
            let mut under_way = late.under_way.subscribe();
            let clock = self.inner.gate.clock();
            runtime.block_on(async {
                tokio::select! {
                    () = cancel.cancelled() => {}
                    () = clock.sleep(self.inner.gate.timeouts().late_response) => {}
                    _ = under_way.wait_for(|count| *count == 0) => {}
                }
            });
        }
        let answered = std::mem::take(&mut *late.answered.lock().unwrap_or_else(PoisonError::into_inner));
        answered.into_iter().filter_map(|at| Some(self.inner.handle(at)?.name())).collect()
    }

    /// Returns the services that are not asked for now because they failed.
    #[must_use]
    pub fn failures(&self) -> Vec<ServiceFailure> {
        let failure = |handle: &ServiceHandle| {
            let (why, left) = self.inner.gate.cooling_down(&handle.endpoint)?;
            Some(ServiceFailure {
                service: handle.name(),
                why: why.why,
                detail: why.detail,
                questions: 0,
                again_in: Some(left),
                key_variable: handle.endpoint.access.key_variable.clone(),
            })
        };
        self.inner.handles.iter().filter_map(failure).collect()
    }

    /// Returns the number of requests sent to each service since this scheduler was created,
    /// retries included.
    #[must_use]
    pub fn requests(&self) -> Vec<(&'static str, u64)> {
        let sent = self.inner.sent.iter().map(|sent| sent.load(Ordering::Relaxed));
        self.inner.handles.iter().map(ServiceHandle::name).zip(sent).collect()
    }
}
