//! A circuit breaker for each service: how it is doing, as far as this process knows.
//!
//! All that is asked of a service that has not answered yet gets [`Timeouts::first_response`] together. One that
//! answers is waited for a little longer than its answers take. One that fails for that long without a single answer in
//! between cools down for [`Timeouts::cool_down`]: what waits for it fails at once, and so does what comes, until one
//! request (the probe) is let through to see whether it answers again.

use super::clock::Clock;
use super::failure::Failure;
use super::network_health::NetworkHealth;
use super::options::Timeouts;
use referee_records::source::SourceError;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// A service that refused so many requests and answered none refuses all.
const REFUSES_ALL: u32 = 4;

/// An answer that takes so many times as long as the slowest before will not come.
const SLOWEST_FACTOR: u32 = 10;

/// After a first failure nothing is sent for so long; after each further one twice as long.
const FIRST_BACKOFF: Duration = Duration::from_millis(200);

/// So little before a deadline there is no time for one more attempt.
const MIN_ATTEMPT: Duration = Duration::from_millis(120);

/// The longest pause that a service can ask for: after this it is tried again. At most a day, so that a time of day
/// says when.
const MAX_COOL_DOWN: Duration = Duration::from_secs(24 * 3_600);

/// How long a service is left alone that refuses this program or its network.
const FORBIDDEN_COOL_DOWN: Duration = Duration::from_secs(600);

/// The circuit breakers of all services, by their keys.
pub(super) struct CircuitBreakers {
    breakers: Mutex<FxHashMap<String, Arc<CircuitBreaker>>>,
    network: Arc<NetworkHealth>,
    clock: Clock,
}

impl CircuitBreakers {
    pub(super) fn new(clock: Clock) -> Self {
        CircuitBreakers { breakers: Mutex::default(), network: Arc::default(), clock }
    }

    /// The breaker of the service with this key. One that is `cautious` lets a single request through until the service
    /// has answered: a wrong key or a spent budget then costs one refusal.
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
    /// The name of the service and its address.
    pub(super) key: String,
    cautious: bool,
    network: Arc<NetworkHealth>,
    clock: Clock,
    state: Mutex<State>,
    /// Counts the changes that somebody may wait for.
    changes: watch::Sender<u64>,
    /// The queues of those who want to ask, by class of request; the first in each waits for a permit.
    queues: Mutex<FxHashMap<&'static str, Arc<tokio::sync::Mutex<()>>>>,
    /// Told whenever a request of this process is over.
    pub(super) request_over: Notify,
}

#[derive(Default)]
struct State {
    /// It has answered, and did not fail for good since.
    answers: bool,
    /// How many requests it refused since it last answered, and how it refused the last of them.
    refusals: u32,
    last_refusal: Option<Failure>,
    /// When it was first asked, while it has not answered.
    first_attempt: Option<Instant>,
    /// Since when it has done nothing but fail.
    failing_since: Option<Instant>,
    last_response: Option<Instant>,
    cool_down: Option<CoolDown>,
    /// One request is under way to see whether it answers again.
    probing: bool,
    /// It asked for a pause until then.
    paused_until: Option<Instant>,
    /// After a failure nothing is sent until then.
    backoff_until: Option<Instant>,
    /// When the last failure set `backoff_until`, and how often one did since the last answer.
    backoff_set_at: Option<Instant>,
    backoffs: u32,
    /// How long answers take, by class of request.
    response_times: FxHashMap<&'static str, ResponseTimes>,
    in_flight: usize,
    /// Its budget, or this program's own limit for it, is used up until then.
    spent_until: Option<Instant>,
}

impl State {
    /// Leaves the service alone until then; what waits for it fails.
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
        // A pause that outlived the cool-down would hold the probe, and with it everybody else.
        self.paused_until = None;
    }
}

/// How long answers take.
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

/// The right to ask a service. With `probe`, the request is the one that finds out whether the service answers again.
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

