//! CRAN, the archive of packages for R, through the database of its DESCRIPTION files that the R Consortium runs for
//! programs (<https://crandb.r-pkg.org>). One package in a request. What it lacks may be at Bioconductor or nowhere.

use super::package::{self, program};
use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::{value, wire};
use referee_bibliography::Work;
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use std::time::Duration;

/// The database of CRAN's packages.
pub(super) struct Cran;

const CLASS: &str = "package";

impl Service for Cran {
    fn profile(&self) -> ServiceProfile {
        services::CRAN
    }

    fn default_base_url(&self) -> &'static str {
        "https://crandb.r-pkg.org"
    }

    fn answers(&self, question: &Question) -> bool {
        program(question).and_then(package_of).is_some()
    }

    fn asks_for_address(&self) -> bool {
        true
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![Limit { class: CLASS, requests: 2, per: Duration::from_secs(1), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let name = package_of(program(question)?)?;
            let url = wire::address(access, &format!("/{}", wire::encoded(&name)), &[]);
            Some(wire::get(url, CLASS, Disclosure::References, vec![question.clone()]))
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let lacks =
            |answer: &serde_json::Value| value::text(answer, "error").is_some_and(|said| said == "not_found");
        let Some(found) = package::object(response, lacks)? else {
            return Ok(vec![Reading::Records(Vec::new())]);
        };
        let authors = value::text(&found, "Author").map(|list| package::persons(&list)).unwrap_or_default();
        let home = format!(
            "https://cran.r-project.org/package={}",
            value::text(&found, "Package").unwrap_or_default()
        );
        let question = request.questions.first();
        let reading = question.and_then(|question| {
            package::record("cran", question, &found, ["Package", "Title"], authors, &home)
        });
        reading.map(|reading| vec![reading]).ok_or_else(|| wire::unreadable("there is no package in it"))
    }
}

/// The package that a reference names: by its address at CRAN, or, without an address, by its title.
fn package_of(work: &Work) -> Option<String> {
    let Some((host, path)) = package::address(work) else { return package::name(work) };
    // cran.r-project.org/package=NAME, cran.r-project.org/web/packages/NAME/index.html, and the mirrors.
    let is_cran = host.starts_with("cran.") || host.contains(".cran.");
    let name = ["/package=", "/web/packages/", "package="].iter().find_map(|mark| path.split_once(mark))?.1;
    let name = name.split(['/', '?', '&']).next()?;
    (is_cran && package::is_name(name)).then(|| name.to_owned())
}
