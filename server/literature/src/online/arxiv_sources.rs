//! The sources of arXiv: what the authors submitted, LaTeX or a PDF
//! (<https://info.arxiv.org/help/bulk_data.html>, `e-print`).

use super::full_text::FullTextService;
use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use referee_bibliography::Identifier;
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use std::time::Duration;

/// The sources of arXiv.
pub(super) struct ArxivSources;

const CLASS: &str = "e-print";

/// How long the first answer may take: sources have some megabytes.
const PATIENCE: Duration = Duration::from_secs(10);

impl Service for ArxivSources {
    fn profile(&self) -> ServiceProfile {
        services::ARXIV_SOURCES
    }

    fn default_base_url(&self) -> &'static str {
        "https://export.arxiv.org/api"
    }

    fn answers(&self, _: &Question) -> bool {
        false
    }

    fn wants_contact(&self) -> bool {
        true
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // arXiv allows one request every three seconds over all its interfaces; half of them are
        // left to the interface that is asked about works.
        vec![Limit { class: CLASS, requests: 1, per: Duration::from_secs(6), at_once: 1 }]
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
        let body = response.body.trim_ascii_start();
        if body.starts_with(b"Rate exceeded") {
            return Err(NotAnAnswer::Busy);
        }
        let is_page = body.starts_with(b"<");
        if body.is_empty() || is_page {
            return Err(wire::unreadable("it is no archive of sources"));
        }
        Ok(vec![Reading::Document(response.body.clone())])
    }
}

impl FullTextService for ArxivSources {
    fn host(&self) -> &'static str {
        services::ARXIV.name
    }

    fn request(&self, identifier: &Identifier, access: &Access) -> Option<Request> {
        let Identifier::Arxiv(id, version) = identifier else { return None };
        let base = access.base_url.trim_end_matches('/');
        let site = base.strip_suffix("/api").unwrap_or(base);
        let version = version.map(|version| format!("v{version}")).unwrap_or_default();
        // Old identifiers have a slash: `math/0211159`.
        let id = id.split('/').map(wire::encoded).collect::<Vec<_>>().join("/");
        let asked = vec![Question::Identifier(identifier.clone())];
        Some(wire::get(format!("{site}/e-print/{id}{version}"), CLASS, Disclosure::Identifiers, asked))
    }
}
