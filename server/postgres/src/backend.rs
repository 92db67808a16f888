//! A database with what is known of its health.

use crate::database::{Database, PoolLimits};
use crate::error::DatabaseError;
use crate::health::DatabaseHealth;
use crate::schema::ANSWERS_MIGRATIONS;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The database behind a shared library and the answers that its users share.
pub(crate) struct Backend {
    pub(crate) database: Database,
    pub(crate) health: DatabaseHealth,
    /// How long a look-up may take in all.
    pub(crate) limit: Duration,
    /// Whether the table of answers was found to be one that this program knows.
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

    /// Makes sure once that the table of answers is one that this program knows, and makes it where there is none.
    pub(crate) async fn prepare_answers(&self) -> Result<(), DatabaseError> {
        if !self.are_answers_ready.load(Ordering::Acquire) {
            ANSWERS_MIGRATIONS.apply(&self.database).await?;
            self.are_answers_ready.store(true, Ordering::Release);
        }
        Ok(())
    }

    /// The error to give at once while the database cools down after a failure.
    pub(crate) fn cooling_down(&self) -> Option<DatabaseError> {
        self.health.cooling_down(self.database.shown_address())
    }
}
