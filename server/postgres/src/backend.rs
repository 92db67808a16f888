//! A database together with its health.

use crate::database::{Database, PoolLimits};
use crate::error::DatabaseError;
use crate::health::DatabaseHealth;
use crate::schema::ANSWERS_MIGRATIONS;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The database of a shared library and of the shared answers.
pub(crate) struct Backend {
    pub(crate) database: Database,
    pub(crate) health: DatabaseHealth,
    /// The time limit for a whole look-up.
    pub(crate) limit: Duration,
    /// Whether the table of answers has been checked to have a supported version.
    are_answers_ready: AtomicBool,
}

impl Backend {
    pub(crate) fn new(database: Database, limits: PoolLimits) -> Self {
        let limit = limits.wait + limits.statement + Duration::from_secs(1);
        Backend {
            database,
            health: DatabaseHealth::default(),
            limit,
            are_answers_ready: AtomicBool::new(false),
        }
    }

    /// Checks once that the table of answers has a supported version, and creates it if it is
    /// missing.
    pub(crate) async fn prepare_answers(&self) -> Result<(), DatabaseError> {
        if !self.are_answers_ready.load(Ordering::Acquire) {
            ANSWERS_MIGRATIONS.apply(&self.database).await?;
            self.are_answers_ready.store(true, Ordering::Release);
        }
        Ok(())
    }

    /// Returns the error for requests while the database cools down after a failure.
    pub(crate) fn cooling_down(&self) -> Option<DatabaseError> {
        self.health.cooling_down(self.database.shown_address())
    }
}
