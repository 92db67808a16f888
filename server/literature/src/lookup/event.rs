//! What the worker of a service reports to the call that it works for.

use crate::cache::Key;
use crate::gate::Failure;
use referee_records::record::Record;
use referee_records::source::Question;
use rustc_hash::FxHashMap;
use std::sync::mpsc::Sender;

/// What the worker of a service reports.
pub(super) enum FetchEvent {
    /// So many requests were sent.
    Sent { service: usize, requests: u64 },
    /// A question is answered, or will not be.
    Done { service: usize, outcome: QuestionOutcome },
    /// A question that another call asked is answered, or will not be.
    Settled { key: Key },
    /// The worker of a service has ended: it answers nothing any more.
    WorkerEnded { service: usize },
    /// The author called the look-up off.
    Cancelled,
}

/// What became of a question.
pub(super) struct QuestionOutcome {
    pub(super) key: Key,
    pub(super) question: Question,
    /// It was asked for itself, and not only because an answer led to it.
    pub(super) wanted: bool,
    pub(super) records: Result<Vec<Record>, Failure>,
}

/// The questions that are under way in any call, and the other calls that wait for them.
pub(super) type PendingQuestions = std::sync::Mutex<FxHashMap<Key, Vec<Sender<FetchEvent>>>>;
