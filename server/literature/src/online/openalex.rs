//! OpenAlex: most works of Crossref, PubMed, DataCite, arXiv and the repositories.
//!
//! Since February 2026 it charges credits per day: a search costs 10, a list 1, and a single work
//! requested by its identifier nothing. Without a key an IP address has 1,000 credits. So a few
//! identifiers are requested one by one, and many in a list; [`Service::is_scarce`] delays searches
//! until cheaper services have been asked. A `mailto` makes no difference.
//!
//! Its field `is_retracted` was once wrong for thousands of works, so it is not used as a notice;
//! the services that announce retractions are asked instead.

use super::service::{
    Access, Budget, Disclosure, Limit, NotAnAnswer, RateHeaders, Reading, Request, Response, Service,
};
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::{Identifier, Identifiers, Name, Work, WorkKind, journal_id};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

pub(super) struct OpenAlex;

/// The maximum number of identifiers per filter; the service allows 100.
const MAX_BATCH: usize = 100;
/// The maximum number of identifiers to request one by one: that is free, while a list is not.
const MAX_SINGLE: usize = 3;
/// The number of candidates to request for a reference.
const MAX_CANDIDATES: &str = "10";
/// The maximum number of references per search if searches are charged: a search costs the same for
/// one title and for several.
const MAX_SEARCHES: usize = 5;
/// The maximum length of a search in bytes; the service allows 2,048 characters.
const MAX_SEARCH_BYTES: usize = 1_800;
/// The number of candidates to request for several references together.
const MAX_CANDIDATES_TOGETHER: &str = "100";

/// The fields to request.
const FIELDS: &str = "id,doi,title,authorships,publication_year,publication_date,type,ids,primary_location,biblio,language,is_retracted";

/// The maximum number of authors per work in a list of works; a single work includes all of them.
const MAX_LISTED_AUTHORS: usize = 100;

/// The number of records to request for a subject.
const MAX_SUBJECT_RECORDS: &str = "40";

/// The class of searches for the titles of references.
const SEARCH: &str = "search";
/// The class of searches for a subject.
const SUBJECT: &str = "subject";
/// The class of lists of works by their identifiers.
const LIST: &str = "list";
/// The class of single works.
const WORK: &str = "work";

/// The path of a single work after the base address: `/works/doi:10.1000/1`.
const WORK_PATH: &str = "/works/";

impl Service for OpenAlex {
    fn profile(&self) -> ServiceProfile {
        services::OPENALEX
    }

