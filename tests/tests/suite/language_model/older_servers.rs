//! Servers that support only one of the two names of the token limit.

use super::{QUESTION, good, run};
use referee_tests::model::{ModelRequest, model, streamed};
use referee_tests::web::Reply;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// Starts a model that rejects some requests and answers the others; returns it with the requests
/// in order.
fn picky(
    refusal: impl Fn(&Value) -> Option<Reply> + Send + Sync + 'static,
) -> (referee_tests::Web, Arc<Mutex<Vec<Value>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&asked);
    let web = model(move |put: &ModelRequest| {
        kept.lock().expect("no test thread panicked").push(put.body.clone());
        refusal(&put.body).unwrap_or_else(|| streamed(&good(put).to_string()))
    });
    (web, asked)
}

/// Whether the answer contains a hypothesis of the model.
fn is_helped(web: &referee_tests::Web) -> bool {
    let (run, ..) = run(web, &["hypothesize", QUESTION, "--rounds", "1", "--format", "json"], &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let answer: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
    answer["assessment"].to_string().contains("0.95")
}

fn limits(asked: &Mutex<Vec<Value>>) -> Vec<(bool, bool, bool)> {
    let asked = asked.lock().expect("no test thread panicked");
    let has = |body: &Value, name: &str| body.get(name).is_some();
    asked
        .iter()
        .map(|body| {
            let both = has(body, "max_completion_tokens") && has(body, "max_tokens");
            assert!(!both, "one limit in a request: {body}");
            (has(body, "max_completion_tokens"), has(body, "max_tokens"), has(body, "response_format"))
        })
        .collect()
}

#[test]
fn a_server_that_names_the_limit_it_does_not_know_gets_the_older_one_at_once() {
    let (web, asked) = picky(|body| {
        let error = json!({"object": "error", "type": "invalid_request_error", "message": {"detail": [
            {"type": "extra_forbidden", "loc": ["body", "max_completion_tokens"], "msg": "Extra inputs are not permitted"}]}});
        body.get("max_completion_tokens")
            .is_some()
            .then(|| Reply::new(422, "application/json", error.to_string()))
    });
    assert!(is_helped(&web));
    let asked = limits(&asked);
    assert_eq!(asked[..2], [(true, false, true), (false, true, true)], "the schema stays: {asked:?}");
}

#[test]
fn a_server_that_refuses_without_a_reason_gets_the_older_limit_in_the_end() {
    let (web, asked) = picky(|body| {
        let refused = body.get("max_completion_tokens").is_some();
        refused.then(|| Reply::new(400, "text/plain", "bad request"))
    });
    assert!(is_helped(&web));
    assert_eq!(limits(&asked)[..3], [(true, false, true), (true, false, false), (false, true, false)]);
}

#[test]
fn a_server_that_knows_the_newer_limit_alone_still_gets_it() {
    let (web, asked) = picky(|body| {
        let old = body.get("max_tokens").is_some();
        (old || body.get("temperature").is_some()).then(|| Reply::new(400, "application/json", "{}"))
    });
    assert!(is_helped(&web));
    assert_eq!(limits(&asked)[..2], [(true, false, true), (true, false, false)]);
}
