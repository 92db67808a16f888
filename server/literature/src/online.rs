//! The online sources: a file each.
//!
//! A [`Service`] does no I/O. It says which requests answer a set of questions, as few as the service allows, and
//! reads what came back. Sending, waiting, remembering and giving up are the business of the gate, the cache and
//! the scheduler of look-ups. To add a source, write its file and one line in [`all`].

mod arxiv;
mod clinicaltrials;
mod crossref;
mod datacite;
mod doi;
mod europepmc;
mod idconv;
mod openalex;
mod pubmed;
mod query;
mod semanticscholar;
#[cfg(test)]
mod tests;
mod value;
mod web;
mod wire;

use referee_bibliography::{Identifier, Work, identifier::base_doi};
use referee_records::services::ServiceProfile;
use referee_records::{Coverage, Question, Record};
use std::time::Duration;

/// How to reach a service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Where it is, without a slash at the end.
    pub base_url: String,
    /// The key of its user, where there is one. Never logged.
    pub api_key: Option<String>,
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

    /// Where it is in life.
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

    /// Other hosts that its answers may come from: where it redirects to, in life. Only these are followed.
    fn redirects_to(&self) -> &'static [&'static str] {
        &[]
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
    pub tells: Tells,
    /// The questions that it answers.
    pub questions: Vec<Question>,
}

/// What a request sends along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Nothing: GET.
    None,
    /// A form: POST.
    Form(Vec<(&'static str, String)>),
    /// JSON: POST.
    Json(String),
}

/// What a request tells a service about the author's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tells {
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

/// What came back.
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
}

/// Why a response is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAnAnswer {
    /// The service wants to be asked later.
    Busy,
    /// It is not what the service sends: a page, half a document, an error in disguise. In a few words.
    Unreadable(String),
    /// The service refuses this request for good, in its own words: a bad key, a malformed question.
    Refused(String),
}

/// All services, in the order in which they are asked.
#[must_use]
pub fn all() -> &'static [&'static dyn Service] {
    &[
        &pubmed::PubMed,
        &crossref::Crossref,
        &europepmc::EuropePmc,
        &openalex::OpenAlex,
        &doi::Doi,
        &datacite::DataCite,
        &arxiv::Arxiv,
        &clinicaltrials::ClinicalTrials,
        &idconv::IdConv,
        &semanticscholar::SemanticScholar,
    ]
}

/// The search of the web, where the user names an address for it. It is none of [`all`]: it lists no works, and nothing
/// that it says counts by itself.
#[must_use]
pub fn web() -> &'static dyn Service {
    &web::Web
}

/// Those of `records` that bear `identifier`; where none does, those that bear it in another version of the work
/// (`10.1101/2020.01.01.123456v2`, a Cochrane review's `.pub3`).
///
/// A request may answer many questions, and a search gives numbers for all of them together: this tells whose a
/// record is.
#[must_use]
pub fn bearing(records: &[Record], identifier: &Identifier) -> Vec<Record> {
    let pick = |test: &dyn Fn(&Identifier) -> bool| -> Vec<Record> {
        records.iter().filter(|record| record.work.identifiers.iter().any(test)).cloned().collect()
    };
    let wanted = identifier.canonical();
    let exact = pick(&|own| own.canonical() == wanted);
    match &wanted {
        Identifier::Doi(doi) if exact.is_empty() => {
            let base = base_doi(doi);
            pick(&|own| matches!(own, Identifier::Doi(own) if base_doi(own) == base))
        }
        _ => exact,
    }
}

/// Those of `records` that could be what `question` asks for: that bear its identifier, or share words with its
/// title. Where a search gave numbers for several questions together, this leaves to each its own.
#[must_use]
pub fn relevant(question: &Question, records: &[Record]) -> Vec<Record> {
    match question {
        Question::Identifier(identifier) => bearing(records, identifier),
        Question::Subject(_) => records.to_vec(),
        Question::Like(work) => {
            let Some(title) = work.full_title() else { return records.to_vec() };
            let wanted = query::words(&title);
            let shared = |record: &Record| {
                let titles = [record.work.full_title(), record.work.original_title.clone()];
                let own: Vec<String> =
                    titles.iter().flatten().flat_map(|title| query::words(title)).collect();
                wanted.iter().filter(|word| own.contains(word)).count()
            };
            records.iter().filter(|record| shared(record) * 2 >= wanted.len()).cloned().collect()
        }
    }
}
