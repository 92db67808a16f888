//! The parameters and the result of [`LookupScheduler::fetch`](super::LookupScheduler::fetch).

use referee_records::source::{Question, SourceError};
use std::time::Duration;

/// A question and the service to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The name of the service, for example `pubmed`.
    pub service: &'static str,
    /// The question.
    pub question: Question,
}

/// Answers or failures that have arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The name of the service that answered.
    pub service: &'static str,
    /// The questions whose answer from this source has changed.
    pub questions: Vec<Question>,
}

/// The result of a call of [`LookupScheduler::fetch`](super::LookupScheduler::fetch).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The number of requests sent to each service, retries included.
    pub requests: Vec<(&'static str, u64)>,
    /// The number of questions answered.
    pub answered: u64,
    /// The services that did not answer all their questions.
    pub failures: Vec<ServiceFailure>,
}

impl Fetched {
    /// Returns the number of requests sent to all services.
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
    /// The kind of failure.
    pub why: SourceError,
    /// A short description: `status 503`, `the connection was refused`. Contains no API key and no
    /// text of the author.
    pub detail: String,
    /// The number of questions left open.
    pub questions: u64,
    /// The time until asking again makes sense.
    pub again_in: Option<Duration>,
    /// The environment variable for an API key of the service, set or not; `None` if the service
    /// takes no API keys.
    pub key_variable: Option<String>,
}
