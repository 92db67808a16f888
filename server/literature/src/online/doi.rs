//! doi.org: whether a DOI exists, and its registration agency.
//!
//! It is the registry of all DOIs, so a DOI that it does not know does not exist. It does not
//! describe works: the record of such an answer contains only the DOI, with the agency among its
//! types. A description of a DOI of any agency is available by content negotiation, which is used
//! for a question by likeness whose work has only a DOI.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use crate::import;
use referee_bibliography::{Identifier, Work};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

/// doi.org.
pub(super) struct Doi;

/// The maximum number of DOIs per request, as far as they fit into the address.
const MAX_BATCH: usize = 50;

/// The class of requests for registration agencies.
const AGENCY: &str = "agency";
/// The class of requests for the description of one DOI.
const DESCRIPTION: &str = "description";

impl Service for Doi {
    fn profile(&self) -> ServiceProfile {
        services::DOI
    }

    fn default_base_url(&self) -> &'static str {
        "https://doi.org"
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            // arXiv registers a DOI for each of its papers.
            Question::Identifier(identifier) => identifier.as_doi().is_some(),
            Question::Like(work) => described(work).is_some(),
            Question::Subject(_) => false,
        }
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // It publishes no limits; these are reasonable for an anonymous client.
        let second = Duration::from_secs(1);
        vec![
            Limit { class: AGENCY, requests: 10, per: second, at_once: 4 },
            Limit { class: DESCRIPTION, requests: 10, per: second, at_once: 4 },
        ]
    }

    fn redirects_to(&self) -> &'static [&'static str] {
        &[
            "dx.doi.org",
            "www.doi.org",
            "api.crossref.org",
            "data.crossref.org",
            "api.datacite.org",
            "data.datacite.org",
            "data.crosscite.org",
            "data.medra.org",
            "api.medra.org",
            "api.japanlinkcenter.org",
            "data.doi.or.kr",
        ]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let mut out = Vec::new();
        let mut batch: Vec<(Question, String)> = Vec::new();
        for question in questions {
            match question {
                Question::Identifier(Identifier::Doi(doi)) if doi.contains(',') => {
                    // In a list, a comma would end the DOI.
                    let path = format!("/api/handles/{}?type=URL", path_of(doi));
                    let url = wire::address(access, &path, &[]);
                    out.push(wire::get(url, AGENCY, Disclosure::Identifiers, vec![question.clone()]));
                }
                Question::Identifier(identifier) => {
                    let doi = identifier.as_doi().map(|doi| path_of(&unversioned(&doi)));
                    batch.extend(doi.map(|doi| (question.clone(), doi)));
                }
                Question::Subject(_) => {}
                Question::Like(work) => {
                    let Some(doi) = described(work) else { continue };
                    let url = wire::address(access, &format!("/{}", path_of(doi)), &[]);
                    let mut request =
                        wire::get(url, DESCRIPTION, Disclosure::Identifiers, vec![question.clone()]);
                    request.accept = Some("application/vnd.citationstyles.csl+json");
                    out.push(request);
                }
            }
        }
        for group in wire::groups(batch, MAX_BATCH, wire::MAX_ADDRESS_BYTES - 200, |(_, doi)| doi.len() + 1) {
            let list = group.iter().map(|(_, doi)| doi.as_str()).collect::<Vec<_>>().join(",");
            let url = wire::address(access, &format!("/ra/{list}"), &[]);
            let questions = group.into_iter().map(|(question, _)| question).collect();
            out.push(wire::get(url, AGENCY, Disclosure::Identifiers, questions));
        }
        out
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if request.class == DESCRIPTION {
            return description(response).map(|record| vec![Reading::Records(record.into_iter().collect())]);
        }
        if request.url.contains("/api/handles/") {
            return handle(request, response);
        }
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such list"));
        }
        let answer = wire::json(response)?;
        let rows = answer.as_array().ok_or_else(|| wire::unreadable("it is no list of agencies"))?;
        request.questions.iter().map(|question| agency(question, rows)).collect()
    }
}

