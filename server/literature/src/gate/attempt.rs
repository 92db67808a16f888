//! Sends one HTTP request and reads one response.

use super::client;
use super::core::GateCore;
use super::failure::Failure;
use super::limits::Departure;
use super::log::{self, LogEntry, Sent};
use crate::online::{Body, Disclosure, RateHeaders, Response};
use referee_records::source::SourceError;
use reqwest::header::{
    ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER, USER_AGENT,
};
use reqwest::{Method, StatusCode, Url};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// The maximum size of a response in bytes; 200 abstracts are 4 MB.
const MAX_RESPONSE_BYTES: u64 = 48 << 20;

/// A request as it is sent.
pub(super) struct Outgoing<'r> {
    pub(super) url: Url,
    pub(super) body: &'r Body,
    pub(super) accept: Option<&'static str>,
    pub(super) secret_header: Option<&'r (&'static str, String)>,
    /// Whether to include the author's contact address.
    pub(super) with_contact: bool,
    pub(super) purpose: &'r str,
    pub(super) tells: Disclosure,
    pub(super) questions: usize,
    /// Informs the rate limiter that the request is sent; `None` for a service without a limit.
    pub(super) departure: Option<Departure>,
    /// Counts the requests that are sent; `None` if the caller does not count them.
    pub(super) sent: Option<&'r AtomicU64>,
}

/// The outcome of one attempt.
pub(super) enum Incoming {
    /// A response, with the rate-limit headers.
    Response(Response, RateHeaders),
    /// A redirect, either as the same request including the body or by GET.
    Redirect { to: Url, by_get: bool },
    /// A temporary failure (too many requests, or a server error), perhaps with a time to wait.
    RetryLater(Failure, Option<Duration>, RateHeaders),
}

/// Sends a request and reads the response. Cancel-safe: the future may be dropped at any time.
pub(super) async fn send(gate: &GateCore, outgoing: &Outgoing<'_>) -> Result<Incoming, Failure> {
    let mut entry: Option<LogEntry> = None;
    let mut response = begin(gate, outgoing, &mut entry).await?;
    let Some(entry) = entry.as_mut() else { return Err(Failure::new(SourceError::Unavailable, "no log")) };
    let status = response.status();
    entry.completion.status = Some(status.as_u16());

    if status.is_redirection()
        && let Some(to) = response.headers().get(LOCATION)
    {
        let to = to.to_str().ok().and_then(|to| outgoing.url.join(to).ok());
        entry.finish().await;
        return match to {
            Some(to) => {
                let as_is = matches!(status, StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT);
                Ok(Incoming::Redirect { to, by_get: !as_is })
            }
            None => Err(Failure::new(SourceError::Unreadable, "it redirects to no address")),
        };
    }
    if let Some(why) = retry_later(status) {
        let wait = response.headers().get(RETRY_AFTER).and_then(retry_after);
        let rate = rate_headers(response.headers());
        entry.finish().await;
        let failure = Failure::new(why, &format!("status {}", status.as_u16()));
        return Ok(Incoming::RetryLater(failure, wait, rate));
    }

    let media_type = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .map(|value| value.trim().to_ascii_lowercase())
        .unwrap_or_default();
    let rate = rate_headers(response.headers());
    let mut body = Vec::new();
    while let Some(chunk) = next_chunk(&mut response, entry).await? {
        body.extend_from_slice(&chunk);
        if body.len() as u64 > MAX_RESPONSE_BYTES {
            entry.completion.error = Some("larger than any answer".to_owned());
            return Err(Failure::new(SourceError::Unreadable, "it is larger than any answer"));
        }
    }
    entry.finish().await;
    Ok(Incoming::Response(Response { status: status.as_u16(), media_type, body }, rate))
}

