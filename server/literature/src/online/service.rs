//! The interface of a service: the requests for questions, and the parsing of its answers.

use referee_bibliography::{Identifier, Work};
use referee_records::services::ServiceProfile;
use referee_records::{Coverage, Question, Record};
use std::time::Duration;

/// The address of a service, and the credentials used there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// The base address, without a slash at the end.
    pub base_url: String,
    /// The user's API key, if there is one. Never logged.
    pub api_key: Option<String>,
    /// The environment variable for the API key, set or not; `None` if the service takes no API
    /// keys.
    pub key_variable: Option<String>,
    /// The address at which the service may contact the author.
    pub contact: Option<String>,
}

/// A scholarly service: builds the requests for questions and parses the answers.
pub trait Service: Send + Sync {
    /// Returns the name of the service and the works that it lists.
    fn profile(&self) -> ServiceProfile;

    /// Returns the name in settings and findings, for example `pubmed`.
    fn name(&self) -> &'static str {
        self.profile().name
    }

    /// Returns the address of the service, used unless the settings contain another.
    fn default_base_url(&self) -> &'static str;

    /// Returns whether the absence of `work` from the service is meaningful.
    fn covers(&self, work: &Work) -> Coverage {
        self.profile().covers(work)
    }

    /// Returns whether the service can answer this kind of question.
    fn answers(&self, question: &Question) -> bool;

    /// Returns its rate limits, by class of request. A class that is missing is unlimited.
    fn limits(&self, access: &Access) -> Vec<Limit>;

    /// Returns whether its records include notices (retractions, corrections). Such an answer is
    /// valid for a day, others for a month.
    fn states_notices(&self) -> bool {
        self.profile().states_notices
    }

    /// Returns the environment variables from which other tools read the API key of this service,
    /// most common first. Empty if the service takes no API keys.
    fn key_variables(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns whether it allows so few questions with this access that it is only asked what no
    /// other service can decide. Services that depend on API keys are scarce without one.
    fn is_scarce(&self, access: &Access) -> bool {
        let _ = access;
        false
    }

    /// Returns other hosts to which it redirects in production. Only these redirects are followed.
    fn redirects_to(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns whether it is asked about the address in a reference, so that the same work at two
    /// addresses is two questions.
    fn asks_for_address(&self) -> bool {
        false
    }

    /// Returns whether its requests go to the hosts in the questions: a failing host is then
    /// independent of the others, and each is asked once.
    fn asks_any_host(&self) -> bool {
        false
    }

    /// Returns whether the author's contact address has an effect there: a faster pool, or not
    /// being rejected. Only these services receive it.
    fn wants_contact(&self) -> bool {
        false
    }

    /// Returns how long the first response to a request of this class may take if other services
    /// answer; `None` for the default.
    fn patience(&self, class: &str, access: &Access) -> Option<Duration> {
        let _ = (class, access);
        None
    }

    /// Returns the cost of a request of this class, in the unit of [`Service::budget`]; 0 if it is
    /// free.
    fn cost(&self, class: &str) -> u64 {
        let _ = class;
        0
    }

    /// Returns whether requests of this class leave a quarter of the budget for more important
    /// ones.
    fn leaves_reserve(&self, class: &str) -> bool {
        let _ = class;
        false
    }

    /// Returns the remaining budget according to the headers of a response; `None` for a service
    /// without budgets, or if they do not state it. `now` is the time of the response, in seconds
    /// since 1970.
    fn budget(&self, headers: &RateHeaders, now: u64) -> Option<Budget> {
        let _ = (headers, now);
        None
    }

    /// Returns the requests for `questions`. Each question for which [`Service::answers`] returns
    /// true is in exactly one of them.
    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request>;

    /// Parses the response to a request: returns a reading for each of its questions, in order.
    ///
    /// # Errors
    ///
    /// Returns why the response is not an answer. Nothing may be concluded from it, and it is never
    /// cached.
    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer>;
}

/// The rate-limit headers of a response: those that begin with `x-ratelimit` or `ratelimit`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RateHeaders(Vec<(String, String)>);

impl RateHeaders {
    /// Collects the rate-limit headers among these name-value pairs.
    #[must_use]
    pub fn new(headers: impl IntoIterator<Item = (String, String)>) -> Self {
        let named = headers.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
        RateHeaders(
            named
                .filter(|(name, _)| name.starts_with("x-ratelimit") || name.starts_with("ratelimit"))
                .collect(),
        )
    }

    /// Returns the number in the header with this name, which is in lower case.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        let (_, value) = self.0.iter().find(|(other, _)| other == name)?;
        let value: f64 = value.trim().parse().ok()?;
        // Saturates: a larger value than fits is large enough.
        (value.is_finite() && value >= 0.0).then_some(value as u64)
    }
}

