//! State of a service that the processes of this machine share besides its rate limit: the end of a
//! pause, and the remaining budget.
//!
//! Both are rows in the file of the [limits](super::limits). Times are microseconds since 1970.

use super::failure::Failure;
use referee_records::source::SourceError;
use rusqlite::{Connection, OptionalExtension, params};

/// The divisor of the reserve: low-priority requests leave a quarter of the budget.
const RESERVE_DIVISOR: u64 = 4;

/// The tables of this module.
pub(super) const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS closures (
        place TEXT PRIMARY KEY,
        until INTEGER NOT NULL,
        why TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS budgets (
        place TEXT PRIMARY KEY,
        remaining INTEGER NOT NULL,
        total INTEGER,
        renewed_at INTEGER NOT NULL
    ) STRICT;";

/// A pause that a service asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Closure {
    /// The end of the pause.
    pub(super) until: i64,
    /// The answer of the service.
    pub(super) why: Failure,
}

/// The remaining budget of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredBudget {
    pub(super) remaining: u64,
    pub(super) total: Option<u64>,
    pub(super) renewed_at: i64,
}

impl StoredBudget {
    /// Returns whether a request of this cost may be sent. A request that leaves a reserve needs
    /// more than its cost.
    pub(super) fn allows(&self, cost: u64, leaves_reserve: bool) -> bool {
        let reserve = self.total.filter(|_| leaves_reserve).map_or(0, |total| total / RESERVE_DIVISOR);
        self.remaining >= cost.saturating_add(reserve)
    }
}

/// Returns the pause of a service; `None` if it may be asked now.
pub(super) fn closure(connection: &Connection, place: &str, now: i64) -> rusqlite::Result<Option<Closure>> {
    connection
        .prepare_cached("SELECT until, why, detail FROM closures WHERE place = ?1 AND until > ?2")?
        .query_row(params![place, now], |row| {
            let (until, why, detail): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let why =
                if why == SourceError::Busy.slug() { SourceError::Busy } else { SourceError::Unavailable };
            Ok(Closure { until, why: Failure::new(why, &detail) })
        })
        .optional()
}

/// Records a pause of a service. A longer pause that is already recorded is kept.
pub(super) fn close(connection: &Connection, place: &str, closure: &Closure) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO closures (place, until, why, detail) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (place) DO UPDATE SET until = excluded.until, why = excluded.why, detail = excluded.detail
             WHERE excluded.until > closures.until",
        )?
        .execute(params![place, closure.until, closure.why.why.slug(), closure.why.detail])?;
    Ok(())
}

/// Returns the remaining budget of a service; `None` if it is unknown or has been renewed.
pub(super) fn budget(
    connection: &Connection,
    place: &str,
    now: i64,
) -> rusqlite::Result<Option<StoredBudget>> {
    connection
        .prepare_cached(
            "SELECT remaining, total, renewed_at FROM budgets WHERE place = ?1 AND renewed_at > ?2",
        )?
        .query_row(params![place, now], |row| {
            let (remaining, total, renewed_at): (i64, Option<i64>, i64) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(StoredBudget {
                remaining: u64::try_from(remaining).unwrap_or(0),
                total: total.and_then(|total| u64::try_from(total).ok()),
                renewed_at,
            })
        })
        .optional()
}

/// Records the remaining budget that a service reported. While other requests are under way, which
/// it may not have counted, their cost stays deducted.
pub(super) fn set_budget(
    connection: &Connection,
    place: &str,
    said: &StoredBudget,
    now: i64,
) -> rusqlite::Result<()> {
    let under_way: i64 = connection
        .prepare_cached("SELECT COUNT(*) FROM starts WHERE place = ?1 AND under_way_until > ?2")?
        .query_row(params![place, now], |row| row.get(0))?;
    // The count includes the request that was answered.
    let known = if under_way > 1 { budget(connection, place, now)? } else { None };
    let remaining = known.map_or(said.remaining, |known| known.remaining.min(said.remaining));
    let stored = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO budgets (place, remaining, total, renewed_at) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![place, stored(remaining), said.total.map(stored), said.renewed_at])?;
    Ok(())
}

/// Deducts the cost of a request from the budget until the service reports the remaining budget.
pub(super) fn spend(connection: &Connection, place: &str, cost: u64) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE budgets SET remaining = max(remaining - ?2, 0) WHERE place = ?1")?
        .execute(params![place, i64::try_from(cost).unwrap_or(i64::MAX)])?;
    Ok(())
}
