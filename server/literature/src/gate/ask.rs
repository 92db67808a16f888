//! The story of one request: may it leave, when does it leave, what came back, and when to stop trying.

use super::attempt::{self, Incoming, Outgoing};
use super::client;
use super::consent::Allowance;
use super::health::Station;
use super::pace::{self, Slot};
use super::{Cancel, Gate, Inner, Reached};
use crate::online::{Body, NotAnAnswer, Reading, Request, Response};
use crate::source::NoAnswer;
use reqwest::Url;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A request that fails alone, while its service answers others, is sent so often at most.
const ATTEMPTS: u32 = 6;

/// An answer that is somewhere else: so often at most.
pub(super) const REDIRECTS: usize = 3;

/// Why a request brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind.
    pub(crate) why: NoAnswer,
    /// In a few words; no key, no text.
    pub(crate) detail: String,
}

impl Failure {
    pub(crate) fn new(why: NoAnswer, detail: &str) -> Self {
        Failure { why, detail: detail.to_owned() }
    }
}

/// What became of a request.
#[derive(Debug)]
pub(crate) struct Asked {
    /// How often something was sent.
    pub(crate) sent: u64,
    /// A reading for each question of the request, in their order.
    pub(crate) readings: Result<Vec<Reading>, Failure>,
}

impl Gate {
    /// Waits until a request of kind `class` may leave for a service. Nothing has to be done to give the turn back.
    pub(crate) async fn turn(
        &self,
        reached: &Reached,
        class: &'static str,
        cancel: &Cancel,
    ) -> Result<Slot, Failure> {
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
        slot: Slot,
        allowance: Allowance,
        cancel: &Cancel,
    ) -> Asked {
        let mut sent = 0;
        let readings = self.inner.ask(reached, request, slot, allowance, cancel, &mut sent).await;
        Asked { sent, readings }
    }

    /// The services that are left alone for now, why, and for how long still.
    pub(crate) fn resting(&self, reached: &Reached) -> Option<(Failure, Duration)> {
        self.inner.services.at(&place(reached)).resting()
    }

