//! Crossref: the works of most publishers, and their notices, including those of Retraction Watch.
//!
//! Works are requested in batches, with `filter=doi:…,doi:…`. A reference without a DOI is searched
//! with `query.bibliographic`, which ranks and never returns an empty answer: the result is a list
//! of candidates. Notices are in two places: in `updated-by` on the paper and in `update-to` on the
//! notice.

use super::query;
use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use crate::import;
use referee_bibliography::{Date, Identifier, Work, identifier::base_doi};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

pub(super) struct Crossref;

/// The maximum number of DOIs per request, as far as they fit into the address.
const MAX_BATCH: usize = 50;
/// The number of candidates to request for a reference: the best one is nearly always first, and
/// few works share a title.
const MAX_CANDIDATES: &str = "8";
/// The fields to request: without this selection, each work includes all its references.
const FIELDS: &str = "DOI,type,title,subtitle,original-title,author,editor,issued,published-print,published-online,posted,container-title,short-container-title,event,volume,issue,page,article-number,publisher,ISBN,ISSN,relation,update-to,updated-by";

/// The number of works of a journal to request: for a one-word journal title, the search also finds
/// all journals with that word, or one with the same root, in their titles.
const MAX_OF_JOURNAL: &str = "100";
/// The fields to request if only the journal matters.
const JOURNAL_FIELDS: &str = "DOI,type,title,issued,container-title,short-container-title,event";

/// The number of works to request for a subject.
const MAX_SUBJECT_RECORDS: &str = "30";

/// The timeout of the first list in the pool for requests without a contact address.
const PUBLIC_LIST_PATIENCE: Duration = Duration::from_secs(10);

/// The class of lists of works.
const LIST: &str = "list";
/// The class of single works.
const WORK: &str = "work";

impl Service for Crossref {
    fn profile(&self) -> ServiceProfile {
        services::CROSSREF
    }

    fn default_base_url(&self) -> &'static str {
        "https://api.crossref.org"
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(Identifier::Doi(doi)) => !services::is_datacite_doi(doi),
            Question::Identifier(_) => false,
            Question::Like(work) => work.title.is_some() || query::is_about_journal(work),
            Question::Subject(words) => !query::subject(words).is_empty(),
        }
    }

    fn wants_contact(&self) -> bool {
        true
    }

    fn patience(&self, class: &str, access: &Access) -> Option<Duration> {
        // Without a contact address, lists take 2 to 10 s on bad days (2026-09).
        (class == LIST && access.contact.is_none()).then_some(PUBLIC_LIST_PATIENCE)
    }

    fn limits(&self, access: &Access) -> Vec<Limit> {
        // According to the headers of its answers, with and without a contact address.
        let second = Duration::from_secs(1);
        let (list, work, at_once) = if access.contact.is_some() { (3, 10, 3) } else { (1, 5, 1) };
        vec![
            Limit { class: LIST, requests: list, per: second, at_once },
            Limit { class: WORK, requests: work, per: second, at_once },
        ]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let mut out = Vec::new();
        let mut batch: Vec<(Question, String)> = Vec::new();
        for question in questions.iter().filter(|question| self.answers(question)) {
            match question {
                Question::Identifier(Identifier::Doi(doi)) if doi.contains(',') => {
                    // A comma would end the filter.
                    let path = format!("/works/{}", wire::encoded(doi));
                    let url = wire::address(access, &path, &contact(access));
                    out.push(wire::get(url, WORK, Disclosure::Identifiers, vec![question.clone()]));
                }
                Question::Identifier(Identifier::Doi(doi)) => {
                    let mut filter = format!("doi:{doi}");
                    if base_doi(doi) != doi {
                        filter.push_str(&format!(",doi:{}", base_doi(doi)));
                    }
                    batch.push((question.clone(), filter));
                }
                Question::Like(work) => out.push(look_for(question, work, access)),
                Question::Subject(words) => {
                    let text = query::subject(words).join(" ");
                    let fields = format!("{FIELDS},abstract");
                    let mut parameters = vec![
                        ("query", text.as_str()),
                        ("rows", MAX_SUBJECT_RECORDS),
                        ("select", fields.as_str()),
                    ];
                    parameters.extend(contact(access));
                    let url = wire::address(access, "/works", &parameters);
                    out.push(wire::get(url, LIST, Disclosure::Terms, vec![question.clone()]));
                }
                Question::Identifier(_) => {}
            }
        }
        let size = |(_, filter): &(Question, String)| wire::encoded(filter).len() + 3;
        for group in wire::groups(batch, MAX_BATCH, wire::MAX_ADDRESS_BYTES - 400, size) {
            let filter: Vec<&str> = group.iter().map(|(_, filter)| filter.as_str()).collect();
            let filter = filter.join(",");
            let rows = (filter.matches("doi:").count()).to_string();
            let mut parameters =
                vec![("filter", filter.as_str()), ("rows", rows.as_str()), ("select", FIELDS)];
            parameters.extend(contact(access));
            let url = wire::address(access, "/works", &parameters);
            let questions = group.into_iter().map(|(question, _)| question).collect();
            out.push(wire::get(url, LIST, Disclosure::Identifiers, questions));
        }
        out
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if response.status == 404 {
            // Only a work can be missing; this is the message for it.
            let said = String::from_utf8_lossy(&response.body);
            return if request.class == WORK && said.trim().trim_matches('"').starts_with("Resource not found")
            {
                Ok(request.questions.iter().map(|_| Reading::Records(Vec::new())).collect())
            } else {
                Err(wire::unreadable("it says that there is no such list"))
            };
        }
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such list"));
        }
        let mut answer = wire::json(response)?;
        if answer["status"] != "ok" {
            let why = answer["message"][0]["message"].as_str().unwrap_or("it says that it failed");
            return Err(NotAnAnswer::Refused(why.chars().take(120).collect()));
        }
        let message = answer["message"].take();
        let items = match message {
            Value::Object(mut message) if request.class == LIST => match message.remove("items") {
                Some(Value::Array(items)) => items,
                _ => return Err(wire::unreadable("there is no list of works in it")),
            },
            message @ Value::Object(_) if message.get("DOI").is_some() => vec![message],
            _ => return Err(wire::unreadable("there is no work in it")),
        };
        Ok(wire::by_identifier(request, records(items)))
    }
}

