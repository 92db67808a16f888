//! A cache of the answers of online services in the shared database, for all its users.

use crate::backend::Backend;
use crate::driver_runtime::DriverRuntime;
use crate::error::DatabaseError;
use referee_literature::cache::{Key, RETENTION, SharedAnswers, StoredAnswer};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Reads the answers for pairs of keys; a pair without an answer yields no row.
const READ: &str = "
    SELECT a.key_high, a.key_low, a.fetched, a.records
    FROM unnest($1::bigint[], $2::bigint[]) AS wanted(high, low)
    JOIN referee.answer a ON a.key_high = wanted.high AND a.key_low = wanted.low";

/// Stores answers that are newer than the stored ones. No answer is dated later than the clock of
/// the database: a machine whose clock is ahead must not prevent others from writing newer answers.
const WRITE: &str = "
    INSERT INTO referee.answer AS a (key_high, key_low, fetched, records)
    SELECT high, low, least(fetched, extract(epoch FROM now())::bigint), records
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) AS new(high, low, fetched, records)
    ON CONFLICT (key_high, key_low) DO UPDATE SET fetched = EXCLUDED.fetched, records = EXCLUDED.records
    WHERE a.fetched < EXCLUDED.fetched";

/// Removes the answers that are older than this number of seconds.
const REMOVE_OLD: &str =
    "DELETE FROM referee.answer WHERE fetched < extract(epoch FROM now())::bigint - $1::bigint";

/// The answers of online services, shared by the users of a database.
pub struct DatabaseAnswers {
    backend: Arc<Backend>,
    driver: Arc<DriverRuntime>,
    /// Whether this process has tried to remove expired answers.
    has_removed_old: AtomicBool,
    /// Whether the failure to share answers has been logged.
    has_warned: AtomicBool,
}

impl DatabaseAnswers {
    pub(crate) fn new(backend: Arc<Backend>, driver: Arc<DriverRuntime>) -> Self {
        DatabaseAnswers {
            backend,
            driver,
            has_removed_old: AtomicBool::new(false),
            has_warned: AtomicBool::new(false),
        }
    }

    /// Runs a read or a write and waits for it; `None` if it fails, or while the database cools
    /// down after a failure.
    fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, DatabaseError>> + Send + 'static,
    ) -> Option<T> {
        if self.backend.cooling_down().is_some() {
            return None;
        }
        let address = self.backend.database.shown_address();
        let result = self.driver.run(address, self.backend.limit, work);
        // Tables that are missing, or that this role may not use, do not affect the health of the
        // library.
        if matches!(&result, Err(DatabaseError::Unreachable { .. } | DatabaseError::TimedOut { .. })) {
            self.backend.health.note(&result);
        }
        match result {
            Ok(done) => Some(done),
            Err(error) => {
                if !self.has_warned.swap(true, Ordering::Relaxed) {
                    tracing::warn!("answers are not shared with others: {error}");
                }
                None
            }
        }
    }
}

impl SharedAnswers for DatabaseAnswers {
    fn read(&self, keys: &[Key]) -> Vec<Option<StoredAnswer>> {
        let backend = Arc::clone(&self.backend);
        let (high, low): (Vec<i64>, Vec<i64>) = keys.iter().map(|key| (key.high, key.low)).unzip();
        let rows = self.run(async move {
            backend.prepare_answers().await?;
            let connection = backend.database.connection().await?;
            let failed = |error| backend.database.error(error);
            let statement = connection.prepare_cached(READ).await.map_err(failed)?;
            connection.query(&statement, &[&high, &low]).await.map_err(failed)
        });
        let mut found: HashMap<Key, StoredAnswer> = HashMap::new();
        for row in rows.unwrap_or_default() {
            let fetched = u64::try_from(row.get::<_, i64>(2)).unwrap_or(0);
            let records = row.get::<_, Option<String>>(3).map(String::into_bytes);
            found.insert(Key { high: row.get(0), low: row.get(1) }, StoredAnswer { fetched, records });
        }
        keys.iter().map(|key| found.get(key).cloned()).collect()
    }

    fn write(&self, answers: &[(Key, StoredAnswer)]) {
        // One row per key, since a statement may write a row only once; in a fixed order, so that
        // two writers cannot deadlock.
        let mut rows: BTreeMap<(i64, i64), (i64, Option<String>)> = BTreeMap::new();
        for (key, answer) in answers {
            let records = answer.records.clone().map(String::from_utf8).transpose();
            let (Ok(records), Ok(fetched)) = (records, i64::try_from(answer.fetched)) else { continue };
            rows.insert((key.high, key.low), (fetched, records));
        }
        if rows.is_empty() {
            return;
        }
        let removes_old = !self.has_removed_old.swap(true, Ordering::Relaxed);
        let backend = Arc::clone(&self.backend);
        let written = self.run(async move {
            backend.prepare_answers().await?;
            let (high, low): (Vec<i64>, Vec<i64>) = rows.keys().copied().unzip();
            let (fetched, records): (Vec<i64>, Vec<Option<String>>) = rows.into_values().unzip();
            let connection = backend.database.connection().await?;
            let failed = |error| backend.database.error(error);
            let statement = connection.prepare_cached(WRITE).await.map_err(failed)?;
            connection.execute(&statement, &[&high, &low, &fetched, &records]).await.map_err(failed)?;
            if removes_old {
                let seconds = i64::try_from(RETENTION.as_secs()).unwrap_or(i64::MAX);
                connection.execute(REMOVE_OLD, &[&seconds]).await.map_err(failed)?;
            }
            Ok(())
        });
        if written.is_none() {
            tracing::debug!("{} answers were not shared", answers.len());
        }
    }
}
