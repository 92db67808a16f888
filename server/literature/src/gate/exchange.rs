//! Follows one request from the check whether it may be sent to its answer: permits, attempts,
//! redirects and giving up.

use super::any_host;
use super::circuit_breaker::CircuitBreaker;
use super::clock::micros;
use super::consent::Allowance;
use super::core::{Gate, GateCore};
use super::endpoint::service_key;
use super::failure::Failure;
use super::permit::{self, Permit};
use super::redirects::{FinalResponse, RedirectFollower, WaitingSince};
use super::service_state::StoredBudget;
use crate::online::{Budget, NotAnAnswer, RateHeaders, Reading, Request, ServiceEndpoint, without_controls};
use referee_records::source::SourceError;
use reqwest::Url;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The maximum number of attempts for a request that fails while its service answers others.
const MAX_ATTEMPTS: u32 = 6;

/// The outcome of a request.
#[derive(Debug)]
pub(crate) struct ExchangeOutcome {
    /// The number of HTTP requests sent.
    pub(crate) sent: u64,
    /// One reading for each question of the request, in order.
    pub(crate) readings: Result<Vec<Reading>, Failure>,
    /// The last attempt, if its caller stopped waiting and it is still under way.
    pub(crate) timed_out: Option<TimedOut>,
}

impl Gate {
    /// Waits until a request of this class may be sent to a service. A permit that is dropped
    /// unused is returned.
    pub(crate) async fn acquire(
        &self,
        endpoint: &ServiceEndpoint,
        class: &'static str,
        cancel: &CancellationToken,
    ) -> Result<Permit, Failure> {
        let gate = &self.inner;
        gate.consent.check().map_err(|why| Failure::new(why, ""))?;
        let endpoint = gate.in_force(endpoint);
        let breaker = gate.breaker(&endpoint);
        let probe = gate.unless_cancelled(cancel, breaker.admit()).await?;
        Ok(gate.permit(&endpoint, &breaker, class, cancel).await?.with(probe))
    }

    /// Sends a request with its permit, retries if that may help, and reads the answer.
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
        let put = |endpoint: ServiceEndpoint| Exchange {
            gate: Arc::clone(&self.inner),
            endpoint,
            sent: Arc::clone(&sent),
        };
        let asked = self.inner.in_force(endpoint);
        let had_key = asked.access.api_key.is_some();
        let mut readings = put(asked)
            .run(&self.inner.keyless(request, had_key), permit, allowance, cancel, &mut timed_out)
            .await;
        if had_key && readings.as_ref().is_err_and(|failure| failure.why == SourceError::KeyRefused) {
            // Services with API keys also answer without one, at a lower rate.
            readings = match self.acquire(endpoint, request.class, cancel).await {
                Ok(permit) => {
                    let keyless = self.inner.keyless(request, false);
                    let asked = self.inner.in_force(endpoint);
                    put(asked).run(&keyless, permit, allowance, cancel, &mut timed_out).await
                }
                Err(failure) => Err(failure),
            };
        }
        ExchangeOutcome { sent: sent.load(Ordering::Relaxed), readings, timed_out }
    }

    /// Returns why a service is not asked for now, and for how much longer; `None` if it may be
    /// asked.
    pub(crate) fn cooling_down(&self, endpoint: &ServiceEndpoint) -> Option<(Failure, Duration)> {
        self.inner.breaker(&self.inner.in_force(endpoint)).cooling_down()
    }

    /// Returns the time until the spent budget of a service is renewed, or until this program's own
    /// limit allows another request; `None` if neither is used up.
    pub(crate) fn allowed_again_in(&self, endpoint: &ServiceEndpoint) -> Option<Duration> {
        self.inner.breaker(&self.inner.in_force(endpoint)).allowed_again_in()
    }

    /// Returns the service as it is used now: without an API key that it refused.
    pub(crate) fn in_force(&self, endpoint: &ServiceEndpoint) -> ServiceEndpoint {
        self.inner.in_force(endpoint)
    }

    /// Returns how a service refused the API key from the settings; `None` if it did not.
    pub(crate) fn key_refusal(&self, endpoint: &ServiceEndpoint) -> Option<String> {
        let refused = self.inner.refused_keys.lock().unwrap_or_else(PoisonError::into_inner);
        refused.get(&service_key(endpoint)).cloned()
    }

    /// Registers services: requests may be redirected to them, subject to their limits.
    pub(crate) fn register(&self, services: &[ServiceEndpoint]) {
        let mut known = self.inner.known_services.lock().unwrap_or_else(PoisonError::into_inner);
        for endpoint in services {
            if !known.iter().any(|other| service_key(other) == service_key(endpoint)) {
                known.push(endpoint.clone());
            }
        }
    }
}

