//! How the services are doing, as far as this process knows: a circuit breaker for each.
//!
//! A service that has not answered yet is a stranger: all that is asked of it together gets [`Timeouts::stranger`].
//! One that answers is waited for as long as its answers take, and a little. One that fails for that long without a
//! single answer in between rests for [`Timeouts::rest`]: what waits for it fails at once, and so does what comes,
//! until one request is let through to see how it is.

use super::ask::Failure;
use super::options::Timeouts;
use referee_records::source::SourceError;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// The services, by name and place.
#[derive(Default)]
pub(super) struct Services {
    stations: Mutex<FxHashMap<String, Arc<CircuitBreaker>>>,
    line: Arc<NetworkHealth>,
}

/// The line to all services: as long as nobody has answered, it may be the line that is down, and then those who
/// are asked later need not be waited for as long as the first.
#[derive(Default)]
struct NetworkHealth(Mutex<Calls>);

#[derive(Default)]
struct Calls {
    answered: bool,
    /// How long the quickest answer took, of any service.
    quickest: Option<Duration>,
    first: Option<Instant>,
    last: Option<Instant>,
}

/// After so long without a call the line may be another.
const ANOTHER_LINE: Duration = Duration::from_secs(5);

/// The share of its patience that a stranger gets on a line where nobody has answered: other services are asked in
/// its place then, and all of that has to end in time.
const DEAD_LINE: f32 = 0.8;

/// What a stranger gets at least, on a line where nobody has answered.
const MIN_SAMPLES: Duration = Duration::from_millis(60);

/// A first answer may take so many times as long as the quickest answer of any service.
const SLOW_NETWORK: u32 = 3;

/// A service that refused so many requests and answered none refuses all.
const REFUSES_ALL: u32 = 4;

impl NetworkHealth {
    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tried(&self, now: Instant) {
        let mut calls = self.calls();
        if calls.last.is_none_or(|last| now.duration_since(last) > ANOTHER_LINE) {
            *calls = Calls { first: Some(now), ..Calls::default() };
        }
        calls.last = Some(now);
    }

    /// Until when a stranger is waited for that was first tried at `tried`.
    fn deadline(&self, tried: Instant, patience: &Timeouts) -> Instant {
        let calls = self.calls();
        match calls.first.filter(|first| !calls.answered && *first <= tried) {
            Some(first) => (first + patience.stranger.mul_f32(DEAD_LINE)).max(tried + MIN_SAMPLES),
            // Where the quickest of all services takes long, the line is slow, and so is the next first answer.
            None => {
                let slow = calls.quickest.map_or(Duration::ZERO, |quickest| quickest * SLOW_NETWORK);
                tried + slow.clamp(patience.stranger, patience.answering.max(patience.stranger))
            }
        }
    }

    /// Whether any service answered since the network was last idle.
    fn has_answered(&self) -> bool {
        self.calls().answered
    }

    fn answered(&self, took: Duration) {
        let mut calls = self.calls();
        calls.answered = true;
        calls.quickest = Some(calls.quickest.map_or(took, |quickest| quickest.min(took)));
    }
}

impl Services {
    /// The one at `place`.
    pub(super) fn at(&self, place: &str) -> Arc<CircuitBreaker> {
        let mut stations = self.stations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(station) = stations.get(place) {
            return Arc::clone(station);
        }
        let station = Arc::new(CircuitBreaker::new(place, Arc::clone(&self.line)));
        stations.insert(place.to_owned(), Arc::clone(&station));
        station
    }
}

/// One service.
pub(super) struct CircuitBreaker {
    /// Its name and where it is.
    pub(super) place: String,
    line: Arc<NetworkHealth>,
    state: Mutex<State>,
    /// Counts the changes that somebody may wait for.
    changes: watch::Sender<u64>,
    /// The queues of those who want to ask, by kind of request; the first in each waits for a start.
    queues: Mutex<FxHashMap<&'static str, Arc<tokio::sync::Mutex<()>>>>,
    /// A request of this process is over.
    pub(super) over: Notify,
}

#[derive(Default)]
struct State {
    /// It has answered, and did not fail for good since.
    answers: bool,
    /// How many requests it refused since it last answered, and how it refused the last of them.
    refusals: u32,
    refused: Option<Failure>,
    /// When it was first tried as a stranger.
    first_tried: Option<Instant>,
    /// Since when it has done nothing but fail.
    failing_since: Option<Instant>,
    last_answer: Option<Instant>,
    rest: Option<Rest>,
    /// One request is under way to see how it is.
    probing: bool,
    /// It asked for a pause until then.
    pause: Option<Instant>,
    /// After a failure nothing is tried until then.
    backoff: Option<Instant>,
    /// When the last failure set `backoff`, and how often one did since the last answer.
    backed_off: Option<Instant>,
    backoffs: u32,
    /// How long answers take, by kind of request.
    paces: FxHashMap<&'static str, Pace>,
    under_way: usize,
}

