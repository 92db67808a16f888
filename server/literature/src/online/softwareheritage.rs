//! Software Heritage: whether it archives the source code of a repository.
//!
//! Its web API (<https://archive.softwareheritage.org/api/1/>) looks up an origin by the address of
//! the repository, one per request, and allows an anonymous client 120 requests per hour. A
//! repository that it lacks may still exist.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::webpage::at_address;
use super::wire::{self, Status};
use super::{query, value};
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use std::time::Duration;

/// The API of Software Heritage that looks up a repository.
pub(super) struct SoftwareHeritage;

const CLASS: &str = "origin";

impl Service for SoftwareHeritage {
    fn profile(&self) -> ServiceProfile {
        services::SOFTWARE_HERITAGE
    }

    fn default_base_url(&self) -> &'static str {
        "https://archive.softwareheritage.org"
    }

    fn answers(&self, question: &Question) -> bool {
        repository_of(question).is_some()
    }

    fn asks_for_address(&self) -> bool {
        true
    }

    fn limits(&self, access: &Access) -> Vec<Limit> {
        let requests = if access.api_key.is_some() { 1_200 } else { 120 };
        vec![Limit { class: CLASS, requests, per: Duration::from_secs(3_600), at_once: 2 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let repository = repository_of(question)?;
            let path = repository.split('/').map(wire::encoded).collect::<Vec<_>>().join("/");
            // The colon of the repository's address must not be encoded.
            let path = path.replacen("%3A", ":", 1);
            let url = wire::address(access, &format!("/api/1/origin/{path}/get/"), &[]);
            let mut request = wire::get(url, CLASS, Disclosure::References, vec![question.clone()]);
            request.secret_header =
                access.api_key.clone().map(|key| ("authorization", format!("Bearer {key}")));
            Some(request)
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let missing = wire::status(response)? == Status::NotFound;
        let answer = wire::json(response)?;
        let kept = match (missing, value::text(&answer, "url")) {
            (true, _) if value::text(&answer, "exception").is_some_and(|said| said.contains("NotFound")) => {
                None
            }
            (false, Some(url)) => Some(url),
            _ => return Err(wire::unreadable("it neither has the repository nor says that it has not")),
        };
        let record = |url: String| {
            let place = "https://archive.softwareheritage.org/browse/origin/directory/?origin_url=";
            at_address("softwareheritage", &format!("{place}{}", wire::encoded(&url)))
        };
        Ok(vec![Reading::Records(kept.map(record).into_iter().collect())])
    }
}

/// Returns the address of the repository that a question asks about.
fn repository_of(question: &Question) -> Option<String> {
    match question {
        Question::Like(work) => repository(query::web_address(work)?),
        Question::Identifier(_) | Question::Subject(_) => None,
    }
}

/// Returns the address under which a repository is archived, if `page` is part of one.
fn repository(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    let host = host.trim_start_matches("www.").to_ascii_lowercase();
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    match host.as_str() {
        host if query::words_of("forges").contains(&host) => {
            let (owner, name) = (parts.next()?, parts.next()?);
            let name = name.strip_suffix(".git").unwrap_or(name);
            Some(format!("https://{host}/{owner}/{name}"))
        }
        "pypi.org" if parts.next() == Some("project") => {
            Some(format!("https://pypi.org/project/{}/", parts.next()?))
        }
        "npmjs.com" if parts.next() == Some("package") => {
            Some(format!("https://www.npmjs.com/package/{}", parts.collect::<Vec<_>>().join("/")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::Work;
    use std::sync::Arc;

    fn page(url: &str) -> Question {
        Question::Like(Arc::new(Work { url: Some(url.to_owned()), ..Work::default() }))
    }

    fn read(status: u16, body: &str) -> Result<Vec<Option<String>>, NotAnAnswer> {
        let access = Access { base_url: SoftwareHeritage.default_base_url().to_owned(), ..Access::default() };
        let request =
            SoftwareHeritage.requests(&[page("https://github.com/someone/thing")], &access).remove(0);
        assert_eq!(
            request.url,
            "https://archive.softwareheritage.org/api/1/origin/https://github.com/someone/thing/get/"
        );
        let response = Response { status, media_type: String::new(), body: body.as_bytes().to_vec() };
        let readings = SoftwareHeritage.read(&request, &response)?;
        Ok(readings
            .into_iter()
            .flat_map(|reading| match reading {
                Reading::Records(records) => records,
                Reading::See(_) | Reading::AskAlone | Reading::Json(_) | Reading::Document(_) => Vec::new(),
            })
            .map(|record| record.work.url)
            .collect())
    }

    #[test]
    fn a_page_of_a_repository_asks_for_the_repository() {
        for (url, wanted) in [
            ("https://github.com/a/b", Some("https://github.com/a/b")),
            ("http://www.github.com/a/b.git", Some("https://github.com/a/b")),
            ("https://gitlab.com/a/b/-/tree/main/src?ref=1", Some("https://gitlab.com/a/b")),
            ("https://pypi.org/project/thing/2.1/", Some("https://pypi.org/project/thing/")),
            ("https://github.com/a", None),
            ("https://example.org/a/b", None),
        ] {
            assert_eq!(repository(url).as_deref(), wanted, "{url}");
            assert_eq!(SoftwareHeritage.answers(&page(url)), wanted.is_some(), "{url}");
        }
    }

    #[test]
    fn what_it_keeps_is_told_with_its_place_and_what_it_lacks_is_none() {
        let kept = r#"{"origin_visits_url": "https://archive.softwareheritage.org/api/1/origin/x/visits/", "url": "https://github.com/someone/thing"}"#;
        let place = "https://archive.softwareheritage.org/browse/origin/directory/?origin_url=https%3A%2F%2Fgithub.com%2Fsomeone%2Fthing";
        assert_eq!(read(200, kept), Ok(vec![Some(String::from(place))]));
        let lacking = r#"{"exception": "NotFoundExc", "reason": "Origin with url https://github.com/someone/thing not found!"}"#;
        assert_eq!(read(404, lacking), Ok(Vec::new()));
        for (status, body) in [(404, "<html>"), (404, "{}"), (200, "{}"), (200, "[]"), (429, ""), (503, "")] {
            assert!(read(status, body).is_err(), "{status} {body}");
        }
    }
}
