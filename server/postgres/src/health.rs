//! A circuit breaker: while a failed database cools down, look-ups do not wait for it.

use crate::error::DatabaseError;
use referee_records::SourceError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a failed database is not asked.
const COOL_DOWN: Duration = Duration::from_secs(10);

/// Whether the database answered the last request, and a counter of changes of that or of its
/// content.
#[derive(Default)]
pub(crate) struct DatabaseHealth {
    /// The last failure; `None` after a successful answer.
    failure: Mutex<Option<Failure>>,
    /// Incremented when the database fails, when it answers again, and when its content changes.
    changes: AtomicU64,
}

struct Failure {
    since: Instant,
    reason: String,
    kind: SourceError,
}

impl DatabaseHealth {
    /// Returns the error for requests while the database cools down.
    pub(crate) fn cooling_down(&self, address: &str) -> Option<DatabaseError> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let failure = failure.as_ref().filter(|failure| failure.since.elapsed() < COOL_DOWN)?;
        Some(DatabaseError::CoolingDown {
            address: address.to_owned(),
            reason: failure.reason.clone(),
            kind: failure.kind,
        })
    }

    /// Records whether the database answered. The refusal of a single statement or record does not
    /// count as a failure of the database.
    pub(crate) fn note<T>(&self, result: &Result<T, DatabaseError>) {
        let Err(error) = result else { return self.note_answer() };
        if matches!(
            error,
            DatabaseError::Statement { .. }
                | DatabaseError::Stored(_)
                | DatabaseError::Unreadable { .. }
                | DatabaseError::PoolExhausted { .. }
        ) {
            return;
        }
        let failure = Failure { since: Instant::now(), reason: error.to_string(), kind: error.kind() };
        let before = self.failure.lock().unwrap_or_else(PoisonError::into_inner).replace(failure);
        if before.is_none() {
            tracing::warn!("{error}");
            self.note_change();
        }
    }

    fn note_answer(&self) {
        if self.failure.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
            self.note_change();
        }
    }

    /// Records that the content has changed.
    pub(crate) fn note_change(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Returns a number that changes when an answer may change.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }
}