    fn default_base_url(&self) -> &'static str {
        "https://api.openalex.org"
    }

    fn key_variables(&self) -> &'static [&'static str] {
        &["OPENALEX_API_KEY"]
    }

    fn is_scarce(&self, access: &Access) -> bool {
        access.api_key.is_none()
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(identifier) => {
                identifier.as_doi().is_some() || matches!(identifier, Identifier::Pmid(_))
            }
            Question::Like(work) => !query::halves(work).is_empty(),
            Question::Subject(words) => !query::subject(words).is_empty(),
        }
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        let limit = |class| Limit { class, requests: 100, per: Duration::from_secs(1), at_once: 10 };
        vec![limit(SEARCH), limit(SUBJECT), limit(LIST), limit(WORK)]
    }

    /// The costs in credits, as reported by its answers in 2026-07.
    fn cost(&self, class: &str) -> u64 {
        match class {
            SEARCH | SUBJECT => 10,
            LIST => 1,
            _ => 0,
        }
    }

    /// Searches for a subject leave a reserve for references, whose verdict may depend on an empty
    /// answer.
    fn leaves_reserve(&self, class: &str) -> bool {
        class == SUBJECT
    }

    fn budget(&self, headers: &RateHeaders, _: u64) -> Option<Budget> {
        Some(Budget {
            remaining: headers.number("x-ratelimit-remaining")?,
            total: headers.number("x-ratelimit-limit"),
            // The seconds until midnight UTC.
            renewed_in: Duration::from_secs(headers.number("x-ratelimit-reset")?),
        })
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let (mut dois, mut numbers, mut out) = (Vec::new(), Vec::new(), Vec::new());
        let mut searches: Vec<(Question, String)> = Vec::new();
        for question in questions {
            match question {
                Question::Identifier(Identifier::Pmid(number)) => {
                    numbers.push((question.clone(), number.to_string()))
                }
                Question::Identifier(identifier) => {
                    dois.extend(identifier.canonical().as_doi().map(|doi| (question.clone(), doi)));
                }
                Question::Subject(words) => {
                    let two = query::two_of(&query::subject(words), &str::to_owned);
                    let Some(term) = two else { continue };
                    let fields = format!("{FIELDS},abstract_inverted_index");
                    let parameters =
                        [("search", term.as_str()), ("per_page", MAX_SUBJECT_RECORDS), ("select", &fields)];
                    let url = wire::address(access, "/works", &parameters);
                    out.push(keyed(access, url, SUBJECT, Disclosure::Terms, vec![question.clone()]));
                }
                Question::Like(work) => {
                    searches.extend(searched(work).map(|term| (question.clone(), term)));
                }
            }
        }
        // With a key, a fast answer about each title is worth more than the credits.
        let together = if self.is_scarce(access) { MAX_SEARCHES } else { 1 };
        let size = |(_, term): &(Question, String)| wire::encoded(term).len() + 16;
        for group in wire::groups(searches, together, MAX_SEARCH_BYTES, size) {
            let most = if group.len() == 1 { MAX_CANDIDATES } else { MAX_CANDIDATES_TOGETHER };
            let filter =
                format!("title.search:{}", query::either(group.iter().map(|(_, term)| term.as_str())));
            let questions = group.into_iter().map(|(question, _)| question).collect();
            out.push(list(access, &filter, most, Disclosure::References, questions));
        }
        for (field, prefix, values) in [("doi", "doi", dois), ("ids.pmid", "pmid", numbers)] {
            if values.len() <= MAX_SINGLE {
                out.extend(values.into_iter().map(|(question, value)| {
                    let path = format!("{WORK_PATH}{prefix}:{}", in_path(&value));
                    let url = wire::address(access, &path, &[("select", FIELDS)]);
                    keyed(access, url, WORK, Disclosure::Identifiers, vec![question])
                }));
                continue;
            }
            // A bar or a comma would end a value of a filter.
            let values = values.into_iter().map(|(question, text)| (question, text.replace(['|', ','], " ")));
            let size = |(_, text): &(Question, String)| wire::encoded(text).len() + 3;
            for group in wire::groups(values.collect(), MAX_BATCH, wire::MAX_ADDRESS_BYTES - 400, size) {
                let all = group.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("|");
                let questions = group.into_iter().map(|(question, _)| question).collect();
                out.push(list(access, &format!("{field}:{all}"), "100", Disclosure::Identifiers, questions));
            }
        }
        out
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let is_single = request.url.contains(&format!("{WORK_PATH}doi:"))
            || request.url.contains(&format!("{WORK_PATH}pmid:"));
        if wire::status(response)? == Status::NotFound {
            // The record may have the DOI of another place of publication, so a missing DOI means
            // nothing.
            return if is_single && is_own_page(response) {
                Ok(request.questions.iter().map(|_| Reading::Records(Vec::new())).collect())
            } else {
                Err(wire::unreadable("it says that there is no such list"))
            };
        }
        let answer = wire::json(response)?;
        if answer.get("error").is_some() {
            let why =
                value::text(&answer, "message").unwrap_or_else(|| String::from("an error without a reason"));
            return Err(NotAnAnswer::Refused(why.chars().take(120).collect()));
        }
        if is_single {
            return single(request, &answer);
        }
        let results = answer.get("results").and_then(Value::as_array);
        let results = results.ok_or_else(|| wire::unreadable("there is no list of works in it"))?;
        let is_cut =
            value::at(&answer, "meta.count").and_then(Value::as_u64) > u64::try_from(results.len()).ok();
        let records = results.iter().filter_map(|work| record(work, MAX_LISTED_AUTHORS)).collect();
        if request.tells == Disclosure::Identifiers {
            return Ok(wire::by_identifier(request, records));
        }
        // If a combined search for several titles finds nothing at all, each title is searched
        // again individually: a work must not be reported as missing because a complex expression
        // was parsed differently than intended.
        Ok(wire::by_search(request, records, is_cut || results.is_empty()))
    }
}

fn list(access: &Access, filter: &str, most: &str, tells: Disclosure, questions: Vec<Question>) -> Request {
    let parameters = [("filter", filter), ("per_page", most), ("select", FIELDS)];
    let class = if tells == Disclosure::Identifiers { LIST } else { SEARCH };
    keyed(access, wire::address(access, "/works", &parameters), class, tells, questions)
}

/// Builds a request with the user's API key, if there is one.
fn keyed(
    access: &Access,
    url: String,
    class: &'static str,
    tells: Disclosure,
    questions: Vec<Question>,
) -> Request {
    let mut request = wire::get(url, class, tells, questions);
    request.secret_parameter = access.api_key.clone().map(|key| ("api_key", key));
    request
}

/// Encodes an identifier for a path: slashes are kept, all other reserved characters are
/// percent-encoded.
fn in_path(identifier: &str) -> String {
    identifier.split('/').map(wire::encoded).collect::<Vec<_>>().join("/")
}

/// Returns whether the "not found" comes from OpenAlex itself and not from an intermediary.
fn is_own_page(response: &Response) -> bool {
    let page = String::from_utf8_lossy(response.body.get(..response.body.len().min(400)).unwrap_or_default());
    page.to_ascii_lowercase().contains("<title>404 not found</title>")
        || wire::json(response).is_ok_and(|answer| answer.get("error").is_some())
}

