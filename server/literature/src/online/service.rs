//! What a service is: which requests answer questions, and how its answers are read.

use referee_bibliography::{Identifier, Work};
use referee_records::services::ServiceProfile;
use referee_records::{Coverage, Question, Record};
use std::time::Duration;

/// The address of a service, and as whom it is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Where it is, without a slash at the end.
    pub base_url: String,
    /// The key of its user, where there is one. Never logged.
    pub api_key: Option<String>,
    /// The environment variable that holds the key, or that would; `None` if the service takes no keys.
    pub key_variable: Option<String>,
    /// The address that the service may write to.
    pub contact: Option<String>,
}

/// One scholarly service: which requests answer questions, and how its answers are read.
pub trait Service: Send + Sync {
    /// What it is called and which works it lists.
    fn profile(&self) -> ServiceProfile;

    /// The name in settings and findings: `pubmed`.
    fn name(&self) -> &'static str {
        self.profile().name
    }

    /// The address of the service, unless the settings name another.
    fn default_base_url(&self) -> &'static str;

    /// Whether absence of `work` from it would mean something.
    fn covers(&self, work: &Work) -> Coverage {
        self.profile().covers(work)
    }

    /// Whether it can be asked this question at all.
    fn answers(&self, question: &Question) -> bool;

    /// How often it may be asked, by kind of request. A kind that is not here has no limit.
    fn limits(&self, access: &Access) -> Vec<Limit>;

    /// Whether its records say what was announced about a work (retractions, corrections). Such an answer is asked
    /// for again after a day; the others keep for a month.
    fn states_notices(&self) -> bool {
        self.profile().states_notices
    }

    /// The environment variables that other tools read the key of this service from, the commonest first. Empty if the
    /// service takes no keys.
    fn key_variables(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it grants so few questions with this access that it is asked only what no other service decides. Services
    /// that live on keys are scarce without one.
    fn is_scarce(&self, access: &Access) -> bool {
        let _ = access;
        false
    }

    /// Other hosts that its answers may come from: where it redirects to, in life. Only these are followed.
    fn redirects_to(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it is asked for the address that a reference gives, so that the same work at two addresses is two questions.
    fn asks_for_address(&self) -> bool {
        false
    }

    /// Whether its requests go to whatever hosts the questions name: then a host that fails says nothing about the
    /// others, and each is asked once.
    fn asks_any_host(&self) -> bool {
        false
    }

    /// Whether the address of the author (`contact`) has an effect there: a faster pool, or not being turned away. Only
    /// these services get it.
    fn wants_contact(&self) -> bool {
        false
    }

    /// How long the first response to a request of this class may take where other services answer; `None` for the
    /// usual time.
    fn patience(&self, class: &str, access: &Access) -> Option<Duration> {
        let _ = (class, access);
        None
    }

    /// What a request of this class costs, in the unit of [`Service::budget`]; 0 where it is free.
    fn cost(&self, class: &str) -> u64 {
        let _ = class;
        0
    }

    /// Whether requests of this class leave a quarter of the budget for others that matter more.
    fn leaves_reserve(&self, class: &str) -> bool {
        let _ = class;
        false
    }

    /// What is left of a budget, by the headers of a response; `None` for a service without budgets, or where they do
    /// not say. `now` is the time of the response, in seconds since 1970.
    fn budget(&self, headers: &RateHeaders, now: u64) -> Option<Budget> {
        let _ = (headers, now);
        None
    }

    /// The requests that answer `questions`. Each question that [`Service::answers`] is in exactly one of them.
    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request>;

    /// Reads the response to a request: a reading for each of its questions, in their order.
    ///
    /// # Errors
    ///
    /// Says why the response is no answer. Nothing may be concluded from it, and it is never remembered.
    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer>;
}

/// The headers of a response that are about limits: those whose names begin with `x-ratelimit` or `ratelimit`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RateHeaders(Vec<(String, String)>);

impl RateHeaders {
    /// Headers with these names and values.
    #[must_use]
    pub fn new(headers: impl IntoIterator<Item = (String, String)>) -> Self {
        let named = headers.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
        RateHeaders(
            named
                .filter(|(name, _)| name.starts_with("x-ratelimit") || name.starts_with("ratelimit"))
                .collect(),
        )
    }

    /// The number that the header of this name, in lower case, holds.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        let (_, value) = self.0.iter().find(|(other, _)| other == name)?;
        let value: f64 = value.trim().parse().ok()?;
        // Saturates: a header that promises more than fits promises enough.
        (value.is_finite() && value >= 0.0).then_some(value as u64)
    }
}

