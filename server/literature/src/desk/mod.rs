//! The desk: puts questions to the online services, in as few requests as they allow, and remembers the answers.
//!
//! Judging never waits. [`Desk::sources`] gives a [`Source`] for each service that answers at once from what is
//! known: from this session, from the [`Cache`]; what is not known is [`NoAnswer::NotAsked`], what failed says why.
//! [`Desk::fetch`] makes more known. It runs on the caller's thread and hands over answers as they come; whoever
//! plans says then what to ask next.
//!
//! ```text
//! let sources = desk.sources();
//! desk.recall(&wanted);                                  // one read of the cache for all
//! desk.fetch(wanted, allowance, &cancel, &mut |arrival| {
//!     // judge the references that `arrival.questions` touches, with `sources`;
//!     // what they need now, if anything:
//!     more
//! });
//! desk.fetch(desk.due(), allowance, &cancel, &mut |arrival| { … });  // what was answered from memory and is old
//! ```

use crate::cache::Cache;
use crate::gate::{Allowance, Cancel, Gate, Reached};
use crate::source::{Answer, Coverage, NoAnswer, Question, Source};
use referee_bibliography::Work;
use std::sync::Arc;
use std::time::Duration;

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

/// What became of a call of [`Desk::fetch`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The requests that were sent, repeated ones included, by service.
    pub requests: Vec<(&'static str, u64)>,
    /// The questions that were answered.
    pub answered: u64,
    /// The services that did not answer all that they were asked.
    pub troubles: Vec<Trouble>,
}

/// A service that did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The service.
    pub service: &'static str,
    /// Why.
    pub why: NoAnswer,
    /// The same in a few words: `status 503`, `the connection was refused`. No key, no text of the author's.
    pub detail: String,
    /// How many questions this left open.
    pub questions: u64,
    /// When asking again makes sense, from now.
    pub again_in: Option<Duration>,
}

/// The desk. A clone is the same desk.
#[derive(Clone)]
pub struct Desk {
    inner: Arc<Inner>,
}

struct Inner {
    gate: Gate,
    cache: Cache,
    services: Vec<Reached>,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("services", &self.inner.services).finish_non_exhaustive()
    }
}

impl Desk {
    /// A desk for `services`, in the order in which they are to be asked. Cheap: nothing is opened or started.
    #[must_use]
    pub fn new(gate: Gate, cache: Cache, services: Vec<Reached>) -> Self {
        Desk { inner: Arc::new(Inner { gate, cache, services }) }
    }

    /// The gate that everything passes.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.inner.gate
    }

    /// The services, in the order in which they are asked.
    #[must_use]
    pub fn services(&self) -> &[Reached] {
        &self.inner.services
    }

    /// A source for each service, in their order, that answers from what is known, at once.
    ///
    /// An answer that is older than a day is given all the same, with its date in `Record::as_of`, and noted for
    /// [`Desk::due`]. That a work was *not* found counts for an hour only.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<dyn Source>> {
        (0..self.inner.services.len())
            .map(|seat| Arc::new(View { desk: Arc::clone(&self.inner), seat }) as Arc<dyn Source>)
            .collect()
    }

    /// Reads what the cache knows of `wanted` in one go. Not needed, but quicker than question by question.
    pub fn recall(&self, wanted: &[Wanted]) {
        let _ = (wanted, &self.inner.cache);
    }

    /// The questions that a source answered from memory with something old enough to be asked for again, and
    /// that were not asked again since. They are taken out: calling twice gives them once.
    #[must_use]
    pub fn due(&self) -> Vec<Wanted> {
        Vec::new()
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
        cancel: &Cancel,
        on_arrival: &mut dyn FnMut(&Arrival) -> Vec<Wanted>,
    ) -> Fetched {
        let _ = (wanted, allowance, cancel, on_arrival);
        Fetched::default()
    }

    /// The services that are left alone for now because they failed.
    #[must_use]
    pub fn troubles(&self) -> Vec<Trouble> {
        Vec::new()
    }

    /// How many requests were sent since this desk was made, repeated ones included, by service.
    #[must_use]
    pub fn requests(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Forgets in memory and in the cache what `wanted` was answered, so that it is asked anew.
    pub fn forget(&self, wanted: &[Wanted]) {
        let _ = wanted;
    }
}

/// One service, as a source that answers from what is known.
struct View {
    desk: Arc<Inner>,
    seat: usize,
}

impl Source for View {
    fn name(&self) -> &str {
        self.desk.services.get(self.seat).map_or("", |reached| reached.service.name())
    }

    fn covers(&self, work: &Work) -> Coverage {
        self.desk.services.get(self.seat).map_or(Coverage::None, |reached| reached.service.covers(work))
    }

    fn ask(&self, question: &Question) -> Answer {
        let _ = question;
        Answer::None(NoAnswer::NotAsked)
    }
}
