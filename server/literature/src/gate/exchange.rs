//! One request from the question whether it may leave to its answer: permits, attempts, redirects and giving up.

use super::any_host;
use super::attempt::{self, Incoming, Outgoing};
use super::circuit_breaker::CircuitBreaker;
use super::client;
use super::consent::Allowance;
use super::core::{Gate, GateCore};
use super::failure::Failure;
use super::limits::Departure;
use super::options::MAX_REDIRECTS;
use super::permit::{self, Permit};
use crate::online::{Body, NotAnAnswer, Reading, Request, Response, ServiceEndpoint, without_controls};
use referee_records::source::SourceError;
use reqwest::Url;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// A request that fails alone, while its service answers others, is sent so often at most.
const MAX_ATTEMPTS: u32 = 6;

/// What became of a request.
#[derive(Debug)]
pub(crate) struct ExchangeOutcome {
    /// How often something was sent.
    pub(crate) sent: u64,
    /// A reading for each question of the request, in their order.
    pub(crate) readings: Result<Vec<Reading>, Failure>,
    /// The last attempt, where it was given up without an answer and is still under way.
    pub(crate) timed_out: Option<TimedOut>,
}

impl Gate {
    /// Waits until a request of this class may leave for a service. A permit that is dropped unused is given back.
    pub(crate) async fn acquire(
        &self,
        endpoint: &ServiceEndpoint,
        class: &'static str,
        cancel: &CancellationToken,
    ) -> Result<Permit, Failure> {
        let gate = &self.inner;
        gate.consent.check().map_err(|why| Failure::new(why, ""))?;
        let breaker = gate.breakers.of(&service_key(endpoint));
        let limit = permit::limit(endpoint.service, &endpoint.access, class);
        let probe = gate.unless_cancelled(cancel, breaker.admit()).await?;
        let permit = permit::acquire(gate, &breaker, limit.as_ref(), class);
        Ok(gate.unless_given_up(cancel, &breaker, permit).await?.with(probe))
    }

    /// Sends a request with its permit, and again where that may help, and reads the answer.
    pub(crate) async fn exchange(
        &self,
        endpoint: &ServiceEndpoint,
        request: &Request,
        permit: Permit,
        allowance: Allowance,
        cancel: &CancellationToken,
    ) -> ExchangeOutcome {
        if endpoint.service.asks_any_host() {
            let asked = any_host::exchange(&self.inner, endpoint, request, permit, allowance, cancel);
            let (sent, readings) = asked.await;
            return ExchangeOutcome { sent, readings, timed_out: None };
        }
        let sent = Arc::new(AtomicU64::new(0));
        let mut timed_out = None;
        let exchange =
            Exchange { gate: Arc::clone(&self.inner), endpoint: endpoint.clone(), sent: Arc::clone(&sent) };
        let readings = exchange.run(request, permit, allowance, cancel, &mut timed_out).await;
        ExchangeOutcome { sent: sent.load(Ordering::Relaxed), readings, timed_out }
    }

    /// Why a service is left alone for now, and for how long still; `None` where it may be asked.
    pub(crate) fn cooling_down(&self, endpoint: &ServiceEndpoint) -> Option<(Failure, Duration)> {
        self.inner.breakers.of(&service_key(endpoint)).cooling_down()
    }

    /// Makes services known: requests may be redirected to them, and then their limits hold.
    pub(crate) fn register(&self, services: &[ServiceEndpoint]) {
        let mut known = self.inner.known_services.lock().unwrap_or_else(PoisonError::into_inner);
        for endpoint in services {
            if !known.iter().any(|other| service_key(other) == service_key(endpoint)) {
                known.push(endpoint.clone());
            }
        }
    }
}

/// What tells a service from others: its name and its address. In tests all have the same host.
fn service_key(endpoint: &ServiceEndpoint) -> String {
    format!("{} {}", endpoint.service.name(), endpoint.access.base_url)
}

/// One request that is put to a service.
struct Exchange {
    gate: Arc<GateCore>,
    endpoint: ServiceEndpoint,
    /// How often something was sent.
    sent: Arc<AtomicU64>,
}