/// The remaining budget that a service grants to an IP address or an API key per period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The remaining amount.
    pub remaining: u64,
    /// The total amount, if the service states it.
    pub total: Option<u64>,
    /// The time until the whole amount is granted again.
    pub renewed_in: Duration,
}

/// A rate limit of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The class of request, as in [`Request::class`].
    pub class: &'static str,
    /// The maximum number of requests …
    pub requests: u32,
    /// … within this time.
    pub per: Duration,
    /// The maximum number of concurrent requests, of all classes together.
    pub at_once: usize,
}

/// A request, before the gate adds the credentials and contact address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The address with its parameters, but without an API key.
    pub url: String,
    /// The body.
    pub body: Body,
    /// The value of the `Accept` header, if it matters.
    pub accept: Option<&'static str>,
    /// An API key to send as this header; never logged.
    pub secret_header: Option<(&'static str, String)>,
    /// An API key to send as this query parameter; never logged.
    pub secret_parameter: Option<(&'static str, String)>,
    /// The class of request, for rate limits.
    pub class: &'static str,
    /// What the request discloses about the author's text.
    pub tells: Disclosure,
    /// The questions that it answers.
    pub questions: Vec<Question>,
}

/// The body of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// No body: GET.
    None,
    /// No body, and only the status is of interest: HEAD.
    Head,
    /// A form: POST.
    Form(Vec<(&'static str, String)>),
    /// JSON: POST.
    Json(String),
}

/// What a request discloses about the author's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disclosure {
    /// Identifiers of works: DOIs, PMIDs, trial numbers.
    Identifiers,
    /// Titles, authors, journals, years and pages of references.
    References,
    /// Search terms in the author's words.
    Terms,
    /// Terms from a closed vocabulary: drugs, MeSH headings.
    ClosedTerms,
    /// Text for a language model: text that the author has approved, or that stays on this machine.
    Text,
    /// Nothing: the request is the same for all users.
    Nothing,
}

/// The response of a service.
#[derive(Clone, Debug)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The media type without parameters, in lower case; empty if none was sent.
    pub media_type: String,
    /// The body, decompressed and complete.
    pub body: Vec<u8>,
}

/// The answer of a response to one question.
#[derive(Clone, Debug)]
pub enum Reading {
    /// All records of the service for it, best first; may be empty.
    Records(Vec<Record>),
    /// The ids of the records in the same service, without the records.
    See(Vec<Identifier>),
    /// No answer: the question was part of a batch, and its records may not have been sent.
    AskAlone,
    /// The response of a [`MechanismService`](super::MechanismService).
    Json(serde_json::Value),
    /// The response of a [`FullTextService`](super::FullTextService): the bytes of a text; empty
    /// without one.
    Document(Vec<u8>),
}

/// Removes control characters, which a terminal or an editor would interpret; see
/// [`referee_bibliography::Work::without_controls`].
pub(crate) fn without_controls(readings: Vec<Reading>) -> Vec<Reading> {
    let shown = |reading| match reading {
        Reading::Records(records) => {
            Reading::Records(records.into_iter().map(Record::without_controls).collect())
        }
        Reading::See(mut identifiers) => {
            identifiers.retain(Identifier::is_printable);
            Reading::See(identifiers)
        }
        Reading::AskAlone => Reading::AskAlone,
        // Keep it unchanged, since offsets count its characters; controls are removed when it is
        // displayed.
        Reading::Json(value) => Reading::Json(value),
        Reading::Document(bytes) => Reading::Document(bytes),
    };
    readings.into_iter().map(shown).collect()
}

/// Why a response is not an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAnAnswer {
    /// The service asks to try again later.
    Busy,
    /// The response is not what the service normally sends: a web page, a truncated document, a
    /// disguised error. With a short description.
    Unreadable(String),
    /// The service permanently refuses this request, with its message: the question is malformed.
    Refused(String),
    /// The service refuses the client, with status 401 or 403 or with a message: the API key is
    /// wrong, or, without one, the program or its network is blocked.
    Denied(String),
}

/// A service with its access data.
#[derive(Clone)]
pub struct ServiceEndpoint {
    /// The service.
    pub service: &'static dyn Service,
    /// The address and credentials.
    pub access: Access,
}

impl std::fmt::Debug for ServiceEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServiceEndpoint")
            .field("service", &self.service.name())
            .field("base_url", &self.access.base_url)
            .finish_non_exhaustive()
    }
}
