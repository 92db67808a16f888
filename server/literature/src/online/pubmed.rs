//! PubMed, through NCBI's E-utilities.
//!
//! Records come from `efetch`, 200 at a time by POST, with all notices of PubMed about them. Titles
//! and DOIs are searched with `esearch`, several in one term; a reference without a title is looked
//! up by journal, volume and page with `ecitmatch`. Both return only PMIDs, and a PMID is not a
//! match: `esearch` drops unknown words, and `ecitmatch` ignores a wrong author or year. So the
//! records are fetched and judged.

use super::query;
use super::service::{Access, Body, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use crate::import;
use referee_bibliography::{Identifier, Pages, SourceItem, Work, pubmed};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

pub(super) struct PubMed;

/// The maximum number of records per `efetch`, as NCBI recommends for one request.
const MAX_FETCHED: usize = 200;
/// The maximum number of DOIs per `esearch`.
const MAX_DOIS: usize = 40;
/// The maximum number of titles per `esearch`: each may find several records, and all of them are
/// fetched.
const MAX_TITLES: usize = 10;
/// The maximum number of references per `ecitmatch`.
const MAX_PLACES: usize = 25;
/// The maximum number of PMIDs that a search returns for each of its questions.
const MAX_CANDIDATES: usize = 6;

/// The number of records to request for a subject.
const MAX_SUBJECT_RECORDS: usize = 40;

/// The only class: all E-utilities share one limit.
const CLASS: &str = "eutils";

impl Service for PubMed {
    fn profile(&self) -> ServiceProfile {
        services::PUBMED
    }

    fn default_base_url(&self) -> &'static str {
        "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    }

    fn key_variables(&self) -> &'static [&'static str] {
        &["NCBI_API_KEY"]
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(identifier) => {
                matches!(identifier, Identifier::Pmid(_) | Identifier::Doi(_))
            }
            Question::Like(work) => searched(work).is_some() || place(work).is_some(),
            Question::Subject(words) => !query::subject(words).is_empty(),
        }
    }

    fn wants_contact(&self) -> bool {
        true
    }

    fn limits(&self, access: &Access) -> Vec<Limit> {
        let requests = if access.api_key.is_some() { 10 } else { 3 };
        vec![Limit { class: CLASS, requests, per: Duration::from_secs(1), at_once: 3 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let (mut numbers, mut dois, mut titles, mut places, mut subjects) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for question in questions {
            match question {
                Question::Identifier(Identifier::Pmid(number)) => {
                    numbers.push((question.clone(), number.to_string()))
                }
                Question::Identifier(Identifier::Doi(doi)) => {
                    dois.push((question.clone(), format!("\"{}\"[doi]", query::phrase(doi))))
                }
                Question::Identifier(_) => {}
                Question::Subject(words) => {
                    let term = query::two_of(&query::subject(words), &|word| format!("{word}[tiab]"));
                    subjects.extend(term.map(|term| (question.clone(), term)));
                }
                Question::Like(work) => {
                    if let Some(term) = searched(work) {
                        titles.push((question.clone(), term));
                    } else if let Some(line) = place(work) {
                        places.push((question.clone(), line));
                    }
                }
            }
        }
        let mut out = Vec::new();
        for group in groups(numbers, MAX_FETCHED) {
            let ids = join(&group, ",");
            let form = vec![("db", String::from("pubmed")), ("retmode", String::from("xml")), ("id", ids)];
            out.push(post(access, "/efetch.fcgi", form, Disclosure::Identifiers, group));
        }
        for (group, tells) in groups(dois, MAX_DOIS)
            .into_iter()
            .map(|group| (group, Disclosure::Identifiers))
            .chain(groups(titles, MAX_TITLES).into_iter().map(|group| (group, Disclosure::References)))
        {
            let form = vec![
                ("db", String::from("pubmed")),
                ("retmode", String::from("json")),
                ("retmax", (group.len() * MAX_CANDIDATES).to_string()),
                ("sort", String::from("relevance")),
                ("term", join(&group, " OR ")),
            ];
            out.push(post(access, "/esearch.fcgi", form, tells, group));
        }
        for subject in subjects {
            let form = vec![
                ("db", String::from("pubmed")),
                ("retmode", String::from("json")),
                ("retmax", MAX_SUBJECT_RECORDS.to_string()),
                ("sort", String::from("relevance")),
                ("term", subject.1.clone()),
            ];
            out.push(post(access, "/esearch.fcgi", form, Disclosure::Terms, vec![subject]));
        }
        for group in groups(places, MAX_PLACES) {
            let lines: Vec<String> =
                group.iter().enumerate().map(|(at, (_, line))| format!("{line}|r{at}|")).collect();
            let form = vec![
                ("db", String::from("pubmed")),
                ("retmode", String::from("xml")),
                ("bdata", lines.join("\r")),
            ];
            out.push(post(access, "/ecitmatch.cgi", form, Disclosure::References, group));
        }
        out
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if response.status == 400 && String::from_utf8_lossy(&response.body).contains("API key invalid") {
            return Err(NotAnAnswer::Denied(String::from("API key invalid")));
        }
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such tool"));
        }
        let tool = request.url.split('?').next().unwrap_or_default();
        if tool.ends_with("/efetch.fcgi") {
            Ok(wire::by_identifier(request, fetched(response)?))
        } else if tool.ends_with("/ecitmatch.cgi") {
            matched(request, response)
        } else {
            let numbers = found(response)?;
            Ok(request.questions.iter().map(|_| see(&numbers)).collect())
        }
    }
}

