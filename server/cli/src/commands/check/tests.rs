//! The messages of every format about services that need an action of the user.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::{github, human, sarif};
use crate::session::empty_layer;
use referee_operations::{Judged, Report, html, json};
use referee_records::SourceError;
use referee_workspace::Session;
use referee_workspace::settings::{Layer, Origin};
use referee_workspace::verify::{ServiceFailure, Verified};
use std::path::PathBuf;
use std::time::Duration;

/// Returns a run without references in which these services failed.
fn report(failures: Vec<ServiceFailure>) -> Report {
    let mut session = Session::new(None, Layer::new(Origin::Environment), empty_layer());
    let verified = Verified { failures, ..Verified::default() };
    let judged = Judged { snapshot: session.snapshot(), files: Vec::new(), online: true, verified };
    Report::of(judged, 0, PathBuf::new())
}

fn failure(service: &'static str, why: SourceError, variable: &str, questions: u64) -> ServiceFailure {
    ServiceFailure {
        service,
        why,
        detail: String::from("status 429"),
        questions,
        again_in: Some(Duration::from_secs(7_200)),
        key_variable: Some(variable.to_owned()),
    }
}

#[test]
fn every_format_tells_each_notice_once() {
    let report = report(vec![
        failure("openalex", SourceError::BudgetSpent, "REFEREE_TEST_NO_SUCH_KEY", 0),
        failure("openalex", SourceError::BudgetSpent, "REFEREE_TEST_NO_SUCH_KEY", 4),
        failure("semanticscholar", SourceError::KeyRefused, "REFEREE_TEST_OTHER_KEY", 0),
    ]);
    for (format, text) in [
        ("human", human::render(&report, false)),
        ("json", json::render(&report).unwrap()),
        // The object of JSON is also in the properties.
        (
            "sarif",
            sarif::render(&report).split("\"properties\": {\n        \"summary\"").next().unwrap().to_owned(),
        ),
        ("github", github::render(&report)),
        ("html", html::render(&report)),
    ] {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words.matches("OpenAlex answers no more questions until").count(), 1, "{format}: {words}");
        assert!(words.contains("set REFEREE_TEST_NO_SUCH_KEY"), "{format}: {words}");
        let refused = "Semantic Scholar refused the key in REFEREE_TEST_OTHER_KEY; it was asked without one.";
        assert_eq!(words.matches(refused).count(), 1, "{format}: {words}");
    }
    let summary = serde_json::json!(json::summary(&report));
    assert_eq!(summary["notices"][0]["reason"], "budget-spent");
    assert_eq!(summary["notices"][0]["variable"], "REFEREE_TEST_NO_SUCH_KEY");
    assert_eq!(summary["notices"].as_array().unwrap().len(), 2);
}
