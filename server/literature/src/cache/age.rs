//! How long cached answers are valid.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// How long "not found" is valid: new works are added every day, so a fabricated-reference finding
/// needs a recent answer.
const NOT_FOUND_LIFETIME: Duration = HOUR;

/// How long the answer of a service with notices is valid: a retraction must be visible the next
/// day.
const NOTICES_LIFETIME: Duration = DAY;

/// How long the description of a work is valid.
const RECORD_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3_600);

/// How long an answer is stored before it is deleted.
pub const RETENTION: Duration = Duration::from_secs(365 * 24 * 3_600);

/// How an answer may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// The answer is used as it is.
    Fresh,
    /// The answer is used with its date, and the question is asked again when possible.
    Stale,
    /// The answer is too old to be used.
    Nothing,
}

/// Returns the freshness of an answer of this age. `notices`: whether the service reports notices
/// about works.
pub(crate) fn worth(found: bool, notices: bool, age: Duration) -> Freshness {
    match (found, notices) {
        (false, _) if age < NOT_FOUND_LIFETIME => Freshness::Fresh,
        (false, _) => Freshness::Nothing,
        (true, true) if age < NOTICES_LIFETIME => Freshness::Fresh,
        (true, false) if age < RECORD_LIFETIME => Freshness::Fresh,
        (true, _) => Freshness::Stale,
    }
}

/// Returns the current time in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
