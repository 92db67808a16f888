//! A circuit breaker per service: the health of the service as far as this process knows.
//!
//! All requests to a service that has not answered yet share the timeout
//! [`Timeouts::first_response`]. A service that has answered gets a multiple of its slowest
//! response time. A service that only fails for the length of [`Timeouts::first_response`] cools
//! down for [`Timeouts::cool_down`]: waiting and new requests fail at once, until a single request
//! (the probe) tests whether it answers again.

use super::clock::Clock;
use super::failure::Failure;
use super::network_health::NetworkHealth;
use super::options::Timeouts;
use referee_records::source::SourceError;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// A service that refuses this many requests and has answered none is assumed to refuse all.
const REFUSES_ALL: u32 = 4;

/// The timeout of a request, as a multiple of the slowest response so far.
const SLOWEST_FACTOR: u32 = 10;

/// The backoff after the first failure; doubled after each further one.
const FIRST_BACKOFF: Duration = Duration::from_millis(200);

/// The minimum time before a deadline that makes another attempt worthwhile.
const MIN_ATTEMPT: Duration = Duration::from_millis(120);

/// The longest pause that a service can request; it is tried again afterwards. At most a day, so
/// that a time of day is enough to report its end.
const MAX_COOL_DOWN: Duration = Duration::from_secs(24 * 3_600);

/// How long to avoid a service that refuses this program or its network.
const FORBIDDEN_COOL_DOWN: Duration = Duration::from_secs(600);

/// The circuit breakers of all services, by service key.
pub(super) struct CircuitBreakers {
    breakers: Mutex<FxHashMap<String, Arc<CircuitBreaker>>>,
    network: Arc<NetworkHealth>,
    clock: Clock,
}

impl CircuitBreakers {
    pub(super) fn new(clock: Clock) -> Self {
        CircuitBreakers { breakers: Mutex::default(), network: Arc::default(), clock }
    }

    /// Returns the breaker of the service with this key. A `cautious` breaker allows one request at
    /// a time until the service has answered: a wrong key or a spent budget then costs one refusal.
    pub(super) fn of(&self, key: &str, cautious: bool) -> Arc<CircuitBreaker> {
        let mut breakers = self.breakers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(breaker) = breakers.get(key) {
            return Arc::clone(breaker);
        }
        let breaker =
            Arc::new(CircuitBreaker::new(key, cautious, Arc::clone(&self.network), self.clock.clone()));
        breakers.insert(key.to_owned(), Arc::clone(&breaker));
        breaker
    }
}

/// The circuit breaker of one service.
pub(super) struct CircuitBreaker {
    /// The key of the service: its name and address.
    pub(super) key: String,
    cautious: bool,
    network: Arc<NetworkHealth>,
    clock: Clock,
    state: Mutex<State>,
    /// Notifies waiting tasks of state changes.
    changes: watch::Sender<u64>,
    /// The queues of waiting requests, by class; the first in each queue waits for a permit.
    queues: Mutex<FxHashMap<&'static str, Arc<tokio::sync::Mutex<()>>>>,
    /// Notified whenever a request of this process ends.
    pub(super) request_over: Notify,
}

#[derive(Default)]
struct State {
    /// The service has answered, and has not been given up since.
    answers: bool,
    /// The number of requests that it refused since its last answer, and the reason of the last
    /// refusal.
    refusals: u32,
    last_refusal: Option<Failure>,
    /// When it was first asked since the last cool-down. Only used until it has answered.
    first_attempt: Option<Instant>,
    /// When the current series of failures began.
    failing_since: Option<Instant>,
    last_response: Option<Instant>,
    cool_down: Option<CoolDown>,
    /// Whether a probe is under way.
    probing: bool,
    /// The end of a pause that the service requested.
    paused_until: Option<Instant>,
    /// The end of the backoff after a failure.
    backoff_until: Option<Instant>,
    /// When the last failure set `backoff_until`, and the number of such failures since the last
    /// answer.
    backoff_set_at: Option<Instant>,
    backoffs: u32,
    /// Response times, by class of request.
    response_times: FxHashMap<&'static str, ResponseTimes>,
    in_flight: usize,
    /// When its budget is renewed, or when this program's own limit allows another request.
    spent_until: Option<Instant>,
}

