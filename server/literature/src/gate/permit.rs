//! Permits: a request leaves when its rate limit and the requests before it allow.

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

/// So many requests at once go to a service that states no limit.
const DEFAULT_AT_ONCE: usize = 8;

/// How often it is looked whether other processes are done, where only so many requests may be under way: they write
/// that into a file, and nothing tells of it.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long to wait before the pace of the site is asked for again, where it was not known.
const SITE_PACE_RETRY: Duration = Duration::from_millis(500);

/// The longest window of a limit for whose end a request waits, however long that is. In a longer one, a request waits no
/// longer than for an answer: otherwise, with 60 requests an hour, a run could wait for an hour.
const LONGEST_AWAITED_WINDOW: Duration = Duration::from_secs(60);

/// How much longer than its timeout a request counts as under way, where nobody says that it is over.
const LEASE_MARGIN: Duration = Duration::from_secs(5);

/// The permit to send one request now. While it lives the request counts as under way; dropped unused, it is given
/// back.
pub(crate) struct Permit {
    start: Option<Start>,
    probe: Option<ProbePermit>,
    _in_flight: InFlight,
}

impl Permit {
    /// The word that the request leaves, for whoever sends it; `None` where the service states no limit.
    pub(super) fn departure(&self) -> Option<Departure> {
        self.start.as_ref().map(Start::departure)
    }

    /// Adds the right to ask the service, which was given before.
    pub(super) fn with(mut self, probe: ProbePermit) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Takes the right to ask the service out, to be kept until it is known how the service does.
    pub(super) fn take_probe(&mut self) -> Option<ProbePermit> {
        self.probe.take()
    }

    /// Says that the request was answered, and after how long.
    pub(super) fn answered(&mut self, took: Duration) {
        if let Some(start) = &mut self.start {
            start.answered(took);
        }
    }
}

/// What a request of one class needs to leave for a service.
pub(super) struct Wanted<'a> {
    pub(super) service: &'static dyn Service,
    pub(super) limit: Option<&'a Limit>,
    pub(super) class: &'static str,
}

/// Waits until a request may leave, after those who came before. Nothing is taken while waiting: to stop waiting is to
/// drop this.
///
/// # Errors
///
/// The service is given up, or its budget or this program's own limit for it does not allow such a request for now.
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
        // Before looking: an end between looking and waiting is not missed.
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
                // Its place in the window is that of the moment when it leaves.
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

/// A limit as people write it in any language: `60/h`, `90/30 min`.
fn rate(limit: &Limit) -> String {
    match limit.per.as_secs() {
        3_600 => format!("{}/h", limit.requests),
        seconds => format!("{}/{} min", limit.requests, seconds / 60),
    }
}

/// How long it is until `at`, in microseconds since 1970.
fn until(gate: &GateCore, at: i64) -> Duration {
    Duration::from_micros(u64::try_from(at.saturating_sub(gate.clock.unix_micros())).unwrap_or(0))
}

/// Gives a service up that another process, or an earlier one, was asked to leave alone.
fn close(gate: &GateCore, breaker: &CircuitBreaker, closure: &Closure) -> Failure {
    breaker.close(until(gate, closure.until), &closure.why);
    closure.why.clone()
}

/// Waits for the turn of this machine among those of its site, for as long as it takes.
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

/// The limit of a class of requests.
pub(super) fn limit(service: &dyn Service, access: &Access, class: &str) -> Option<Limit> {
    service.limits(access).into_iter().find(|limit| limit.class == class)
}

/// The most generous limit of a service: for a request that another service passed on.
pub(super) fn widest_limit(service: &dyn Service, access: &Access) -> Option<Limit> {
    let per_second = |limit: &Limit| f64::from(limit.requests) / limit.per.as_secs_f64().max(1e-3);
    service.limits(access).into_iter().max_by(|a, b| per_second(a).total_cmp(&per_second(b)))
}
