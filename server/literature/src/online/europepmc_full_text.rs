//! The full texts of Europe PMC: JATS XML of the open-access subset of PMC
//! (<https://europepmc.org/RestfulWebService>, `fullTextXML`).
//!
//! For every other work the answer is status 404.

use super::full_text::FullTextService;
use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use referee_bibliography::Identifier;
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use std::time::Duration;

pub(super) struct EuropePmcFullText;

const CLASS: &str = "full text";

/// How long the first answer may take: a text has some hundred kilobytes.
const PATIENCE: Duration = Duration::from_secs(8);

impl Service for EuropePmcFullText {
    fn profile(&self) -> ServiceProfile {
        services::EUROPE_PMC_FULL_TEXT
    }

    fn default_base_url(&self) -> &'static str {
        "https://www.ebi.ac.uk/europepmc/webservices/rest"
    }

    fn answers(&self, _: &Question) -> bool {
        false
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // It publishes no limits; whole texts are asked for more slowly than records.
        vec![Limit { class: CLASS, requests: 5, per: Duration::from_secs(1), at_once: 1 }]
    }

    fn patience(&self, _: &str, _: &Access) -> Option<Duration> {
        Some(PATIENCE)
    }

    fn requests(&self, _: &[Question], _: &Access) -> Vec<Request> {
        Vec::new()
    }

    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Ok(vec![Reading::Document(Vec::new())]);
        }
        // Checks that it is a whole article.
        wire::xml(response, "article")?;
        Ok(vec![Reading::Document(response.body.clone())])
    }
}

impl FullTextService for EuropePmcFullText {
    fn host(&self) -> &'static str {
        services::EUROPE_PMC.name
    }

    fn request(&self, identifier: &Identifier, access: &Access) -> Option<Request> {
        let Identifier::Pmcid(number) = identifier else { return None };
        let url = wire::address(access, &format!("/PMC{number}/fullTextXML"), &[]);
        let asked = vec![Question::Identifier(identifier.clone())];
        Some(wire::get(url, CLASS, Disclosure::Identifiers, asked))
    }
}
