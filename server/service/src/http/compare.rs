//! `POST /compare`: compares a clinical note with what it was written from.

use super::body;
use super::problem::Problem;
use super::state::ServiceState;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use referee_operations::OperationError;
use referee_operations::compare_note::{CompareNote, compare_note};
use std::sync::Arc;

/// `POST /compare`: returns the findings at once. The note and its sources are neither stored nor
/// logged.
pub(crate) async fn post(
    State(state): State<Arc<ServiceState>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let bytes = body::read(&headers, body, state.max_body).await?;
    let sent: CompareNote = serde_json::from_slice(&bytes)
        .map_err(|error| Problem::bad(format!("the body is not the JSON that is expected: {error}")))?;
    let compared = tokio::task::spawn_blocking(move || compare_note(&sent)).await;
    let fault =
        |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "a fault of referee stopped the comparison");
    Ok(Json(compared.map_err(fault)?.map_err(refused)?).into_response())
}

fn refused(error: OperationError) -> Problem {
    let (status, code) = match error {
        OperationError::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too-much"),
        _ => (StatusCode::UNPROCESSABLE_ENTITY, "empty"),
    };
    Problem::new(status, error.to_string()).code(code)
}
