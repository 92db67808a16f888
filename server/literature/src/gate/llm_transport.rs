//! Requests to a language model: the only way by which an author's text may leave this machine.
//!
//! Another crate, which knows the wire format, builds the request; this module delivers it. To this
//! machine it is delivered unconditionally. To another machine only a body that the author has seen
//! and agreed to send is delivered, byte for byte: the agreement is the [`BodyDigest`] of a body,
//! so that nothing can be added to it afterwards.

use super::attempt;
use super::client::{self, ClientError};
use super::core::{Gate, GateCore};
use super::log::{self, LogEntry, Sent};
use super::loopback;
use crate::online::Disclosure;
use futures::stream;
use referee_records::source::SourceError;
use reqwest::{Request, Response, Url};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// The maximum size of a request in bytes: a hundred times what current models can read.
const MAX_REQUEST_BYTES: usize = 4 << 20;

/// The maximum number of response chunks that wait for the reader.
const MAX_WAITING_CHUNKS: usize = 16;

/// The digest of a body; equal digests mean equal bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyDigest(u64, u64);

impl BodyDigest {
    /// Computes the digest of these bytes.
    #[must_use]
    pub fn of(body: &[u8]) -> BodyDigest {
        let mut hasher = SipHasher13::new();
        hasher.write(body);
        let hash = hasher.finish128();
        BodyDigest(hash.h1, hash.h2)
    }
}

/// The address of a language model, and the bodies that the author agreed to send there.
#[derive(Clone, Debug)]
pub struct Destination {
    /// The address from the author's settings; requests to other addresses are refused.
    pub base_url: String,
    /// The purpose as it appears in the log, for example `model`.
    pub purpose: &'static str,
    /// The bodies that the author has seen and agreed to send. Required for other machines only.
    pub agreed: Vec<BodyDigest>,
    /// The maximum size of an answer in bytes; a longer one is cut off.
    pub at_most: u64,
}

impl Destination {
    /// Returns whether the address is on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        is_local(&self.base_url)
    }
}

/// Returns whether an address is on this machine: `localhost`, or a loopback address.
#[must_use]
pub fn is_local(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| client::is_loopback(&url))
}

/// Returns the host of an address as it appears in the log; empty without a host.
#[must_use]
pub fn host(address: &str) -> String {
    Url::parse(address).map(|url| client::host(&url)).unwrap_or_default()
}

/// Why a request to a language model failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", if detail.is_empty() { why.words() } else { detail.as_str() })]
pub struct DeliveryError {
    /// The kind of failure, as reported for sources.
    pub why: SourceError,
    /// A short description; contains no API key and nothing of the text.
    pub detail: String,
}

impl DeliveryError {
    fn new(why: SourceError, detail: &str) -> Self {
        DeliveryError { why, detail: detail.to_owned() }
    }
}

