//! The protocol over HTTP ("streamable HTTP"), for programs on this machine that do not start a
//! process themselves.
//!
//! A single address accepts all messages. A request is answered with an event stream, which can
//! report progress, or with JSON if the client does not accept events. Each client has a session
//! with separate reports and calls. [`access`] decides whether a request is allowed before any of
//! its body is read.
//!
//! Source:
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http>.

mod access;
mod error;
mod session;
mod sessions;

pub use error::HttpError;

use crate::messages::{Message, Refusal, read_message};
use crate::server::{ServerContext, VERSIONS};
use access::AccessToken;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Router, middleware};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use referee_operations::TextWorkspace;
use referee_serving::{ConnectionLimits, serve_connections};
use referee_workspace::Session;
use rmcp::model::{ClientRequest, ErrorCode, ProtocolVersion, RequestId};
use serde_json::Value;
use session::{HttpSession, NotTaken};
use sessions::Sessions;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc::Receiver;

/// The path that accepts messages.
const PATH: &str = "/mcp";

/// The maximum size of a message in bytes. The texts that tools accept are much smaller.
const MAX_BODY_BYTES: usize = 16 << 20;

/// The limits for connections from this machine. A call may wait for its turn, so there are as many
/// connections as calls, and a few more for cancelling them.
const LIMITS: ConnectionLimits = ConnectionLimits {
    connections: 128,
    head_time: Duration::from_secs(15),
    head_bytes: 64 << 10,
    grace_period: Duration::ZERO,
};

/// The time within which a message must arrive.
const MAX_BODY_TIME: Duration = Duration::from_secs(30);

/// The header with the session ID of a client.
const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// The header with the client's version of the protocol.
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// Serves agents at a loopback address until the process is terminated. Each request must have the
/// token `token`; if it is `None`, one is generated. `listening` is called once, with the address
/// and the token, when the server accepts requests. See [`crate::run_stdio`] for `session`,
/// `folder` and `may_search`.
///
/// # Errors
///
/// If the address is not a loopback address or cannot be bound, or if the token is too weak.
pub fn run_http(
    session: Session,
    folder: PathBuf,
    may_search: bool,
    address: SocketAddr,
    token: Option<String>,
    listening: impl FnOnce(&str, &str),
) -> Result<(), HttpError> {
    if !address.ip().is_loopback() {
        return Err(HttpError::NotLoopback(address));
    }
    let token = token.map_or_else(AccessToken::random, AccessToken::given)?;
    let failed = |source| HttpError::Listen { address, source };
    let runtime = crate::runtime().map_err(failed)?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let local = listener.local_addr().map_err(failed)?;
        listening(&format!("http://{local}{PATH}"), token.as_str());
        let context = ServerContext::new(TextWorkspace::new(session, folder, may_search));
        let router = router(Arc::new(Sessions::new(context)), token);
        // The process is terminated from outside; without its clients, its work is useless.
        serve_connections(listener, router, LIMITS, std::future::pending(), || ()).await;
        Ok(())
    });
    // Do not wait for running calls.
    runtime.shutdown_background();
    served
}

