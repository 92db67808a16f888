//! The story of one request: may it leave, when does it leave, what came back, and when to stop trying.

use super::attempt::{self, Incoming, Outgoing};
use super::client;
use super::consent::Allowance;
use super::network_health::CircuitBreaker;
use super::pace::{self, Permit};
use super::{Gate, Inner, Reached};
use crate::online::{Body, NotAnAnswer, Reading, Request, Response};
use referee_records::source::SourceError;
use reqwest::Url;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// A request that fails alone, while its service answers others, is sent so often at most.
const ATTEMPTS: u32 = 6;

/// An answer that is somewhere else: so often at most.
pub(super) const REDIRECTS: usize = 3;

/// Why a request brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind.
    pub(crate) why: SourceError,
    /// In a few words; no key, no text.
    pub(crate) detail: String,
}

impl Failure {
    pub(crate) fn new(why: SourceError, detail: &str) -> Self {
        Failure { why, detail: detail.to_owned() }
    }
}

/// What became of a request.
#[derive(Debug)]
pub(crate) struct ExchangeOutcome {
    /// How often something was sent.
    pub(crate) sent: u64,
    /// A reading for each question of the request, in their order.
    pub(crate) readings: Result<Vec<Reading>, Failure>,
    /// The last attempt, where it was given up without an answer and is still under way.
    pub(crate) late: Option<TimedOut>,
}

impl Gate {
    /// Waits until a request of kind `class` may leave for a service. Nothing has to be done to give the turn back.
    pub(crate) async fn turn(
        &self,
        reached: &Reached,
        class: &'static str,
        cancel: &CancellationToken,
    ) -> Result<Permit, Failure> {
        let gate = &self.inner;
        gate.consent.check().map_err(|why| Failure::new(why, ""))?;
        let station = gate.services.at(&place(reached));
        let limit = pace::limit(reached.service, &reached.access, class);
        let pass = gate.unless_cancelled(cancel, station.pass()).await?;
        let turn = pace::turn(gate, &station, limit.as_ref(), class);
        Ok(gate.unless_called_off(cancel, &station, turn).await?.with(pass))
    }

    /// Sends a request when it is its turn, and again where that may help, and reads the answer.
    pub(crate) async fn ask(
        &self,
        reached: &Reached,
        request: &Request,
        slot: Permit,
        allowance: Allowance,
        cancel: &CancellationToken,
    ) -> ExchangeOutcome {
        let sent = Arc::new(AtomicU64::new(0));
        let mut late = None;
        let asking =
            Asking { gate: Arc::clone(&self.inner), reached: reached.clone(), sent: Arc::clone(&sent) };
        let readings = asking.ask(request, slot, allowance, cancel, &mut late).await;
        ExchangeOutcome { sent: sent.load(Ordering::Relaxed), readings, late }
    }

    /// The services that are left alone for now, why, and for how long still.
    pub(crate) fn resting(&self, reached: &Reached) -> Option<(Failure, Duration)> {
        self.inner.services.at(&place(reached)).resting()
    }

    /// Makes services known: they may be redirected to, and then their limits hold.
    pub(crate) fn introduce(&self, services: &[Reached]) {
        let mut known = self.inner.known.lock().unwrap_or_else(PoisonError::into_inner);
        for reached in services {
            if !known.iter().any(|other| place(other) == place(reached)) {
                known.push(reached.clone());
            }
        }
    }
}

/// How a service is told from others: in tests all have the same host.
fn place(reached: &Reached) -> String {
    format!("{} {}", reached.service.name(), reached.access.base_url)
}

/// One request that is put to a service.
struct Asking {
    gate: Arc<Inner>,
    reached: Reached,
    sent: Arc<AtomicU64>,
}

