//! The PMC ID converter: the PMID and DOI of a PMCID.
//!
//! It describes no works: its records contain only identifiers. It knows only works in PMC, so the
//! absence of a PMID or DOI means nothing. Therefore it is asked about PMCIDs only; it requires one
//! kind of identifier per request.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::value;
use super::wire::{self, Status};
use referee_bibliography::{Identifier, Identifiers, Work};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

/// The PMC ID converter.
pub(super) struct IdConv;

/// The maximum number of ids per request, as far as they fit into the address: the number that the
/// service allows.
const MAX_BATCH: usize = 200;

const CLASS: &str = "articles";

impl Service for IdConv {
    fn profile(&self) -> ServiceProfile {
        services::ID_CONVERTER
    }

    fn default_base_url(&self) -> &'static str {
        "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1"
    }

    fn answers(&self, question: &Question) -> bool {
        matches!(question, Question::Identifier(Identifier::Pmcid(_)))
    }

    fn wants_contact(&self) -> bool {
        true
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // NCBI's general rule for programs.
        vec![Limit { class: CLASS, requests: 3, per: Duration::from_secs(1), at_once: 3 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let numbers: Vec<(Question, String)> = questions
            .iter()
            .filter_map(|question| match question {
                Question::Identifier(Identifier::Pmcid(number)) => {
                    Some((question.clone(), format!("PMC{number}")))
                }
                _ => None,
            })
            .collect();
        wire::groups(numbers, MAX_BATCH, wire::MAX_ADDRESS_BYTES - 300, |(_, number)| number.len() + 3)
            .into_iter()
            .map(|group| {
                let ids = group.iter().map(|(_, number)| number.as_str()).collect::<Vec<_>>().join(",");
                let mut parameters = vec![
                    ("ids", ids.as_str()),
                    ("idtype", "pmcid"),
                    ("format", "json"),
                    ("tool", wire::TOOL),
                ];
                parameters.extend(access.contact.as_deref().map(|contact| ("email", contact)));
                let url = wire::address(access, "/articles/", &parameters);
                let questions = group.into_iter().map(|(question, _)| question).collect();
                wire::get(url, CLASS, Disclosure::Identifiers, questions)
            })
            .collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such list"));
        }
        let answer = wire::json(response)?;
        let rows = answer.get("records").and_then(Value::as_array).filter(|_| answer["status"] != "error");
        let rows = rows.ok_or_else(|| wire::unreadable("there is no list of numbers in it"))?;
        request
            .questions
            .iter()
            .map(|question| {
                let Question::Identifier(Identifier::Pmcid(number)) = question else {
                    return Err(wire::unreadable("it was asked something else"));
                };
                let asked = format!("PMC{number}");
                let row = rows
                    .iter()
                    .find(|row| {
                        ["requested-id", "pmcid"].iter().any(|name| row[*name].as_str() == Some(&asked))
                    })
                    .ok_or_else(|| wire::unreadable("it does not name every number that it was asked for"))?;
                Ok(Reading::Records(numbers(row).into_iter().collect()))
            })
            .collect()
    }
}

/// Reads the identifiers in one row; `None` if it reports an unknown id.
fn numbers(row: &Value) -> Option<Record> {
    if row["status"] == "error" || row.get("errmsg").is_some() {
        return None;
    }
    let mut identifiers = Identifiers::default();
    identifiers.extend(value::text(row, "pmcid").and_then(|id| Identifier::pmcid(&id)));
    identifiers.extend(value::text(row, "pmid").and_then(|id| Identifier::pmid(&id)));
    identifiers.extend(value::text(row, "doi").and_then(|id| Identifier::doi(&id)));
    Some(Record::new("idconv", Work { identifiers, ..Work::default() }))
}
