//! What a call of [`LookupScheduler::fetch`](super::LookupScheduler::fetch) is given, and what it gives back.

use referee_records::source::{Question, SourceError};
use std::time::Duration;

/// A question and the service that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The name of the service: `pubmed`.
    pub service: &'static str,
    /// What the service was asked.
    pub question: Question,
}

/// Answers, or failures, that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The name of the service that answered.
    pub service: &'static str,
    /// The questions that its source now answers otherwise than before.
    pub questions: Vec<Question>,
}

/// What became of a call of [`LookupScheduler::fetch`](super::LookupScheduler::fetch).
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
    /// The name of the service that failed.
    pub service: &'static str,
    /// Why.
    pub why: SourceError,
    /// The same in a few words: `status 503`, `the connection was refused`. No key, no text of the author's.
    pub detail: String,
    /// How many questions this left open.
    pub questions: u64,
    /// When asking again makes sense, from now.
    pub again_in: Option<Duration>,
    /// The environment variable that holds a key for the service, or that would; `None` if the service takes no keys.
    pub key_variable: Option<String>,
}