/// One request to one service.
struct Exchange {
    gate: Arc<GateCore>,
    endpoint: ServiceEndpoint,
    /// The number of HTTP requests sent.
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
        let breaker = gate.breaker(endpoint);
        let patience = endpoint.service.patience(request.class, &endpoint.access);
        // Held until the end: while a probe is under way, other requests wait for its result.
        let _probe = permit.take_probe();
        let timeouts = &gate.options.timeouts;
        let begun = gate.clock.now();
        let mut first_permit = Some(permit);
        // An explicit error of the service is more informative than a later timeout.
        let mut said: Option<Failure> = None;
        let limit = permit::limit(endpoint.service, &endpoint.access, request.class);
        let pace = limit.map_or(Duration::ZERO, |limit| limit.per / limit.requests.max(1));
        for attempt in 1.. {
            let permit = match first_permit.take() {
                Some(permit) => permit,
                None => gate.permit(endpoint, &breaker, request.class, cancel).await?,
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
            let deadline = |since| breaker.response_deadline(timeouts, request.class, patience, since);
            let done = gate.in_time(deadline, &mut waiting_since, &mut sending.task);
            let (failure, wait) = match gate.unless_cancelled(cancel, async { Ok(done.await) }).await? {
                Some(done) => {
                    if !done.as_ref().is_err_and(|failure| failure.why == SourceError::Timeout) {
                        breaker.record_reply();
                    }
                    match sending.read(done) {
                        Ok(readings) => return Ok(readings),
                        Err(failed) => failed,
                    }
                }
                None => {
                    let waited = format!("after {:.1} s", gate.clock.elapsed(began).as_secs_f32());
                    (Failure::new(SourceError::Timeout, &waited), None)
                }
            };
            if !is_sent_again(failure.why) {
                return Err(failure);
            }
            // The next turn comes after the caller has stopped waiting.
            let out_of_time =
                failure.why == SourceError::Busy && wait.is_none() && pace > timeouts.first_response;
            let last =
                out_of_time || attempt >= MAX_ATTEMPTS || gate.clock.elapsed(begun) >= timeouts.response;
            let silent = failure.why == SourceError::Timeout;
            let failure = said.take().filter(|_| silent).unwrap_or(failure);
            let given_up = breaker.record_failure(timeouts, began, &failure, wait, last);
            if given_up && let Some(wait) = wait.filter(|wait| *wait > timeouts.cool_down) {
                gate.close(&breaker, wait, &failure);
            }
            if given_up && silent {
                *timed_out = Some(sending);
            }
            if given_up || last {
                return Err(failure);
            }
            said = Some(failure);
        }
        Err(Failure::new(SourceError::Unavailable, ""))
    }
}

