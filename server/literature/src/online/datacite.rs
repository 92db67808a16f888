//! DataCite: data sets, software, theses, and all papers of arXiv, which have DataCite DOIs.
//!
//! It allows a thousand times as many searches as arXiv itself.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::{Date, Identifier, Identifiers, Name, Work, WorkKind};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record, Relation, RelationKind};
use serde_json::Value;
use std::time::Duration;

pub(super) struct DataCite;

const CLASS: &str = "dois";
/// The number of candidates to request for a reference.
const MAX_CANDIDATES: &str = "5";

impl Service for DataCite {
    fn profile(&self) -> ServiceProfile {
        services::DATACITE
    }

    fn default_base_url(&self) -> &'static str {
        "https://api.datacite.org"
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(identifier) => identifier.as_doi().is_some(),
            Question::Like(work) => searched(work).is_some(),
            Question::Subject(_) => false,
        }
    }

    fn wants_contact(&self) -> bool {
        true
    }

    fn limits(&self, access: &Access) -> Vec<Limit> {
        let requests = if access.contact.is_some() { 1_000 } else { 500 };
        vec![Limit { class: CLASS, requests, per: Duration::from_secs(300), at_once: 4 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        questions
            .iter()
            .filter_map(|question| {
                let identifier = match question {
                    Question::Identifier(identifier) => identifier,
                    Question::Subject(_) => return None,
                    Question::Like(work) => {
                        let term = searched(work)?;
                        let parameters =
                            [("query", term.as_str()), ("page[size]", MAX_CANDIDATES), ("sort", "relevance")];
                        let url = wire::address(access, "/dois", &parameters);
                        return Some(wire::get(url, CLASS, Disclosure::References, vec![question.clone()]));
                    }
                };
                // DOIs are case-insensitive and are stored in lower case.
                let doi = identifier.canonical().as_doi()?.to_ascii_lowercase();
                let url = wire::address(access, &format!("/dois/{}", wire::encoded(&doi)), &[]);
                Some(wire::get(url, CLASS, Disclosure::Identifiers, vec![question.clone()]))
            })
            .collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let missing = wire::status(response)? == Status::NotFound;
        let answer = wire::json(response)?;
        if missing {
            return if answer["errors"][0]["status"] == "404" {
                Ok(vec![Reading::Records(Vec::new())])
            } else {
                Err(wire::unreadable("it neither has the DOI nor says that it has not"))
            };
        }
        if let Some(found) = answer.get("data").and_then(Value::as_array) {
            let records = found.iter().filter_map(|doi| record(value::at(doi, "attributes")?)).collect();
            return Ok(vec![Reading::Records(records)]);
        }
        let attributes = value::at(&answer, "data.attributes")
            .ok_or_else(|| wire::unreadable("there is no work in it"))?;
        Ok(wire::by_identifier(request, record(attributes).into_iter().collect()))
    }
}

/// Returns the words of the title in DataCite's query syntax.
fn searched(work: &Work) -> Option<String> {
    const MAX_TITLE_WORDS: usize = 12;
    let words: Vec<String> = query::words(&work.full_title()?).into_iter().take(MAX_TITLE_WORDS).collect();
    (!words.is_empty()).then(|| format!("titles.title:({})", words.join(" ")))
}

fn record(attributes: &Value) -> Option<Record> {
    let mut identifiers = Identifiers::default();
    identifiers.extend(value::text(attributes, "doi").and_then(|doi| Identifier::doi(&doi)));
    for other in value::list(attributes, "identifiers") {
        if value::text(other, "identifierType").is_some_and(|kind| kind.eq_ignore_ascii_case("arxiv")) {
            identifiers.extend(value::text(other, "identifier").and_then(|id| Identifier::arxiv(&id)));
        }
    }
    let publisher =
        value::plain(attributes, "publisher").or_else(|| value::plain(attributes, "publisher.name"));
    let kind = match value::text(attributes, "types.resourceTypeGeneral").unwrap_or_default().as_str() {
        "Preprint" => WorkKind::Preprint,
        "JournalArticle" | "DataPaper" => WorkKind::Article,
        "ConferencePaper" | "ConferenceProceeding" => WorkKind::ConferencePaper,
        "Book" => WorkKind::Book,
        "BookChapter" => WorkKind::Chapter,
        "Dissertation" => WorkKind::Thesis,
        "Report" => WorkKind::Report,
        "Standard" => WorkKind::Standard,
        "Dataset" | "Collection" | "Image" | "Audiovisual" => WorkKind::Dataset,
        "Software" | "ComputationalNotebook" | "Workflow" => WorkKind::Software,
        // arXiv used to register its papers as texts.
        "Text" if publisher.as_deref() == Some("arXiv") => WorkKind::Preprint,
        _ => WorkKind::Unknown,
    };
    let title = |wanted: Option<&str>| {
        value::list(attributes, "titles")
            .find(|title| value::text(title, "titleType").as_deref() == wanted)
            .and_then(|title| value::title(title, "title"))
    };
    let container = value::plain(attributes, "container.title");
    let date = value::list(attributes, "dates")
        .find(|date| value::text(date, "dateType").as_deref() == Some("Issued"))
        .and_then(|date| value::date(&value::text(date, "date")?));
    let year = value::year(attributes, "publicationYear");
    let work = Work {
        kind,
        title: title(None).or_else(|| title(Some("TranslatedTitle"))),
        subtitle: title(Some("Subtitle")),
        authors: value::list(attributes, "creators").filter_map(name).collect(),
        container: container.or_else(|| publisher.clone().filter(|_| kind == WorkKind::Preprint)),
        publisher,
        date: newer(date, year),
        identifiers,
        url: value::text(attributes, "url"),
        language: value::text(attributes, "language"),
        summary: value::list(attributes, "descriptions")
            .find(|text| value::text(text, "descriptionType").as_deref() == Some("Abstract"))
            .and_then(|text| value::plain(text, "description")),
        ..Work::default()
    };
    if work.title.is_none() && work.identifiers.is_empty() {
        return None;
    }
    let mut record = Record {
        types: value::text(attributes, "types.resourceTypeGeneral").into_iter().collect(),
        ..Record::new("datacite", work)
    };
    for related in value::list(attributes, "relatedIdentifiers") {
        let kind = match value::text(related, "relationType").unwrap_or_default().as_str() {
            "IsPreviousVersionOf" | "IsObsoletedBy" => RelationKind::UpdatedBy,
            // The relation with which arXiv states where a paper was published.
            "IsVersionOf" | "IsPreprintOf" if record.work.kind == WorkKind::Preprint => {
                RelationKind::PublishedAs
            }
            _ => continue,
        };
        let doi = value::text(related, "relatedIdentifier").and_then(|doi| Identifier::doi(&doi));
        if let Some(identifier) = doi
            && !record.work.identifiers.iter().any(|own| own.canonical() == identifier.canonical())
        {
            record.relations.push(Relation { kind, identifier });
        }
    }
    Some(record)
}

/// Returns the date with a month if both dates are in the same year; a date of a later version is
/// not that of the work.
fn newer(date: Option<Date>, year: Option<Date>) -> Option<Date> {
    match (date, year) {
        (Some(date), Some(year)) if date.year == year.year => Some(date),
        (date, year) => year.or(date),
    }
}

fn name(creator: &Value) -> Option<Name> {
    let part = |field: &str| value::plain(creator, field).unwrap_or_default();
    if part("nameType") == "Organizational" {
        return Some(Name::organisation(part("name"))).filter(|_| !part("name").is_empty());
    }
    Name::from_parts(&part("familyName"), &part("givenName"), "").or_else(|| Name::parse(&part("name")))
}
