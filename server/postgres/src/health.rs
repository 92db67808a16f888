//! Whether the database answers, so that what failed a moment ago does not hold up each look-up anew.

use crate::error::DatabaseError;
use referee_records::SourceError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a database that failed is left alone.
const COOL_DOWN: Duration = Duration::from_secs(10);

/// Whether the database answers.
#[derive(Default)]
pub(crate) struct Health {
    failure: Mutex<Option<Failure>>,
    /// Counts up when it fails, when it answers again, and when its content changes.
    changes: AtomicU64,
}

struct Failure {
    since: Instant,
    reason: String,
    kind: SourceError,
}

impl Health {
    /// The error to give at once while the database is left alone.
    pub(crate) fn resting(&self, address: &str) -> Option<DatabaseError> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let failure = failure.as_ref().filter(|failure| failure.since.elapsed() < COOL_DOWN)?;
        Some(DatabaseError::Resting {
            address: address.to_owned(),
            reason: failure.reason.clone(),
            kind: failure.kind,
        })
    }

    /// Notes how it answered.
    pub(crate) fn note<T>(&self, result: &Result<T, DatabaseError>) {
        // What one statement or one record is refused for says nothing about the next.
        let Err(error) = result else { return self.answers() };
        if matches!(
            error,
            DatabaseError::Statement { .. } | DatabaseError::Stored(_) | DatabaseError::PoolExhausted { .. }
        ) {
            return;
        }
        let failure = Failure { since: Instant::now(), reason: error.to_string(), kind: error.kind() };
        let before = self.failure.lock().unwrap_or_else(PoisonError::into_inner).replace(failure);
        if before.is_none() {
            tracing::warn!("{error}");
            self.changed();
        }
    }

    fn answers(&self) {
        if self.failure.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
            self.changed();
        }
    }

    /// Notes that the content has changed.
    pub(crate) fn changed(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// A number that changes when an answer may change.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }
}
