//! A small scholarly web: a few invented works in the services that referee queries, on loopback.
//!
//! Each service has a separate path (`/crossref`, `/pubmed`, …); [`Scholar::settings`] returns the
//! variables that refer to them. Answers have the structure of the real ones, with the fields that
//! a reference needs. Faults can be set per service at run time.

mod answers;
mod mechanisms;

pub use mechanisms::{Mechanisms, Named};

use crate::chance;
use crate::web::{Fault, ReceivedRequest, Reply, Web, decoded};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The services, identified as in the settings.
pub const SERVICES: [&str; 10] = [
    "pubmed",
    "crossref",
    "doi",
    "datacite",
    "openalex",
    "europepmc",
    "semanticscholar",
    "arxiv",
    "clinicaltrials",
    "idconv",
];

/// The services for mechanisms, identified as in the settings. They are not queried for references.
pub const OF_MECHANISMS: [&str; 2] = ["pubtator", "opentargets"];

/// The archives of web pages and of source code, and the pages themselves, identified as in the
/// settings.
pub const ARCHIVES: [&str; 3] = ["internetarchive", "softwareheritage", "webpage"];

/// The services that are missing here and therefore disabled.
const ABSENT: [&str; 6] = ["openlibrary", "dblp", "openreview", "cran", "pypi", "github"];

/// An invented article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// Its DOI, without the address of a resolver.
    pub doi: String,
    /// Its PubMed ID; 0 for none.
    pub pmid: u64,
    /// Its title, in plain text.
    pub title: String,
    /// The authors, each with given and family name.
    pub authors: Vec<(String, String)>,
    /// The journal, and its PubMed abbreviation.
    pub journal: (String, String),
    /// The year of publication.
    pub year: u32,
    /// The volume of the journal.
    pub volume: String,
    /// First and last page.
    pub pages: String,
    /// The DOI of its retraction notice.
    pub retracted_by: Option<String>,
    /// Its abstract, in plain text; may be empty.
    pub summary: String,
    /// For a conference paper: the name and acronym of the event, as in Crossref; the acronym may
    /// be empty.
    pub event: Option<(String, String)>,
}

impl Paper {
    /// Returns the paper as a BibTeX entry, with or without identifiers.
    #[must_use]
    pub fn bibtex(&self, key: &str, identified: bool) -> String {
        let authors: Vec<String> =
            self.authors.iter().map(|(given, family)| format!("{family}, {given}")).collect();
        let doi = if identified { format!("  doi = {{{}}},\n", self.doi) } else { String::new() };
        format!(
            "@article{{{key},\n  author = {{{}}},\n  title = {{{}}},\n  journal = {{{}}},\n  year = {{{}}},\n  volume = {{{}}},\n  pages = {{{}}},\n{doi}}}\n\n",
            authors.join(" and "),
            self.title,
            self.journal.0,
            self.year,
            self.volume,
            self.pages.replace('-', "--"),
        )
    }
}

