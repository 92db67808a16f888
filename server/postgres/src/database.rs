//! Connections to a shared database.

use crate::address::DatabaseAddress;
use crate::error::DatabaseError;
use crate::tls::Tls;
use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime,
};
use std::time::Duration;

/// How many connections this process may have, and how long it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolLimits {
    /// The most connections that are open at once.
    pub connections: usize,
    /// How long to wait until a connection is free.
    pub wait: Duration,
    /// How long a statement may run at the server.
    pub statement: Duration,
    /// How long a statement may wait for what another has locked.
    pub lock: Duration,
}

impl Default for PoolLimits {
    /// The limits of look-ups: eight connections and a few seconds, after which the library counts as unavailable.
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
    /// The limits of an import or a migration: two connections, whose statements may take ten minutes.
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

/// A shared database with a pool of connections, which are made when they are first needed.
#[derive(Clone)]
pub struct Database {
    pool: Pool,
    shown_address: String,
    limits: PoolLimits,
}

/// A connection that goes back to its pool when it is dropped.
pub type Connection = Object;

impl Database {
    /// A pool for this database. Connects to nothing yet.
    ///
    /// # Errors
    ///
    /// If this machine has no certificates to verify a server with.
    pub fn new(address: &DatabaseAddress, limits: PoolLimits) -> Result<Self, DatabaseError> {
        let manager = Manager::from_config(
            address.config().clone(),
            Tls::of_this_machine()?,
            ManagerConfig { recycling_method: RecyclingMethod::Fast },
        );
        // Not as options of the start-up packet: poolers between refuse those.
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
            // Connecting has a limit of its own for each host; this one also holds for a server that accepts and
            // then says nothing.
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

    /// Takes a connection out of the pool, or opens one.
    ///
    /// # Errors
    ///
    /// If none is free in time, or the server cannot be reached or refuses.
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

    /// Makes the error of a statement, with the address of this database.
    #[must_use]
    pub fn error(&self, source: tokio_postgres::Error) -> DatabaseError {
        DatabaseError::of(&self.shown_address, source)
    }

    /// Where the database is, without a password.
    #[must_use]
    pub(crate) fn shown_address(&self) -> &str {
        &self.shown_address
    }

    /// Closes the pool: connections that were taken out go on until they are dropped, and no other can be taken.
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