impl Exchange {
    async fn run(
        &self,
        request: &Request,
        mut permit: Permit,
        allowance: Allowance,
        cancel: &CancellationToken,
        timed_out: &mut Option<TimedOut>,
    ) -> Result<Vec<Reading>, Failure> {
        if !allowance.passes(request) {
            return Err(Failure::new(SourceError::Private, ""));
        }
        let (gate, endpoint) = (&self.gate, &self.endpoint);
        let url = address(request)?;
        let request = Arc::new(request.clone());
        let breaker = gate.breakers.of(&service_key(endpoint));
        // Kept to the end: while one request finds out how the service does, the others wait.
        let _probe = permit.take_probe();
        let timeouts = &gate.options.timeouts;
        let begun = gate.clock.now();
        let mut first_permit = Some(permit);
        for attempt in 1.. {
            let permit = match first_permit.take() {
                Some(permit) => permit,
                None => {
                    let limit = permit::limit(endpoint.service, &endpoint.access, request.class);
                    let permit = permit::acquire(gate, &breaker, limit.as_ref(), request.class);
                    gate.unless_given_up(cancel, &breaker, permit).await?
                }
            };
            breaker.record_attempt();
            let began = gate.clock.now();
            let (waiting, mut waiting_since) = watch::channel(None);
            let mut task = JoinSet::new();
            let redirects = RedirectFollower {
                gate: Arc::clone(gate),
                endpoint: endpoint.clone(),
                request: Arc::clone(&request),
                breaker: Arc::clone(&breaker),
                waiting,
                sent: Arc::clone(&self.sent),
                departure: permit.departure(),
            };
            task.spawn(redirects.follow(url.clone()));
            let mut sending = TimedOut {
                gate: Arc::clone(gate),
                breaker: Arc::clone(&breaker),
                request: Arc::clone(&request),
                endpoint: endpoint.clone(),
                task,
                permit,
                began,
            };
            let done = gate.in_time(&breaker, request.class, &mut waiting_since, &mut sending.task);
            let (failure, wait) = match gate.unless_cancelled(cancel, async { Ok(done.await) }).await? {
                Some(done) => match sending.read(done) {
                    Ok(readings) => return Ok(readings),
                    Err(failed) => failed,
                },
                None => {
                    let waited = format!("after {:.1} s", gate.clock.elapsed(began).as_secs_f32());
                    (Failure::new(SourceError::Timeout, &waited), None)
                }
            };
            if matches!(failure.why, SourceError::Offline | SourceError::Cancelled | SourceError::Refused) {
                return Err(failure);
            }
            let last = attempt >= MAX_ATTEMPTS || gate.clock.elapsed(begun) >= timeouts.response;
            let given_up = breaker.record_failure(timeouts, began, &failure, wait, last);
            if given_up && failure.why == SourceError::Timeout {
                *timed_out = Some(sending);
            }
            if given_up || last {
                return Err(failure);
            }
        }
        Err(Failure::new(SourceError::Unavailable, ""))
    }
}

/// An attempt whose caller stopped waiting and that is still under way. It is broken off when this is dropped.
pub(crate) struct TimedOut {
    gate: Arc<GateCore>,
    breaker: Arc<CircuitBreaker>,
    request: Arc<Request>,
    endpoint: ServiceEndpoint,
    task: JoinSet<Result<FinalResponse, Failure>>,
    permit: Permit,
    began: Instant,
}

impl std::fmt::Debug for TimedOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TimedOut").field("service", &self.breaker.key).finish_non_exhaustive()
    }
}

impl TimedOut {
    /// Reads the answer, and notes how the service did.
    fn read(
        &mut self,
        done: Result<FinalResponse, Failure>,
    ) -> Result<Vec<Reading>, (Failure, Option<Duration>)> {
        let response = match done {
            Ok(FinalResponse::Response(response)) => response,
            Ok(FinalResponse::RetryLater(failure, wait)) => return Err((failure, wait)),
            Err(failure) => return Err((failure, None)),
        };
        let took = self.gate.clock.elapsed(self.began);
        match self.endpoint.service.read(&self.request, &response).map(without_controls) {
            Ok(readings) if readings.len() == self.request.questions.len() => {
                self.breaker.record_response(self.request.class, took);
                self.permit.answered(took);
                Ok(readings)
            }
            Ok(_) => Err((Failure::new(SourceError::Unreadable, "it answers other questions"), None)),
            Err(NotAnAnswer::Refused(detail)) => {
                let failure = Failure::new(SourceError::Refused, &detail);
                self.permit.answered(took);
                self.breaker.record_refusal(&self.gate.options.timeouts, &failure);
                Err((failure, None))
            }
            Err(NotAnAnswer::Busy) => Err((Failure::new(SourceError::Busy, ""), None)),
            Err(NotAnAnswer::Unreadable(detail)) => {
                Err((Failure::new(SourceError::Unreadable, &detail), None))
            }
        }
    }

    /// Waits for a service that is merely slow: on a bad network the first answer may take longer than anybody wants
    /// to wait, and then the next ones do not. Those who asked were told meanwhile that it did not answer.
    pub(crate) async fn answer(mut self) -> Option<(Arc<Request>, Vec<Reading>)> {
        let deadline = self.began + self.gate.options.timeouts.response;
        let gate = Arc::clone(&self.gate);
        let done = tokio::select! {
            () = gate.consent.revoked() => None,
            () = gate.clock.sleep_until(deadline) => None,
            done = self.task.join_next() => done,
        };
        let readings = self.read(done?.ok()?).ok()?;
        Some((Arc::clone(&self.request), readings))
    }
}

/// Since when an answer is waited for; `None` while no server has the request.
type WaitingSince = Option<Instant>;