/// An attempt whose caller stopped waiting but that is still under way. It is cancelled on drop.
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
    /// Reads the answer and records the outcome with the circuit breaker.
    fn read(
        &mut self,
        done: Result<FinalResponse, Failure>,
    ) -> Result<Vec<Reading>, (Failure, Option<Duration>)> {
        let response = match done {
            Ok(FinalResponse::Response(response, rate)) => {
                self.note_budget(&rate);
                response
            }
            Ok(FinalResponse::RetryLater(failure, wait, rate)) => {
                // The headers distinguish too many requests in a short time from a spent daily
                // budget.
                let left = self.note_budget(&rate).filter(|_| failure.why == SourceError::Busy);
                let cost = self.endpoint.service.cost(self.request.class);
                if let Some(budget) = left.filter(|budget| budget.remaining < cost.max(1)) {
                    self.breaker.record_spent(budget.renewed_in);
                    return Err((Failure::new(SourceError::BudgetSpent, &failure.detail), None));
                }
                return Err((failure, wait));
            }
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
            Err(NotAnAnswer::Denied(detail)) => {
                self.permit.answered(took);
                if self.endpoint.access.api_key.is_some() {
                    self.gate.refuse_key(&self.endpoint, &detail);
                    return Err((Failure::new(SourceError::KeyRefused, &detail), None));
                }
                let failure = Failure::new(SourceError::Forbidden, &detail);
                self.breaker.record_refusal(&self.gate.options.timeouts, &failure);
                Err((failure, None))
            }
            Err(NotAnAnswer::Busy) => Err((Failure::new(SourceError::Busy, ""), None)),
            Err(NotAnAnswer::Unreadable(detail)) => {
                Err((Failure::new(SourceError::Unreadable, &detail), None))
            }
        }
    }

    /// Records, for all processes, the remaining budget in the headers of a response.
    fn note_budget(&self, rate: &RateHeaders) -> Option<Budget> {
        let now = self.gate.clock.unix_micros();
        let seconds = u64::try_from(now / 1_000_000).unwrap_or(0);
        let budget = self.endpoint.service.budget(rate, seconds)?;
        let stored = StoredBudget {
            remaining: budget.remaining,
            total: budget.total,
            renewed_at: now.saturating_add(micros(budget.renewed_in)),
        };
        self.gate.limits.set_budget(self.breaker.key.clone(), stored);
        Some(budget)
    }

    /// Waits for a service that is merely slow: on a bad network the first answer may take longer
    /// than a caller wants to wait, while later ones do not. The callers have already been given a
    /// timeout error.
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

impl GateCore {
    /// Waits for a permit to ask a service, unless the service is given up in the meantime.
    async fn permit(
        &self,
        endpoint: &ServiceEndpoint,
        breaker: &Arc<CircuitBreaker>,
        class: &'static str,
        cancel: &CancellationToken,
    ) -> Result<Permit, Failure> {
        let limit = permit::limit(endpoint.service, &endpoint.access, class);
        let wanted = permit::Wanted { service: endpoint.service, limit: limit.as_ref(), class };
        let permit = permit::acquire(self, breaker, wanted);
        self.unless_given_up(cancel, breaker, permit).await?
    }

    /// Waits for an attempt until its deadline, which `deadline_since` computes from the time when
    /// it started; `None` if it did not finish in time.
    async fn in_time(
        &self,
        deadline_since: impl Fn(Instant) -> Instant,
        waiting: &mut watch::Receiver<WaitingSince>,
        attempt: &mut JoinSet<Result<FinalResponse, Failure>>,
    ) -> Option<Result<FinalResponse, Failure>> {
        loop {
            let since = *waiting.borrow_and_update();
            let deadline = since.map(&deadline_since);
            if deadline.is_some_and(|deadline| deadline <= self.clock.now()) {
                return None;
            }
            tokio::select! {
                done = attempt.join_next() => {
                    let broken = || Err(Failure::new(SourceError::Unavailable, "it could not be asked"));
                    return Some(done.and_then(Result::ok).unwrap_or_else(broken));
                }
                // Other answers of the service may have extended the deadline.
                () = self.clock.sleep_until(deadline.unwrap_or_else(|| self.clock.now())), if deadline.is_some() => {}
                // Another server has the request now, or none. If the sender is gone, the attempt
                // has ended.
                Ok(()) = waiting.changed() => {}
            }
        }
    }

    /// Runs `work` unless the author cancels it or withdraws consent.
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

    /// Waits for `wait` unless the author cancels it or withdraws consent, or the service is given
    /// up.
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

/// Returns whether a request that failed for this reason may be sent again.
fn is_sent_again(why: SourceError) -> bool {
    !matches!(
        why,
        SourceError::Offline
            | SourceError::Cancelled
            | SourceError::Refused
            | SourceError::KeyRefused
            | SourceError::Forbidden
            | SourceError::BudgetSpent
            | SourceError::OwnLimit
            | SourceError::Unlogged
    )
}

/// Returns the address of a request, including its API key.
fn address(request: &Request) -> Result<Url, Failure> {
    let mut url = Url::parse(&request.url).map_err(|error| {
        Failure::new(SourceError::Refused, &format!("no address can be made of it: {error}"))
    })?;
    if let Some((name, value)) = &request.secret_parameter {
        url.query_pairs_mut().append_pair(name, value);
    }
    Ok(url)
}
