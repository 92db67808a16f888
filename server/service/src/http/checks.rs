//! `POST /check`, `GET /check/{id}`, its report and its bibliography, and `GET /terms`.

use super::access::TokenName;
use super::body;
use super::problem::Problem;
use super::results::CheckState;
use super::state::ServiceState;
use crate::engine::{CheckError, CheckOptions, CheckProgress, MAX_REFERENCES, NetworkTerms};
use crate::submission::{Submission, SubmissionError};
use crate::tokens::random_id;
use axum::body::Body;
use axum::extract::{Extension, Path, Query, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use referee_records::{services, source_name};
use referee_text::Language;
use referee_workspace::consent::KIND_OF_DATA;
use referee_workspace::settings::Network;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::DropGuard;

/// The upper limit of `wait=`, the time in seconds that a response waits for the end of a check.
const MAX_WAIT_SECONDS: u64 = 60;

/// The maximum time between two lines of the stream about a check.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// The minimum time between two lines of the stream about a check.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(150);

/// The `Retry-After` in seconds if too many checks are waiting.
const RETRY_SECONDS: u64 = 10;

/// The parameters of `POST /check`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckQuery {
    /// The name of the file; its ending says the format.
    name: Option<String>,
    /// The format: markdown, latex, typst, quarto, plain, docx, odt, rtf, pdf, ipynb, bibtex, ris,
    /// nbib, csl-json, zip.
    format: Option<String>,
    /// `clinical-note`: nothing but identifiers leaves the site. A text that reads as a note is one
    /// without being told.
    kind: Option<String>,
    /// How many seconds to wait for the end of the check, at most 60.
    wait: Option<u64>,
    /// Answer with lines of JSON (application/x-ndjson): how far the check is, and at last a Check.
    /// The check ends when its reader goes.
    #[serde(default)]
    follow: bool,
    /// The user's word that references may be looked up, for these hosts, with commas. Only
    /// `referee web` takes it.
    agreed: Option<String>,
    /// The text may be a list of references without its heading.
    #[serde(default)]
    pasted: bool,
    /// Make the corrected bibliography.
    #[serde(default)]
    bibliography: bool,
    /// The language of messages about files that are no drafts: en, es.
    language: Option<String>,
}

/// The parameters of `GET /check/{id}`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaitQuery {
    /// How many seconds to wait for the end of the check, at most 60.
    wait: Option<u64>,
}

/// A body of `application/json`: either `text`, or `references` as a list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckBody {
    text: Option<String>,
    references: Option<Vec<String>>,
    name: Option<String>,
    format: Option<String>,
}

/// A check: its state, and its result if it is done.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct CheckResponse {
    id: String,
    name: String,
    #[schemars(schema_with = "state_schema")]
    state: &'static str,
    /// Why it was refused or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// `referee.check/1`, as `referee check --format json` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, Value>>")]
    result: Option<Value>,
    /// The address of the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
    /// The address of the corrected bibliography, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    bibliography: Option<String>,
    /// With a bibliography: how many corrections were made in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<usize>,
    /// With a result: how many references are unchecked because services did not answer. If it is not
    /// 0, the result is provisional; send the draft again later.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_looked_up: Option<usize>,
    /// In a stream, while the check runs: how far it is.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    progress: Option<CheckProgressJson>,
}

fn state_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["queued", "running", "done", "refused", "failed"]})
}

/// How far a check is.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckProgressJson {
    looking_up: bool,
    done: usize,
    of: usize,
}

/// The answer to `GET /terms`.
#[derive(Debug, Serialize)]
struct TermsResponse {
    version: &'static str,
    network: &'static str,
    asks: bool,
    hosts: Vec<String>,
    /// The names of the sources.
    names: BTreeMap<&'static str, InBothLanguages>,
    /// The kind of data that is sent.
    sent: InBothLanguages,
    max_body: usize,
}

/// A text in the languages of the page.
#[derive(Debug, Serialize)]
struct InBothLanguages {
    en: &'static str,
    es: &'static str,
}

