//! `POST /check`, `GET /check/{id}` and its report.

use super::access::TokenName;
use super::body;
use super::problem::Problem;
use super::results::CheckState;
use super::state::ServiceState;
use crate::engine::{CheckOptions, MAX_REFERENCES};
use crate::submission::{Submission, SubmissionError};
use crate::tokens::random_id;
use axum::body::Body;
use axum::extract::{Extension, Path, Query, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The largest `wait=` that counts: how long an answer waits for the end of a check, in seconds.
const MAX_WAIT_SECONDS: u64 = 60;

/// The `Retry-After` where too many checks wait, in seconds.
const RETRY_SECONDS: u64 = 10;

/// The parameters of `POST /check`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckQuery {
    name: Option<String>,
    format: Option<String>,
    kind: Option<String>,
    wait: Option<u64>,
}

/// The parameters of `GET /check/{id}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaitQuery {
    wait: Option<u64>,
}

/// A body of `application/json`: either `text`, or `references` one by one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonBody {
    text: Option<String>,
    references: Option<Vec<String>>,
    name: Option<String>,
    format: Option<String>,
}

/// `POST /check`: takes in a draft or a list, and has it checked in the background.
pub(crate) async fn post(
    State(state): State<Arc<ServiceState>>,
    Extension(TokenName(owner)): Extension<TokenName>,
    query: Result<Query<CheckQuery>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| Problem::bad(error.body_text()).closing())?;
    let is_note = match query.kind.as_deref() {
        None | Some("auto") => query.format.as_deref() == Some("clinical-note"),
        Some("clinical-note") => true,
        Some(_) => return Err(Problem::bad("`kind` is `clinical-note`, or left out").closing()),
    };
    let bytes = body::read(&headers, body, state.max_body).await?;
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let submission = submission(&query, content_type, bytes)?;
    let (id, name) = (random_id(), submission.name.clone());
    if !state.checks.insert(&id, &owner, &name, submission.bytes()) {
        let reason = "too many checks wait already";
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, reason).retry_after(RETRY_SECONDS));
    }
    tokio::spawn(run(Arc::clone(&state), id.clone(), submission, is_note));
    let waited = state.checks.wait(&id, &owner, wait(query.wait)).await;
    let (name, check) = waited.unwrap_or((name, CheckState::Queued));
    let status = if check.is_finished() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let mut response = (status, axum::Json(answer(&id, &name, &check)?)).into_response();
    if let Ok(location) = HeaderValue::from_str(&format!("/check/{id}")) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// How long an answer waits for the end of a check.
fn wait(seconds: Option<u64>) -> Duration {
    Duration::from_secs(seconds.unwrap_or(0).min(MAX_WAIT_SECONDS))
}

/// What the body of `POST /check` hands in.
fn submission(query: &CheckQuery, content_type: Option<&str>, bytes: Vec<u8>) -> Result<Submission, Problem> {
    let is_json = content_type.is_some_and(|media| {
        media.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
    });
    // CSL-JSON is sent as the same type; its name or its format tells it from the object.
    let made = if is_json && query.name.is_none() && query.format.is_none() {
        let sent: JsonBody = serde_json::from_slice(&bytes)
            .map_err(|error| Problem::bad(format!("the body is not the JSON that is expected: {error}")))?;
        match (sent.text, sent.references) {
            (Some(text), None) => {
                Submission::from_bytes(sent.name.as_deref(), sent.format.as_deref(), None, text.into_bytes())
            }
            (None, Some(list)) => Submission::from_list(&list, MAX_REFERENCES),
            _ => return Err(Problem::bad("give either `text` or `references`")),
        }
    } else {
        Submission::from_bytes(query.name.as_deref(), query.format.as_deref(), content_type, bytes)
    };
    made.map_err(|error| match error {
        SubmissionError::TooLarge
        | SubmissionError::TooManyFiles(_)
        | SubmissionError::TooManyReferences(..) => {
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error.to_string())
        }
        SubmissionError::UnknownFormat(_) | SubmissionError::NoFormat => {
            let reason =
                format!("{error}; name the file (?name=paper.docx) or its format (?format=markdown)");
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason)
        }
        other => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, other.to_string()),
    })
}

/// Judges a submission when a permit is free, and stores the result under its id.
async fn run(state: Arc<ServiceState>, id: String, submission: Submission, is_note: bool) {
    let Ok(_permit) = Arc::clone(&state.check_permits).acquire_owned().await else { return };
    state.checks.set(&id, CheckState::Running);
    let (shared, cancel) = (Arc::clone(&state), state.shutdown.child_token());
    let checked = tokio::task::spawn_blocking(move || {
        shared.engine.check(&submission, &CheckOptions { is_note, cancel })
    })
    .await;
    let check = match checked {
        Ok(Ok(result)) => CheckState::Done(Arc::new(result)),
        Ok(Err(error)) if error.is_final() => CheckState::Refused(error.to_string()),
        Ok(Err(error)) => CheckState::Failed(error.to_string()),
        Err(_) => CheckState::Failed(String::from("a fault of referee stopped this check")),
    };
    let (outcome, verdicts) = match &check {
        CheckState::Done(result) if result.open_lookup.is_some() => {
            ("not-looked-up", result.verdicts.clone())
        }
        CheckState::Done(result) => (check.as_str(), result.verdicts.clone()),
        _ => (check.as_str(), Default::default()),
    };
    state.metrics.check(outcome, &verdicts);
    state.checks.set(&id, check);
}

/// `GET /check/{id}`: how far a check is, and its result.
pub(crate) async fn get(
    State(state): State<Arc<ServiceState>>,
    Extension(TokenName(owner)): Extension<TokenName>,
    Path(id): Path<String>,
    query: Result<Query<WaitQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| Problem::bad(error.body_text()))?;
    let (name, check) = state.checks.wait(&id, &owner, wait(query.wait)).await.ok_or_else(gone)?;
    Ok(axum::Json(answer(&id, &name, &check)?).into_response())
}

/// `GET /check/{id}/report`: the report of a check as one page.
pub(crate) async fn report(
    State(state): State<Arc<ServiceState>>,
    Extension(TokenName(owner)): Extension<TokenName>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (_, check) = state.checks.get(&id, &owner).ok_or_else(gone)?;
    match check {
        CheckState::Done(result) => {
            let page = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
            ];
            Ok((page, result.html.clone()).into_response())
        }
        CheckState::Queued | CheckState::Running => {
            Err(Problem::new(StatusCode::CONFLICT, "the check is not done yet").retry_after(1))
        }
        CheckState::Refused(reason) | CheckState::Failed(reason) => {
            Err(Problem::missing(&format!("there is no report: {reason}")))
        }
    }
}

/// The answer for an id that is not stored, or whose check belongs to another token.
fn gone() -> Problem {
    Problem::missing("there is no such check, or it is kept no longer")
}

/// A check as JSON, with its result where it is done.
fn answer(id: &str, name: &str, check: &CheckState) -> Result<Value, Problem> {
    let mut out = json!({"id": id, "name": name, "state": check.as_str()});
    match check {
        CheckState::Done(result) => {
            let fault = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the result cannot be read");
            out["result"] = serde_json::from_str(&result.json).map_err(fault)?;
            out["report"] = json!(format!("/check/{id}/report"));
            out["not_looked_up"] = json!(result.open_lookup.as_ref().map_or(0, |open| open.references));
        }
        CheckState::Refused(reason) | CheckState::Failed(reason) => out["reason"] = json!(reason),
        CheckState::Queued | CheckState::Running => {}
    }
    Ok(out)
}
