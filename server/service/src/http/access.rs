//! What happens to every request before and after its handler: its id, who asks, what is counted and logged.

use super::problem::Problem;
use super::state::ServiceState;
use crate::tokens::{Refusal, Scope, random_name};
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use std::sync::Arc;
use std::time::Instant;

/// The header with the id of a request: that of the sender, or a new one.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header in which clients of Crossref send their token.
const CROSSREF_TOKEN: &str = "crossref-plus-api-token";

/// The longest id of a request that is taken from its sender.
const MAX_ID: usize = 64;

/// Who asks: the name of the token, empty where none is needed.
#[derive(Clone, Debug)]
pub(crate) struct Asker(pub(crate) String);

/// The scope that a route needs; `None` where everybody may ask.
fn scope_of(route: &str) -> Option<Scope> {
    match route {
        "/health" | "/openapi.json" => None,
        "/metrics" => Some(Scope::Metrics),
        _ if route.starts_with("/check") => Some(Scope::Check),
        _ => Some(Scope::Lookup),
    }
}

/// Gives a request its id, lets it pass or not, counts and logs it.
pub(crate) async fn observe(
    State(state): State<Arc<ServiceState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let id = request_id(request.headers());
    let method = request.method().clone();
    // The route and not the path: a path may quote a reference.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    let mut asker = String::new();
    let admitted = match scope_of(&route) {
        Some(scope) if route != "other" => {
            state.tokens.admit(bearer(request.headers()), scope, started).map(|name| asker = name)
        }
        _ => Ok(()),
    };
    let mut response = match admitted {
        Ok(()) => {
            request.extensions_mut().insert(Asker(asker.clone()));
            next.run(request).await
        }
        Err(refusal) => refused(refusal).into_response(),
    };
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let (took, status) = (started.elapsed(), response.status().as_u16());
    state.metrics.request(&route, status, took);
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(request_id = id, %method, route, status, milliseconds, token = asker, "request");
    response
}

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

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let given = headers.get(header::AUTHORIZATION).or_else(|| headers.get(CROSSREF_TOKEN))?;
    let (scheme, token) = given.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let is_plain = |id: &&str| {
        !id.is_empty()
            && id.len() <= MAX_ID
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    given.filter(is_plain).map_or_else(random_name, str::to_owned)
}