/// Reads the work requested by one identifier. For merged works, the service returns the remaining
/// one, which no longer has the identifier of the other; it is added.
fn single(request: &Request, work: &Value) -> Result<Vec<Reading>, NotAnAnswer> {
    let record = record(work, usize::MAX).ok_or_else(|| wire::unreadable("there is no work in it"))?;
    let with_own = |question: &Question| {
        let mut record = record.clone();
        if let Question::Identifier(identifier) = question
            && !record.work.identifiers.iter().any(|own| own.canonical() == identifier.canonical())
        {
            record.work.identifiers.insert(identifier.canonical());
        }
        Reading::Records(vec![record])
    };
    Ok(request.questions.iter().map(with_own).collect())
}

/// Returns the search for the words of either half of the title, so that a title with an error in
/// one half is found. Special characters of the filter syntax would end the search.
fn searched(work: &Work) -> Option<String> {
    let halves = query::halves(work);
    match halves.as_slice() {
        [] => None,
        [one] => Some(format!("({})", one.join(" AND "))),
        several => {
            let groups: Vec<String> =
                several.iter().map(|half| format!("({})", half.join(" AND "))).collect();
            Some(groups.join(" OR "))
        }
    }
}

/// Converts an item into a record; an author list of `cut_at` or more may be truncated.
fn record(work: &Value, cut_at: usize) -> Option<Record> {
    let mut identifiers = Identifiers::default();
    identifiers.extend(value::text(work, "doi").and_then(|doi| Identifier::doi(&doi)));
    identifiers.extend(value::text(work, "ids.pmid").and_then(|pmid| Identifier::pmid(&pmid)));
    identifiers.extend(value::text(work, "ids.pmcid").and_then(|pmcid| Identifier::pmcid(&pmcid)));
    let source = |field: &str| value::plain(work, &format!("primary_location.source.{field}"));
    let repository = source("type").is_some_and(|kind| kind == "repository");
    let first = value::text(work, "biblio.first_page");
    let last = value::text(work, "biblio.last_page");
    let said = value::text(work, "type").unwrap_or_default();
    let kind = match said.as_str() {
        "preprint" => WorkKind::Preprint,
        // OpenAlex also classifies papers in proceedings as articles: the volume distinguishes
        // journal articles.
        "article" | "review" | "editorial" | "letter" | "erratum" | "retraction" => {
            match source("type").as_deref() {
                Some("conference") => WorkKind::ConferencePaper,
                Some("journal") if value::text(work, "biblio.volume").is_some() => WorkKind::Article,
                _ => WorkKind::Unknown,
            }
        }
        "book-chapter" | "reference-entry" => WorkKind::Chapter,
        "book" => WorkKind::Book,
        "dissertation" => WorkKind::Thesis,
        "report" => WorkKind::Report,
        "dataset" => WorkKind::Dataset,
        "standard" => WorkKind::Standard,
        "software" => WorkKind::Software,
        _ => WorkKind::Unknown,
    };
    let described = Work {
        kind,
        title: value::title(work, "title").or_else(|| value::title(work, "display_name")),
        authors: value::list(work, "authorships").filter_map(name).collect(),
        authors_truncated: value::list(work, "authorships").count() >= cut_at,
        container: source("display_name").filter(|_| !repository || kind == WorkKind::Preprint),
        journal_ids: value::list(work, "primary_location.source.issn")
            .filter_map(Value::as_str)
            .flat_map(journal_id::issns)
            .chain(source("id").as_deref().and_then(journal_id::openalex))
            .collect(),
        date: value::text(work, "publication_date")
            .and_then(|date| value::date(&date))
            .or_else(|| value::year(work, "publication_year")),
        volume: value::text(work, "biblio.volume"),
        issue: value::text(work, "biblio.issue"),
        pages: match (first, last) {
            (Some(first), Some(last)) if first != last => Some(format!("{first}-{last}")),
            (first, last) => first.or(last),
        },
        identifiers,
        language: value::text(work, "language"),
        summary: work.get("abstract_inverted_index").and_then(summary),
        ..Work::default()
    };
    if described.title.is_none() && described.identifiers.is_empty() {
        return None;
    }
    Some(Record {
        types: vec![said].into_iter().filter(|said| !said.is_empty()).collect(),
        ..Record::new("openalex", described)
    })
}

/// Restores an abstract from the inverted index in which OpenAlex provides it.
fn summary(places: &Value) -> Option<String> {
    /// The maximum number of words of an abstract.
    const MAX_ABSTRACT_WORDS: usize = 5_000;
    let mut words: std::collections::BTreeMap<u64, &str> = std::collections::BTreeMap::new();
    for (word, at) in places.as_object()? {
        for place in at.as_array().into_iter().flatten().filter_map(Value::as_u64) {
            if words.len() < MAX_ABSTRACT_WORDS {
                words.insert(place, word);
            }
        }
    }
    (!words.is_empty()).then(|| words.into_values().collect::<Vec<_>>().join(" "))
}

fn name(authorship: &Value) -> Option<Name> {
    let text = value::plain(authorship, "raw_author_name")
        .or_else(|| value::plain(authorship, "author.display_name"))?;
    Name::parse(&text)
}