/// Counts one request of this process as under way while it lives.
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

    /// The queue for a class of requests.
    pub(super) fn queue(&self, class: &'static str) -> Arc<tokio::sync::Mutex<()>> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(queues.entry(class).or_default())
    }

    /// Counts a request as under way, if fewer than `at_once` are; while the service fails, or has yet to accept a key,
    /// if none is.
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

    /// Why the service is left alone, and for how long still; `None` where it may be asked.
    pub(super) fn cooling_down(&self) -> Option<(Failure, Duration)> {
        let state = self.lock();
        let cool_down = state.cool_down.as_ref()?;
        let left = cool_down.until.saturating_duration_since(self.clock.now());
        (!left.is_zero()).then(|| (cool_down.why.clone(), left))
    }

    /// Lets a request through, or says why not. While a probe is under way, waits for what it finds.
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
            // The sender lives as long as `self`.
            let _ = changes.changed().await;
        }
    }

    /// Waits until the service is given up. One that has only refused so far is given up when the time for a first
    /// answer is over, whether or not its limits allow to ask it again by then.
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

    /// Until when a service is asked that has refused and never answered; `None` where it did not refuse, has
    /// answered, or other services answer: then the refusal may be about the question.
    fn refusal_deadline(&self, timeouts: &Timeouts) -> Option<Instant> {
        if self.network.has_answered() {
            return None;
        }
        let state = self.lock();
        let asked = state.first_attempt.filter(|_| state.last_refusal.is_some() && !state.answers)?;
        Some(self.network.first_response_deadline(asked, timeouts))
    }

    /// Notes that a request was refused: the service is there, and may answer others. Returns whether it is given up.
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
        // Who waits for a permit learns until when.
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

    /// Gives the service up for this time, as another process or an earlier one was asked to.
    pub(super) fn close(&self, pause: Duration, why: &Failure) {
        let mut state = self.lock();
        state.cool_down(self.clock.now() + pause.min(MAX_COOL_DOWN), why.clone());
        drop(state);
        self.notify_change();
    }

    /// Notes that the budget, or this program's own limit, is used up for this time.
    pub(super) fn record_spent(&self, renewed_in: Duration) {
        self.lock().spent_until = Some(self.clock.now() + renewed_in.min(MAX_COOL_DOWN));
    }

    /// How long it is until a spent budget is renewed or this program's own limit allows another request; `None` if
    /// neither is used up, as far as this process knows.
    pub(super) fn allowed_again_in(&self) -> Option<Duration> {
        let until = self.lock().spent_until?;
        Some(until.saturating_duration_since(self.clock.now())).filter(|left| !left.is_zero())
    }

    /// Until when nothing is sent: because the service asked for a pause, or has just failed.
    pub(super) fn paused_until(&self) -> Option<Instant> {
        let state = self.lock();
        state.paused_until.max(state.backoff_until).filter(|until| *until > self.clock.now())
    }

    /// Notes that an attempt begins now.
    pub(super) fn record_attempt(&self) {
        let now = self.clock.now();
        self.network.record_attempt(now);
        self.lock().first_attempt.get_or_insert(now);
    }

    /// Until when an attempt that began at `began` is waited for; `patience` is how long the first response of this
    /// service may take. To be asked again when that time has come: the
    /// service may have answered something else meanwhile.
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
            let usual = self.network.first_response_deadline(asked, timeouts);
            // A slow service is waited for while others answer; where none does, it may be the network.
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

    /// How long the quickest answer took, of more than `enough`: the first ones hold the making of the connection.
    pub(super) fn quickest_response(&self, class: &'static str, enough: u32) -> Option<Duration> {
        self.lock()
            .response_times
            .get(class)
            .filter(|times| times.answers > enough)
            .map(|times| times.quickest)
    }

    /// Notes an answer that could be read.
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

    /// Notes a failed attempt that began at `began`, and returns whether the service is given up now. `wait` is how
    /// long it wants to be left alone; `last`: the request will not be sent again.
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
        // Longer than any answer is waited for, whatever else it has answered: no caller is to wait for that.
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
        // A pause that ends behind the deadline is as good as a failure now.
        let too_long = beyond_patience || wait.is_some_and(|wait| !answered_since && now + wait >= deadline);
        // A service that used up all attempts of a request without an answer is no better than one that was slow.
        let silent = last && !state.answers;
        if now + MIN_ATTEMPT < deadline && !too_long && !silent {
            // Requests that failed together count once.
            if !answered_since && state.backoff_set_at.is_none_or(|at| began >= at) {
                let doubled = FIRST_BACKOFF * 2_u32.saturating_pow(state.backoffs.min(16));
                let wait = doubled.mul_f32(0.75 + 0.5 * fastrand::f32());
                // One last time before it is given up, rather than never.
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
