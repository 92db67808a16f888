//! Tests of the requirements that every service must meet, for all questions and all responses.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that cannot set itself up should fail"
)]

mod answers;
mod full_texts;
mod mechanisms;
mod questions;
mod recordings;
mod registries;
mod troubles;

use super::{Access, NotAnAnswer, Reading, Request, Response, Service, all};
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_records::{Question, Record, services};
use std::sync::Arc;

fn service(name: &str) -> &'static dyn Service {
    *all().iter().find(|service| service.name() == name).unwrap()
}

fn access() -> Access {
    Access {
        base_url: String::from("http://localhost/base"),
        contact: Some(String::from("someone@example.org")),
        ..Access::default()
    }
}

fn response(status: u16, body: &str) -> Response {
    let media_type = if body.starts_with('<') { "text/xml" } else { "application/json" };
    Response { status, media_type: String::from(media_type), body: body.as_bytes().to_vec() }
}

fn doi(text: &str) -> Question {
    Question::Identifier(Identifier::Doi(text.to_owned()))
}

fn pmid(number: u32) -> Question {
    Question::Identifier(Identifier::Pmid(number))
}

fn like() -> Question {
    Question::Like(Arc::new(article()))
}

/// Returns a reference with all fields.
fn article() -> Work {
    Work {
        kind: WorkKind::Article,
        title: Some(String::from("Walking speed and frailty: a cohort of farmers")),
        authors: vec![Name::person("Okonkwo", "Ada"), Name::person("Sørensen", "Per")],
        container: Some(String::from("Journal of Rural Gerontology")),
        date: Some(Date { year: 2019, month: None, day: None }),
        volume: Some(String::from("12")),
        pages: Some(String::from("345-351")),
        ..Work::default()
    }
}

/// Returns the only request that answers these questions.
fn request(service: &dyn Service, questions: &[Question]) -> Request {
    let mut requests = service.requests(questions, &access());
    assert_eq!(requests.len(), 1, "{requests:?}");
    requests.pop().unwrap()
}

/// Returns what a service reads from the body of an answer to one question.
fn read(name: &str, question: &Question, status: u16, body: &str) -> Result<Reading, NotAnAnswer> {
    let service = service(name);
    let request = request(service, std::slice::from_ref(question));
    let mut readings = service.read(&request, &response(status, body))?;
    assert_eq!(readings.len(), 1);
    Ok(readings.pop().unwrap())
}

fn records(name: &str, question: &Question, body: &str) -> Vec<Record> {
    match read(name, question, 200, body).unwrap() {
        Reading::Records(records) => records,
        other => panic!("{other:?}"),
    }
}

fn none(name: &str, question: &Question, status: u16, body: &str) -> bool {
    matches!(read(name, question, status, body), Ok(Reading::Records(records)) if records.is_empty())
}

#[test]
fn every_service_that_is_judged_by_is_one_that_can_be_asked() {
    let asked: Vec<&str> = all().iter().map(|service| service.name()).collect();
    let judged: Vec<&str> = services::all().iter().map(|profile| profile.name).collect();
    assert_eq!(asked, judged);
}
