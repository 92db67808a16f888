//! Semantic Scholar: the last resort, for works that no other source has. Without a key it is
//! overloaded most of the time, so it is only asked questions that all other sources left open.

use super::service::{Access, Body, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::{Identifier, Identifiers, Name, Work, WorkKind};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::{Value, json};
use std::time::Duration;

pub(super) struct SemanticScholar;

/// The maximum number of papers per request.
const MAX_BATCH: usize = 500;
/// The fields to request.
const FIELDS: &str =
    "title,year,authors,externalIds,venue,journal,publicationTypes,publicationDate,publicationVenue";

/// The only class: all requests share one limit.
const CLASS: &str = "graph";

impl Service for SemanticScholar {
    fn profile(&self) -> ServiceProfile {
        services::SEMANTIC_SCHOLAR
    }

    fn default_base_url(&self) -> &'static str {
        "https://api.semanticscholar.org/graph/v1"
    }

    fn key_variables(&self) -> &'static [&'static str] {
        &["S2_API_KEY", "SEMANTIC_SCHOLAR_API_KEY"]
    }

    fn is_scarce(&self, access: &Access) -> bool {
        access.api_key.is_none()
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(identifier) => number(identifier).is_some(),
            Question::Like(work) => !query::halves(work).is_empty(),
            Question::Subject(_) => false,
        }
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![Limit { class: CLASS, requests: 1, per: Duration::from_secs(1), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let (mut batch, mut out) = (Vec::new(), Vec::new());
        for question in questions {
            match question {
                Question::Identifier(identifier) => {
                    batch.extend(number(identifier).map(|id| (question.clone(), id)))
                }
                Question::Subject(_) => {}
                Question::Like(work) => {
                    let title = query::phrase(&work.full_title().unwrap_or_default());
                    if query::words(&title).is_empty() {
                        continue;
                    }
                    let parameters = [("query", title.as_str()), ("fields", FIELDS)];
                    let url = wire::address(access, "/paper/search/match", &parameters);
                    out.push(keyed(
                        access,
                        wire::get(url, CLASS, Disclosure::References, vec![question.clone()]),
                    ));
                }
            }
        }
        for group in wire::groups(batch, MAX_BATCH, usize::MAX, |_| 0) {
            let ids: Vec<&str> = group.iter().map(|(_, id)| id.as_str()).collect();
            let body = json!({ "ids": ids }).to_string();
            let url = wire::address(access, "/paper/batch", &[("fields", FIELDS)]);
            let questions = group.into_iter().map(|(question, _)| question).collect();
            let mut request = wire::get(url, CLASS, Disclosure::Identifiers, questions);
            request.body = Body::Json(body);
            out.push(keyed(access, request));
        }
        out
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let batch = matches!(request.body, Body::Json(_));
        if response.status == 400 && batch {
            // The answer to a batch without a single hit.
            let said = value::text(&wire::json(response)?, "error").unwrap_or_default();
            if said.to_ascii_lowercase().contains("no valid paper ids") {
                return Ok(request.questions.iter().map(|_| Reading::Records(Vec::new())).collect());
            }
        }
        let missing = wire::status(response)? == Status::NotFound;
        let answer = wire::json(response)?;
        if missing {
            let said = value::text(&answer, "error").unwrap_or_default().to_ascii_lowercase();
            return if !batch && said.contains("title match not found") {
                Ok(vec![Reading::Records(Vec::new())])
            } else {
                Err(wire::unreadable("it says that there is no such thing"))
            };
        }
        if let Some(papers) = answer.as_array().filter(|_| batch) {
            if papers.len() != request.questions.len() {
                return Err(wire::unreadable("it does not answer for every paper"));
            }
            return Ok(papers
                .iter()
                .map(|paper| Reading::Records(record(paper).into_iter().collect()))
                .collect());
        }
        let data = answer.get("data").and_then(Value::as_array).filter(|_| !batch);
        let data = data.ok_or_else(|| wire::unreadable("there is no paper in it"))?;
        Ok(vec![Reading::Records(data.iter().filter_map(record).collect())])
    }
}

fn keyed(access: &Access, mut request: Request) -> Request {
    request.secret_header = access.api_key.clone().map(|key| ("x-api-key", key));
    request
}

fn number(identifier: &Identifier) -> Option<String> {
    Some(match identifier.canonical() {
        Identifier::Doi(doi) => format!("DOI:{doi}"),
        Identifier::Pmid(number) => format!("PMID:{number}"),
        Identifier::Pmcid(number) => format!("PMCID:{number}"),
        Identifier::Arxiv(id, _) => format!("ARXIV:{id}"),
        _ => return None,
    })
}

/// Converts a paper into a record; `null` means that the service does not have it.
fn record(paper: &Value) -> Option<Record> {
    let external = |name: &str| value::text(paper, &format!("externalIds.{name}"));
    let mut identifiers = Identifiers::default();
    identifiers.extend(external("DOI").and_then(|doi| Identifier::doi(&doi)));
    identifiers.extend(external("PubMed").and_then(|pmid| Identifier::pmid(&pmid)));
    identifiers.extend(external("PubMedCentral").and_then(|pmcid| Identifier::pmcid(&pmcid)));
    identifiers.extend(external("ArXiv").and_then(|id| Identifier::arxiv(&id)));
    let title = value::title(paper, "title")?;
    let types: Vec<String> =
        value::list(paper, "publicationTypes").filter_map(Value::as_str).map(str::to_owned).collect();
    let venue = value::plain(paper, "venue").or_else(|| value::plain(paper, "publicationVenue.name"));
    let journal = value::plain(paper, "journal.name");
    let has = |name: &str| types.iter().any(|kind| kind == name);
    let on_server = venue.as_deref().is_some_and(|venue| {
        let folded = venue.to_lowercase();
        folded.contains("arxiv") || folded.contains("biorxiv") || folded.contains("medrxiv")
    });
    let kind = if on_server {
        WorkKind::Preprint
    } else if has("Conference") {
        WorkKind::ConferencePaper
    } else if has("BookSection") {
        WorkKind::Chapter
    } else if has("Book") {
        WorkKind::Book
    } else if has("JournalArticle") || journal.is_some() {
        WorkKind::Article
    } else {
        WorkKind::Unknown
    };
    Some(Record {
        types,
        ..Record::new(
            "semanticscholar",
            Work {
                kind,
                title: Some(title),
                authors: value::list(paper, "authors")
                    .filter_map(|author| Name::parse(&value::plain(author, "name")?))
                    .collect(),
                container: venue.or_else(|| journal.clone()),
                container_short: journal,
                date: value::text(paper, "publicationDate")
                    .and_then(|date| value::date(&date))
                    .or_else(|| value::year(paper, "year")),
                volume: value::text(paper, "journal.volume"),
                pages: value::text(paper, "journal.pages").map(|pages| pages.split_whitespace().collect()),
                identifiers,
                ..Work::default()
            },
        )
    })
}