/// Returns the DOI whose description a question asks for.
fn described(work: &Work) -> Option<&str> {
    let alone = work.title.is_none() && work.container.is_none() && work.authors.is_empty();
    if alone { work.identifiers.doi() } else { None }
}

/// Encodes a DOI for a path: slashes are kept, all other reserved characters are percent-encoded.
fn path_of(doi: &str) -> String {
    doi.split('/').map(wire::encoded).collect::<Vec<_>>().join("/")
}

/// Removes the version from a DOI: arXiv, bioRxiv and medRxiv register their DOIs without it.
fn unversioned(doi: &str) -> String {
    if doi.starts_with("10.1101/") {
        return referee_bibliography::identifier::base_doi(doi).to_owned();
    }
    Identifier::Doi(doi.to_owned()).canonical().as_doi().unwrap_or_else(|| doi.to_owned())
}

/// Reads the row about one DOI from the list of agencies.
fn agency(question: &Question, rows: &[Value]) -> Result<Reading, NotAnAnswer> {
    let (Question::Identifier(identifier), Some(doi)) = (question, doi_of(question)) else {
        return Err(wire::unreadable("it was asked something else"));
    };
    let asked = unversioned(&doi);
    let row = rows
        .iter()
        .find(|row| row["DOI"].as_str().is_some_and(|own| own.eq_ignore_ascii_case(&asked)))
        .ok_or_else(|| wire::unreadable("it does not name every DOI that it was asked for"))?;
    if let Some(agency) = row["RA"].as_str() {
        return Ok(Reading::Records(vec![registered(identifier, Some(agency))]));
    }
    match row["status"].as_str().unwrap_or_default().to_ascii_lowercase().as_str() {
        "doi does not exist" | "invalid doi" => Ok(Reading::Records(Vec::new())),
        // The DOI exists, but its agency is unknown.
        "unknown" => Ok(Reading::Records(vec![registered(identifier, None)])),
        _ => Err(wire::unreadable("it neither names an agency nor says that there is none")),
    }
}

fn handle(request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
    wire::status(response)?;
    let answer = wire::json(response)?;
    let found = match answer["responseCode"].as_i64() {
        Some(1 | 200) => true,
        Some(100) => false,
        _ => return Err(wire::unreadable("it neither has the DOI nor says that there is none")),
    };
    Ok(request
        .questions
        .iter()
        .map(|question| match question {
            Question::Identifier(identifier) if found => Reading::Records(vec![registered(identifier, None)]),
            _ => Reading::Records(Vec::new()),
        })
        .collect())
}

/// Returns the DOI in a question.
fn doi_of(question: &Question) -> Option<String> {
    match question {
        Question::Identifier(identifier) => identifier.as_doi(),
        Question::Like(_) | Question::Subject(_) => None,
    }
}

/// Creates a record that only states that the identifier is registered.
fn registered(identifier: &Identifier, agency: Option<&str>) -> Record {
    Record {
        types: agency.map(str::to_owned).into_iter().collect(),
        ..Record::new(
            "doi",
            Work { identifiers: [identifier.clone()].into_iter().collect(), ..Work::default() },
        )
    }
}

/// Reads a description obtained by content negotiation.
fn description(response: &Response) -> Result<Option<Record>, NotAnAnswer> {
    if wire::status(response)? == Status::NotFound {
        // The page of doi.org says so in its title; any other page may come from the agency.
        let page = String::from_utf8_lossy(&response.body).to_ascii_lowercase();
        return if page.contains("doi not found") {
            Ok(None)
        } else {
            Err(wire::unreadable("no description is there"))
        };
    }
    let item = wire::json(response)?;
    if !item.is_object() || item.get("title").is_none() {
        return Err(wire::unreadable("it is no description"));
    }
    let mut records = import::csl_records(vec![item], "doi", |_, _| {});
    match records.pop() {
        Some(record) => Ok(Some(record)),
        None => Err(wire::unreadable("it is no description")),
    }
}
