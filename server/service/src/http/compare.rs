//! `POST /compare`: compares a clinical note with what it was written from.

use super::body;
use super::problem::Problem;
use super::state::ServiceState;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use referee_operations::note_comparison::{NamedSource, compare_note};
use referee_text::Language;
use serde::Deserialize;
use std::sync::Arc;

/// The maximum number of sources of a note.
const MAX_SOURCES: usize = 20;

/// The body: the note and its sources.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CompareBody {
    note: String,
    sources: Vec<SourceBody>,
    /// The language of the messages: `en` or `es`.
    language: Option<String>,
}

/// A source of the note; the extension of its name gives the format.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceBody {
    name: Option<String>,
    text: String,
}

/// `POST /compare`: returns the findings at once. The note and its sources are neither stored nor
/// logged.
pub(crate) async fn post(
    State(state): State<Arc<ServiceState>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let bytes = body::read(&headers, body, state.max_body).await?;
    let sent: CompareBody = serde_json::from_slice(&bytes)
        .map_err(|error| Problem::bad(format!("the body is not the JSON that is expected: {error}")))?;
    let unprocessable = |reason: &str| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason);
    if sent.note.trim().is_empty() {
        return Err(unprocessable("the note has no words").code("empty"));
    }
    if sent.sources.is_empty() {
        return Err(unprocessable("give at least one source of the note").code("empty"));
    }
    if sent.sources.len() > MAX_SOURCES {
        let reason = format!("a note may have {MAX_SOURCES} sources at most");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason).code("too-much"));
    }
    let language = match sent.language.as_deref() {
        None | Some("en") => Language::English,
        Some("es") => Language::Spanish,
        Some(_) => return Err(Problem::bad("`language` is `en` or `es`")),
    };
    let named = |(at, source): (usize, SourceBody)| {
        (source.name.unwrap_or_else(|| format!("source-{}.txt", at + 1)), source.text)
    };
    let sources: Vec<NamedSource> = sent.sources.into_iter().enumerate().map(named).collect();
    let compared = tokio::task::spawn_blocking(move || compare_note(&sent.note, &sources, language)).await;
    let fault =
        |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "a fault of referee stopped the comparison");
    Ok(Json(compared.map_err(fault)?).into_response())
}
