//! A database with what is known of its health.

use crate::database::{Database, PoolLimits};
use crate::error::DatabaseError;
use crate::health::DatabaseHealth;
use std::time::Duration;

/// The database behind a shared library and the answers that its users share.
pub(crate) struct Backend {
    pub(crate) database: Database,
    pub(crate) health: DatabaseHealth,
    /// How long a look-up may take in all.
    pub(crate) limit: Duration,
}

impl Backend {
    pub(crate) fn new(database: Database, limits: PoolLimits) -> Self {
        let limit = limits.wait + limits.statement + Duration::from_secs(1);
        Backend { database, health: DatabaseHealth::default(), limit }
    }

    /// The error to give at once while the database cools down after a failure.
    pub(crate) fn cooling_down(&self) -> Option<DatabaseError> {
        self.health.cooling_down(self.database.shown_address())
    }
}