fn router(sessions: Arc<Sessions>, token: AccessToken) -> Router {
    Router::new()
        .route(PATH, post(take).delete(end))
        .fallback(|| async { (StatusCode::NOT_FOUND, format!("messages are taken at {PATH}")) })
        // Only calls send events, so GET is not supported.
        .method_not_allowed_fallback(|| async {
            (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST, DELETE")], "this address takes POST")
        })
        .layer(middleware::from_fn_with_state(Arc::new(token), access::admit))
        .with_state(sessions)
}

/// Handles `DELETE`: ends a session with all its calls.
async fn end(State(sessions): State<Arc<Sessions>>, headers: HeaderMap) -> Response {
    let ended = headers.get(SESSION_ID).and_then(|id| id.to_str().ok()).is_some_and(|id| sessions.end(id));
    if ended { StatusCode::NO_CONTENT.into_response() } else { no_session() }
}

/// Handles `POST`: accepts one message.
async fn take(State(sessions): State<Arc<Sessions>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let is_known = |version: &HeaderValue| VERSIONS.iter().any(|known| version == known.as_str());
    if !head.headers.get(PROTOCOL_VERSION).is_none_or(is_known) {
        let spoken: Vec<&str> = VERSIONS.iter().map(ProtocolVersion::as_str).collect();
        return invalid(&format!("spoken are the versions {} of the protocol", spoken.join(", ")));
    }
    // Reject a body that is declared too large without waiting for it.
    let length =
        head.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MAX_BODY_BYTES as u64) {
        return too_large();
    }
    let body = match tokio::time::timeout(MAX_BODY_TIME, axum::body::to_bytes(body, MAX_BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return too_large(),
        Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, "the message did not come in time"),
    };
    let message = match read_message(&body) {
        Some(Ok(message)) => message,
        Some(Err(refusal)) => return json(StatusCode::BAD_REQUEST, refusal.0),
        None => return invalid("there is no message"),
    };
    let message = match message {
        Message::Request { id, request } if request.method() == "initialize" => {
            return begin(&sessions, id, *request).await;
        }
        message => message,
    };
    let Some(session) = head.headers.get(SESSION_ID) else {
        return invalid("`Mcp-Session-Id` is missing; the answer to `initialize` brings it");
    };
    let Some(session) = session.to_str().ok().and_then(|id| sessions.get(id)) else { return no_session() };
    match message {
        Message::Request { id, request } => {
            let is_call =
                matches!(*request, ClientRequest::CallToolRequest(_) | ClientRequest::ReadResourceRequest(_));
            let answers = session.ask(id, *request).await;
            // Do not keep a session alive that is ended while this request waits for its answer.
            drop(session);
            match answers {
                // A closed connection does not cancel the call; a client sends a notification for
                // that.
                Ok(answers) if is_call && reads_events(&head.headers) => as_events(answers),
                Ok(answers) => last_of(answers).await,
                Err(NotTaken::Used(id)) => json(StatusCode::OK, Refusal::used(id).0),
                Err(NotTaken::Ended) => no_session(),
            }
        }
        Message::Notification(notification) => {
            session.notify(notification).await;
            StatusCode::ACCEPTED.into_response()
        }
        Message::Response => StatusCode::ACCEPTED.into_response(),
    }
}

/// Answers `initialize`, and creates a session if the answer is a result.
async fn begin(sessions: &Sessions, id: RequestId, request: ClientRequest) -> Response {
    let session = HttpSession::new(sessions.context());
    let answer = match session.ask(id, request).await {
        Ok(mut answers) => answers.recv().await,
        Err(_) => None,
    };
    let Some(answer) = answer else {
        return refused(StatusCode::INTERNAL_SERVER_ERROR, "the session could not be begun");
    };
    let has_begun = serde_json::from_str::<Value>(&answer).is_ok_and(|answer| answer.get("result").is_some());
    let mut response = json(StatusCode::OK, answer);
    if has_begun {
        let Some(id) = sessions.begin(session) else {
            return refused(StatusCode::INTERNAL_SERVER_ERROR, "this machine gives no random bytes");
        };
        response.headers_mut().insert(SESSION_ID, id);
    }
    response
}

/// Whether a client accepts event streams.
fn reads_events(headers: &HeaderMap) -> bool {
    let accepts = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.contains("text/event-stream"));
    headers.get_all(header::ACCEPT).iter().any(accepts)
}

/// Returns the messages of a call as an event stream, which ends with its response.
fn as_events(messages: Receiver<String>) -> Response {
    let events = futures::stream::unfold(messages, |mut messages| async {
        let event = format!("event: message\ndata: {}\n\n", messages.recv().await?);
        Some((Ok::<_, std::convert::Infallible>(event), messages))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (kind, Body::from_stream(events)).into_response()
}

/// Returns only the response of a call, without its progress.
async fn last_of(mut messages: Receiver<String>) -> Response {
    let mut last = None;
    while let Some(message) = messages.recv().await {
        last = Some(message);
    }
    // A cancelled call does not get a response.
    last.map_or_else(|| StatusCode::ACCEPTED.into_response(), |message| json(StatusCode::OK, message))
}

fn json(status: StatusCode, message: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], message).into_response()
}

fn refused(status: StatusCode, why: &str) -> Response {
    json(status, Refusal::new(&Value::Null, ErrorCode::INVALID_REQUEST, why).0)
}

fn too_large() -> Response {
    let why = format!("a message of over {} MB is not read", MAX_BODY_BYTES >> 20);
    refused(StatusCode::PAYLOAD_TOO_LARGE, &why)
}

fn invalid(why: &str) -> Response {
    refused(StatusCode::BAD_REQUEST, why)
}

fn no_session() -> Response {
    refused(StatusCode::NOT_FOUND, "there is no such session; begin one with `initialize`")
}
