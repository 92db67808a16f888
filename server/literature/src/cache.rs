//! A cache on this machine of the answers of online sources.
//!
//! The cache is one SQLite file in the user's cache folder, shared by all processes. It may be
//! deleted at any time. A damaged file is moved aside; a file written by a newer version is left
//! alone. Only complete answers are stored, never failures. `age.rs` defines how long an answer is
//! valid.

mod age;
mod key;
mod shared;
pub(crate) mod store;

pub use age::RETENTION;
pub(crate) use age::{Freshness, now, worth};
pub use key::Key;
pub(crate) use key::Seed;
pub use shared::SharedAnswers;

use crate::private_files;
use referee_bibliography::Date;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The schema version of the file (`PRAGMA user_version`).
const VERSION: i64 = 1;

/// How long to wait for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(3);

/// A cache on this machine of the answers of online sources. Clones share the same cache.
#[derive(Clone, Default)]
pub struct Cache {
    inner: Option<Arc<Inner>>,
    shared: Option<Arc<dyn SharedAnswers>>,
}

struct Inner {
    file: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
enum State {
    /// Not opened yet, or the file does not exist yet.
    #[default]
    Closed,
    Open(Connection),
    /// The file cannot be used; this was logged when it was detected.
    Unusable,
}

/// An answer of a service, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    /// When the service gave the answer, in seconds since 1970.
    pub fetched: u64,
    /// The records, as JSON in UTF-8; `None` if the service found no record.
    pub records: Option<Vec<u8>>,
}

/// Returns the folder of the cache: `REFEREE_CACHE`, else `$XDG_CACHE_HOME/referee`, else
/// `~/.cache/referee`; on Windows `%LOCALAPPDATA%\referee`. `None` if none of these variables is
/// set.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    crate::gate::user_folder("REFEREE_CACHE", "XDG_CACHE_HOME", ".cache")
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("file", &self.inner.as_ref().map(|inner| &inner.file)).finish()
    }
}

