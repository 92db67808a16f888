//! GitHub: software repositories, by their address (<https://docs.github.com/rest/repos/repos>).
//!
//! Each request is for one repository. The limit is 60 requests per hour per IP address without a
//! token, and 5,000 per user with one. A private repository is reported as missing.

use super::package::{self, program};
use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::{query, value, wire};
use referee_bibliography::Work;
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use std::time::Duration;

/// GitHub's REST API.
pub(super) struct GitHub;

const CLASS: &str = "repository";

impl Service for GitHub {
    fn profile(&self) -> ServiceProfile {
        services::GITHUB
    }

    fn default_base_url(&self) -> &'static str {
        "https://api.github.com"
    }

    fn answers(&self, question: &Question) -> bool {
        program(question).and_then(repository_of).is_some()
    }

    fn asks_for_address(&self) -> bool {
        true
    }

    fn key_variables(&self) -> &'static [&'static str] {
        &["GITHUB_TOKEN", "GH_TOKEN"]
    }

    fn limits(&self, access: &Access) -> Vec<Limit> {
        let requests = if access.api_key.is_some() { 5_000 } else { 60 };
        vec![Limit { class: CLASS, requests, per: Duration::from_secs(3_600), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let (owner, name) = repository_of(program(question)?)?;
            let url = wire::address(
                access,
                &format!("/repos/{}/{}", wire::encoded(&owner), wire::encoded(&name)),
                &[],
            );
            let mut request = wire::get(url, CLASS, Disclosure::References, vec![question.clone()]);
            request.accept = Some("application/vnd.github+json");
            request.secret_header =
                access.api_key.clone().map(|key| ("authorization", format!("Bearer {key}")));
            Some(request)
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        // A spent hourly limit is reported with status 403.
        if response.status == 403 && String::from_utf8_lossy(&response.body).contains("rate limit") {
            return Err(NotAnAnswer::Busy);
        }
        let lacks = |answer: &serde_json::Value| {
            value::text(answer, "message").is_some_and(|said| said == "Not Found")
        };
        let Some(found) = package::object(response, lacks)? else {
            return Ok(vec![Reading::Records(Vec::new())]);
        };
        let home = value::text(&found, "html_url").unwrap_or_default();
        let question = request.questions.first();
        let reading = question.and_then(|question| {
            // GitHub has accounts, not authors.
            package::record("github", question, &found, ["name", "description"], Vec::new(), &home)
        });
        reading.map(|reading| vec![reading]).ok_or_else(|| wire::unreadable("there is no repository in it"))
    }
}

/// Returns the owner and the name of the repository in the address of a reference.
fn repository_of(work: &Work) -> Option<(String, String)> {
    let (host, path) = package::address(work)?;
    let mut parts = path.split(['/', '?']).filter(|part| !part.is_empty());
    let (owner, name) = (parts.next()?, parts.next()?);
    let name = name.strip_suffix(".git").unwrap_or(name);
    let is_repository = host == "github.com" && !query::words_of("github-pages").contains(&owner);
    (is_repository && is_part(owner) && is_part(name)).then(|| (owner.to_owned(), name.to_owned()))
}

/// Returns whether a text can be the name of an owner or of a repository.
fn is_part(text: &str) -> bool {
    text.len() <= 100
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
        && text.bytes().any(|byte| byte != b'.')
}