/// `POST /check`: accepts a draft or a list, and checks it in the background.
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
    let is_agreed = match &query.agreed {
        Some(hosts) => agreed(&state, hosts).await?,
        None => false,
    };
    let bytes = body::read(&headers, body, state.max_body).await?;
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let submission = submission(&query, content_type, bytes)?;
    let (id, name) = (random_id(), submission.name.clone());
    if !state.checks.insert(&id, &owner, &name, submission.bytes()) {
        let reason = "too many checks wait already";
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, reason).code("busy");
        return Err(problem.retry_after(RETRY_SECONDS));
    }
    let (progress, watched) = watch::channel(CheckProgress::default());
    let options = CheckOptions {
        is_note,
        is_agreed,
        is_pasted: query.pasted,
        locale: query.language.clone(),
        wants_bibliography: query.bibliography,
        progress: Some(progress),
        cancel: state.shutdown.child_token(),
    };
    let cancel = options.cancel.clone();
    tokio::spawn(run(Arc::clone(&state), id.clone(), submission, options));
    if query.follow {
        let follower = Follower { state, id, owner, name, watched, cancel: cancel.drop_guard() };
        return Ok(follower.into_response());
    }
    let waited = state.checks.wait(&id, &owner, wait(query.wait)).await;
    let (name, check) = waited.unwrap_or((name, CheckState::Queued));
    let status = if check.is_finished() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let mut response = (status, axum::Json(answer(&id, &name, &check)?)).into_response();
    if let Ok(location) = HeaderValue::from_str(&format!("/check/{id}")) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// A reader of the stream about one check. The check is cancelled when the reader disconnects.
struct Follower {
    state: Arc<ServiceState>,
    id: String,
    owner: String,
    name: String,
    watched: watch::Receiver<CheckProgress>,
    /// Cancels the check when this is dropped with the stream, for example because the connection
    /// broke.
    #[expect(dead_code, reason = "it is held until it is dropped")]
    cancel: DropGuard,
}

impl Follower {
    /// Returns the next line of the stream, and whether it is the last one.
    async fn next_line(&mut self, is_first: bool) -> (String, bool) {
        if !is_first {
            let end = self.state.checks.wait(&self.id, &self.owner, HEARTBEAT);
            tokio::select! {
                _ = end => {}
                // If the sender is dropped, the check has finished, and the other branch returns.
                Ok(()) = self.watched.changed() => {
                    self.state.checks.wait(&self.id, &self.owner, PROGRESS_INTERVAL).await;
                }
            }
        }
        let (name, check) = (self.state.checks.get(&self.id, &self.owner))
            .unwrap_or_else(|| (self.name.clone(), CheckState::Failed(String::from("the check is gone"))));
        let progress = *self.watched.borrow_and_update();
        let mut line = answer(&self.id, &name, &check).unwrap_or_else(|_| CheckResponse {
            id: self.id.clone(),
            name,
            state: "failed",
            reason: Some("the result cannot be read".to_owned()),
            ..CheckResponse::default()
        });
        line.progress = (!check.is_finished()).then_some(CheckProgressJson {
            looking_up: progress.is_looking_up,
            done: progress.done,
            of: progress.of,
        });
        // The members are strings and numbers, so serialisation cannot fail.
        let line = serde_json::to_string(&line).unwrap_or_default();
        (format!("{line}\n"), check.is_finished())
    }
}

impl IntoResponse for Follower {
    fn into_response(self) -> Response {
        let lines = futures::stream::unfold(Some((self, true)), |state| async {
            let (mut follower, is_first) = state?;
            let (line, is_last) = follower.next_line(is_first).await;
            Some((Ok::<_, std::convert::Infallible>(line), (!is_last).then_some((follower, false))))
        });
        let kind = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
        (kind, Body::from_stream(lines)).into_response()
    }
}

/// Returns whether the user's consent is valid: only with a single user, and only for the hosts
/// that were shown.
async fn agreed(state: &Arc<ServiceState>, shown: &str) -> Result<bool, Problem> {
    if !state.asks {
        let reason = "the settings of this service decide whether references are looked up online";
        return Err(Problem::new(StatusCode::FORBIDDEN, reason).code("no-consent").closing());
    }
    let shown: Vec<&str> = shown.split(',').collect();
    if terms_of(state).await?.hosts.iter().all(|host| shown.contains(&host.as_str())) {
        return Ok(true);
    }
    let reason = "the settings lead to other hosts now; ask the user again";
    Err(Problem::new(StatusCode::CONFLICT, reason).code("other-hosts").closing())
}

