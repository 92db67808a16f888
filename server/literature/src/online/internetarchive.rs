//! The Internet Archive: whether it has a copy of a web page, and the one closest to the year of the reference.
//!
//! Its availability interface (<https://archive.org/help/wayback_api.php>) takes one address in a request and publishes
//! no limit. That it has no copy says nothing about the page.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::webpage::at_address;
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::Date;
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

/// The interface of the Internet Archive that says whether it has a copy of a page.
pub(super) struct InternetArchive;

const CLASS: &str = "available";

impl Service for InternetArchive {
    fn profile(&self) -> ServiceProfile {
        services::INTERNET_ARCHIVE
    }

    fn default_base_url(&self) -> &'static str {
        "https://archive.org"
    }

    fn answers(&self, question: &Question) -> bool {
        matches!(question, Question::Like(work) if query::web_address(work).is_some())
    }

    fn asks_for_address(&self) -> bool {
        true
    }

    fn wants_contact(&self) -> bool {
        true
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // It publishes none, and answers slowly where it is pressed.
        vec![Limit { class: CLASS, requests: 2, per: Duration::from_secs(1), at_once: 2 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let Question::Like(work) = question else { return None };
            let page = query::web_address(work)?;
            let year = work.year().filter(|year| (1996..=9999).contains(year)).map(|year| year.to_string());
            let mut parameters = vec![("url", page)];
            parameters.extend(year.as_deref().map(|year| ("timestamp", year)));
            let url = wire::address(access, "/wayback/available", &parameters);
            Some(wire::get(url, CLASS, Disclosure::References, vec![question.clone()]))
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such interface"));
        }
        let answer = wire::json(response)?;
        let snapshots = answer
            .get("archived_snapshots")
            .filter(|snapshots| snapshots.is_object())
            .ok_or_else(|| wire::unreadable("it does not say what copies it has"))?;
        Ok(vec![Reading::Records(snapshots.get("closest").and_then(copy).into_iter().collect())])
    }
}

/// The copy that a snapshot describes, unless it is the copy of an error.
fn copy(snapshot: &Value) -> Option<Record> {
    let is_page = value::text(snapshot, "status").is_none_or(|status| status.starts_with('2'));
    if snapshot["available"] != true || !is_page {
        return None;
    }
    let url = value::text(snapshot, "url")?.replacen("http://", "https://", 1);
    let mut record = at_address("internetarchive", &url);
    record.work.date = value::text(snapshot, "timestamp").and_then(|time| date(&time));
    Some(record)
}

/// The day of a time such as `20130919044612`.
fn date(time: &str) -> Option<Date> {
    let part = |range| time.get(range).and_then(|digits: &str| digits.parse::<u16>().ok());
    let small = |range, most: u16| part(range).filter(|number| (1..=most).contains(number));
    let month = small(4..6, 12).and_then(|month| u8::try_from(month).ok());
    let day = small(6..8, 31).and_then(|day| u8::try_from(day).ok()).filter(|_| month.is_some());
    Some(Date { year: part(0..4)?.into(), month, day })
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::Work;
    use std::sync::Arc;

    fn request() -> Request {
        let work = Work {
            url: Some(String::from("http://example.org/a b")),
            date: Some(Date { year: 2014, month: None, day: None }),
            ..Work::default()
        };
        let access = Access { base_url: InternetArchive.default_base_url().to_owned(), ..Access::default() };
        InternetArchive.requests(&[Question::Like(Arc::new(work))], &access).remove(0)
    }

    fn read(status: u16, body: &str) -> Result<Vec<Record>, NotAnAnswer> {
        let response = Response { status, media_type: String::new(), body: body.as_bytes().to_vec() };
        let readings = InternetArchive.read(&request(), &response)?;
        Ok(readings
            .into_iter()
            .flat_map(|reading| match reading {
                Reading::Records(records) => records,
                Reading::See(_) | Reading::AskAlone => Vec::new(),
            })
            .collect())
    }

    #[test]
    fn the_copy_closest_to_the_year_is_asked_for_and_told_with_its_day() {
        assert_eq!(
            request().url,
            "https://archive.org/wayback/available?url=http%3A%2F%2Fexample.org%2Fa%20b&timestamp=2014"
        );
        let found = read(
            200,
            r#"{"url": "example.org", "archived_snapshots": {"closest": {"status": "200", "available": true,
               "url": "http://web.archive.org/web/20140919044612/http://example.org/", "timestamp": "20140919044612"}}}"#,
        );
        let found = found.expect("an answer");
        assert_eq!(
            found[0].work.url.as_deref(),
            Some("https://web.archive.org/web/20140919044612/http://example.org/")
        );
        assert_eq!(found[0].work.date, Some(Date { year: 2014, month: Some(9), day: Some(19) }));
    }

    #[test]
    fn without_a_copy_there_is_none_and_a_copy_of_an_error_is_none() {
        assert_eq!(read(200, r#"{"url": "example.org", "archived_snapshots": {}}"#), Ok(Vec::new()));
        let of_error = r#"{"archived_snapshots": {"closest": {"status": "404", "available": true, "url": "http://web.archive.org/web/1/x"}}}"#;
        assert_eq!(read(200, of_error), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_answer_is_none() {
        for (status, body) in
            [(200, "{}"), (200, ""), (200, "[]"), (200, "<html>"), (404, "{}"), (429, ""), (503, "{}")]
        {
            assert!(read(status, body).is_err(), "{status} {body}");
        }
    }
}
