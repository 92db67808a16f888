//! The routes, and the handlers that are too small for a file: health and metrics.

use super::access;
use super::problem::Problem;
use super::state::ServiceState;
use super::{checks, lookups, openapi};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use http::{StatusCode, header};
use serde_json::json;
use std::sync::Arc;

/// All routes behind the middleware, with an answer for addresses and methods that there are not.
pub(crate) fn router(state: Arc<ServiceState>) -> Router {
    Router::new()
        .route("/check", post(checks::post))
        .route("/check/{id}", get(checks::get))
        .route("/check/{id}/report", get(checks::report))
        .route("/service/lookup", get(lookups::glutton).post(lookups::glutton_post))
        .route("/service/lookup/biblio", post(lookups::glutton_post))
        .route("/service/lookup/{name}/{*value}", get(lookups::glutton_identifier))
        .route("/works", get(lookups::works))
        .route("/works/{*doi}", get(lookups::work))
        .route("/openapi.json", get(|| async { Json(openapi::description()) }))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .fallback(|| async { Problem::missing("there is no such address; /openapi.json lists them") })
        .method_not_allowed_fallback(|| async {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take that method")
        })
        .layer(middleware::from_fn_with_state(Arc::clone(&state), access::observe))
        .with_state(state)
}

/// `GET /health`
async fn health(State(state): State<Arc<ServiceState>>) -> Response {
    let (waiting, working) = state.checks.unfinished();
    let body = json!({
        "status": if state.shutdown.is_cancelled() { "ending" } else { "ok" },
        "version": env!("CARGO_PKG_VERSION"),
        "checks_waiting": waiting,
        "checks_working": working,
    });
    Json(body).into_response()
}

/// `GET /metrics`
async fn metrics(State(state): State<Arc<ServiceState>>) -> Response {
    let (waiting, working) = state.checks.unfinished();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, state.metrics.render(waiting, working)).into_response()
}
