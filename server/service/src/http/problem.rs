//! The error responses of the service: a status and a sentence, as JSON.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::Serialize;

/// An error response: `{"status": …, "error": …}`, with `code` if a program must distinguish errors
/// with the same status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    status: StatusCode,
    reason: String,
    /// The code of the error, for programs with a separate message for it.
    code: Option<&'static str>,
    /// The header `Retry-After`, in seconds.
    retry_after: Option<u64>,
    /// Whether to close the connection: the rest of the body is not read, so it cannot be reused.
    closes: bool,
}

/// An error and its reason. A token that is missing or unknown is answered with 401, one without the
/// scope with 403, one that asks too often with 429.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ProblemBody {
    status: u16,
    error: String,
    /// A word for some errors: too-large, unknown-format.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

impl Problem {
    /// Creates an error with its reason, a clause for a person.
    pub(crate) fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Problem { status, reason: reason.into(), code: None, retry_after: None, closes: false }
    }

    /// Sets after how many seconds to retry.
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Sets the code of the error.
    pub(crate) fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Closes the connection after this response.
    pub(crate) fn closing(mut self) -> Self {
        self.closes = true;
        self
    }

    /// Creates an error 404; `what` describes what is missing.
    pub(crate) fn missing(what: &str) -> Self {
        Problem::new(StatusCode::NOT_FOUND, what)
    }

    /// Creates an error 400: the request is malformed.
    pub(crate) fn bad(reason: impl Into<String>) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, reason)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody { status: self.status.as_u16(), error: self.reason, code: self.code };
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.closes {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