fn contact(access: &Access) -> Vec<(&str, &str)> {
    access.contact.as_deref().map(|contact| ("mailto", contact)).into_iter().collect()
}

/// Builds the search for a reference, or for the works of a journal.
fn look_for(question: &Question, work: &Work, access: &Access) -> Request {
    let journal = query::is_about_journal(work);
    let text = if journal { work.container.clone().unwrap_or_default() } else { description(work) };
    let field = if journal { "query.container-title" } else { "query.bibliographic" };
    let (rows, fields) = if journal { (MAX_OF_JOURNAL, JOURNAL_FIELDS) } else { (MAX_CANDIDATES, FIELDS) };
    let mut parameters = vec![(field, text.as_str()), ("rows", rows), ("select", fields)];
    let years: Vec<i32> = query::years_around(work).filter(|_| journal).collect();
    let time = match (years.first(), years.last()) {
        (Some(first), Some(last)) => format!("from-pub-date:{first},until-pub-date:{last}"),
        _ => String::new(),
    };
    if !time.is_empty() {
        parameters.push(("filter", time.as_str()));
    }
    parameters.extend(contact(access));
    let url = wire::address(access, "/works", &parameters);
    wire::get(url, LIST, Disclosure::References, vec![question.clone()])
}

/// Formats a reference in one line, as in a bibliography: title, first author, journal, year.
fn description(work: &Work) -> String {
    const MAX_DESCRIPTION_CHARACTERS: usize = 400;
    let parts = [
        work.full_title(),
        query::first_surname(work),
        work.container.clone(),
        work.year().map(|year| year.to_string()),
    ];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    query::phrase(&text).chars().take(MAX_DESCRIPTION_CHARACTERS).collect()
}

/// Converts Crossref's items into records.
pub(super) fn records(items: Vec<Value>) -> Vec<Record> {
    import::csl_records(items, "crossref", |record, item| {
        let date = |name: &str| date_of(item.get(name)?);
        let work = &mut record.work;
        work.date = date("published-print").or(date("issued")).or(work.date);
        work.online_date = date("published-online").or(date("posted")).or(work.online_date);
    })
}

fn date_of(value: &Value) -> Option<Date> {
    let parts = value.get("date-parts")?.get(0)?;
    let part = |place: usize| parts.get(place).and_then(Value::as_i64);
    let small = |place: usize, most: i64| {
        part(place).filter(|number| (1..=most).contains(number)).and_then(|number| u8::try_from(number).ok())
    };
    let year = part(0).and_then(|year| i32::try_from(year).ok())?;
    let month = small(1, 12);
    Some(Date { year, month, day: small(2, 31).filter(|_| month.is_some()) })
}