impl State {
    /// Opens the circuit until `until`; all waiting requests fail.
    fn cool_down(&mut self, until: Instant, why: Failure) {
        self.cool_down = Some(CoolDown { until, why });
        self.answers = false;
        self.refusals = 0;
        self.last_refusal = None;
        self.first_attempt = None;
        self.failing_since = None;
        self.backoff_until = None;
        self.backoffs = 0;
        self.probing = false;
        // A pause longer than the cool-down would delay the probe, and all other requests with it.
        self.paused_until = None;
    }
}

/// Response times of one class of requests.
#[derive(Clone, Copy)]
struct ResponseTimes {
    quickest: Duration,
    slowest: Duration,
    answers: u32,
}

#[derive(Clone)]
struct CoolDown {
    until: Instant,
    why: Failure,
}

/// Permission to ask a service. With `probe`, the request tests whether the service answers again.
pub(super) struct ProbePermit {
    breaker: Arc<CircuitBreaker>,
    probe: bool,
}

impl Drop for ProbePermit {
    fn drop(&mut self) {
        if self.probe {
            self.breaker.lock().probing = false;
            self.breaker.notify_change();
        }
    }
}

/// Counts one request of this process as under way until it is dropped.
pub(super) struct InFlight {
    breaker: Arc<CircuitBreaker>,
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let mut state = self.breaker.lock();
        state.in_flight = state.in_flight.saturating_sub(1);
        drop(state);
        self.breaker.request_over.notify_waiters();
    }
}

