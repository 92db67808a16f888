//! The Internet Archive: whether it has a copy of a web page, and the one closest to the year of
//! the reference.
//!
//! The index of its copies (CDX,
//! <https://github.com/internetarchive/wayback/tree/master/wayback-cdx-server>) takes one address
//! per request. It allows 30 requests per minute and refuses the connections of clients that send
//! more. The absence of a copy means nothing for the page.

use super::query;
use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::webpage::at_address;
use super::wire::{self, Status};
use referee_bibliography::Date;
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use serde_json::Value;
use std::time::Duration;

/// The index of the copies of web pages in the Internet Archive.
pub(super) struct InternetArchive;

const CLASS: &str = "cdx";

/// The fields to request for each copy.
const FIELDS: [&str; 2] = ["timestamp", "original"];

impl Service for InternetArchive {
    fn profile(&self) -> ServiceProfile {
        services::INTERNET_ARCHIVE
    }

    fn default_base_url(&self) -> &'static str {
        "https://web.archive.org"
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
        vec![Limit { class: CLASS, requests: 30, per: Duration::from_secs(60), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let Question::Like(work) = question else { return None };
            let page = query::web_address(work)?;
            let fields = FIELDS.join(",");
            let mut parameters = vec![
                ("url", without_scheme(page)),
                ("output", "json"),
                ("fl", fields.as_str()),
                ("filter", "statuscode:200"),
            ];
            let year = work.year().filter(|year| (1996..=9999).contains(year));
            let middle = year.map(|year| format!("{year}0701000000"));
            match &middle {
                Some(middle) => {
                    parameters.extend([("closest", middle.as_str()), ("sort", "closest"), ("limit", "1")]);
                }
                // The newest copy.
                None => parameters.push(("limit", "-1")),
            }
            let url = wire::address(access, "/cdx/search/cdx", &parameters);
            Some(wire::get(url, CLASS, Disclosure::References, vec![question.clone()]))
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such index"));
        }
        let answer = wire::json(response)?;
        let rows = answer.as_array().ok_or_else(|| wire::unreadable("it is no list of copies"))?;
        let Some((names, copies)) = rows.split_first() else { return Ok(vec![Reading::Records(Vec::new())]) };
        let named = names.as_array().map(Vec::as_slice).unwrap_or_default();
        let places = FIELDS.map(|field| named.iter().position(|name| name == field));
        let ([Some(time), Some(address)], Some(newest)) = (places, copies.last()) else {
            return Err(wire::unreadable("it does not say what copies it has"));
        };
        let text = |place: usize| newest.get(place).and_then(Value::as_str).filter(|text| !text.is_empty());
        let (Some(time), Some(address)) = (text(time), text(address)) else {
            return Err(wire::unreadable("it does not say where its copy is"));
        };
        let mut record =
            at_address("internetarchive", &format!("https://web.archive.org/web/{time}/{address}"));
        record.work.date = date(time);
        Ok(vec![Reading::Records(vec![record])])
    }
}

/// Returns an address without its scheme: copies are indexed under both schemes, and some APIs of
/// the archive do not find `https`.
fn without_scheme(address: &str) -> &str {
    address.split_once("://").map_or(address, |(_, rest)| rest)
}

/// Returns the date of a timestamp such as `20130919044612`.
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
    use referee_records::Record;
    use std::sync::Arc;

    fn request(year: Option<i32>) -> Request {
        let work = Work {
            url: Some(String::from("http://example.org/a b")),
            date: year.map(|year| Date { year, month: None, day: None }),
            ..Work::default()
        };
        let access = Access { base_url: InternetArchive.default_base_url().to_owned(), ..Access::default() };
        InternetArchive.requests(&[Question::Like(Arc::new(work))], &access).remove(0)
    }

    fn read(status: u16, body: &str) -> Result<Vec<Record>, NotAnAnswer> {
        let response = Response { status, media_type: String::new(), body: body.as_bytes().to_vec() };
        let readings = InternetArchive.read(&request(None), &response)?;
        Ok(readings
            .into_iter()
            .flat_map(|reading| match reading {
                Reading::Records(records) => records,
                Reading::See(_) | Reading::AskAlone | Reading::Json(_) | Reading::Document(_) => Vec::new(),
            })
            .collect())
    }

    #[test]
    fn the_copy_closest_to_the_year_is_asked_for_and_given_with_its_day() {
        assert_eq!(
            request(Some(2014)).url,
            "https://web.archive.org/cdx/search/cdx?url=example.org%2Fa%20b&output=json&fl=timestamp%2Coriginal\
             &filter=statuscode%3A200&closest=20140701000000&sort=closest&limit=1"
        );
        assert!(request(None).url.ends_with("&limit=-1"), "{}", request(None).url);
        let found = read(200, r#"[["timestamp","original"],["20140919044612","http://example.org/"]]"#);
        let found = found.expect("an answer");
        assert_eq!(
            found[0].work.url.as_deref(),
            Some("https://web.archive.org/web/20140919044612/http://example.org/")
        );
        assert_eq!(found[0].work.date, Some(Date { year: 2014, month: Some(9), day: Some(19) }));
    }

    #[test]
    fn an_empty_list_is_no_copy() {
        assert_eq!(read(200, "[]\n"), Ok(Vec::new()));
    }

    #[test]
    fn anything_else_is_no_answer() {
        for (status, body) in [
            (200, "{}"),
            (200, ""),
            (200, "[[]]"),
            (200, r#"[["timestamp","original"]]"#),
            (200, r#"[["timestamp","original"],["2014"]]"#),
            (200, r#"[["urlkey"],["org,example)/"]]"#),
            (200, "<html>"),
            (404, "[]"),
            (429, ""),
            (503, "[]"),
        ] {
            assert!(read(status, body).is_err(), "{status} {body}");
        }
    }

    #[test]
    fn it_is_asked_thirty_times_a_minute_and_once_at_a_time() {
        let limits = InternetArchive.limits(&Access::default());
        assert_eq!(limits, [Limit { class: CLASS, requests: 30, per: Duration::from_secs(60), at_once: 1 }]);
    }
}
