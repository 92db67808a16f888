//! Schedules the retries of submissions whose references could not all be looked up.
//!
//! The pauses grow, and respect the pauses that the services ask for. The first submission whose
//! services answer wakes all others that wait for the same services. After [`MAX_OPEN_TIME`] a
//! submission is not retried automatically any more; it stays listed as not looked up, and is still
//! woken when a service answers.

use super::WAITING_CHANNEL;
use crate::engine::OpenLookup;
use std::time::Duration;
use tokio_postgres::{Error, Transaction};

/// The time between the first and the second look-up; doubled after each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(60);

/// The maximum time between two look-ups, unless a service asks for a longer one.
const MAX_PAUSE: Duration = Duration::from_secs(3_600);

/// The maximum time between two look-ups, even if a service asks for more or a person must act
/// first.
const MAX_ASKED_PAUSE: Duration = Duration::from_secs(6 * 3_600);

/// How long a submission is retried automatically after its first incomplete look-up.
const MAX_OPEN_TIME: Duration = Duration::from_secs(14 * 24 * 3_600);

/// The state of a submission after a look-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LookupState {
    /// `done` or `not-looked-up`.
    pub(super) state: &'static str,
    /// Why it is not looked up; `None` if it is.
    pub(super) reason: Option<String>,
    /// The number of consecutive incomplete look-ups.
    pub(super) lookups: i32,
    /// The services that must answer.
    pub(super) waits_for: Vec<String>,
    /// The pause before the next look-up; `None` if it is not retried automatically.
    wait: Option<Duration>,
}

impl LookupState {
    /// Returns the state after a look-up that left `open`, given that `lookups` look-ups before it
    /// were incomplete and the first of them ended `open_for` seconds ago.
    pub(super) fn after(open: Option<&OpenLookup>, lookups: i32, open_for: f64) -> LookupState {
        let Some(open) = open else {
            let state = "done";
            return LookupState {
                state,
                reason: None,
                lookups: 0,
                waits_for: Vec::new(),
                wait: Some(Duration::ZERO),
            };
        };
        let lookups = lookups.saturating_add(1);
        let wait = match open.passes {
            true => pause(lookups).max(open.again_in.unwrap_or_default()).min(MAX_ASKED_PAUSE),
            false => MAX_ASKED_PAUSE,
        };
        LookupState {
            state: "not-looked-up",
            reason: Some(open.reason.clone()),
            lookups,
            waits_for: open.services.clone(),
            wait: (open_for < MAX_OPEN_TIME.as_secs_f64()).then_some(wait),
        }
    }

    /// Returns the pause before the next look-up in seconds; `None` if it is not retried
    /// automatically.
    pub(super) fn wait_seconds(&self) -> Option<f64> {
        self.wait.map(|wait| wait.as_secs_f64())
    }
}

/// Returns the pause after `lookups` incomplete look-ups.
fn pause(lookups: i32) -> Duration {
    let doubled = u32::try_from(lookups.clamp(1, 20) - 1).unwrap_or(0);
    FIRST_PAUSE.saturating_mul(1_u32 << doubled).min(MAX_PAUSE)
}

/// Makes the submissions available that wait for one of the services, which have answered, and
/// wakes the workers.
pub(super) async fn wake(transaction: &Transaction<'_>, answered: &[&String]) -> Result<(), Error> {
    if answered.is_empty() {
        return Ok(());
    }
    // Locked submissions are being woken by another worker, or were taken.
    let due = "UPDATE referee.submission SET available_at = clock_timestamp()
               WHERE id IN (SELECT id FROM referee.submission
                   WHERE state = 'not-looked-up' AND waits_for && $1 AND available_at > clock_timestamp()
                   ORDER BY id FOR UPDATE SKIP LOCKED)";
    if transaction.execute(due, &[&answered]).await? > 0 {
        transaction.execute("SELECT pg_notify($1, '')", &[&WAITING_CHANNEL]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LookupState, MAX_ASKED_PAUSE, MAX_OPEN_TIME, MAX_PAUSE};
    use crate::engine::OpenLookup;
    use std::time::Duration;

    fn open(passes: bool, again_in: Option<u64>) -> OpenLookup {
        OpenLookup {
            references: 40,
            services: vec!["crossref".to_owned()],
            reason: "40 of 40 references were not looked up".to_owned(),
            passes,
            again_in: again_in.map(Duration::from_secs),
        }
    }

    fn wait(open: &OpenLookup, lookups: i32, open_for: f64) -> Option<Duration> {
        LookupState::after(Some(open), lookups, open_for).wait
    }

    #[test]
    fn pauses_double_respect_the_service_and_have_an_end() {
        let passing = open(true, None);
        assert_eq!(
            [0, 1, 2].map(|n| wait(&passing, n, 0.0)),
            [60, 120, 240].map(|s| Some(Duration::from_secs(s)))
        );
        assert_eq!(wait(&passing, i32::MAX, 0.0), Some(MAX_PAUSE));
        assert_eq!(wait(&open(true, Some(900)), 0, 0.0), Some(Duration::from_secs(900)));
        // A budget that is spent until tomorrow.
        assert_eq!(wait(&open(true, Some(80_000)), 0, 0.0), Some(MAX_ASKED_PAUSE));
        assert_eq!(wait(&open(false, None), 0, 0.0), Some(MAX_ASKED_PAUSE), "a refused key is tried seldom");
        assert_eq!(wait(&passing, 400, MAX_OPEN_TIME.as_secs_f64()), None);
    }

    #[test]
    fn a_complete_look_up_is_done_and_an_incomplete_one_never_is() {
        let done = LookupState::after(None, 7, 1e9);
        assert_eq!((done.state, done.lookups, done.waits_for.is_empty()), ("done", 0, true));
        let old = LookupState::after(Some(&open(true, None)), 400, 1e9);
        assert_eq!((old.state, old.waits_for), ("not-looked-up", vec!["crossref".to_owned()]));
    }
}