impl CircuitBreaker {
    fn new(key: &str, cautious: bool, network: Arc<NetworkHealth>, clock: Clock) -> Self {
        CircuitBreaker {
            key: key.to_owned(),
            cautious,
            network,
            clock,
            state: Mutex::default(),
            changes: watch::Sender::new(0),
            queues: Mutex::default(),
            request_over: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify_change(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Returns the queue for a class of requests.
    pub(super) fn queue(&self, class: &'static str) -> Arc<tokio::sync::Mutex<()>> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(queues.entry(class).or_default())
    }

    /// Counts a request as under way, if fewer than `at_once` are. If the service is failing, or
    /// has yet to accept a key, only one is allowed.
    pub(super) fn start_request(self: &Arc<Self>, at_once: usize) -> Option<InFlight> {
        let mut state = self.lock();
        let unproven = self.cautious && !state.answers;
        let at_once = if unproven || state.failing_since.is_some() { 1 } else { at_once.max(1) };
        if state.in_flight >= at_once {
            return None;
        }
        state.in_flight += 1;
        Some(InFlight { breaker: Arc::clone(self) })
    }

    /// Returns why the circuit is open and for how much longer; `None` if the service may be asked.
    pub(super) fn cooling_down(&self) -> Option<(Failure, Duration)> {
        let state = self.lock();
        let cool_down = state.cool_down.as_ref()?;
        let left = cool_down.until.saturating_duration_since(self.clock.now());
        (!left.is_zero()).then(|| (cool_down.why.clone(), left))
    }

    /// Admits a request or returns the reason for the refusal. Waits for the result of a probe that
    /// is under way.
    pub(super) async fn admit(self: &Arc<Self>) -> Result<ProbePermit, Failure> {
        let mut changes = self.changes.subscribe();
        loop {
            {
                let mut state = self.lock();
                changes.mark_unchanged();
                match &state.cool_down {
                    None => return Ok(ProbePermit { breaker: Arc::clone(self), probe: false }),
                    Some(cool_down) if self.clock.now() < cool_down.until => {
                        return Err(cool_down.why.clone());
                    }
                    Some(_) if !state.probing => {
                        state.probing = true;
                        state.answers = false;
                        state.first_attempt = None;
                        state.failing_since = None;
                        return Ok(ProbePermit { breaker: Arc::clone(self), probe: true });
                    }
                    Some(_) => {}
                }
            }
            // The sender lives as long as `self`, so this cannot fail.
            let _ = changes.changed().await;
        }
    }

    /// Waits until the service is given up. A service that has only refused so far is given up at
    /// the deadline for its first answer, even if its limits would not allow another request by
    /// then.
    pub(super) async fn given_up(&self, timeouts: &Timeouts) -> Failure {
        let mut changes = self.changes.subscribe();
        loop {
            changes.mark_unchanged();
            if let Some((why, _)) = self.cooling_down() {
                return why;
            }
            let deadline = self.refusal_deadline(timeouts);
            if deadline.is_some_and(|deadline| deadline <= self.clock.now()) {
                self.give_up_refusing(timeouts);
                continue;
            }
            let at = deadline.unwrap_or_else(|| self.clock.now());
            tokio::select! {
                _ = changes.changed() => {}
                () = self.clock.sleep_until(at), if deadline.is_some() => {}
            }
        }
    }

    /// Returns the deadline of a service that has refused and never answered. `None` if it did not
    /// refuse, has answered, or other services answer: then the refusal may be due to the question.
    fn refusal_deadline(&self, timeouts: &Timeouts) -> Option<Instant> {
        if self.network.has_answered() {
            return None;
        }
        let state = self.lock();
        let asked = state.first_attempt.filter(|_| state.last_refusal.is_some() && !state.answers)?;
        Some(self.network.first_response_deadline(asked, timeouts))
    }

    /// Records that the service refused a request; it may still answer others. Returns whether it
    /// is given up.
    pub(super) fn record_refusal(&self, timeouts: &Timeouts, why: &Failure) -> bool {
        let mut state = self.lock();
        if state.answers {
            return false;
        }
        state.refusals += 1;
        state.last_refusal = Some(why.clone());
        let forbidden = why.why == SourceError::Forbidden;
        let all = forbidden || state.refusals >= REFUSES_ALL;
        drop(state);
        if all || self.refusal_deadline(timeouts).is_some_and(|deadline| deadline <= self.clock.now()) {
            self.give_up_refusing(timeouts);
            return true;
        }
        // Waiting callers now have a deadline.
        self.notify_change();
        false
    }

    fn give_up_refusing(&self, timeouts: &Timeouts) {
        let mut state = self.lock();
        let Some(why) = state.last_refusal.take() else { return };
        let forbidden = why.why == SourceError::Forbidden;
        let pause = if forbidden { FORBIDDEN_COOL_DOWN } else { timeouts.cool_down };
        state.cool_down(self.clock.now() + pause, why);
        drop(state);
        self.notify_change();
    }

    /// Opens the circuit for this time, because the service asked another process or an earlier one
    /// for a pause.
    pub(super) fn close(&self, pause: Duration, why: &Failure) {
        let mut state = self.lock();
        state.cool_down(self.clock.now() + pause.min(MAX_COOL_DOWN), why.clone());
        drop(state);
        self.notify_change();
    }

    /// Records that the budget, or this program's own limit, is used up for this time.
    pub(super) fn record_spent(&self, renewed_in: Duration) {
        self.lock().spent_until = Some(self.clock.now() + renewed_in.min(MAX_COOL_DOWN));
    }

    /// Returns the time until a spent budget is renewed or this program's own limit allows another
    /// request; `None` if neither is used up, as far as this process knows.
    pub(super) fn allowed_again_in(&self) -> Option<Duration> {
        let until = self.lock().spent_until?;
        Some(until.saturating_duration_since(self.clock.now())).filter(|left| !left.is_zero())
    }

    /// Returns when requests may resume after a pause that the service requested or after a
    /// failure.
    pub(super) fn paused_until(&self) -> Option<Instant> {
        let state = self.lock();
        state.paused_until.max(state.backoff_until).filter(|until| *until > self.clock.now())
    }

    /// Records that an attempt begins now.
    pub(super) fn record_attempt(&self) {
        let now = self.clock.now();
        self.network.record_attempt(now);
        self.lock().first_attempt.get_or_insert(now);
    }

    /// Returns the deadline of an attempt that began at `began`; `patience` is how long the first
    /// response of this service may take. Call it again at the deadline: other answers of the
    /// service may have extended it.
    pub(super) fn response_deadline(
        &self,
        timeouts: &Timeouts,
        class: &'static str,
        patience: Option<Duration>,
        began: Instant,
    ) -> Instant {
        let state = self.lock();
        if !state.answers {
            let asked = state.first_attempt.unwrap_or(began);
            let usual = self.network.attempt_deadline(asked, timeouts);
            // Wait longer for a slow service only while others answer; if none does, the network
            // may be down.
            let patient = patience.filter(|_| self.network.has_answered()).map(|patience| asked + patience);
            return patient.map_or(usual, |patient| patient.max(usual));
        }
        let slowest = state.response_times.get(class).map(|times| times.slowest);
        let wait = slowest.map_or(timeouts.response, |slowest| {
            (slowest * SLOWEST_FACTOR)
                .clamp(timeouts.first_response.min(timeouts.response), timeouts.response)
        });
        began + wait
    }

    /// Returns the quickest response time, if there were more than `enough` responses: the first
    /// ones include the connection setup.
    pub(super) fn quickest_response(&self, class: &'static str, enough: u32) -> Option<Duration> {
        self.lock()
            .response_times
            .get(class)
            .filter(|times| times.answers > enough)
            .map(|times| times.quickest)
    }

    /// Records that an attempt ended by itself, with an answer or an error.
    pub(super) fn record_reply(&self) {
        self.network.record_reply();
    }

    /// Records a valid response.
    pub(super) fn record_response(&self, class: &'static str, took: Duration) {
        self.network.record_response(took);
        let mut state = self.lock();
        state.answers = true;
        state.refusals = 0;
        state.last_refusal = None;
        state.failing_since = None;
        state.last_response = Some(self.clock.now());
        state.backoff_until = None;
        state.backoffs = 0;
        let recovered = state.cool_down.take().is_some();
        state.probing = false;
        let times = state.response_times.entry(class).or_insert(ResponseTimes {
            quickest: took,
            slowest: took,
            answers: 0,
        });
        times.quickest = times.quickest.min(took);
        times.slowest = times.slowest.max(took);
        times.answers = times.answers.saturating_add(1);
        drop(state);
        if recovered {
            self.notify_change();
        }
    }

    /// Records a failed attempt that began at `began`, and returns whether the service is given up
    /// now. `wait` is the pause that it requested; `last` means that the request will not be sent
    /// again.
    pub(super) fn record_failure(
        &self,
        timeouts: &Timeouts,
        began: Instant,
        why: &Failure,
        wait: Option<Duration>,
        last: bool,
    ) -> bool {
        let now = self.clock.now();
        let mut state = self.lock();
        // A pause longer than any response timeout counts as a failure, even if other requests were
        // answered: no caller waits that long.
        let beyond_patience = wait.is_some_and(|wait| wait > timeouts.response);
        if let Some(wait) = wait.filter(|_| !beyond_patience) {
            state.paused_until = state.paused_until.max(Some(now + wait));
        }
        if state.cool_down.as_ref().is_some_and(|cool_down| now < cool_down.until) {
            return true;
        }
        let answered_since = state.last_response.is_some_and(|at| at > began);
        let since = *state.failing_since.get_or_insert(if answered_since { now } else { began });
        let deadline = if state.answers {
            since + timeouts.first_response
        } else {
            self.network.first_response_deadline(state.first_attempt.unwrap_or(began), timeouts)
        };
        // A pause that ends after the deadline is treated as a failure now.
        let too_long = beyond_patience || wait.is_some_and(|wait| !answered_since && now + wait >= deadline);
        // A service that used up all attempts of a request without an answer is treated like one
        // that timed out.
        let silent = last && !state.answers;
        if now + MIN_ATTEMPT < deadline && !too_long && !silent {
            // Requests that failed at the same time count once.
            if !answered_since && state.backoff_set_at.is_none_or(|at| began >= at) {
                let doubled = FIRST_BACKOFF * 2_u32.saturating_pow(state.backoffs.min(16));
                let wait = doubled.mul_f32(0.75 + 0.5 * fastrand::f32());
                // Leave time for one last attempt before the service is given up.
                state.backoff_until =
                    Some((now + wait).min(deadline.checked_sub(MIN_ATTEMPT).unwrap_or(now)));
                state.backoff_set_at = Some(now);
                state.backoffs += 1;
            }
            return false;
        }
        let cool_down = match wait {
            Some(wait) if why.why == SourceError::Busy => wait.clamp(Duration::from_secs(1), MAX_COOL_DOWN),
            Some(wait) => wait.clamp(timeouts.cool_down.min(MAX_COOL_DOWN), MAX_COOL_DOWN),
            None => timeouts.cool_down,
        };
        state.cool_down(now + cool_down, why.clone());
        drop(state);
        self.notify_change();
        true
    }
}
