//! Requests to arbitrary hosts that are cited in references.
//!
//! The addresses are untrusted, so they may only lead to public hosts over HTTPS, and each is
//! requested once. A failing host is not evidence about other hosts, so nothing trips a circuit
//! breaker, and nothing is retried.

use super::attempt::{self, Incoming, Outgoing};
use super::client;
use super::consent::Allowance;
use super::core::GateCore;
use super::failure::Failure;
use super::limits::Departure;
use super::permit::Permit;
use crate::online::{NotAnAnswer, Reading, Request, ServiceEndpoint, without_controls};
use referee_bibliography::is_public_host;
use referee_records::source::SourceError;
use reqwest::Url;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The timeout for a page, including all redirects.
const PAGE_TIMEOUT: Duration = Duration::from_secs(8);

/// The maximum number of redirects.
const MAX_MOVES: usize = 5;

/// Requests a page from one host, follows redirects, and reads the response. Also returns the
/// number of requests sent.
pub(super) async fn exchange(
    gate: &GateCore,
    endpoint: &ServiceEndpoint,
    request: &Request,
    mut permit: Permit,
    allowance: Allowance,
    cancel: &CancellationToken,
) -> (u64, Result<Vec<Reading>, Failure>) {
    // The hosts are independent: release the probe at once, so that no other request waits for it.
    drop(permit.take_probe());
    let sent = AtomicU64::new(0);
    let readings = if allowance.passes(request) {
        let departure = permit.departure();
        let asked = async {
            tokio::select! {
                readings = ask(gate, endpoint, request, departure, &sent) => readings,
                () = gate.clock.sleep(PAGE_TIMEOUT) => Err(Failure::new(SourceError::Timeout, "")),
            }
        };
        gate.unless_cancelled(cancel, asked).await
    } else {
        Err(Failure::new(SourceError::Private, ""))
    };
    (sent.load(Ordering::Relaxed), readings)
}

async fn ask(
    gate: &GateCore,
    endpoint: &ServiceEndpoint,
    request: &Request,
    departure: Option<Departure>,
    sent: &AtomicU64,
) -> Result<Vec<Reading>, Failure> {
    let no_address = |_| Failure::new(SourceError::Refused, "no address can be made of it");
    let mut url = Url::parse(&request.url).map_err(no_address)?;
    for _ in 0..=MAX_MOVES {
        if !may_be_asked(&url, &endpoint.access.base_url) {
            return Err(Failure::new(SourceError::Unreadable, "it is not an address of the public web"));
        }
        let outgoing = Outgoing {
            url: url.clone(),
            body: &request.body,
            accept: request.accept,
            secret_header: None,
            with_contact: false,
            purpose: endpoint.service.name(),
            tells: request.tells,
            questions: request.questions.len(),
            departure: departure.clone(),
            sent: Some(sent),
        };
        let response = match attempt::send(gate, &outgoing).await? {
            Incoming::Response(response, _) => response,
            Incoming::RetryLater(failure, ..) => return Err(failure),
            Incoming::Redirect { to, .. } => {
                url = to;
                continue;
            }
        };
        return endpoint.service.read(request, &response).map(without_controls).map_err(|why| match why {
            NotAnAnswer::Busy => Failure::new(SourceError::Busy, ""),
            NotAnAnswer::Unreadable(detail) => Failure::new(SourceError::Unreadable, &detail),
            NotAnAnswer::Refused(detail) | NotAnAnswer::Denied(detail) => {
                Failure::new(SourceError::Refused, &detail)
            }
        });
    }
    Err(Failure::new(SourceError::Unreadable, "it redirects in a circle"))
}

/// Returns whether an address is on the public web over HTTPS, or belongs to the relay in the
/// settings.
fn may_be_asked(url: &Url, relay: &str) -> bool {
    if let Ok(relay) = Url::parse(relay) {
        return relay.scheme() == url.scheme() && client::host(&relay) == client::host(url);
    }
    url.scheme() == "https"
        && url.port().is_none()
        && url.username().is_empty()
        && url.password().is_none()
        && url.domain().is_some_and(is_public_host)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn a_reference_leads_to_no_machine_of_the_local_network() {
        let may = |url: &str, relay: &str| may_be_asked(&Url::parse(url).unwrap(), relay);
        assert!(may("https://www.who.int/news", ""));
        for url in [
            "http://www.who.int/news",
            "https://127.0.0.1/",
            "https://10.0.0.7/admin",
            "https://[::1]/",
            "https://localhost/",
            "https://printer/",
            "https://nas.local/",
            "https://example.org:8443/",
            "https://me:secret@example.org/",
            "https://169.254.169.254/latest/meta-data",
        ] {
            assert!(!may(url, ""), "{url}");
        }
        assert!(may("http://127.0.0.1:9/page/x", "http://127.0.0.1:9/page"));
        assert!(!may("https://www.who.int/news", "http://127.0.0.1:9/page"), "a relay is not gone around");
    }
}
