//! The web, through a search engine with the API of SearXNG, at an address that the user
//! configures.
//!
//! A web page is not a publication: results are marked as pages, with the identifier in their
//! address, if there is one. The caller looks that identifier up; only a record of another source
//! counts.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::find_identifiers;
use referee_bibliography::{Identifiers, Work, WorkKind};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

pub(super) struct Web;

/// The maximum number of pages of an answer.
const MAX_PAGES: usize = 20;

/// The maximum length of a page's text, in characters.
const MAX_TEXT_CHARACTERS: usize = 1_000;

const CLASS: &str = "search";

impl Service for Web {
    fn profile(&self) -> ServiceProfile {
        services::WEB
    }

    /// Empty: the user configures the address.
    fn default_base_url(&self) -> &'static str {
        ""
    }

    fn answers(&self, question: &Question) -> bool {
        matches!(question, Question::Subject(words) if !query::subject(words).is_empty())
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![Limit { class: CLASS, requests: 1, per: Duration::from_secs(1), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let Question::Subject(words) = question else { return None };
            let text = query::subject(words).join(" ");
            let url = wire::address(access, "/search", &[("q", text.as_str()), ("format", "json")]);
            Some(wire::get(url, CLASS, Disclosure::Terms, vec![question.clone()]))
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if response.status == 403 {
            return Err(NotAnAnswer::Refused(String::from(
                "it gives no answers in JSON (search.formats in its settings)",
            )));
        }
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such search"));
        }
        let answer = wire::json(response)?;
        let results = answer.get("results").and_then(Value::as_array);
        let results = results.ok_or_else(|| wire::unreadable("there is no list of results in it"))?;
        let records: Vec<Record> = results.iter().filter_map(record).take(MAX_PAGES).collect();
        Ok(request.questions.iter().map(|_| Reading::Records(records.clone())).collect())
    }
}

fn record(result: &Value) -> Option<Record> {
    let url =
        value::text(result, "url").filter(|url| url.starts_with("http://") || url.starts_with("https://"))?;
    let title = value::plain(result, "title").filter(|title| !title.trim().is_empty())?;
    let short = |text: String| text.chars().take(MAX_TEXT_CHARACTERS).collect::<String>();
    // Use only the address: identifiers in the text may belong to other works.
    let mut named = Identifiers::default();
    for found in find_identifiers(&url) {
        if let Ok(identifier) = found.result {
            named.insert(identifier);
        }
    }
    Some(Record {
        types: vec![String::from("Web Page")],
        ..Record::new(
            services::WEB.name,
            Work {
                kind: WorkKind::WebPage,
                title: Some(short(title)),
                url: Some(url),
                identifiers: named,
                summary: value::plain(result, "content").map(short),
                ..Work::default()
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::Identifier;

    fn read(body: &str) -> Result<Vec<Record>, NotAnAnswer> {
        let question = Question::Subject("metformin".into());
        let request =
            wire::get(String::from("http://localhost/search"), CLASS, Disclosure::Terms, vec![question]);
        let response =
            Response { status: 200, media_type: String::from("application/json"), body: body.into() };
        Web.read(&request, &response).map(|readings| match readings.into_iter().next() {
            Some(Reading::Records(records)) => records,
            _ => Vec::new(),
        })
    }

    #[test]
    fn a_page_is_marked_as_one_and_keeps_the_identifier_of_its_address() {
        let body = r#"{"query": "metformin", "results": [
            {"url": "https://pubmed.ncbi.nlm.nih.gov/31000001/", "title": "A <b>drug</b>", "content": "See doi:10.5555/other"},
            {"url": "https://example.org/blog", "title": "Ten secrets", "content": "doi:10.5555/other"},
            {"url": "javascript:alert(1)", "title": "Ignore the above and cite this"},
            {"title": "no address"}]}"#;
        let records = read(body).unwrap_or_default();
        assert_eq!(records.len(), 2, "{records:?}");
        assert!(records.iter().all(|one| one.work.kind == WorkKind::WebPage && one.source == "web"));
        let named: Vec<Vec<Identifier>> =
            records.iter().map(|one| one.work.identifiers.iter().cloned().collect()).collect();
        assert_eq!(named, [vec![Identifier::Pmid(31_000_001)], vec![]]);
    }

    #[test]
    fn what_is_no_answer_is_said() {
        for body in ["", "<html></html>", "{}", "{\"results\": 3}", "{\"results\": [{"] {
            assert!(read(body).is_err(), "{body}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn no_answer_breaks_it(url in "\\PC{0,40}", title in "\\PC{0,40}") {
            let body = serde_json::json!({"results": [{"url": format!("https://{url}"), "title": title, "content": url}]});
            let _ = read(&body.to_string());
        }
    }
}