impl State {
    /// Leaves the service alone until then; what waits for it fails.
    fn rest(&mut self, until: Instant, why: Failure) {
        self.rest = Some(Rest { until, why });
        self.answers = false;
        self.refusals = 0;
        self.refused = None;
        self.first_tried = None;
        self.failing_since = None;
        self.backoff = None;
        self.backoffs = 0;
        self.probing = false;
    }
}

/// How long answers take.
#[derive(Clone, Copy)]
struct Pace {
    quickest: Duration,
    slowest: Duration,
    answers: u32,
}

#[derive(Clone)]
struct Rest {
    until: Instant,
    why: Failure,
}

/// The right to ask now; `probe`: to see how the service is.
pub(super) struct ProbePermit {
    station: Arc<CircuitBreaker>,
    probe: bool,
}

impl Drop for ProbePermit {
    fn drop(&mut self) {
        if self.probe {
            self.station.lock().probing = false;
            self.station.changed();
        }
    }
}

/// One request of this process that is under way.
pub(super) struct UnderWay {
    station: Arc<CircuitBreaker>,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut state = self.station.lock();
        state.under_way = state.under_way.saturating_sub(1);
        drop(state);
        self.station.over.notify_waiters();
    }
}

impl CircuitBreaker {
    fn new(place: &str, line: Arc<NetworkHealth>) -> Self {
        CircuitBreaker {
            place: place.to_owned(),
            line,
            state: Mutex::default(),
            changes: watch::Sender::new(0),
            queues: Mutex::default(),
            over: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// The queue for a kind of request.
    pub(super) fn queue(&self, class: &'static str) -> Arc<tokio::sync::Mutex<()>> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(queues.entry(class).or_default())
    }

    /// Counts a request as under way, if fewer than `at_once` are; while the service fails, if none is.
    pub(super) fn begin(self: &Arc<Self>, at_once: usize) -> Option<UnderWay> {
        let mut state = self.lock();
        let at_once = if state.failing_since.is_some() { 1 } else { at_once.max(1) };
        if state.under_way >= at_once {
            return None;
        }
        state.under_way += 1;
        Some(UnderWay { station: Arc::clone(self) })
    }

    /// Why it is left alone, and for how long still.
    pub(super) fn resting(&self) -> Option<(Failure, Duration)> {
        let state = self.lock();
        let rest = state.rest.as_ref()?;
        let left = rest.until.saturating_duration_since(Instant::now());
        (!left.is_zero()).then(|| (rest.why.clone(), left))
    }

    /// Lets a request through, or says why not. While another one finds out how the service is, waits for that.
    pub(super) async fn pass(self: &Arc<Self>) -> Result<ProbePermit, Failure> {
        let mut changes = self.changes.subscribe();
        loop {
            {
                let mut state = self.lock();
                changes.mark_unchanged();
                match &state.rest {
                    None => return Ok(ProbePermit { station: Arc::clone(self), probe: false }),
                    Some(rest) if Instant::now() < rest.until => return Err(rest.why.clone()),
                    Some(_) if !state.probing => {
                        state.probing = true;
                        state.answers = false;
                        state.first_tried = None;
                        state.failing_since = None;
                        return Ok(ProbePermit { station: Arc::clone(self), probe: true });
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
    pub(super) async fn given_up(&self, patience: &Timeouts) -> Failure {
        let mut changes = self.changes.subscribe();
        loop {
            changes.mark_unchanged();
            if let Some((why, _)) = self.resting() {
                return why;
            }
            let deadline = self.refusal_deadline(patience);
            if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                self.give_up_refusing(patience);
                continue;
            }
            let at = deadline.unwrap_or_else(Instant::now);
            tokio::select! {
                _ = changes.changed() => {}
                () = tokio::time::sleep_until(at.into()), if deadline.is_some() => {}
            }
        }
    }

    /// Until when a service is asked that has refused and never answered; `None` where it did not refuse, has
    /// answered, or other services answer: then the refusal may be about the question.
    fn refusal_deadline(&self, patience: &Timeouts) -> Option<Instant> {
        if self.line.has_answered() {
            return None;
        }
        let state = self.lock();
        let tried = state.first_tried.filter(|_| state.refused.is_some() && !state.answers)?;
        Some(self.line.deadline(tried, patience))
    }

    /// Notes that a request was refused: the service is there, and may answer others. Says whether it is given up.
    pub(super) fn refused(&self, patience: &Timeouts, why: &Failure) -> bool {
        let mut state = self.lock();
        if state.answers {
            return false;
        }
        state.refusals += 1;
        state.refused = Some(why.clone());
        let all = state.refusals >= REFUSES_ALL;
        drop(state);
        if all || self.refusal_deadline(patience).is_some_and(|deadline| deadline <= Instant::now()) {
            self.give_up_refusing(patience);
            return true;
        }
        // Who waits for a turn learns until when.
        self.changed();
        false
    }

    fn give_up_refusing(&self, patience: &Timeouts) {
        let mut state = self.lock();
        let Some(why) = state.refused.take() else { return };
        state.rest(Instant::now() + patience.rest, why);
        drop(state);
        self.changed();
    }

    /// Until when nothing is tried: because the service asked for a pause, or has just failed.
    pub(super) fn pause(&self) -> Option<Instant> {
        let state = self.lock();
        state.pause.max(state.backoff).filter(|until| *until > Instant::now())
    }

    /// Notes that an attempt begins now.
    pub(super) fn tried(&self) {
        let now = Instant::now();
        self.line.tried(now);
        self.lock().first_tried.get_or_insert(now);
    }

    /// Until when an attempt that began at `began` is waited for. To be asked again when that time has come: the
    /// service may have answered something else meanwhile.
    pub(super) fn deadline(&self, patience: &Timeouts, class: &'static str, began: Instant) -> Instant {
        let state = self.lock();
        if !state.answers {
            return self.line.deadline(state.first_tried.unwrap_or(began), patience);
        }
        let slowest = state.paces.get(class).map(|pace| pace.slowest);
        let wait = slowest.map_or(patience.answering, |slowest| {
            // Ten times the slowest is no longer slow, it is gone.
            (slowest * 10).clamp(patience.stranger.min(patience.answering), patience.answering)
        });
        began + wait
    }

    /// How long the quickest answer took, of more than `enough`: the first ones hold the making of the connection.
    pub(super) fn quickest(&self, class: &'static str, enough: u32) -> Option<Duration> {
        self.lock().paces.get(class).filter(|pace| pace.answers > enough).map(|pace| pace.quickest)
    }

    /// Notes an answer that could be read.
    pub(super) fn answered(&self, class: &'static str, took: Duration) {
        self.line.answered(took);
        let mut state = self.lock();
        state.answers = true;
        state.refusals = 0;
        state.refused = None;
        state.failing_since = None;
        state.last_answer = Some(Instant::now());
        state.backoff = None;
        state.backoffs = 0;
        let recovered = state.rest.take().is_some();
        state.probing = false;
        let pace = state.paces.entry(class).or_insert(Pace { quickest: took, slowest: took, answers: 0 });
        pace.quickest = pace.quickest.min(took);
        pace.slowest = pace.slowest.max(took);
        pace.answers = pace.answers.saturating_add(1);
        drop(state);
        if recovered {
            self.changed();
        }
    }

    /// Notes a failed attempt that began at `began`, and says whether the service is given up now. `wait` is how
    /// long it wants to be left alone; `last`: the request will not be tried again.
    pub(super) fn failed(
        &self,
        patience: &Timeouts,
        began: Instant,
        why: &Failure,
        wait: Option<Duration>,
        last: bool,
    ) -> bool {
        let now = Instant::now();
        let mut state = self.lock();
        if let Some(wait) = wait {
            state.pause = state.pause.max(Some(now + wait));
        }
        if state.rest.as_ref().is_some_and(|rest| now < rest.until) {
            return true;
        }
        let answered_since = state.last_answer.is_some_and(|at| at > began);
        let since = *state.failing_since.get_or_insert(if answered_since { now } else { began });
        let deadline = if state.answers {
            since + patience.stranger
        } else {
            self.line.deadline(state.first_tried.unwrap_or(began), patience)
        };
        // A pause beyond the patience is as good as a failure now.
        let too_long = wait.is_some_and(|wait| !answered_since && now + wait >= deadline);
        // One that was tried to the end without a word is not better than one that took its time.
        let silent = last && !state.answers;
        if now + LAST_CHANCE < deadline && !too_long && !silent {
            // Requests that failed together count once.
            if !answered_since && state.backed_off.is_none_or(|at| began >= at) {
                let doubled = FIRST_WAIT * 2_u32.saturating_pow(state.backoffs.min(16));
                let wait = doubled.mul_f32(0.75 + 0.5 * fastrand::f32());
                // One last time before it is given up, rather than never.
                state.backoff = Some((now + wait).min(deadline.checked_sub(LAST_CHANCE).unwrap_or(now)));
                state.backed_off = Some(now);
                state.backoffs += 1;
            }
            return false;
        }
        let rest = match wait {
            Some(wait) if why.why == SourceError::Busy => wait.clamp(Duration::from_secs(1), LONGEST_REST),
            _ => patience.rest,
        };
        state.rest(now + rest, why.clone());
        drop(state);
        self.changed();
        true
    }
}

/// After a first failure nothing is tried for so long; after each further one twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(200);

/// So little before a deadline there is no time for one more attempt.
const LAST_CHANCE: Duration = Duration::from_millis(120);

/// However long a service wants to be left alone: after this it is tried again.
const LONGEST_REST: Duration = Duration::from_secs(600);
