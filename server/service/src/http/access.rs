//! The middleware around every handler: request ids, token checks, metrics and the log.

use super::page;
use super::problem::Problem;
use super::state::ServiceState;
use crate::tokens::{Refusal, Scope, random_id};
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use referee_serving::{bearer, is_from_this_machine};
use std::sync::Arc;
use std::time::Instant;

/// The header with the id of a request: the response repeats the id of the sender, or contains a
/// new one.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header in which clients of Crossref send their token.
const CROSSREF_TOKEN: &str = "crossref-plus-api-token";

/// The maximum length of a request id from a sender, in bytes.
const MAX_REQUEST_ID_BYTES: usize = 64;

/// The name of the token of a request; empty if none is needed. Handlers receive it as an
/// extension; it owns the checks that it started.
#[derive(Clone, Debug)]
pub(crate) struct TokenName(pub(crate) String);

/// Returns the scope that a route needs; `None` if it is open to everyone.
fn scope_of(route: &str) -> Option<Scope> {
    match route {
        "/health" | "/openapi.json" => None,
        _ if page::is_route(route) => None,
        "/metrics" => Some(Scope::Metrics),
        "/terms" | "/compare" => Some(Scope::Check),
        _ if route.starts_with("/check") => Some(Scope::Check),
        _ => Some(Scope::Lookup),
    }
}

/// Assigns an id to a request, passes it on if its token allows that, counts and logs it.
pub(crate) async fn observe(
    State(state): State<Arc<ServiceState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let id = request_id(request.headers());
    let method = request.method().clone();
    // Log the route instead of the path, which may quote a reference.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    let mut token_name = String::new();
    let admitted = match scope_of(&route) {
        Some(scope) if route != "other" => state
            .tokens
            .admit(bearer(request.headers(), Some(CROSSREF_TOKEN)), scope, started)
            .map(|name| token_name = name),
        _ => Ok(()),
    };
    // Without tokens anyone who reaches the service may use it, except web pages in a browser on
    // this machine.
    let is_foreign =
        if state.tokens.is_empty() { is_from_this_machine(request.headers()).err() } else { None };
    let mut response = match (is_foreign, admitted) {
        (Some(why), _) => Problem::new(StatusCode::FORBIDDEN, why.to_string()).closing().into_response(),
        (None, Ok(())) => {
            request.extensions_mut().insert(TokenName(token_name.clone()));
            next.run(request).await
        }
        (None, Err(refusal)) => refused(refusal).into_response(),
    };
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let (took, status) = (started.elapsed(), response.status().as_u16());
    state.metrics.request(&route, status, took);
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(request_id = id, %method, route, status, milliseconds, token = token_name, "request");
    response
}

/// Returns the response to a request that its token does not allow. It closes the connection, since
/// the body is not read.
fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Unknown => {
            Problem::new(StatusCode::UNAUTHORIZED, "a known token is needed: Authorization: Bearer TOKEN")
                .closing()
        }
        Refusal::Scope(scope) => Problem::new(
            StatusCode::FORBIDDEN,
            format!("this token does not have the scope `{}`", scope.as_str()),
        )
        .closing(),
        Refusal::TooOften(seconds) => Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            format!("this token was used too often; ask again in {seconds} s"),
        )
        .retry_after(seconds)
        .closing(),
    }
}

/// Returns the sender's request id if it can be logged as it is; otherwise a new one.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let is_plain = |id: &&str| {
        !id.is_empty()
            && id.len() <= MAX_REQUEST_ID_BYTES
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    given.filter(is_plain).map_or_else(random_id, str::to_owned)
}