/// Sends a request and follows where it leads.
struct RedirectFollower {
    gate: Arc<GateCore>,
    endpoint: ServiceEndpoint,
    request: Arc<Request>,
    breaker: Arc<CircuitBreaker>,
    waiting: watch::Sender<WaitingSince>,
    sent: Arc<AtomicU64>,
    departure: Option<Departure>,
}

impl RedirectFollower {
    async fn follow(self, url: Url) -> Result<FinalResponse, Failure> {
        let (gate, request, endpoint) = (&self.gate, &self.request, &self.endpoint);
        let none = Body::None;
        let mut outgoing = Outgoing {
            url,
            body: &request.body,
            accept: request.accept,
            secret_header: request.secret_header.as_ref(),
            purpose: endpoint.service.name(),
            tells: request.tells,
            questions: request.questions.len(),
            departure: self.departure,
        };
        // A request that was passed on needs a permit of the other service too.
        let mut passed_on: Option<Permit> = None;
        for _ in 0..=MAX_REDIRECTS {
            if let Some(permit) = &passed_on {
                outgoing.departure = permit.departure();
            }
            self.sent.fetch_add(1, Ordering::Relaxed);
            self.waiting.send_replace(Some(gate.clock.now()));
            let (to, by_get) = match attempt::send(gate, &outgoing).await? {
                Incoming::Response(response) => return Ok(FinalResponse::Response(response)),
                Incoming::RetryLater(failure, wait) => return Ok(FinalResponse::RetryLater(failure, wait)),
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
                let breaker = gate.breakers.of(&service_key(&other));
                let limit = permit::widest_limit(other.service, &other.access);
                let class = limit.as_ref().map_or("", |limit| limit.class);
                passed_on = Some(permit::acquire(gate, &breaker, limit.as_ref(), class).await);
            }
        }
        Err(Failure::new(SourceError::Unreadable, "it redirects in a circle"))
    }
}

impl GateCore {
    /// The known service that an address belongs to.
    fn known_at(&self, url: &Url) -> Option<ServiceEndpoint> {
        let known = self.known_services.lock().unwrap_or_else(PoisonError::into_inner);
        let belongs = |endpoint: &&ServiceEndpoint| {
            Url::parse(&endpoint.access.base_url).is_ok_and(|base| {
                base.scheme() == url.scheme()
                    && client::host(&base) == client::host(url)
                    && url
                        .path()
                        .strip_prefix(base.path().trim_end_matches('/'))
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        known.iter().find(belongs).cloned()
    }

    /// Waits for an attempt as long as the service deserves; `None` if that was not long enough.
    async fn in_time(
        &self,
        breaker: &CircuitBreaker,
        class: &'static str,
        waiting: &mut watch::Receiver<WaitingSince>,
        attempt: &mut JoinSet<Result<FinalResponse, Failure>>,
    ) -> Option<Result<FinalResponse, Failure>> {
        loop {
            let since = *waiting.borrow_and_update();
            let deadline = since.map(|since| breaker.response_deadline(&self.options.timeouts, class, since));
            if deadline.is_some_and(|deadline| deadline <= self.clock.now()) {
                return None;
            }
            tokio::select! {
                done = attempt.join_next() => {
                    let broken = || Err(Failure::new(SourceError::Unavailable, "it could not be asked"));
                    return Some(done.and_then(Result::ok).unwrap_or_else(broken));
                }
                // It may have answered something else meanwhile, and then deserves more.
                () = self.clock.sleep_until(deadline.unwrap_or_else(|| self.clock.now())), if deadline.is_some() => {}
                // Another server has the request now, or none. The attempt is over where nobody tells any more.
                Ok(()) = waiting.changed() => {}
            }
        }
    }

    /// Does something unless the author calls it off or takes the consent back.
    pub(super) async fn unless_cancelled<T>(
        &self,
        cancel: &CancellationToken,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Failure::new(SourceError::Cancelled, "")),
            () = self.consent.revoked() => Err(Failure::new(SourceError::Offline, "")),
            done = work => done,
        }
    }

    /// Waits for something unless the author calls it off, takes the consent back, or the service is given up.
    async fn unless_given_up<T>(
        &self,
        cancel: &CancellationToken,
        breaker: &CircuitBreaker,
        wait: impl Future<Output = T>,
    ) -> Result<T, Failure> {
        let wait = async {
            tokio::select! {
                biased;
                why = breaker.given_up(&self.options.timeouts) => Err(why),
                done = wait => Ok(done),
            }
        };
        self.unless_cancelled(cancel, wait).await
    }
}

/// Where following a request led.
enum FinalResponse {
    Response(Response),
    RetryLater(Failure, Option<Duration>),
}

/// The address of a request, with its key.
fn address(request: &Request) -> Result<Url, Failure> {
    let mut url = Url::parse(&request.url).map_err(|error| {
        Failure::new(SourceError::Refused, &format!("no address can be made of it: {error}"))
    })?;
    if let Some((name, value)) = &request.secret_parameter {
        url.query_pairs_mut().append_pair(name, value);
    }
    Ok(url)
}
