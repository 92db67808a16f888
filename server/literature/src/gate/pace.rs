//! Waiting for one's turn.

use super::Inner;
use super::limits::{Start, Taken, Window};
use super::network_health::{CircuitBreaker, ProbePermit, UnderWay};
use crate::online::{Access, Limit, Service};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So many requests at once go to a service that states no limit.
const AT_ONCE: usize = 8;

/// How often it is looked whether other processes are done, where only so many requests may be under way.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// A request that leaves within this time of its turn leaves at its turn.
const SOON: Duration = Duration::from_millis(3);

/// The turn of one request. While it lives the request counts as under way.
pub(crate) struct Permit {
    gate: Arc<Inner>,
    start: Option<Start>,
    taken: Instant,
    used: bool,
    pass: Option<ProbePermit>,
    _under_way: UnderWay,
}

impl Permit {
    /// Says that the request leaves now.
    pub(super) fn using(&mut self) {
        self.used = true;
        if let Some(start) = self.start
            && self.taken.elapsed() > SOON
        {
            self.gate.limits.late(start);
        }
    }

    /// With the leave to ask that was given before the turn came.
    pub(super) fn with(mut self, pass: ProbePermit) -> Self {
        self.pass = Some(pass);
        self
    }

    /// The leave to ask, to be kept until it is known how the service does.
    pub(super) fn take_pass(&mut self) -> Option<ProbePermit> {
        self.pass.take()
    }

    /// Says that the request was answered, and after how long.
    pub(super) fn answered(&mut self, took: Duration) {
        if let Some(start) = self.start.take() {
            self.gate.limits.over(start, Some(took));
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        match self.start.take() {
            Some(start) if self.used => self.gate.limits.over(start, None),
            Some(start) => self.gate.limits.unused(start),
            None => {}
        }
    }
}

/// Waits until a request of kind `class` may leave, behind those who came before. Nothing is taken while waiting: to
/// stop waiting is to drop this.
pub(super) async fn turn(
    gate: &Arc<Inner>,
    station: &Arc<CircuitBreaker>,
    limit: Option<&Limit>,
    class: &'static str,
) -> Permit {
    let queue = station.queue(class);
    let _first_in_line = queue.lock().await;
    let at_once = limit.map_or(AT_ONCE, |limit| limit.at_once);
    loop {
        if let Some(until) = station.pause() {
            tokio::time::sleep_until(until.into()).await;
            continue;
        }
        let over = station.over.notified();
        tokio::pin!(over);
        // Before looking: an end between looking and waiting is not missed.
        over.as_mut().enable();
        let Some(under_way) = station.begin(at_once) else {
            over.await;
            continue;
        };
        let slot = |start| Permit {
            gate: Arc::clone(gate),
            start,
            taken: Instant::now(),
            used: false,
            pass: None,
            _under_way: under_way,
        };
        let Some(limit) = limit else { return slot(None) };
        let window = Window {
            place: &station.place,
            class: limit.class,
            requests: limit.requests,
            per: limit.per,
            at_once: limit.at_once,
            quickest: station.quickest(class, limit.requests),
        };
        // Longer than any request takes.
        let lease = gate.options.patience.answering + Duration::from_secs(5);
        let wait = match gate.limits.take(&window, lease) {
            Taken::Now(start) => return slot(Some(start)),
            Taken::In(wait) => wait,
            Taken::Full => LOOK_AGAIN.mul_f32(0.75 + 0.5 * fastrand::f32()),
        };
        drop(slot);
        tokio::time::sleep(wait).await;
    }
}

/// The limit that holds for a kind of request.
pub(super) fn limit(service: &dyn Service, access: &Access, class: &str) -> Option<Limit> {
    service.limits(access).into_iter().find(|limit| limit.class == class)
}

/// The limit that is least in the way: for a request that another service passed on.
pub(super) fn widest(service: &dyn Service, access: &Access) -> Option<Limit> {
    let per_second = |limit: &Limit| f64::from(limit.requests) / limit.per.as_secs_f64().max(1e-3);
    service.limits(access).into_iter().max_by(|a, b| per_second(a).total_cmp(&per_second(b)))
}
