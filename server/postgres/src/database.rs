//! Connections to a shared database.

use crate::address::DatabaseAddress;
use crate::error::DatabaseError;
use crate::tls::Tls;
use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime,
};
use std::time::Duration;

/// The limits of the connection pool of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolLimits {
    /// The maximum number of open connections.
    pub connections: usize,
    /// How long to wait for a free connection.
    pub wait: Duration,
    /// How long a statement may run on the server.
    pub statement: Duration,
    /// How long a statement may wait for a lock.
    pub lock: Duration,
}

impl Default for PoolLimits {
    /// The limits for look-ups: eight connections and a few seconds, after which the library counts
    /// as unavailable.
    fn default() -> Self {
        PoolLimits {
            connections: 8,
            wait: Duration::from_secs(2),
            statement: Duration::from_secs(5),
            lock: Duration::from_secs(2),
        }
    }
}

impl PoolLimits {
    /// Returns the limits for an import or a migration: two connections, whose statements may take
    /// ten minutes.
    #[must_use]
    pub fn for_import() -> Self {
        PoolLimits {
            connections: 2,
            wait: Duration::from_secs(10),
            statement: Duration::from_secs(600),
            lock: Duration::from_secs(60),
        }
    }
}

/// A shared database with a pool of connections, which are opened on first use.
#[derive(Clone)]
pub struct Database {
    pool: Pool,
    shown_address: String,
    limits: PoolLimits,
}

/// A connection that returns to its pool on drop.
pub type Connection = Object;

impl Database {
    /// Creates a pool for this database. Does not connect yet.
    ///
    /// # Errors
    ///
    /// Returns an error if this machine lacks certificates to verify a server with.
    pub fn new(address: &DatabaseAddress, limits: PoolLimits) -> Result<Self, DatabaseError> {
        let manager = Manager::from_config(
            address.config().clone(),
            Tls::of_this_machine()?,
            ManagerConfig { recycling_method: RecyclingMethod::Fast },
        );
        // Set after connecting, since connection poolers reject these as start-up options.
        let settings = format!(
            "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = {}",
            limits.statement.as_millis(),
            limits.lock.as_millis(),
            limits.statement.as_millis().saturating_mul(2),
        );
        let pool = Pool::builder(manager)
            .max_size(limits.connections.max(1))
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(limits.wait))
            // Connecting has a separate limit per host; this one also covers a server that accepts
            // the connection but does not respond.
            .create_timeout(Some(limits.statement.max(Duration::from_secs(5))))
            .recycle_timeout(Some(limits.wait))
            .post_create(Hook::async_fn(move |client, _| {
                let settings = settings.clone();
                Box::pin(async move { client.batch_execute(&settings).await.map_err(HookError::Backend) })
            }))
            .build()
            .map_err(|_| DatabaseError::NotPostgres)?;
        Ok(Database { pool, shown_address: address.to_string(), limits })
    }

    /// Takes a connection from the pool, or opens one.
    ///
    /// # Errors
    ///
    /// Returns an error if no connection becomes free in time, or if the server cannot be reached
    /// or refuses.
    pub async fn connection(&self) -> Result<Connection, DatabaseError> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Backend(source) | PoolError::PostCreateHook(HookError::Backend(source)) => {
                self.error(source)
            }
            PoolError::Timeout(deadpool_postgres::TimeoutType::Wait) => DatabaseError::PoolExhausted {
                address: self.shown_address.clone(),
                limit: self.limits.connections,
            },
            _ => DatabaseError::TimedOut { address: self.shown_address.clone() },
        })
    }

    /// Adds the address of this database to the error of a statement.
    #[must_use]
    pub fn error(&self, source: tokio_postgres::Error) -> DatabaseError {
        DatabaseError::of(&self.shown_address, source)
    }

    /// Returns the address of the database without the password.
    #[must_use]
    pub(crate) fn shown_address(&self) -> &str {
        &self.shown_address
    }

    /// Closes the pool: connections in use continue until they are dropped, and no more can be
    /// taken.
    pub fn close(&self) {
        self.pool.close();
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database")
            .field("address", &self.shown_address)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
