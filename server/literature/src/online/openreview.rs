//! OpenReview: papers that machine-learning conferences and a journal review there.
//!
//! Anonymous clients may only search (`/notes/search`). The field `venueid`
//! (`ICLR.cc/2024/Conference`, `TMLR`) shows whether a venue accepted a paper; `venue` does not,
//! since it reads "Submitted to …" for a rejected paper. Such a paper becomes a record of a
//! manuscript on a server. A search may return no notes and `searchUnavailable`: that counts as no
//! answer. The limit observed in 2026 is 98 requests in half an hour.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::{Date, Name, Work, WorkKind};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

pub(super) struct OpenReview;

const CLASS: &str = "search";

/// The number of candidates to request for a paper.
const MAX_CANDIDATES: &str = "15";

impl Service for OpenReview {
    fn profile(&self) -> ServiceProfile {
        services::OPEN_REVIEW
    }

    fn default_base_url(&self) -> &'static str {
        "https://api2.openreview.net"
    }

    fn answers(&self, question: &Question) -> bool {
        matches!(question, Question::Like(work) if term(work).is_some())
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![Limit { class: CLASS, requests: 90, per: Duration::from_secs(1_800), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let Question::Like(work) = question else { return None };
            let term = term(work)?;
            let parameters = [
                ("term", term.as_str()),
                ("type", "terms"),
                ("content", "all"),
                ("group", "all"),
                ("source", "forum"),
                ("limit", MAX_CANDIDATES),
            ];
            let url = wire::address(access, "/notes/search", &parameters);
            Some(wire::get(url, CLASS, Disclosure::References, vec![question.clone()]))
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such search"));
        }
        let answer = wire::json(response)?;
        if answer.get("searchUnavailable").is_some_and(|said| said != &Value::Bool(false) && !said.is_null())
        {
            return Err(NotAnAnswer::Busy);
        }
        let notes = answer.get("notes").and_then(Value::as_array);
        let notes = notes.ok_or_else(|| wire::unreadable("there is no list of papers in it"))?;
        Ok(vec![Reading::Records(notes.iter().filter_map(record).collect())])
    }
}

/// Returns the search term: the title of a paper.
fn term(work: &Work) -> Option<String> {
    let may_be_there = matches!(
        work.kind,
        WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Preprint | WorkKind::Unknown
    );
    let title = query::phrase(work.title.as_deref().filter(|_| may_be_there)?);
    (!query::words(&title).is_empty()).then(|| title.chars().take(300).collect())
}

/// Returns a field of a note: `{"value": …}`, or a plain value in notes of the first API version.
fn field<'a>(note: &'a Value, name: &str) -> Option<&'a Value> {
    let field = note.get("content")?.get(name)?;
    Some(field.get("value").unwrap_or(field)).filter(|value| !value.is_null())
}

fn record(note: &Value) -> Option<Record> {
    let words = |name: &str| field(note, name).and_then(Value::as_str);
    let authors: Vec<Name> = field(note, "authors")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| Name::parse(name.as_str()?))
        .collect();
    let group = words("venueid").unwrap_or_default();
    let (kind, container) = match published_in(group) {
        Some(venue) => (kind_of(&venue), venue),
        None => (WorkKind::Preprint, String::from("OpenReview")),
    };
    let millis = ["pdate", "odate", "cdate"].iter().find_map(|name| note.get(*name).and_then(Value::as_i64));
    let year = year_of(group).or_else(|| millis.and_then(year_of_millis));
    let id = value::text(note, "forum").or_else(|| value::text(note, "id"));
    Some(Record::new(
        "openreview",
        Work {
            kind,
            title: Some(plain_title(words("title")?)?),
            authors,
            container: Some(container),
            date: year.map(|year| Date { year, month: None, day: None }),
            url: id.map(|id| format!("https://openreview.net/forum?id={}", wire::encoded(&id))),
            ..Work::default()
        },
    ))
}

fn plain_title(title: &str) -> Option<String> {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    (!title.is_empty()).then_some(title)
}

/// Returns the venue that published a paper of this group; `None` for a submission, a rejected or a
/// withdrawn paper.
fn published_in(group: &str) -> Option<String> {
    if group == "TMLR" {
        return Some(String::from("Transactions on Machine Learning Research"));
    }
    let parts: Vec<&str> = group.split('/').collect();
    // Examples: ICLR.cc/2024/Conference, colmweb.org/COLM/2024/Conference,
    // NeurIPS.cc/2023/Track/Datasets_and_Benchmarks.
    let at =
        parts.iter().position(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit()))?;
    let what = parts.get(at + 1..)?;
    let series = parts.get(at.checked_sub(1)?)?.split('.').next()?;
    let name = match series {
        "ICLR" => "International Conference on Learning Representations",
        "NeurIPS" => "Advances in Neural Information Processing Systems",
        "ICML" => "International Conference on Machine Learning",
        "COLM" => "Conference on Language Modeling",
        other => other,
    };
    match what {
        ["Conference"] | ["Track", _] => Some(name.to_owned()),
        ["Workshop", workshop] => Some(format!("{series} Workshop on {}", workshop.replace('_', " "))),
        _ => None,
    }
}