impl Asking {
    async fn ask(
        &self,
        request: &Request,
        mut slot: Permit,
        allowance: Allowance,
        cancel: &CancellationToken,
        late: &mut Option<TimedOut>,
    ) -> Result<Vec<Reading>, Failure> {
        if !allowance.passes(request) {
            return Err(Failure::new(SourceError::Private, ""));
        }
        let (gate, reached) = (&self.gate, &self.reached);
        let url = address(request)?;
        let request = Arc::new(request.clone());
        let station = gate.services.at(&place(reached));
        // Kept to the end: while one request finds out how the service does, the others wait.
        let _pass = slot.take_pass();
        let patience = &gate.options.patience;
        let begun = Instant::now();
        let mut slot = Some(slot);
        for attempt in 1.. {
            let mut turn = match slot.take() {
                Some(slot) => slot,
                None => {
                    let limit = pace::limit(reached.service, &reached.access, request.class);
                    let turn = pace::turn(gate, &station, limit.as_ref(), request.class);
                    gate.unless_called_off(cancel, &station, turn).await?
                }
            };
            turn.using();
            station.tried();
            let began = Instant::now();
            let clock = Arc::new(Clock::default());
            let mut task = JoinSet::new();
            let follow = Follow {
                gate: Arc::clone(gate),
                reached: reached.clone(),
                request: Arc::clone(&request),
                station: Arc::clone(&station),
                clock: Arc::clone(&clock),
                sent: Arc::clone(&self.sent),
            };
            task.spawn(follow.follow(url.clone()));
            let mut sending = TimedOut {
                gate: Arc::clone(gate),
                station: Arc::clone(&station),
                request: Arc::clone(&request),
                reached: reached.clone(),
                task,
                turn,
                began,
            };
            let done = gate.in_time(&station, request.class, &clock, &mut sending.task);
            let (failure, wait) = match gate.unless_cancelled(cancel, async { Ok(done.await) }).await? {
                Some(done) => match sending.read(done) {
                    Ok(readings) => return Ok(readings),
                    Err(failed) => failed,
                },
                None => {
                    let waited = format!("after {:.1} s", began.elapsed().as_secs_f32());
                    (Failure::new(SourceError::Timeout, &waited), None)
                }
            };
            if matches!(failure.why, SourceError::Offline | SourceError::Cancelled | SourceError::Refused) {
                return Err(failure);
            }
            let last = attempt >= ATTEMPTS || begun.elapsed() >= patience.answering;
            let given_up = station.failed(patience, began, &failure, wait, last);
            if given_up && failure.why == SourceError::Timeout {
                *late = Some(sending);
            }
            if given_up || last {
                return Err(failure);
            }
        }
        Err(Failure::new(SourceError::Unavailable, ""))
    }
}

/// An attempt that is under way. Dropped, it is broken off.
pub(crate) struct TimedOut {
    gate: Arc<Inner>,
    station: Arc<CircuitBreaker>,
    request: Arc<Request>,
    reached: Reached,
    task: JoinSet<Result<Got, Failure>>,
    turn: Permit,
    began: Instant,
}

impl std::fmt::Debug for TimedOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Late").field("station", &self.station.place).finish_non_exhaustive()
    }
}

impl TimedOut {
    /// Takes in how it ended.
    fn read(&mut self, done: Result<Got, Failure>) -> Result<Vec<Reading>, (Failure, Option<Duration>)> {
        let response = match done {
            Ok(Got::Response(response)) => response,
            Ok(Got::Later(failure, wait)) => return Err((failure, wait)),
            Err(failure) => return Err((failure, None)),
        };
        let mut fine = || {
            let took = self.began.elapsed();
            self.station.answered(self.request.class, took);
            self.turn.answered(took);
        };
        match self.reached.service.read(&self.request, &response) {
            Ok(readings) if readings.len() == self.request.questions.len() => {
                fine();
                Ok(readings)
            }
            Ok(_) => Err((Failure::new(SourceError::Unreadable, "it answers other questions"), None)),
            Err(NotAnAnswer::Refused(detail)) => {
                let failure = Failure::new(SourceError::Refused, &detail);
                self.turn.answered(self.began.elapsed());
                self.station.refused(&self.gate.options.patience, &failure);
                Err((failure, None))
            }
            Err(NotAnAnswer::Busy) => Err((Failure::new(SourceError::Busy, ""), None)),
            Err(NotAnAnswer::Unreadable(detail)) => {
                Err((Failure::new(SourceError::Unreadable, &detail), None))
            }
        }
    }

    /// Waits for a service that is merely slow: on a bad line the first answer may take longer than anybody wants
    /// to wait, and then the next ones do not. Those who asked were told meanwhile that it did not answer.
    pub(crate) async fn answer(mut self) -> Option<(Arc<Request>, Vec<Reading>)> {
        let left = self.gate.options.patience.answering.saturating_sub(self.began.elapsed());
        let gate = Arc::clone(&self.gate);
        let done = tokio::select! {
            () = gate.consent.gone() => None,
            done = tokio::time::timeout(left, self.task.join_next()) => done.ok().flatten(),
        };
        let readings = self.read(done?.ok()?).ok()?;
        Some((Arc::clone(&self.request), readings))
    }
}