/// Aborts a task when dropped.
struct AbortOnDrop(tokio::task::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Gate {
    /// Returns a client for building requests. It cannot connect: requests built with it must be
    /// delivered.
    ///
    /// # Errors
    ///
    /// Returns an error if the client cannot be built.
    pub fn offline_client(&self) -> Result<reqwest::Client, ClientError> {
        self.inner.clients.offline_client()
    }

    /// Delivers a request. Dropping the response or its future closes the connection.
    ///
    /// Redirects are not followed, no request is retried, and no proxy is used for this machine.
    ///
    /// # Errors
    ///
    /// Returns why the request was not sent or not answered.
    pub async fn deliver(&self, request: Request, to: &Destination) -> Result<Response, DeliveryError> {
        let refused = |detail: &str| DeliveryError::new(SourceError::Refused, detail);
        let base = Url::parse(&to.base_url).map_err(|_| refused("its address is none"))?;
        if !is_below(request.url(), &base) {
            return Err(refused("the request leads to another address than that of the settings"));
        }
        let body =
            request.body().and_then(reqwest::Body::as_bytes).ok_or_else(|| refused("an empty request"))?;
        if body.len() > MAX_REQUEST_BYTES {
            return Err(refused("the request is larger than any model reads"));
        }
        let local = client::is_loopback(request.url());
        if !local {
            self.inner.consent.check().map_err(|why| DeliveryError::new(why, ""))?;
            if !to.agreed.contains(&BodyDigest::of(body)) {
                let detail = format!("no consent was given to send this to {}", client::host(request.url()));
                return Err(DeliveryError::new(SourceError::Private, &detail));
            }
        }
        if local && let Some(user) = loopback::other_user_listening_at(request.url()) {
            let detail = format!(
                "another user of this machine (number {user}) listens at {}, so nothing was sent: only what you or root run there is a model of yours",
                client::host(request.url())
            );
            return Err(DeliveryError::new(SourceError::Private, &detail));
        }
        let bytes = body.len();
        let runtime = self
            .runtime()
            .ok_or_else(|| DeliveryError::new(SourceError::Unavailable, "there is no thread for it"))?;
        let (head_sender, head) = oneshot::channel();
        let (chunk_sender, chunks) = mpsc::channel(MAX_WAITING_CHUNKS);
        let (gate, to) = (Arc::clone(&self.inner), to.clone());
        let task = runtime.spawn(async move {
            let mut entry = None;
            let mut response = match gate.begin_delivery(request, &to, local, bytes, &mut entry).await {
                Ok(response) => response,
                Err(failure) => {
                    if let Some(entry) = entry.as_mut() {
                        entry.finish().await;
                    }
                    // The receiver may be gone; ignore the send error.
                    let _ = head_sender.send(Err(failure));
                    return;
                }
            };
            let Some(entry) = entry.as_mut() else { return };
            let head = (response.status(), response.headers().clone());
            entry.completion.status = Some(head.0.as_u16());
            if head_sender.send(Ok(head)).is_err() {
                return;
            }
            loop {
                let next = tokio::select! {
                    biased;
                    () = gate.consent.revoked(), if !local => return,
                    next = response.chunk() => next,
                };
                let chunk = match next {
                    Ok(Some(chunk)) => chunk,
                    Ok(None) => {
                        entry.finish().await;
                        return;
                    }
                    Err(error) => {
                        let failure = attempt::connection_failure(&error, entry);
                        entry.finish().await;
                        let _ = chunk_sender.send(Err(std::io::Error::other(failure.detail))).await;
                        return;
                    }
                };
                entry.completion.bytes_in = entry.completion.bytes_in.saturating_add(chunk.len() as u64);
                if entry.completion.bytes_in > to.at_most {
                    entry.completion.error = Some("larger than any answer".to_owned());
                    entry.finish().await;
                    let _ = chunk_sender.send(Err(std::io::Error::other("larger than any answer"))).await;
                    return;
                }
                if chunk_sender.send(Ok(chunk)).await.is_err() {
                    return;
                }
            }
        });
        let abort = AbortOnDrop(task.abort_handle());
        let broken = |_| DeliveryError::new(SourceError::Unavailable, "it was broken off");
        let (status, headers) = head.await.map_err(broken)??;
        let pieces = stream::unfold((chunks, abort), |(mut chunks, abort)| async move {
            let chunk = chunks.recv().await?;
            Some((chunk, (chunks, abort)))
        });
        let mut response = http::Response::new(reqwest::Body::wrap_stream(pieces));
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        Ok(Response::from(response))
    }
}

impl GateCore {
    async fn begin_delivery(
        &self,
        request: Request,
        to: &Destination,
        local: bool,
        body: usize,
        entry: &mut Option<LogEntry>,
    ) -> Result<Response, DeliveryError> {
        let unavailable = |detail: &str| DeliveryError::new(SourceError::Unavailable, detail);
        let client = if local { self.clients.direct() } else { self.clients.to(request.url()) };
        let client = client.map_err(|error| unavailable(&error.to_string()))?;
        let sent = Sent {
            time: String::new(),
            at: 0,
            host: client::host(request.url()),
            purpose: to.purpose.to_owned(),
            data: log::data_word(Disclosure::Text).to_owned(),
            questions: 1,
            bytes_out: attempt::size(request.method(), request.url(), request.headers(), body),
        };
        // A request that cannot be logged is not sent.
        let sent =
            self.log.sent(sent).await.map_err(|error| {
                unavailable(&format!("the log of what leaves cannot be written: {error}"))
            })?;
        let entry = entry.insert(sent);
        let sending = client.execute(request);
        let response = tokio::select! {
            biased;
            () = self.consent.revoked(), if !local => return Err(DeliveryError::new(SourceError::Offline, "")),
            sent = sending => sent,
        };
        response.map_err(|error| {
            let failure = attempt::connection_failure(&error, entry);
            DeliveryError { why: failure.why, detail: failure.detail }
        })
    }
}

/// Returns whether an address is below another: the same scheme, host and port, and a path inside
/// the other's path.
fn is_below(url: &Url, base: &Url) -> bool {
    let inside = url.path().strip_prefix(base.path().trim_end_matches('/'));
    url.origin() == base.origin() && inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::super::consent::Consent;
    use super::super::options::GateOptions;
    use super::*;

    fn request(gate: &Gate, url: &str) -> Request {
        gate.offline_client().unwrap().post(url).body("a secret").build().unwrap()
    }

    fn deliver(gate: &Gate, url: &str, to: &Destination) -> DeliveryError {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(gate.deliver(request(gate, url), to)).unwrap_err()
    }

    fn to(base_url: &str, agreed: &[&str]) -> Destination {
        Destination {
            base_url: base_url.into(),
            purpose: "model",
            agreed: agreed.iter().map(|body| BodyDigest::of(body.as_bytes())).collect(),
            at_most: 1 << 20,
        }
    }

    #[test]
    fn nothing_is_sent_to_another_machine_without_agreement_to_those_very_words() {
        let state = tempfile::tempdir().unwrap();
        let gate = Gate::new(GateOptions::new(state.path()));
        let there = "https://model.invalid/v1";
        let url = "https://model.invalid/v1/chat/completions";
        assert_eq!(deliver(&gate, url, &to(there, &["a secret"])).why, SourceError::Offline);
        gate.set_consent(Consent::Allowed);
        assert_eq!(deliver(&gate, url, &to(there, &["another secret"])).why, SourceError::Private);
        assert_eq!(
            deliver(&gate, "https://model.invalid/v1x", &to(there, &["a secret"])).why,
            SourceError::Refused
        );
        assert_eq!(
            deliver(&gate, "https://other.invalid/v1/c", &to(there, &["a secret"])).why,
            SourceError::Refused
        );
        assert!(super::super::read_log(state.path()).unwrap().is_empty());
        // Plain HTTP to another machine is refused.
        let plain =
            deliver(&gate, "http://model.invalid/v1/c", &to("http://model.invalid/v1", &["a secret"]));
        assert_eq!(plain.detail, "only https is allowed");
    }

    #[test]
    fn this_machine_is_told_from_names_that_look_like_it() {
        for here in
            ["http://127.0.0.1:11434/v1", "http://localhost/v1", "http://[::1]:8080", "http://127.1/v1"]
        {
            assert!(is_local(here), "{here}");
        }
        for there in ["http://127.0.0.1.example.org", "http://localhost.example.org", "http://10.0.0.1", "x"]
        {
            assert!(!is_local(there), "{there}");
        }
    }

    #[test]
    fn what_requests_are_written_with_reaches_nothing() {
        let state = tempfile::tempdir().unwrap();
        let gate = Gate::new(GateOptions::new(state.path()));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        assert!(runtime.block_on(gate.offline_client().unwrap().post(url).send()).is_err());
    }
}