/// Returns `count` invented papers, all different.
#[must_use]
pub fn papers(count: usize) -> Vec<Paper> {
    const NAMES: [&str; 12] = [
        "Okafor",
        "Lindqvist",
        "Tanaka",
        "Moreau",
        "Silva",
        "Novak",
        "Haddad",
        "Brandt",
        "Iyer",
        "Castillo",
        "Petrov",
        "Nguyen",
    ];
    const GIVEN: [&str; 8] = ["Ada", "Bo", "Carmen", "Dmitri", "Eun", "Farid", "Greta", "Hana"];
    const WHAT: [&str; 10] = [
        "Mortality",
        "Relapse",
        "Quality of life",
        "Renal outcomes",
        "Bleeding",
        "Hospital readmission",
        "Glycaemic control",
        "Treatment adherence",
        "Bone density",
        "Sleep duration",
    ];
    const WHOM: [&str; 9] = [
        "adults with asthma",
        "children with epilepsy",
        "survivors of stroke",
        "patients on dialysis",
        "people with psoriasis",
        "nurses on night shifts",
        "recipients of a liver transplant",
        "women with migraine",
        "veterans with chronic pain",
    ];
    const HOW: [&str; 7] = [
        "a randomised trial",
        "a registry-based cohort",
        "a cross-sectional survey",
        "a case-control study",
        "a stepped-wedge trial",
        "a network meta-analysis",
        "an interrupted time series",
    ];
    const WITH: [&str; 11] = [
        "zinc",
        "a telephone reminder",
        "low-dose lithium",
        "supervised exercise",
        "a plant-based diet",
        "early discharge",
        "cognitive training",
        "vitamin K",
        "music",
        "home monitoring",
        "a text message",
    ];
    const JOURNALS: [(&str, &str); 4] = [
        ("Journal of Invented Medicine", "J Invent Med"),
        ("Annals of Examples", "Ann Examples"),
        ("European Archives of Fixtures", "Eur Arch Fixt"),
        ("Clinical Placeholder Research", "Clin Placeholder Res"),
    ];
    let pick = |list: &[&'static str], number: usize| list.get(number % list.len()).copied().unwrap_or("");
    (0..count)
        .map(|n| {
            let authors = (0..=n % 4)
                .map(|k| (pick(&GIVEN, n + 3 * k).to_owned(), pick(&NAMES, n * 5 + 7 * k).to_owned()))
                .collect();
            let journal = JOURNALS.get(n % JOURNALS.len()).copied().unwrap_or(("", ""));
            Paper {
                doi: format!("10.5555/invented.{n:05}"),
                pmid: 80_000_000 + n as u64,
                title: format!(
                    "{} after {} in {}: {}",
                    pick(&WHAT, n),
                    pick(&WITH, n / 3 + n),
                    pick(&WHOM, n / 7 + n),
                    pick(&HOW, n / 11 + n)
                ),
                authors,
                journal: (journal.0.to_owned(), journal.1.to_owned()),
                year: 1995 + (n as u32 * 7) % 28,
                volume: (n % 60 + 1).to_string(),
                pages: format!("{}-{}", n * 9 + 1, n * 9 + 8),
                retracted_by: None,
                summary: String::new(),
                event: None,
            }
        })
        .collect()
}

/// A fault in the answers of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServiceFault {
    /// Closes the connection at once.
    Refuse,
    /// Holds the request for half a minute without an answer.
    Hang,
    /// Sends a status and an HTML page.
    Status(u16),
    /// Sends a status with a `Retry-After` of so many seconds.
    Pause(u16, u64),
    /// Sends an HTML page with status 200, like a captive portal.
    Page,
    /// Sends half a document, with the announced length.
    Cut,
    /// Sends half a document, shorter than announced.
    Drop,
    /// Sends status 200 without a body.
    Empty,
}

impl ServiceFault {
    /// Every fault, with one status of each class that services send.
    pub const ALL: [ServiceFault; 9] = [
        ServiceFault::Refuse,
        ServiceFault::Hang,
        ServiceFault::Status(429),
        ServiceFault::Status(500),
        ServiceFault::Status(403),
        ServiceFault::Page,
        ServiceFault::Cut,
        ServiceFault::Drop,
        ServiceFault::Empty,
    ];

    fn apply_to(self, mut reply: Reply) -> Reply {
        match self {
            ServiceFault::Refuse => reply.with(Fault::Refuse),
            ServiceFault::Hang => reply.with(Fault::Hang(Duration::from_secs(30))),
            ServiceFault::Status(status) => {
                Reply::new(status, "text/html", format!("<html><body>{status}</body></html>"))
            }
            ServiceFault::Pause(status, seconds) => {
                let mut reply = Reply::new(status, "text/plain", "later");
                reply.headers.push(("Retry-After", seconds.to_string()));
                reply
            }
            ServiceFault::Page => Reply::new(
                200,
                "text/html",
                "<!DOCTYPE html><html><body><h1>Welcome, guest</h1></body></html>",
            ),
            ServiceFault::Cut => {
                let half = (0..=reply.body.len() / 2).rev().find(|at| reply.body.is_char_boundary(*at));
                reply.body.truncate(half.unwrap_or(0));
                reply
            }
            ServiceFault::Drop => reply.with(Fault::Drop),
            ServiceFault::Empty => Reply { body: String::new(), ..reply },
        }
    }
}

/// The small scholarly web.
pub struct Scholar {
    /// The server, with the requests it received.
    pub web: Web,
    shared: Arc<Shared>,
}