/// What is left of what a service grants to an address or a key in a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What is left now.
    pub remaining: u64,
    /// What is granted in all, where the service says so.
    pub total: Option<u64>,
    /// How long it is until all of it is granted again.
    pub renewed_in: Duration,
}

/// How often a service may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The kind of request, as in [`Request::class`].
    pub class: &'static str,
    /// So many requests …
    pub requests: u32,
    /// … in this time,
    pub per: Duration,
    /// and so many at once, counted over all kinds of requests to the service.
    pub at_once: usize,
}

/// A request, before the gate adds who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The address, with its parameters, without a key.
    pub url: String,
    /// What is sent along.
    pub body: Body,
    /// The value of the header `Accept`, where it matters.
    pub accept: Option<&'static str>,
    /// A key: sent as this header, and never logged.
    pub secret_header: Option<(&'static str, String)>,
    /// A key: sent as this parameter, and never logged.
    pub secret_parameter: Option<(&'static str, String)>,
    /// The kind of request that its limit counts.
    pub class: &'static str,
    /// What it tells the service about the author's text.
    pub tells: Disclosure,
    /// The questions that it answers.
    pub questions: Vec<Question>,
}

/// What a request sends along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Nothing: GET.
    None,
    /// Nothing, and nothing is wanted but the status: HEAD.
    Head,
    /// A form: POST.
    Form(Vec<(&'static str, String)>),
    /// JSON: POST.
    Json(String),
}

/// What a request tells a service about the author's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disclosure {
    /// Identifiers of works: DOIs, PubMed numbers, trial numbers.
    Identifiers,
    /// Titles, authors, journals, years and pages of references.
    References,
    /// Terms of a search, in the author's words.
    Terms,
    /// Terms from a closed vocabulary: names of drugs, headings of MeSH.
    ClosedTerms,
    /// Text for a language model: what the author was shown, or what stays on this machine.
    Text,
    /// Nothing: the same request for everybody.
    Nothing,
}

/// The response of a service.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status of HTTP.
    pub status: u16,
    /// The media type, without parameters, in lower case; empty where none was sent.
    pub media_type: String,
    /// The body, decompressed and complete.
    pub body: Vec<u8>,
}

/// What a response says about one question.
#[derive(Clone, Debug)]
pub enum Reading {
    /// All records that the service has for it, best first; none where it has none.
    Records(Vec<Record>),
    /// The records with these identifiers, of the same service: it only gave their numbers.
    See(Vec<Identifier>),
    /// Nothing: it was asked together with others, and what there is for it may not have been sent.
    AskAlone,
    /// What a [`MechanismService`](super::MechanismService) sent.
    Json(serde_json::Value),
}

/// What a response says, without what a terminal or an editor would obey; see
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
        // Offsets count its characters; whoever reads it takes controls out of what is shown.
        Reading::Json(value) => Reading::Json(value),
    };
    readings.into_iter().map(shown).collect()
}

/// Why a response is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAnAnswer {
    /// The service wants to be asked later.
    Busy,
    /// It is not what the service sends: a page, half a document, an error in disguise. In a few words.
    Unreadable(String),
    /// The service refuses this request for good, in its own words: a malformed question.
    Refused(String),
    /// The service refuses who asks, with a status of 401 or 403 or in words of its own: a wrong key where one was
    /// sent, else the program or its network.
    Denied(String),
}

/// A service and how it is reached.
#[derive(Clone)]
pub struct ServiceEndpoint {
    /// What is asked, and how its answers are read.
    pub service: &'static dyn Service,
    /// Where it is, and as whom it is asked.
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
