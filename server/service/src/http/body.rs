//! Reads request bodies within limits of size and time.

use super::problem::Problem;
use axum::body::Body;
use futures::StreamExt;
use http::{HeaderMap, StatusCode, header};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// The time limit for receiving a whole body.
const MAX_BODY_TIME: Duration = Duration::from_secs(120);

/// The time limit between two chunks of a body.
const MAX_PAUSE: Duration = Duration::from_secs(10);

/// Reads a body of at most `most` bytes. A larger `Content-Length` is refused before the body is
/// read.
pub(crate) async fn read(headers: &HeaderMap, body: Body, most: usize) -> Result<Vec<u8>, Problem> {
    let too_large = || {
        let reason = format!("the body is larger than the {} MB that are taken here", most >> 20);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason).code("too-large").closing()
    };
    let too_slow = || {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time; send it without pauses")
            .code("too-slow")
            .closing()
    };
    let declared =
        headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let until = Instant::now() + MAX_BODY_TIME;
    let mut pieces = body.into_data_stream();
    let mut out = Vec::new();
    loop {
        let next = timeout_at(until, timeout(MAX_PAUSE, pieces.next())).await;
        let Ok(Ok(next)) = next else { return Err(too_slow()) };
        match next {
            None => return Ok(out),
            Some(Ok(piece)) if out.len() + piece.len() <= most => out.extend_from_slice(&piece),
            Some(Ok(_)) => return Err(too_large()),
            Some(Err(_)) => return Err(Problem::bad("the body broke off").closing()),
        }
    }
}