struct Shared {
    papers: Vec<Paper>,
    mechanisms: Mechanisms,
    latency: Mutex<Duration>,
    faults: Mutex<HashMap<&'static str, ServiceFault>>,
    /// Random faults: how many in a thousand answers are damaged, and the state of the generator.
    chance: Mutex<Option<(u64, u64)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Scholar {
    /// Serves these papers, each available in Crossref, PubMed, doi.org and Europe PMC.
    #[must_use]
    pub fn with(papers: Vec<Paper>) -> Self {
        Scholar::with_mechanisms(papers, Mechanisms::default())
    }

    /// Serves these papers together with data for PubTator3 and Open Targets.
    #[must_use]
    pub fn with_mechanisms(papers: Vec<Paper>, mechanisms: Mechanisms) -> Self {
        let shared = Arc::new(Shared {
            papers,
            mechanisms,
            latency: Mutex::default(),
            faults: Mutex::default(),
            chance: Mutex::default(),
        });
        let mine = Arc::clone(&shared);
        Scholar { web: Web::serve(move |asked| mine.answer(asked)), shared }
    }

    /// Returns the variables that direct referee to this server.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        let variable = |service: &str| {
            let name = format!("REFEREE_SOURCES__{}__BASE_URL", service.to_uppercase());
            (name, format!("{}/{service}", self.web.url()))
        };
        let mut out: Vec<(String, String)> = SERVICES
            .iter()
            .copied()
            .chain(ARCHIVES)
            .chain(OF_MECHANISMS)
            .chain(["retractionwatch"])
            .map(variable)
            .collect();
        out.extend(ABSENT.map(|service| {
            (format!("REFEREE_SOURCES__{}__ENABLED", service.to_uppercase()), String::from("false"))
        }));
        out
    }

    /// Returns the variables that direct all services to this server, including web pages and
    /// services that it cannot answer for. For tests in which every service has a fault.
    #[must_use]
    pub fn settings_of_all(&self) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> =
            self.settings().into_iter().filter(|(name, _)| !name.ends_with("__ENABLED")).collect();
        out.extend(ABSENT.map(|service| {
            (
                format!("REFEREE_SOURCES__{}__BASE_URL", service.to_uppercase()),
                format!("{}/{service}", self.web.url()),
            )
        }));
        out.push(("REFEREE_SOURCES__WEBPAGE__ENABLED".to_owned(), "true".to_owned()));
        out
    }

    /// Sets the fault of every service that [`Scholar::settings_of_all`] directs here.
    pub fn set_fault_of_all(&self, fault: Option<ServiceFault>) {
        for service in SERVICES.into_iter().chain(ARCHIVES).chain(ABSENT) {
            self.set_service_fault(service, fault);
        }
    }

    /// Returns the same settings for an editor, below `referee`.
    #[must_use]
    pub fn editor_settings(&self) -> serde_json::Value {
        let mut sources = serde_json::Map::new();
        for service in SERVICES.into_iter().chain(ARCHIVES).chain(OF_MECHANISMS) {
            let place = serde_json::json!({"base_url": format!("{}/{service}", self.web.url())});
            sources.insert(service.to_owned(), place);
        }
        for service in ABSENT {
            sources.insert(service.to_owned(), serde_json::json!({"enabled": false}));
        }
        serde_json::json!({"sources": sources})
    }

    /// Sets the minimum latency of later answers.
    pub fn set_latency(&self, latency: Duration) {
        *lock(&self.shared.latency) = latency;
    }

    /// Sets or removes the fault of a service for later answers.
    pub fn set_service_fault(&self, service: &'static str, fault: Option<ServiceFault>) {
        match fault {
            Some(fault) => lock(&self.shared.faults).insert(service, fault),
            None => lock(&self.shared.faults).remove(service),
        };
    }

    /// Damages `in_thousand` in a thousand later answers. The same seed damages the same answers
    /// for the same order of requests.
    pub fn set_chance(&self, in_thousand: u64, seed: u64) {
        *lock(&self.shared.chance) = (in_thousand > 0).then_some((in_thousand, seed));
    }

    /// Returns the requests with their services, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<(String, ReceivedRequest)> {
        let all = self.web.asked().into_iter();
        all.map(|asked| (service(asked.path()).0.to_owned(), asked)).collect()
    }
}

impl Shared {
    fn answer(&self, asked: &ReceivedRequest) -> Reply {
        let latency = *lock(&self.latency);
        if !latency.is_zero() {
            std::thread::sleep(latency);
        }
        let (name, rest) = service(asked.path());
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let question = answers::Question {
            path: decoded(path),
            parameters: parameters(query).chain(parameters(&asked.body)).collect(),
            body: &asked.body,
            accept: asked.header("accept").unwrap_or_default(),
        };
        let reply = match name {
            "pubtator" => self.mechanisms.pubtator(&question, &self.papers),
            "opentargets" => self.mechanisms.opentargets(&question),
            _ => answers::answer(name, &question, &self.papers),
        };
        match self.fault(name) {
            Some(fault) => fault.apply_to(reply),
            None => reply,
        }
    }

    fn fault(&self, name: &str) -> Option<ServiceFault> {
        if let Some(fault) = lock(&self.faults).get(name) {
            return Some(*fault);
        }
        let mut chance = lock(&self.chance);
        let (likely, state) = chance.as_mut()?;
        let drawn = chance::next(state);
        (drawn % 1000 < *likely).then(|| ServiceFault::ALL[(drawn / 1000) as usize % ServiceFault::ALL.len()])
    }
}

/// Returns the service that a path refers to, and the rest of the path.
fn service(path: &str) -> (&str, &str) {
    let path = path.trim_start_matches('/');
    let end = path.find(['/', '?']).unwrap_or(path.len());
    (path.get(..end).unwrap_or_default(), path.get(end..).unwrap_or_default())
}

fn parameters(query: &str) -> impl Iterator<Item = (String, String)> + '_ {
    query.split('&').filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        Some((decoded(name), decoded(value)))
    })
}
