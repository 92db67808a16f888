//! The protocol over HTTP ("streamable HTTP"), for programs on this machine that start no process of their own.
//!
//! One address takes all messages. A request is answered with a stream of events, so that progress can be told, or with
//! JSON where the client reads no events. Each client has a session with reports and calls of its own. Who may ask at all
//! is decided in [`access`], before anything of a body is read.
//!
//! Source: <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http>.

mod access;
mod error;
mod session;
mod sessions;

pub use error::HttpError;

use crate::messages::{Message, Refusal, read_message};
use crate::server::{ServerContext, VERSIONS};
use crate::workspace::AgentWorkspace;
use access::AccessToken;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Router, middleware};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
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

/// The path that takes messages.
const PATH: &str = "/mcp";

/// The largest message, in bytes. The texts that tools take are much smaller.
const MAX_BODY_BYTES: usize = 16 << 20;

/// What the programs on this machine may take up. A call may wait for its turn, so there may be as many connections as
/// there may be calls, and some more to call them off.
const LIMITS: ConnectionLimits = ConnectionLimits {
    connections: 128,
    head_time: Duration::from_secs(15),
    head_bytes: 64 << 10,
    grace_period: Duration::ZERO,
};

/// The longest time in which a message must have come.
const MAX_BODY_TIME: Duration = Duration::from_secs(30);

/// The header with the session of a client.
const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// The header with the version of the protocol that a client speaks.
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// Serves agents at an address of loopback until the process is told to end. `token` is what each request must bring; with
/// none, one is made. `listening` is called once, when requests are taken, with the address to be asked and the token.
/// `session`, `folder` and `may_search` are those of [`crate::run_stdio`].
///
/// # Errors
///
/// Where the address is not one of loopback or cannot be listened on, or the token could be guessed.
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
        let context = ServerContext::new(AgentWorkspace::new(session, folder, may_search));
        let router = router(Arc::new(Sessions::new(context)), token);
        // The process is ended from outside, and what it was doing is of no use without its clients.
        serve_connections(listener, router, LIMITS, std::future::pending(), || ()).await;
        Ok(())
    });
    // Calls that are still under way are not waited for.
    runtime.shutdown_background();
    served
}

fn router(sessions: Arc<Sessions>, token: AccessToken) -> Router {
    Router::new()
        .route(PATH, post(take).delete(end))
        .fallback(|| async { (StatusCode::NOT_FOUND, format!("messages are taken at {PATH}")) })
        // No events but those of calls are sent, so there is nothing to be had with GET.
        .method_not_allowed_fallback(|| async {
            (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST, DELETE")], "this address takes POST")
        })
        .layer(middleware::from_fn_with_state(Arc::new(token), access::admit))
        .with_state(sessions)
}

/// `DELETE`: ends a session with all its calls.
async fn end(State(sessions): State<Arc<Sessions>>, headers: HeaderMap) -> Response {
    let ended = headers.get(SESSION_ID).and_then(|id| id.to_str().ok()).is_some_and(|id| sessions.end(id));
    if ended { StatusCode::NO_CONTENT.into_response() } else { no_session() }
}

/// `POST`: takes one message.
async fn take(State(sessions): State<Arc<Sessions>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let is_known = |version: &HeaderValue| VERSIONS.iter().any(|known| version == known.as_str());
    if !head.headers.get(PROTOCOL_VERSION).is_none_or(is_known) {
        let spoken: Vec<&str> = VERSIONS.iter().map(ProtocolVersion::as_str).collect();
        return invalid(&format!("spoken are the versions {} of the protocol", spoken.join(", ")));
    }
    // One that is announced as too large is not waited for.
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
            // A session that is ended while this request waits for its answer is not kept by it.
            drop(session);
            match answers {
                // A client that breaks off has not called its call off; that it does with a notification.
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

/// Answers `initialize`, and begins a session where it can be answered with a result.
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

/// Whether a client reads streams of events.
fn reads_events(headers: &HeaderMap) -> bool {
    let accepts = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.contains("text/event-stream"));
    headers.get_all(header::ACCEPT).iter().any(accepts)
}

/// The messages of a call as a stream of events, which ends with its response.
fn as_events(messages: Receiver<String>) -> Response {
    let events = futures::stream::unfold(messages, |mut messages| async {
        let event = format!("event: message\ndata: {}\n\n", messages.recv().await?);
        Some((Ok::<_, std::convert::Infallible>(event), messages))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (kind, Body::from_stream(events)).into_response()
}

/// The response of a call alone; what it tells of its progress is left out.
async fn last_of(mut messages: Receiver<String>) -> Response {
    let mut last = None;
    while let Some(message) = messages.recv().await {
        last = Some(message);
    }
    // A call that was called off has no response.
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
