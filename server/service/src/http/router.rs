//! The routes, and the smallest handlers: health and metrics.

use super::access;
use super::problem::Problem;
use super::state::ServiceState;
use super::{checks, compare, lookups, openapi, page};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use http::{StatusCode, header};
use serde::Serialize;
use std::sync::Arc;

/// The routes of the service: the page, checks, and look-ups for programs.
pub(crate) fn router(state: Arc<ServiceState>) -> Router {
    let programs = Router::new()
        .route("/service/lookup", get(lookups::glutton).post(lookups::glutton_post))
        .route("/service/lookup/biblio", post(lookups::glutton_post))
        .route("/service/lookup/{name}/{*value}", get(lookups::glutton_identifier))
        .route("/works", get(lookups::works))
        .route("/works/{*doi}", get(lookups::work))
        .route("/openapi.json", get(|| async { Json(openapi::description()) }))
        .route("/health", get(health))
        .route("/metrics", get(metrics));
    observed(page_routes().merge(programs), state, "there is no such address; /openapi.json lists them")
}

/// The routes that the single-user page needs: the page itself, checks and comparisons.
pub(crate) fn page_router(state: Arc<ServiceState>) -> Router {
    observed(page_routes(), state, "there is no such address")
}

fn page_routes() -> Router<Arc<ServiceState>> {
    page::routes()
        .route("/terms", get(checks::terms))
        .route("/check", post(checks::post))
        .route("/check/{id}", get(checks::get))
        .route("/check/{id}/report", get(checks::report))
        .route("/check/{id}/bibliography", get(checks::bibliography))
        .route("/compare", post(compare::post))
}

/// Wraps routes in the middleware, and answers other paths and methods with an error.
fn observed(routes: Router<Arc<ServiceState>>, state: Arc<ServiceState>, missing: &'static str) -> Router {
    routes
        .fallback(move || async move { Problem::missing(missing) })
        .method_not_allowed_fallback(|| async {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take that method")
        })
        .layer(middleware::from_fn_with_state(Arc::clone(&state), access::observe))
        .with_state(state)
}

/// The answer to `GET /health`.
#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    checks_waiting: usize,
    checks_working: usize,
}

/// `GET /health`: returns the status of the service.
async fn health(State(state): State<Arc<ServiceState>>) -> Response {
    let (waiting, working) = state.checks.unfinished();
    let body = Health {
        status: if state.shutdown.is_cancelled() { "ending" } else { "ok" },
        version: env!("CARGO_PKG_VERSION"),
        checks_waiting: waiting,
        checks_working: working,
    };
    Json(body).into_response()
}

/// `GET /metrics`: returns the counters for Prometheus.
async fn metrics(State(state): State<Arc<ServiceState>>) -> Response {
    let (waiting, working) = state.checks.unfinished();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, state.metrics.render(waiting, working)).into_response()
}