/// Logs the request, sends it, and waits for the headers of the response.
pub(super) async fn begin(
    gate: &GateCore,
    outgoing: &Outgoing<'_>,
    entry: &mut Option<LogEntry>,
) -> Result<reqwest::Response, Failure> {
    gate.consent.check().map_err(|why| Failure::new(why, ""))?;
    let client = gate
        .clients
        .to(&outgoing.url)
        .map_err(|error| Failure::new(SourceError::Unavailable, &error.to_string()))?;
    let (method, content_type, body) = match outgoing.body {
        Body::None => (Method::GET, None, Vec::new()),
        Body::Head => (Method::HEAD, None, Vec::new()),
        Body::Form(fields) => {
            (Method::POST, Some("application/x-www-form-urlencoded"), form(fields).into_bytes())
        }
        Body::Json(text) => (Method::POST, Some("application/json"), text.clone().into_bytes()),
    };
    let mut head = HeaderMap::new();
    if outgoing.with_contact
        && let Ok(agent) = HeaderValue::from_str(&gate.options.user_agent(true))
    {
        head.insert(USER_AGENT, agent);
    }
    if let Some(accept) = outgoing.accept {
        head.insert(ACCEPT, HeaderValue::from_static(accept));
    }
    if let Some(content_type) = content_type {
        head.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    if let Some((name, value)) = outgoing.secret_header {
        let value = HeaderValue::from_str(value)
            .map_err(|_| Failure::new(SourceError::Refused, "the key holds characters that no key has"))?;
        head.insert(HeaderName::from_static(name), value);
    }
    let bytes_out = size(&method, &outgoing.url, &head, body.len());
    let sent = Sent {
        time: String::new(),
        at: 0,
        host: client::host(&outgoing.url),
        purpose: outgoing.purpose.to_owned(),
        data: log::data_word(outgoing.tells).to_owned(),
        questions: outgoing.questions as u64,
        bytes_out,
    };
    let entry = match gate.log.sent(sent).await {
        Ok(sent) => entry.insert(sent),
        // A request that cannot be logged is not sent.
        Err(error) => {
            return Err(Failure::new(SourceError::Unlogged, &error.to_string()));
        }
    };
    if outgoing.departure.as_ref().is_some_and(|departure| !departure.leave()) {
        return Err(Failure::new(SourceError::Cancelled, ""));
    }
    if let Some(sent) = outgoing.sent {
        sent.fetch_add(1, Ordering::Relaxed);
    }
    let request = client.request(method, outgoing.url.clone()).headers(head).body(body);
    request.send().await.map_err(|error| connection_failure(&error, entry))
}

/// Reads the next chunk of the body; `None` at the end.
pub(super) async fn next_chunk(
    response: &mut reqwest::Response,
    entry: &mut LogEntry,
) -> Result<Option<impl std::ops::Deref<Target = [u8]> + use<>>, Failure> {
    let chunk = response.chunk().await.map_err(|error| connection_failure(&error, entry))?;
    entry.completion.bytes_in += chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
    Ok(chunk)
}

/// Converts the error of a request that was sent into a failure and records it in the log entry.
pub(super) fn connection_failure(error: &reqwest::Error, entry: &mut LogEntry) -> Failure {
    let cause = client::innermost(error);
    let (why, detail) = if error.is_timeout() {
        (SourceError::Timeout, "no connection in time".to_owned())
    } else if error.is_connect() {
        (SourceError::Unavailable, format!("no connection: {cause}"))
    } else if error.is_decode() {
        (SourceError::Unreadable, "the answer is cut off or damaged".to_owned())
    } else {
        (SourceError::Unavailable, format!("the connection broke off: {cause}"))
    };
    entry.completion.error = Some(detail.clone());
    Failure::new(why, &detail)
}

/// Returns the error for a status that means "try again later".
fn retry_later(status: StatusCode) -> Option<SourceError> {
    match status.as_u16() {
        429 => Some(SourceError::Busy),
        408 | 425 | 500.. => Some(SourceError::Unavailable),
        _ => None,
    }
}

/// Extracts the rate-limit headers.
fn rate_headers(headers: &HeaderMap) -> RateHeaders {
    let named = headers
        .iter()
        .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())));
    RateHeaders::new(named)
}

/// Parses `Retry-After`, in seconds or as a date.
fn retry_after(value: &HeaderValue) -> Option<Duration> {
    let value = value.to_str().ok()?.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // More seconds than fit into the type saturate to a very long time.
        return Some(Duration::from_secs(u64::from(value.parse::<u32>().unwrap_or(u32::MAX))));
    }
    let at = httpdate::parse_http_date(value).ok()?;
    Some(at.duration_since(SystemTime::now()).unwrap_or_default())
}

/// Encodes the fields of a form (`application/x-www-form-urlencoded`).
fn form(fields: &[(&'static str, String)]) -> String {
    let Ok(mut url) = Url::parse("form:") else { return String::new() };
    url.query_pairs_mut().extend_pairs(fields);
    url.query().unwrap_or_default().to_owned()
}

/// The size in bytes of the request line, headers and body, without the headers that the HTTP
/// client adds.
pub(super) fn size(method: &Method, url: &Url, head: &HeaderMap, body: usize) -> u64 {
    let line = method.as_str().len() + url.path().len() + url.query().map_or(0, |query| query.len() + 1);
    let head: usize = head.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    (line + head + body) as u64
}
