//! The events that the worker of a service reports to its call.

use crate::cache::Key;
use crate::gate::Failure;
use referee_records::record::Record;
use referee_records::source::Question;
use rustc_hash::FxHashMap;
use std::sync::mpsc::Sender;

/// An event of the worker of a service.
pub(super) enum FetchEvent {
    /// Requests were sent.
    Sent { service: usize, requests: u64 },
    /// A question was answered or has failed.
    Done { service: usize, outcome: QuestionOutcome },
    /// A question that another call asked was answered or has failed.
    Settled { key: Key },
    /// The worker of a service has ended and will answer no more questions.
    WorkerEnded { service: usize },
    /// The author cancelled the look-up.
    Cancelled,
}

/// The result of a question.
pub(super) struct QuestionOutcome {
    pub(super) key: Key,
    pub(super) question: Question,
    /// Whether a caller asked it, rather than another answer leading to it.
    pub(super) wanted: bool,
    pub(super) records: Result<Vec<Record>, Failure>,
}

/// The questions that are under way in any call, and the other calls that wait for them.
pub(super) type PendingQuestions = std::sync::Mutex<FxHashMap<Key, Vec<Sender<FetchEvent>>>>;
