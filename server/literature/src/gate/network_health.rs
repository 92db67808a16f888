//! The health of the network as a whole, as far as this process knows it.
//!
//! As long as no service has answered, the network itself may be down, so services that are asked
//! later need not get as long a timeout as the first one.

use super::options::Timeouts;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// After this time without a request, the machine may be on another network and all observations
/// are discarded.
const NETWORK_IDLE: Duration = Duration::from_secs(5);

/// The share of its timeout that a first response gets while no service has answered: other
/// services are then asked instead, and all of that must end in time.
const DEAD_NETWORK_SHARE: f32 = 0.8;

/// The minimum timeout of a first response while no service has answered.
const MIN_FIRST_RESPONSE: Duration = Duration::from_millis(60);

/// The timeout of a first response, as a multiple of the quickest response of any service.
const SLOW_NETWORK_FACTOR: u32 = 3;

/// Observations about the network, from the requests to all services.
#[derive(Default)]
pub(super) struct NetworkHealth(Mutex<Observed>);

#[derive(Default)]
struct Observed {
    any_response: bool,
    /// Whether anything came back from the network: an error of a server, a refused connection.
    any_reply: bool,
    quickest_response: Option<Duration>,
    first_attempt: Option<Instant>,
    last_attempt: Option<Instant>,
}

impl NetworkHealth {
    fn lock(&self) -> MutexGuard<'_, Observed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a request is sent.
    pub(super) fn record_attempt(&self, now: Instant) {
        let mut observed = self.lock();
        if observed.last_attempt.is_none_or(|last| now.duration_since(last) > NETWORK_IDLE) {
            *observed = Observed { first_attempt: Some(now), ..Observed::default() };
        }
        observed.last_attempt = Some(now);
    }

    /// Records a response of any service.
    pub(super) fn record_response(&self, took: Duration) {
        let mut observed = self.lock();
        observed.any_response = true;
        observed.quickest_response =
            Some(observed.quickest_response.map_or(took, |quickest| quickest.min(took)));
    }

    /// Records that the attempt to ask a service ended before its deadline, with whatever result.
    pub(super) fn record_reply(&self) {
        self.lock().any_reply = true;
    }

    /// Returns the deadline for the first response of a service that was first asked at `asked`.
    pub(super) fn first_response_deadline(&self, asked: Instant, timeouts: &Timeouts) -> Instant {
        let observed = self.lock();
        match observed.first_attempt.filter(|first| !observed.any_response && *first <= asked) {
            Some(first) => {
                (first + timeouts.first_response.mul_f32(DEAD_NETWORK_SHARE)).max(asked + MIN_FIRST_RESPONSE)
            }
            // If even the quickest service was slow, the network is slow, and the next first
            // response will be too.
            None => {
                let slow = observed
                    .quickest_response
                    .map_or(Duration::ZERO, |quickest| quickest * SLOW_NETWORK_FACTOR);
                let longest = timeouts.response.max(timeouts.first_response);
                asked + slow.clamp(timeouts.first_response, longest)
            }
        }
    }

    /// Returns the deadline for an attempt at a service that was first asked at `asked`. If errors
    /// come back, the network works: an attempt that is under way then gets its full time, although
    /// the service is not asked again after [`first_response_deadline`](Self::first_response_deadline).
    pub(super) fn attempt_deadline(&self, asked: Instant, timeouts: &Timeouts) -> Instant {
        let usual = self.first_response_deadline(asked, timeouts);
        if self.lock().any_reply { usual.max(asked + timeouts.first_response) } else { usual }
    }

    /// Returns whether any service has answered since the network was last idle.
    pub(super) fn has_answered(&self) -> bool {
        self.lock().any_response
    }
}
