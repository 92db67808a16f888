//! The Python Package Index: packages by name, through its JSON interface (<https://docs.pypi.org/api/json/>).
//!
//! One package in a request. Its documentation asks programs to name themselves and sets no limit for its cached answers.

use super::package::{self, program};
use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::{value, wire};
use referee_bibliography::Work;
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use std::time::Duration;

/// The Python Package Index.
pub(super) struct PyPi;

const CLASS: &str = "project";

impl Service for PyPi {
    fn profile(&self) -> ServiceProfile {
        services::PYPI
    }

    fn default_base_url(&self) -> &'static str {
        "https://pypi.org"
    }

    fn answers(&self, question: &Question) -> bool {
        program(question).and_then(project_of).is_some()
    }

    fn asks_for_address(&self) -> bool {
        true
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![Limit { class: CLASS, requests: 2, per: Duration::from_secs(1), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let name = project_of(program(question)?)?;
            let url = wire::address(access, &format!("/pypi/{}/json", wire::encoded(&name)), &[]);
            Some(wire::get(url, CLASS, Disclosure::References, vec![question.clone()]))
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let lacks = |answer: &serde_json::Value| {
            value::text(answer, "message").is_some_and(|said| said == "Not Found")
        };
        let Some(found) = package::object(response, lacks)? else {
            return Ok(vec![Reading::Records(Vec::new())]);
        };
        let names = value::text(&found, "info.author").or_else(|| value::text(&found, "info.author_email"));
        let authors = names.map(|list| package::persons(&list.replace(" and ", ", "))).unwrap_or_default();
        let home =
            format!("https://pypi.org/project/{}/", value::text(&found, "info.name").unwrap_or_default());
        let question = request.questions.first();
        let reading = question.and_then(|question| {
            package::record("pypi", question, &found, ["info.name", "info.summary"], authors, &home)
        });
        reading.map(|reading| vec![reading]).ok_or_else(|| wire::unreadable("there is no package in it"))
    }
}

/// The project that a reference names: by its address at the index, or, without an address, by its title.
fn project_of(work: &Work) -> Option<String> {
    let Some((host, path)) = package::address(work) else { return package::name(work) };
    let name =
        path.strip_prefix("/project/").or_else(|| path.strip_prefix("/pypi/"))?.split(['/', '?']).next()?;
    (host == "pypi.org" || host == "pypi.python.org")
        .then(|| name.to_owned())
        .filter(|name| package::is_name(name))
}