impl Cache {
    /// Creates a cache in `folder`. The folder is created when the first answer is stored. Never
    /// fails: an unreadable file is moved aside and an answer that cannot be written is dropped,
    /// each with a line in the log.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        let inner = Inner { file: folder.join("answers.sqlite"), state: Mutex::default() };
        Cache { inner: Some(Arc::new(inner)), shared: None }
    }

    /// Creates a disabled cache: answers are remembered only as long as the scheduler lives.
    #[must_use]
    pub fn none() -> Self {
        Cache::default()
    }

    /// Adds a second-level cache that several machines share.
    #[must_use]
    pub fn with_shared(mut self, shared: Option<Arc<dyn SharedAnswers>>) -> Self {
        self.shared = shared;
        self
    }

    /// Returns the second-level cache that several machines share.
    pub(crate) fn shared(&self) -> Option<&dyn SharedAnswers> {
        self.shared.as_deref()
    }

    /// Returns the answers for `keys`, in the same order.
    pub(crate) fn read(&self, keys: &[Key]) -> Vec<Option<StoredAnswer>> {
        let read = self.with(false, |connection| {
            // One transaction reads all keys from the same snapshot.
            let transaction = connection.transaction()?;
            let mut statement = transaction
                .prepare_cached("SELECT fetched, records FROM answers WHERE low = ?1 AND high = ?2")?;
            keys.iter()
                .map(|key| {
                    statement
                        .query_row([key.low, key.high], |row| {
                            let fetched = u64::try_from(row.get::<_, i64>(0)?).unwrap_or(0);
                            Ok(StoredAnswer { fetched, records: row.get(1)? })
                        })
                        .optional()
                })
                .collect::<rusqlite::Result<Vec<_>>>()
        });
        read.unwrap_or_else(|| vec![None; keys.len()])
    }

    /// Returns the lower halves of the keys of all stored answers, in no particular order; `None`
    /// if there are more than `most` of them or the cache cannot be read.
    pub(crate) fn contents(&self, most: usize) -> Option<Vec<i64>> {
        let read = self.with(false, |connection| {
            // The index by age contains the keys without the answers: a small part of the file.
            let mut statement =
                connection.prepare_cached("SELECT low FROM answers INDEXED BY answers_by_age LIMIT ?1")?;
            let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
            statement.query_map([limit], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()
        })?;
        (read.len() <= most).then_some(read)
    }

    /// Stores answers; each replaces an older answer with the same key.
    pub(crate) fn write(&self, answers: &[(Key, StoredAnswer)]) {
        if answers.is_empty() {
            return;
        }
        self.with(true, |connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            {
                let mut statement = transaction.prepare_cached(
                    "INSERT OR REPLACE INTO answers (low, high, fetched, records) VALUES (?1, ?2, ?3, ?4)",
                )?;
                for (key, kept) in answers {
                    let fetched = i64::try_from(kept.fetched).unwrap_or(i64::MAX);
                    statement.execute(params![key.low, key.high, fetched, kept.records])?;
                }
            }
            transaction.commit()
        });
    }

    /// Runs `work` on the open file. Returns `None` if the file does not exist or cannot be used.
    /// With `make`, a missing file is created.
    fn with<T>(&self, make: bool, mut work: impl FnMut(&mut Connection) -> rusqlite::Result<T>) -> Option<T> {
        let inner = self.inner.as_deref()?;
        let mut state = inner.lock();
        for _ in 0..2 {
            if matches!(*state, State::Closed) {
                if !make && !inner.file.exists() {
                    return None;
                }
                *state = open(&inner.file);
            }
            let State::Open(connection) = &mut *state else { return None };
            match work(connection) {
                Ok(done) => return Some(done),
                Err(error) if store::is_damaged(&error) => {
                    *state = State::Closed;
                    tracing::warn!("the cache {} is damaged and put aside: {error}", inner.file.display());
                    store::put_aside(&inner.file);
                }
                // A full disk, or another process that writes for too long: skip only this call.
                Err(error) => {
                    tracing::warn!("the cache {}: {error}", inner.file.display());
                    return None;
                }
            }
        }
        None
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open(file: &Path) -> State {
    if let Err(error) = private_files::prepare_database(file) {
        tracing::warn!("the cache {} cannot be made: {error}", file.display());
    }
    for put_aside in [false, true] {
        match Connection::open(file).and_then(prepare) {
            Ok(Some(connection)) => return State::Open(connection),
            Ok(None) => {
                tracing::warn!("the cache {} is of a newer version: nothing is kept", file.display());
                return State::Unusable;
            }
            Err(error) if !put_aside && store::is_damaged(&error) => {
                tracing::warn!("the cache {} is damaged and put aside: {error}", file.display());
                store::put_aside(file);
                // Better no cache than a new file that other users can read.
                if private_files::prepare_database(file).is_err() {
                    return State::Unusable;
                }
            }
            Err(error) => {
                tracing::warn!("the cache {} cannot be used: {error}", file.display());
                return State::Unusable;
            }
        }
    }
    State::Unusable
}

/// Configures a connection; returns `None` if the file was written by a newer version.
fn prepare(connection: Connection) -> rusqlite::Result<Option<Connection>> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    store::quick_journal(&connection)?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version > VERSION {
        return Ok(None);
    }
    if version < VERSION {
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE;
             CREATE TABLE IF NOT EXISTS answers (
                 low INTEGER PRIMARY KEY,
                 high INTEGER NOT NULL,
                 fetched INTEGER NOT NULL,
                 records BLOB
             ) STRICT;
             CREATE INDEX IF NOT EXISTS answers_by_age ON answers (fetched);
             PRAGMA user_version = {VERSION};
             COMMIT;"
        ))?;
    }
    let oldest = i64::try_from(now().saturating_sub(RETENTION.as_secs())).unwrap_or(0);
    let any = connection.prepare("SELECT 1 FROM answers WHERE fetched < ?1")?.exists([oldest])?;
    if any {
        connection.execute("DELETE FROM answers WHERE fetched < ?1", [oldest])?;
    }
    Ok(Some(connection))
}

/// Returns the current time in seconds since 1970.
#[must_use]
pub fn seconds_now() -> u64 {
    now()
}

/// Returns today's date in UTC.
#[must_use]
pub fn today() -> Date {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    date(now.map_or(0, |since| since.as_secs()))
}

/// Returns the date, in UTC, of a time given in seconds since 1970.
#[must_use]
pub fn date(seconds: u64) -> Date {
    // Days since 0000-03-01, in years that begin in March, so that leap days come last (H. Hinnant,
    // "chrono-compatible low-level date algorithms", civil_from_days).
    let days = i64::try_from(seconds / 86_400).unwrap_or(0) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Date {
        year: i32::try_from(year).unwrap_or(0),
        month: u8::try_from(month).ok(),
        day: u8::try_from(day).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn a_time_is_on_the_day_that_the_calendar_says() {
        let days = [
            (0, (1970, 1, 1)),
            (951_782_400, (2000, 2, 29)),
            (1_795_132_800, (2026, 11, 20)),
            (4_107_542_400, (2100, 3, 1)),
            (13_569_379_200, (2399, 12, 31)),
        ];
        for (seconds, (year, month, day)) in days {
            for within in [0, 86_399] {
                let date = date(seconds + within);
                assert_eq!((date.year, date.month, date.day), (year, Some(month), Some(day)));
            }
        }
        // A date far in the future must not panic.
        let _ = date(u64::MAX);
    }
}
