//! The web pages that references cite, which are requested to check whether they still exist.
//!
//! Only the status of each page is requested (HEAD, RFC 9110 section 9.3.2), once, over HTTPS. Only
//! "not found" and "gone" mean that the page does not exist; a page that rejects programs, a host
//! that is down or an error means nothing.
//!
//! The hosts are arbitrary and learn the reader's IP address. Therefore this service is off unless
//! the settings enable it. With a `base_url`, requests go to a relay instead, with the address
//! appended to its path.

use super::service::{Access, Body, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::{query, wire};
use referee_bibliography::Work;
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use std::time::Duration;

/// The web pages in references.
pub(super) struct WebPage;

const CLASS: &str = "page";

impl Service for WebPage {
    fn profile(&self) -> ServiceProfile {
        services::WEB_PAGE
    }

    /// Empty: each question contains its own address.
    fn default_base_url(&self) -> &'static str {
        ""
    }

    fn answers(&self, question: &Question) -> bool {
        matches!(question, Question::Like(work) if query::web_address(work).is_some())
    }

    fn asks_for_address(&self) -> bool {
        true
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // Many references may have the same host; this is a conservative rate.
        vec![Limit { class: CLASS, requests: 4, per: Duration::from_secs(1), at_once: 4 }]
    }

    fn asks_any_host(&self) -> bool {
        true
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let Question::Like(work) = question else { return None };
            let page = query::web_address(work)?;
            let relay = access.base_url.trim_end_matches('/');
            let url =
                if relay.is_empty() { secure(page) } else { format!("{relay}/{}", wire::encoded(page)) };
            let mut request = wire::get(url, CLASS, Disclosure::References, vec![question.clone()]);
            request.body = Body::Head;
            Some(request)
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let pages = match response.status {
            200..=299 => request.questions.iter().filter_map(found).collect(),
            404 | 410 => Vec::new(),
            401 | 402 | 403 | 407 | 451 => return Err(wire::unreadable("it lets no programs in")),
            405 | 501 => return Err(wire::unreadable("it does not tell its status alone")),
            408 | 425 | 429 | 500..=599 => return Err(NotAnAnswer::Busy),
            _ => return Err(wire::unreadable("its status says neither that it is there nor that it is not")),
        };
        Ok(vec![Reading::Records(pages)])
    }
}

/// Returns the address with HTTPS: no request is sent unencrypted, and nearly all hosts support
/// HTTPS.
fn secure(page: &str) -> String {
    match page.strip_prefix("http://") {
        Some(rest) => format!("https://{rest}"),
        None => page.to_owned(),
    }
}

/// Returns the page of a question as a record with its address.
fn found(question: &Question) -> Option<Record> {
    let Question::Like(work) = question else { return None };
    Some(at_address("webpage", query::web_address(work)?))
}

/// Creates a record that only states that something exists at an address.
pub(super) fn at_address(source: &str, url: &str) -> Record {
    Record::new(source, Work { url: Some(url.to_owned()), ..Work::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn page(url: &str) -> Question {
        Question::Like(Arc::new(Work { url: Some(url.to_owned()), ..Work::default() }))
    }

    fn read(status: u16) -> Result<usize, NotAnAnswer> {
        let request = WebPage.requests(&[page("http://example.org/a?b=1")], &Access::default()).remove(0);
        assert_eq!((request.url.as_str(), &request.body), ("https://example.org/a?b=1", &Body::Head));
        let response = Response { status, media_type: String::new(), body: Vec::new() };
        let readings = WebPage.read(&request, &response)?;
        Ok(readings
            .iter()
            .map(|reading| match reading {
                Reading::Records(records) => records.len(),
                Reading::See(_) | Reading::AskAlone | Reading::Json(_) | Reading::Document(_) => 0,
            })
            .sum())
    }

    #[test]
    fn only_not_found_and_gone_say_that_a_page_is_not_there() {
        assert_eq!(read(200), Ok(1));
        assert_eq!(read(204), Ok(1));
        assert_eq!((read(404), read(410)), (Ok(0), Ok(0)));
        for status in [301, 400, 401, 403, 405, 418, 429, 451, 500, 503, 522] {
            assert!(read(status).is_err(), "{status}");
        }
    }

    #[test]
    fn only_an_address_alone_is_asked_about_and_a_relay_gets_it_behind_its_path() {
        let titled = Work {
            title: Some(String::from("A page")),
            url: Some(String::from("https://example.org")),
            ..Work::default()
        };
        assert!(!WebPage.answers(&Question::Like(Arc::new(titled))));
        let relay = Access { base_url: String::from("http://localhost:1/page"), ..Access::default() };
        let request = WebPage.requests(&[page("https://example.org/a")], &relay).remove(0);
        assert_eq!(request.url, "http://localhost:1/page/https%3A%2F%2Fexample.org%2Fa");
    }
}