    /// Makes services known: they may be redirected to, and then their limits hold.
    pub(crate) fn introduce(&self, services: &[Reached]) {
        let mut known = self.inner.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
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

impl Inner {
    async fn ask(
        self: &Arc<Self>,
        reached: &Reached,
        request: &Request,
        mut slot: Slot,
        allowance: Allowance,
        cancel: &Cancel,
        sent: &mut u64,
    ) -> Result<Vec<Reading>, Failure> {
        if !allowance.passes(request) {
            return Err(Failure::new(NoAnswer::Private, ""));
        }
        let url = address(request)?;
        let station = self.services.at(&place(reached));
        // Kept to the end: while one request finds out how the service does, the others wait.
        let _pass = slot.take_pass();
        let patience = &self.options.patience;
        let begun = Instant::now();
        let mut slot = Some(slot);
        for attempt in 1.. {
            let mut turn = match slot.take() {
                Some(slot) => slot,
                None => {
                    let limit = pace::limit(reached.service, &reached.access, request.class);
                    let turn = pace::turn(self, &station, limit.as_ref(), request.class);
                    self.unless_called_off(cancel, &station, turn).await?
                }
            };
            turn.using();
            let began = Instant::now();
            station.tried();
            let (failure, wait) = match self.follow(reached, request, &url, &station, cancel, sent).await {
                Ok(Got::Response(response)) => match reached.service.read(request, &response) {
                    Ok(readings) if readings.len() == request.questions.len() => {
                        turn.answered(station.answered(request.class, began.elapsed()));
                        return Ok(readings);
                    }
                    Ok(_) => (Failure::new(NoAnswer::Unreadable, "it answers other questions"), None),
                    Err(NotAnAnswer::Refused(detail)) => {
                        // To refuse one question is to be there for others.
                        turn.answered(station.answered(request.class, began.elapsed()));
                        return Err(Failure::new(NoAnswer::Refused, &detail));
                    }
                    Err(NotAnAnswer::Busy) => (Failure::new(NoAnswer::Busy, ""), None),
                    Err(NotAnAnswer::Unreadable(detail)) => {
                        (Failure::new(NoAnswer::Unreadable, &detail), None)
                    }
                },
                Ok(Got::Later(failure, wait)) => (failure, wait),
                Err(failure) => (failure, None),
            };
            drop(turn);
            if matches!(failure.why, NoAnswer::Offline | NoAnswer::Cancelled | NoAnswer::Refused) {
                return Err(failure);
            }
            let last = attempt >= ATTEMPTS || begun.elapsed() >= patience.answering;
            if station.failed(patience, began, &failure, wait, last) || last {
                return Err(failure);
            }
        }
        Err(Failure::new(NoAnswer::Unavailable, ""))
    }

    /// Sends a request and follows where it leads.
    async fn follow(
        self: &Arc<Self>,
        reached: &Reached,
        request: &Request,
        url: &Url,
        station: &Arc<Station>,
        cancel: &Cancel,
        sent: &mut u64,
    ) -> Result<Got, Failure> {
        let none = Body::None;
        let mut outgoing = Outgoing {
            url: url.clone(),
            body: &request.body,
            accept: request.accept,
            secret_header: request.secret_header.as_ref(),
            purpose: reached.service.name(),
            tells: request.tells,
            questions: request.questions.len(),
        };
        // A request that was passed on has to wait for the turn of another service too.
        let mut passed_on: Option<Slot> = None;
        for _ in 0..=REDIRECTS {
            if let Some(slot) = &mut passed_on {
                slot.using();
            }
            *sent += 1;
            let began = Instant::now();
            let incoming = self.in_time(station, request.class, began, attempt::send(self, &outgoing));
            let incoming = self.unless_cancelled(cancel, async { Ok(incoming.await) }).await??;
            let (to, by_get) = match incoming {
                Incoming::Response(response) => return Ok(Got::Response(response)),
                Incoming::Later(failure, wait) => return Ok(Got::Later(failure, wait)),
                Incoming::Elsewhere(to, by_get) => (to, by_get),
            };
            let known = self.known_at(&to);
            let same = client::host(&to) == client::host(&outgoing.url);
            let expected = to.host_str().is_some_and(|host| reached.service.redirects_to().contains(&host));
            if !(same || expected || known.is_some()) {
                let detail = format!("it redirects to {}", client::host(&to));
                return Err(Failure::new(NoAnswer::Unreadable, &detail));
            }
            if !same {
                outgoing.secret_header = None;
            }
            if by_get {
                outgoing.body = &none;
            }
            outgoing.url = to;
            passed_on = None;
            if let Some(other) = known.filter(|other| place(other) != station.place) {
                let there = self.services.at(&place(&other));
                let limit = pace::widest(other.service, &other.access);
                let class = limit.as_ref().map_or("", |limit| limit.class);
                let turn = pace::turn(self, &there, limit.as_ref(), class);
                passed_on = Some(self.unless_called_off(cancel, station, turn).await?);
            }
        }
        Err(Failure::new(NoAnswer::Unreadable, "it redirects in a circle"))
    }

    /// The known service that an address belongs to.
    fn known_at(&self, url: &Url) -> Option<Reached> {
        let known = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
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

    /// Waits for an attempt as long as the service deserves.
    async fn in_time<T>(
        &self,
        station: &Station,
        class: &'static str,
        began: Instant,
        attempt: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        tokio::pin!(attempt);
        loop {
            let deadline = station.deadline(&self.options.patience, class, began);
            tokio::select! {
                done = &mut attempt => return done,
                () = tokio::time::sleep_until(deadline.into()) => {
                    // It may have answered something else meanwhile, and then deserves more.
                    if station.deadline(&self.options.patience, class, began) <= Instant::now() {
                        let waited = began.elapsed().as_secs_f32();
                        return Err(Failure::new(NoAnswer::Timeout, &format!("after {waited:.1} s")));
                    }
                }
            }
        }
    }

    /// Does something unless the author calls it off or takes the consent back.
    pub(super) async fn unless_cancelled<T>(
        &self,
        cancel: &Cancel,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Failure::new(NoAnswer::Cancelled, "")),
            () = self.consent.gone() => Err(Failure::new(NoAnswer::Offline, "")),
            done = work => done,
        }
    }

    /// Waits for something unless the author calls it off, takes the consent back, or the service is given up.
    async fn unless_called_off<T>(
        &self,
        cancel: &Cancel,
        station: &Station,
        wait: impl Future<Output = T>,
    ) -> Result<T, Failure> {
        let wait = async {
            tokio::select! {
                biased;
                why = station.given_up() => Err(why),
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
        Failure::new(NoAnswer::Refused, &format!("no address can be made of it: {error}"))
    })?;
    if let Some((name, value)) = &request.secret_parameter {
        url.query_pairs_mut().append_pair(name, value);
    }
    Ok(url)
}
