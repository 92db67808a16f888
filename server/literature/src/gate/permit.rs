//! Permits: a request is sent when its rate limit and the requests before it allow.

use super::circuit_breaker::{CircuitBreaker, InFlight, ProbePermit};
use super::core::GateCore;
use super::failure::Failure;
use super::limits::{Departure, Start, StartDecision, Window};
use super::service_state::Closure;
use super::site_pace::PaceRequest;
use crate::online::{Access, Limit, Service};
use referee_records::source::SourceError;
use std::sync::Arc;
use std::time::Duration;

/// The maximum number of concurrent requests to a service that states no limit.
const DEFAULT_AT_ONCE: usize = 8;

/// How often to check for the end of requests of other processes if the number of concurrent
/// requests is limited: they are recorded in a file, without a notification.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long to wait before the pace of the site is requested again if it was unavailable.
const SITE_PACE_RETRY: Duration = Duration::from_millis(500);

/// The longest limit window whose end a request waits for unconditionally. With a longer window, a
/// request waits no longer than for an answer: otherwise, with 60 requests an hour, a run could
/// wait for an hour.
const LONGEST_AWAITED_WINDOW: Duration = Duration::from_secs(60);

/// How much longer than its timeout a request counts as under way if its end is not recorded.
const LEASE_MARGIN: Duration = Duration::from_secs(5);

/// Permission to send one request now. While it exists the request counts as under way; if dropped
/// unused, it is returned.
pub(crate) struct Permit {
    start: Option<Start>,
    probe: Option<ProbePermit>,
    _in_flight: InFlight,
}

impl Permit {
    /// Returns the handle that reports the sending of the request; `None` if the service states no
    /// limit.
    pub(super) fn departure(&self) -> Option<Departure> {
        self.start.as_ref().map(Start::departure)
    }

    /// Adds the probe permit, which was granted earlier.
    pub(super) fn with(mut self, probe: ProbePermit) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Takes out the probe permit, to be held until the health of the service is known.
    pub(super) fn take_probe(&mut self) -> Option<ProbePermit> {
        self.probe.take()
    }

    /// Records that the request was answered after `took`.
    pub(super) fn answered(&mut self, took: Duration) {
        if let Some(start) = &mut self.start {
            start.answered(took);
        }
    }
}

/// What a request of one class needs before it can be sent to a service.
pub(super) struct Wanted<'a> {
    pub(super) service: &'static dyn Service,
    pub(super) limit: Option<&'a Limit>,
    pub(super) class: &'static str,
}

/// Waits until a request may be sent, after those that came before it. Cancel-safe: nothing is
/// reserved while waiting.
///
/// # Errors
///
/// Returns an error if the service is given up, or if its budget or this program's own limit for it
/// does not allow such a request now.
pub(super) async fn acquire(
    gate: &GateCore,
    breaker: &Arc<CircuitBreaker>,
    wanted: Wanted<'_>,
) -> Result<Permit, Failure> {
    let Wanted { service, limit, class } = wanted;
    let clock = &gate.clock;
    let queue = breaker.queue(class);
    let _first_in_queue = queue.lock().await;
    let at_once = limit.map_or(DEFAULT_AT_ONCE, |limit| limit.at_once);
    loop {
        if let Some(until) = breaker.paused_until() {
            clock.sleep_until(until).await;
            continue;
        }
        let over = breaker.request_over.notified();
        tokio::pin!(over);
        // Register before the check, so that an end between check and wait is not missed.
        over.as_mut().enable();
        let Some(in_flight) = breaker.start_request(at_once) else {
            over.await;
            continue;
        };
        let permit = |start| Permit { start, probe: None, _in_flight: in_flight };
        let Some(limit) = limit else {
            return match gate.limits.closure(breaker.key.clone()).await {
                Some(closure) => Err(close(gate, breaker, &closure)),
                None => Ok(permit(None)),
            };
        };
        let window = Window {
            service: breaker.key.clone(),
            class: limit.class,
            requests: limit.requests,
            per: limit.per,
            at_once: limit.at_once,
            quickest: breaker.quickest_response(class, limit.requests),
            cost: service.cost(class),
            leaves_reserve: service.leaves_reserve(class),
        };
        let lease = gate.options.timeouts.response + LEASE_MARGIN;
        let wait = match gate.limits.take(window, lease).await {
            StartDecision::Granted(start) => {
                // Its place in the window is that of the time when it is sent.
                let permit = permit(Some(start));
                wait_for_site(gate, &breaker.key, limit).await;
                return Ok(permit);
            }
            StartDecision::Closed(closure) => return Err(close(gate, breaker, &closure)),
            StartDecision::Spent(budget) => {
                breaker.record_spent(until(gate, budget.renewed_at));
                let detail = if budget.allows(service.cost(class), false) {
                    "the rest is kept for references that need it"
                } else {
                    ""
                };
                return Err(Failure::new(SourceError::BudgetSpent, detail));
            }
            StartDecision::WaitFor(wait)
                if limit.per > LONGEST_AWAITED_WINDOW && wait > gate.options.timeouts.response =>
            {
                breaker.record_spent(wait);
                return Err(Failure::new(SourceError::OwnLimit, &rate(limit)));
            }
            StartDecision::WaitFor(wait) => wait,
            StartDecision::AtCapacity => POLL_INTERVAL.mul_f32(0.75 + 0.5 * fastrand::f32()),
        };
        drop(permit);
        clock.sleep(wait).await;
    }
}

/// Formats a limit in a language-independent way: `60/h`, `90/30 min`.
fn rate(limit: &Limit) -> String {
    match limit.per.as_secs() {
        3_600 => format!("{}/h", limit.requests),
        seconds => format!("{}/{} min", limit.requests, seconds / 60),
    }
}

/// Returns the time until `at`, which is in microseconds since 1970.
fn until(gate: &GateCore, at: i64) -> Duration {
    Duration::from_micros(u64::try_from(at.saturating_sub(gate.clock.unix_micros())).unwrap_or(0))
}

/// Gives up a service that asked another process, or an earlier one, for a pause.
fn close(gate: &GateCore, breaker: &CircuitBreaker, closure: &Closure) -> Failure {
    breaker.close(until(gate, closure.until), &closure.why);
    closure.why.clone()
}

/// Waits for the turn of this machine among those of its site, without a timeout.
async fn wait_for_site(gate: &GateCore, service: &str, limit: &Limit) {
    let Some(pace) = &gate.options.site_pace else { return };
    let request = PaceRequest { service, class: limit.class, requests: limit.requests, per: limit.per };
    loop {
        match pace.reserve(&request).await {
            Some(wait) => return gate.clock.sleep(wait).await,
            None => gate.clock.sleep(SITE_PACE_RETRY).await,
        }
    }
}

/// Returns the limit of a class of requests.
pub(super) fn limit(service: &dyn Service, access: &Access, class: &str) -> Option<Limit> {
    service.limits(access).into_iter().find(|limit| limit.class == class)
}

/// Returns the widest limit of a service, for a request that another service redirected.
pub(super) fn widest_limit(service: &dyn Service, access: &Access) -> Option<Limit> {
    let per_second = |limit: &Limit| f64::from(limit.requests) / limit.per.as_secs_f64().max(1e-3);
    service.limits(access).into_iter().max_by(|a, b| per_second(a).total_cmp(&per_second(b)))
}