fn kind_of(venue: &str) -> WorkKind {
    if venue.starts_with("Transactions") { WorkKind::Article } else { WorkKind::ConferencePaper }
}

/// Returns the year in the id of a group.
fn year_of(group: &str) -> Option<i32> {
    let mut parts = group.split('/').filter(|part| part.len() == 4);
    parts.find_map(|part| part.parse().ok()).filter(|year| (1990..=2200).contains(year))
}

/// Returns the year of a time in milliseconds since 1970.
fn year_of_millis(millis: i64) -> Option<i32> {
    const MILLIS_OF_YEAR: i64 = 31_556_952_000;
    i32::try_from(1970 + millis.div_euclid(MILLIS_OF_YEAR)).ok().filter(|year| (1990..=2200).contains(year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::Arc;

    fn request() -> Request {
        let access = Access { base_url: String::from("http://localhost"), ..Access::default() };
        let work = Work {
            kind: WorkKind::ConferencePaper,
            title: Some(String::from("Harbours that learn their own tides")),
            ..Work::default()
        };
        OpenReview.requests(&[Question::Like(Arc::new(work))], &access).remove(0)
    }

    fn read(status: u16, body: &str) -> Result<Vec<Record>, NotAnAnswer> {
        let response = Response { status, media_type: String::new(), body: body.as_bytes().to_vec() };
        let readings = OpenReview.read(&request(), &response)?;
        Ok(readings
            .into_iter()
            .flat_map(|reading| match reading {
                Reading::Records(records) => records,
                Reading::See(_) | Reading::AskAlone | Reading::Json(_) | Reading::Document(_) => Vec::new(),
            })
            .collect())
    }

    fn note(venue: &str, group: &str) -> Value {
        json!({"id": "aB3", "forum": "aB3", "pdate": 1_725_000_000_000_i64, "content": {
            "title": {"value": "Harbours that learn their own tides"}, "authors": {"value": ["Yorick Marsh", "Xenia Quill"]},
            "venue": {"value": venue}, "venueid": {"value": group}}})
    }

    #[test]
    fn a_title_is_searched_for() {
        let url = request().url;
        assert!(url.starts_with("http://localhost/notes/search?term=Harbours%20that%20learn"), "{url}");
    }

    #[test]
    fn what_a_venue_took_is_told_from_what_was_only_submitted() {
        let notes = [
            note("ICLR 2024 poster", "ICLR.cc/2024/Conference"),
            note("Submitted to ICLR 2024", "ICLR.cc/2024/Conference/Rejected_Submission"),
            note("TMLR", "TMLR"),
            note("ICML 2024 Workshop", "ICML.cc/2024/Workshop/Tides_and_Boats"),
            note("COLM", "colmweb.org/COLM/2024/Conference"),
        ];
        let records = read(200, &json!({"notes": notes, "count": 10000}).to_string()).expect("an answer");
        let places: Vec<(WorkKind, &str)> = records
            .iter()
            .map(|record| (record.work.kind, record.work.container.as_deref().unwrap_or_default()))
            .collect();
        assert_eq!(
            places,
            [
                (WorkKind::ConferencePaper, "International Conference on Learning Representations"),
                (WorkKind::Preprint, "OpenReview"),
                (WorkKind::Article, "Transactions on Machine Learning Research"),
                (WorkKind::ConferencePaper, "ICML Workshop on Tides and Boats"),
                (WorkKind::ConferencePaper, "Conference on Language Modeling"),
            ]
        );
        assert!(
            records.iter().all(|record| record.work.year() == Some(2024) && record.work.authors.len() == 2)
        );
        assert_eq!(records[0].work.url.as_deref(), Some("https://openreview.net/forum?id=aB3"));
    }

    #[test]
    fn an_empty_list_is_silence_unless_the_search_says_that_it_is_not_there() {
        assert!(read(200, r#"{"notes": [], "count": 0}"#).expect("an answer").is_empty());
        for (status, body) in [
            (200, r#"{"notes": [], "searchUnavailable": true}"#),
            (200, r#"{"notes": [], "count": 10000, "searchUnavailable": "yes"}"#),
            (200, "<!doctype html><html><title>OpenReview</title></html>"),
            (200, r#"{"notes": {}}"#),
            (
                403,
                r#"{"name": "ChallengeRequiredError", "message": "Challenge verification required", "status": 403}"#,
            ),
            (429, r#"{"name": "RateLimitError", "status": 429}"#),
            (500, ""),
            (404, "{}"),
        ] {
            assert!(read(status, body).is_err(), "{status} {body}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_note_is_read(text in "\\PC{0,60}", at in proptest::num::i64::ANY) {
            let mut note = note(&text, &text);
            note["pdate"] = at.into();
            let _ = read(200, &json!({"notes": [note, {"content": {"title": text}}, text]}).to_string());
        }
    }
}
