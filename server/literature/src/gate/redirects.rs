//! Sends one request and follows its redirects, as far as its service may redirect.

use super::attempt::{self, Incoming, Outgoing};
use super::circuit_breaker::CircuitBreaker;
use super::client;
use super::core::GateCore;
use super::endpoint::service_key;
use super::failure::Failure;
use super::limits::Departure;
use super::options::MAX_REDIRECTS;
use super::permit::{self, Permit};
use crate::online::{Body, RateHeaders, Request, Response, ServiceEndpoint};
use referee_records::source::SourceError;
use reqwest::Url;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The start of the wait for an answer; `None` while no server has the request.
pub(super) type WaitingSince = Option<Instant>;

/// Sends a request and follows its redirects.
pub(super) struct RedirectFollower {
    pub(super) gate: Arc<GateCore>,
    pub(super) endpoint: ServiceEndpoint,
    pub(super) request: Arc<Request>,
    pub(super) breaker: Arc<CircuitBreaker>,
    pub(super) waiting: watch::Sender<WaitingSince>,
    pub(super) sent: Arc<AtomicU64>,
    pub(super) departure: Option<Departure>,
}

impl RedirectFollower {
    pub(super) async fn follow(self, url: Url) -> Result<FinalResponse, Failure> {
        let (gate, request, endpoint) = (&self.gate, &self.request, &self.endpoint);
        let none = Body::None;
        let mut outgoing = Outgoing {
            url,
            body: &request.body,
            accept: request.accept,
            secret_header: request.secret_header.as_ref(),
            with_contact: endpoint.service.wants_contact(),
            purpose: endpoint.service.name(),
            tells: request.tells,
            questions: request.questions.len(),
            departure: self.departure,
            sent: Some(&self.sent),
        };
        // A redirected request also needs a permit of the other service.
        let mut passed_on: Option<Permit> = None;
        for _ in 0..=MAX_REDIRECTS {
            if let Some(permit) = &passed_on {
                outgoing.departure = permit.departure();
            }
            self.waiting.send_replace(Some(gate.clock.now()));
            let (to, by_get) = match attempt::send(gate, &outgoing).await? {
                Incoming::Response(response, _) if passed_on.is_some() && is_denial(&response) => {
                    let detail = format!("{} refuses it", client::host(&outgoing.url));
                    return Err(Failure::new(SourceError::Unavailable, &detail));
                }
                Incoming::Response(response, rate) => return Ok(FinalResponse::Response(response, rate)),
                // A pause that another service asked for does not apply to this one.
                Incoming::RetryLater(failure, wait, rate) => {
                    let wait = wait.filter(|_| passed_on.is_none());
                    return Ok(FinalResponse::RetryLater(failure, wait, rate));
                }
                Incoming::Redirect { to, by_get } => (to, by_get),
            };
            let known = gate.known_at(&to);
            let same = client::host(&to) == client::host(&outgoing.url);
            let expected = to.host_str().is_some_and(|host| endpoint.service.redirects_to().contains(&host));
            if !(same || expected || known.is_some()) {
                let detail = format!("it redirects to {}", client::host(&to));
                return Err(Failure::new(SourceError::Unreadable, &detail));
            }
            if !same {
                outgoing.secret_header = None;
            }
            if by_get {
                outgoing.body = &none;
            }
            outgoing.url = to;
            passed_on = None;
            if let Some(other) = known.filter(|other| service_key(other) != self.breaker.key) {
                self.waiting.send_replace(None);
                let breaker = gate.breaker(&other);
                let limit = permit::widest_limit(other.service, &other.access);
                let class = limit.as_ref().map_or("", |limit| limit.class);
                outgoing.with_contact = other.service.wants_contact();
                let wanted = permit::Wanted { service: other.service, limit: limit.as_ref(), class };
                let permit = permit::acquire(gate, &breaker, wanted).await;
                passed_on = Some(permit.map_err(|failure| match failure.why {
                    // The limit is that of the other service.
                    SourceError::OwnLimit => {
                        let detail = format!("{}: {}", client::host(&outgoing.url), failure.detail);
                        Failure::new(failure.why, &detail)
                    }
                    _ => failure,
                })?);
            }
        }
        Err(Failure::new(SourceError::Unreadable, "it redirects in a circle"))
    }
}

/// Returns whether a response refuses the program or its network.
fn is_denial(response: &Response) -> bool {
    matches!(response.status, 401 | 403)
}

/// The final result of a request after all redirects.
pub(super) enum FinalResponse {
    Response(Response, RateHeaders),
    RetryLater(Failure, Option<Duration>, RateHeaders),
}