/// Since when an answer is waited for; `None` while nobody is asked.
#[derive(Default)]
struct Clock(Mutex<Option<Instant>>);

impl Clock {
    fn set(&self, since: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    fn since(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends a request and follows where it leads.
struct Follow {
    gate: Arc<Inner>,
    reached: Reached,
    request: Arc<Request>,
    station: Arc<CircuitBreaker>,
    clock: Arc<Clock>,
    sent: Arc<AtomicU64>,
}

impl Follow {
    async fn follow(self, url: Url) -> Result<Got, Failure> {
        let (gate, request, reached) = (&self.gate, &self.request, &self.reached);
        let none = Body::None;
        let mut outgoing = Outgoing {
            url,
            body: &request.body,
            accept: request.accept,
            secret_header: request.secret_header.as_ref(),
            purpose: reached.service.name(),
            tells: request.tells,
            questions: request.questions.len(),
        };
        // A request that was passed on has to wait for the turn of another service too.
        let mut passed_on: Option<Permit> = None;
        for _ in 0..=REDIRECTS {
            if let Some(slot) = &mut passed_on {
                slot.using();
            }
            self.sent.fetch_add(1, Ordering::Relaxed);
            self.clock.set(Some(Instant::now()));
            let (to, by_get) = match attempt::send(gate, &outgoing).await? {
                Incoming::Response(response) => return Ok(Got::Response(response)),
                Incoming::Later(failure, wait) => return Ok(Got::Later(failure, wait)),
                Incoming::Elsewhere(to, by_get) => (to, by_get),
            };
            let known = gate.known_at(&to);
            let same = client::host(&to) == client::host(&outgoing.url);
            let expected = to.host_str().is_some_and(|host| reached.service.redirects_to().contains(&host));
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
            if let Some(other) = known.filter(|other| place(other) != self.station.place) {
                self.clock.set(None);
                let there = gate.services.at(&place(&other));
                let limit = pace::widest(other.service, &other.access);
                let class = limit.as_ref().map_or("", |limit| limit.class);
                passed_on = Some(pace::turn(gate, &there, limit.as_ref(), class).await);
            }
        }
        Err(Failure::new(SourceError::Unreadable, "it redirects in a circle"))
    }
}

impl Inner {
    /// The known service that an address belongs to.
    fn known_at(&self, url: &Url) -> Option<Reached> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let belongs = |reached: &&Reached| {
            Url::parse(&reached.access.base_url).is_ok_and(|base| {
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
        station: &CircuitBreaker,
        class: &'static str,
        clock: &Clock,
        attempt: &mut JoinSet<Result<Got, Failure>>,
    ) -> Option<Result<Got, Failure>> {
        loop {
            let look_again = match clock.since() {
                Some(since) => {
                    let deadline = station.deadline(&self.options.patience, class, since);
                    if deadline <= Instant::now() {
                        return None;
                    }
                    // It may answer something else meanwhile, and then deserves more.
                    deadline
                }
                None => Instant::now() + Duration::from_millis(20),
            };
            tokio::select! {
                done = attempt.join_next() => {
                    let broken = || Err(Failure::new(SourceError::Unavailable, "it could not be asked"));
                    return Some(done.and_then(Result::ok).unwrap_or_else(broken));
                }
                () = tokio::time::sleep_until(look_again.into()) => {}
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
            () = self.consent.gone() => Err(Failure::new(SourceError::Offline, "")),
            done = work => done,
        }
    }

    /// Waits for something unless the author calls it off, takes the consent back, or the service is given up.
    async fn unless_called_off<T>(
        &self,
        cancel: &CancellationToken,
        station: &CircuitBreaker,
        wait: impl Future<Output = T>,
    ) -> Result<T, Failure> {
        let wait = async {
            tokio::select! {
                biased;
                why = station.given_up(&self.options.patience) => Err(why),
                done = wait => Ok(done),
            }
        };
        self.unless_cancelled(cancel, wait).await
    }
}

/// Where following a request led.
enum Got {
    Response(Response),
    Later(Failure, Option<Duration>),
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