/// Returns the terms of look-ups according to the current settings.
async fn terms_of(state: &Arc<ServiceState>) -> Result<NetworkTerms, Problem> {
    let shared = Arc::clone(state);
    let terms = tokio::task::spawn_blocking(move || shared.engine.network_terms()).await;
    terms.map_err(|_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the settings cannot be read"))
}

/// Returns how long a response waits for the end of a check.
fn wait(seconds: Option<u64>) -> Duration {
    Duration::from_secs(seconds.unwrap_or(0).min(MAX_WAIT_SECONDS))
}

/// Builds the submission from the body of `POST /check`.
fn submission(query: &CheckQuery, content_type: Option<&str>, bytes: Vec<u8>) -> Result<Submission, Problem> {
    let is_json = content_type.is_some_and(|media| {
        media.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
    });
    // CSL-JSON has the same content type; a name or a format distinguishes it from the object.
    let made = if is_json && query.name.is_none() && query.format.is_none() {
        let sent: CheckBody = serde_json::from_slice(&bytes)
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
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error.to_string()).code("too-much")
        }
        SubmissionError::UnknownFormat(_) | SubmissionError::NoFormat => {
            let reason =
                format!("{error}; name the file (?name=paper.docx) or its format (?format=markdown)");
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason).code("unknown-format")
        }
        SubmissionError::Empty => {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).code("empty")
        }
        other => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, other.to_string()),
    })
}

/// Judges a submission once a permit is free, and stores the result under its id.
async fn run(state: Arc<ServiceState>, id: String, submission: Submission, options: CheckOptions) {
    let permit = Arc::clone(&state.check_permits).acquire_owned();
    let Some(Ok(_permit)) = options.cancel.run_until_cancelled(permit).await else {
        state.checks.set(&id, CheckState::Failed(CheckError::Cancelled.to_string()));
        return;
    };
    state.checks.set(&id, CheckState::Running);
    let shared = Arc::clone(&state);
    let checked = tokio::task::spawn_blocking(move || shared.engine.check(&submission, &options)).await;
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

/// `GET /check/{id}`: the state of a check, and its result.
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

/// `GET /check/{id}/report`: the report of a check as a page.
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

/// `GET /check/{id}/bibliography`: the references of a check as BibTeX, with every safe fix
/// applied.
pub(crate) async fn bibliography(
    State(state): State<Arc<ServiceState>>,
    Extension(TokenName(owner)): Extension<TokenName>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (_, check) = state.checks.get(&id, &owner).ok_or_else(gone)?;
    let CheckState::Done(result) = &check else {
        return Err(Problem::new(StatusCode::CONFLICT, "the check is not done").retry_after(1));
    };
    let Some(bibliography) = &result.bibliography else {
        return Err(Problem::missing("the check has no bibliography; ask for it with ?bibliography=true"));
    };
    let kind = [
        (header::CONTENT_TYPE, "application/x-bibtex; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"references.bib\""),
    ];
    Ok((kind, bibliography.text.clone()).into_response())
}

/// `GET /terms`: whether and where references are looked up online, and the size limits.
pub(crate) async fn terms(State(state): State<Arc<ServiceState>>) -> Result<Response, Problem> {
    let terms = terms_of(&state).await?;
    let network = match terms.network {
        Network::Ask => "ask",
        Network::Allow => "allow",
        Network::Deny => "deny",
    };
    let names = services::all().iter().map(|service| service.name).chain(["library", "shared-library"]);
    let names = names.map(|name| {
        let both = InBothLanguages {
            en: source_name(Language::English, name),
            es: source_name(Language::Spanish, name),
        };
        (name, both)
    });
    let body = TermsResponse {
        version: env!("CARGO_PKG_VERSION"),
        network,
        asks: state.asks,
        hosts: terms.hosts,
        names: names.collect(),
        sent: InBothLanguages { en: KIND_OF_DATA.english, es: KIND_OF_DATA.spanish },
        max_body: state.max_body,
    };
    Ok(axum::Json(body).into_response())
}

/// The error for an id that is not stored, or whose check belongs to another token.
fn gone() -> Problem {
    Problem::missing("there is no such check, or it is kept no longer")
}

/// Returns a check with its result if it is done.
fn answer(id: &str, name: &str, check: &CheckState) -> Result<CheckResponse, Problem> {
    let mut out = CheckResponse {
        id: id.to_owned(),
        name: name.to_owned(),
        state: check.as_str(),
        ..CheckResponse::default()
    };
    match check {
        CheckState::Done(result) => {
            let fault = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the result cannot be read");
            out.result = Some(serde_json::from_str(&result.json).map_err(fault)?);
            out.report = Some(format!("/check/{id}/report"));
            out.not_looked_up = Some(result.open_lookup.as_ref().map_or(0, |open| open.references));
            if let Some(bibliography) = &result.bibliography {
                out.bibliography = Some(format!("/check/{id}/bibliography"));
                out.fixes = Some(bibliography.fixes);
            }
        }
        CheckState::Refused(reason) | CheckState::Failed(reason) => out.reason = Some(reason.clone()),
        CheckState::Queued | CheckState::Running => {}
    }
    Ok(out)
}