fn see(numbers: &[Identifier]) -> Reading {
    if numbers.is_empty() { Reading::Records(Vec::new()) } else { Reading::See(numbers.to_vec()) }
}

fn groups(items: Vec<(Question, String)>, most: usize) -> Vec<Vec<(Question, String)>> {
    wire::groups(items, most, usize::MAX, |_| 0)
}

fn join(group: &[(Question, String)], between: &str) -> String {
    group.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(between)
}

fn post(
    access: &Access,
    path: &str,
    mut form: Vec<(&'static str, String)>,
    tells: Disclosure,
    group: Vec<(Question, String)>,
) -> Request {
    form.push(("tool", String::from(wire::TOOL)));
    form.extend(access.contact.clone().map(|contact| ("email", contact)));
    Request {
        url: wire::address(access, path, &[]),
        body: Body::Form(form),
        accept: None,
        secret_header: None,
        secret_parameter: access.api_key.clone().map(|key| ("api_key", key)),
        class: CLASS,
        tells,
        questions: group.into_iter().map(|(question, _)| question).collect(),
    }
}

/// Returns the `esearch` term for a reference with a title: the title as a phrase; a short title,
/// which many works share, is combined with the first author or the year.
fn searched(work: &Work) -> Option<String> {
    const MAX_SHORT_TITLE_WORDS: usize = 4;
    let title = query::phrase(work.title.as_deref().or(work.subtitle.as_deref())?);
    let words = query::words(&title).len();
    if words == 0 {
        return None;
    }
    // A character that a phrase cannot contain would end it; `query::phrase` removes such
    // characters.
    let phrase = format!("\"{title}\"[ti]");
    if words > MAX_SHORT_TITLE_WORDS {
        return Some(format!("({phrase})"));
    }
    let narrower = match (query::first_surname(work), work.year()) {
        (Some(surname), _) => format!("{surname}[au]"),
        (None, Some(year)) => format!("{}:{}[dp]", year.saturating_sub(1), year.saturating_add(1)),
        (None, None) => return Some(format!("({phrase})")),
    };
    Some(format!("({phrase} AND {narrower})"))
}

/// Returns the `ecitmatch` line for a reference: journal, year, volume, first page, author.
fn place(work: &Work) -> Option<String> {
    let journal = work.container_short.as_deref().or(work.container.as_deref())?;
    let clean = |text: &str| text.replace(['|', '\r', '\n'], " ");
    let first = work.pages.as_deref().map(|pages| match Pages::parse(pages) {
        Some(pages) => pages.first.to_string(),
        None => pages.split(['-', '–']).next().unwrap_or_default().trim().to_owned(),
    });
    let (volume, first) = (work.volume.as_deref()?, first.filter(|page| !page.is_empty())?);
    let year = work.year().map(|year| year.to_string()).unwrap_or_default();
    let author = query::first_surname(work).unwrap_or_default();
    Some([clean(journal), year, clean(volume), clean(&first), clean(&author)].join("|"))
}

/// Reads the records of an `efetch` answer. Records of PMIDs that do not exist are simply missing.
fn fetched(response: &Response) -> Result<Vec<Record>, NotAnAnswer> {
    // A set without records may be an empty element; an `<ERROR>` is the answer to an empty list of
    // ids.
    let text = wire::xml(response, "PubmedArticleSet").map_err(|problem| {
        match wire::xml(response, "eFetchResult") {
            Ok(text) if text.contains("<ERROR>") => NotAnAnswer::Refused(wire::beginning(
                text.split("<ERROR>").nth(1).unwrap_or_default().as_bytes(),
            )),
            _ => problem,
        }
    })?;
    let mut out = Vec::new();
    for item in pubmed::read(text.as_bytes()) {
        match item {
            Ok(SourceItem::Record(stated)) => out.push(import::record(*stated, "pubmed")),
            Ok(SourceItem::Deleted(_)) => {}
            Err(_) => return Err(wire::unreadable("it is cut off or no XML of PubMed")),
        }
    }
    Ok(out)
}

/// Reads the PMIDs of an `esearch` answer.
fn found(response: &Response) -> Result<Vec<Identifier>, NotAnAnswer> {
    let answer = wire::json(response)?;
    if let Some(error) = answer.get("error").and_then(Value::as_str) {
        let busy = error.to_ascii_lowercase().contains("rate limit");
        return Err(if busy {
            NotAnAnswer::Busy
        } else {
            NotAnAnswer::Refused(error.chars().take(120).collect())
        });
    }
    let result = answer.get("esearchresult").ok_or_else(|| wire::unreadable("there is no result in it"))?;
    if let Some(error) = result.get("ERROR").and_then(Value::as_str) {
        // "Search Backend failed" and similar errors are faults of the server, not of the request.
        let ours = error.to_ascii_lowercase().contains("empty term");
        return Err(if ours { NotAnAnswer::Refused(error.to_owned()) } else { NotAnAnswer::Busy });
    }
    let ids = result
        .get("idlist")
        .and_then(Value::as_array)
        .ok_or_else(|| wire::unreadable("there is no list of numbers in it"))?;
    Ok(ids.iter().filter_map(Value::as_str).filter_map(Identifier::pmid).collect())
}

/// Reads the `ecitmatch` result for each line. If a line is missing, nothing is known about that
/// reference, so the whole answer is rejected.
fn matched(request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
    let text = String::from_utf8_lossy(&response.body);
    if text.trim().is_empty() {
        return Err(wire::unreadable("nothing was sent"));
    }
    if text.trim_start().starts_with('<') {
        return Err(wire::unreadable("a page was sent instead of data"));
    }
    let mut out: Vec<Option<Reading>> = request.questions.iter().map(|_| None).collect();
    for line in text.lines() {
        let mut parts = line.rsplitn(3, '|');
        let (Some(said), Some(key)) = (parts.next(), parts.next()) else { continue };
        let Some(place) = key.trim().strip_prefix('r').and_then(|at| at.parse::<usize>().ok()) else {
            continue;
        };
        let numbers: Vec<Identifier> = match said.trim() {
            said if said.starts_with("NOT_FOUND") => Vec::new(),
            said => {
                let list = said.strip_prefix("AMBIGUOUS").unwrap_or(said);
                list.split(',')
                    .filter_map(|number| Identifier::pmid(number.trim()))
                    .take(MAX_CANDIDATES)
                    .collect()
            }
        };
        if let Some(slot) = out.get_mut(place) {
            *slot = Some(see(&numbers));
        }
    }
    let whole: Option<Vec<Reading>> = out.into_iter().collect();
    whole.ok_or_else(|| wire::unreadable("a line is missing in it"))
}
