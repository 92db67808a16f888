//! How long answers keep.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// That a work was not found: new works are listed every day, and so an accusation rests on a fresh answer.
const NOT_FOUND_LIFETIME: Duration = HOUR;

/// What was announced about a work: a retraction is to be seen the next day.
const NOTICES_LIFETIME: Duration = DAY;

/// The description of a work.
const RECORD_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3_600);

/// How long an answer is kept; an older one is removed.
pub const RETENTION: Duration = Duration::from_secs(365 * 24 * 3_600);

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// It need not be asked for again.
    Fresh,
    /// It is shown with its date, and asked for again when that is possible.
    Stale,
    /// It says nothing any more.
    Nothing,
}

/// What an answer of this age is worth. `notices`: the service says what was announced about works.
pub(crate) fn worth(found: bool, notices: bool, age: Duration) -> Freshness {
    match (found, notices) {
        (false, _) if age < NOT_FOUND_LIFETIME => Freshness::Fresh,
        (false, _) => Freshness::Nothing,
        (true, true) if age < NOTICES_LIFETIME => Freshness::Fresh,
        (true, false) if age < RECORD_LIFETIME => Freshness::Fresh,
        (true, _) => Freshness::Stale,
    }
}

/// Now, in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
