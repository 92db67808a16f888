//! The tables of a shared database, created and changed step by step.
//!
//! Each set of tables (a *component*) has numbered steps, and a row per step in
//! `referee.schema_version`. A step runs in one transaction under an advisory lock, so several
//! processes that start at the same time run it once. A step declares the oldest version of the
//! program that is compatible with its result, so that workers of two versions can run during an
//! upgrade.

use crate::database::{Connection, Database};
use crate::error::DatabaseError;
use std::time::Duration;
use tokio_postgres::GenericClient;
use tokio_postgres::error::SqlState;

/// The key of the advisory lock for migrations: "referee" as a number.
const MIGRATION_LOCK: i64 = 0x0072_6566_6572_6565;

/// The time limit of an upgrade that a person waits for: it takes some minutes for a million
/// records.
pub(crate) const UPGRADE_LIMIT: Duration = Duration::from_secs(24 * 3600);

/// The table of completed steps. Created by the first process, which holds the lock.
const VERSION_TABLE: &str = "
    CREATE SCHEMA IF NOT EXISTS referee;
    CREATE TABLE IF NOT EXISTS referee.schema_version (
        component text NOT NULL,
        version integer NOT NULL,
        name text NOT NULL,
        -- The oldest schema version whose programs work with these tables.
        compatible_from integer NOT NULL,
        program text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (component, version)
    );";

/// One numbered change of a set of tables.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// The version of the tables after this step: 1 for the first, without gaps.
    pub version: i32,
    /// The file with the SQL, without its extension: `0001_library`.
    pub name: &'static str,
    /// The oldest version whose programs are compatible with the resulting tables.
    pub compatible_from: i32,
    /// The SQL statements, run in one transaction together with the record of the step.
    pub sql: &'static str,
}

/// A set of tables with its steps, oldest first.
#[derive(Clone, Copy, Debug)]
pub struct Migrations {
    /// The id of the set: `library`, `queue`.
    pub component: &'static str,
    /// The steps, in the order of their versions.
    pub steps: &'static [Migration],
}

/// The newest step of a component in `referee.schema_version`; zeros before the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Applied {
    version: i32,
    compatible_from: i32,
}

impl Migrations {
    /// Returns the version that this program creates; 0 without a step.
    fn newest(&self) -> i32 {
        self.steps.last().map_or(0, |step| step.version)
    }

    /// Runs the missing steps, if any. Returns the version of the database.
    ///
    /// # Errors
    ///
    /// Returns an error if the tables are from a newer, incompatible version, or are missing or old
    /// and this role may not create them.
    pub async fn apply(&self, database: &Database) -> Result<i32, DatabaseError> {
        let mut connection = database.connection().await?;
        let applied = self.applied(database, &**connection).await?;
        if applied.version >= self.newest() {
            return self.accepted(database, applied);
        }
        match self.make_missing(database, &mut connection).await {
            Ok(version) => Ok(version),
            Err(source @ (DatabaseError::ReadOnly { .. } | DatabaseError::Denied { .. })) => {
                Err(DatabaseError::OlderSchema {
                    address: database.shown_address().to_owned(),
                    component: self.component,
                    found: applied.version,
                    known: self.newest(),
                    source: Box::new(source),
                })
            }
            Err(other) => Err(other),
        }
    }

    fn accepted(&self, database: &Database, applied: Applied) -> Result<i32, DatabaseError> {
        if applied.version > self.newest() && applied.compatible_from > self.newest() {
            return Err(DatabaseError::NewerSchema {
                address: database.shown_address().to_owned(),
                component: self.component,
                found: applied.version,
                known: self.newest(),
            });
        }
        Ok(applied.version)
    }

    /// Checks that no newer version has upgraded the tables to an incompatible version: a program
    /// may continue while others are upgraded, but not with tables that it does not support.
    ///
    /// # Errors
    ///
    /// Returns an error if the tables are incompatible, or the database does not answer.
    pub async fn check(&self, database: &Database, client: &impl GenericClient) -> Result<(), DatabaseError> {
        let applied = self.applied(database, client).await?;
        self.accepted(database, applied).map(|_| ())
    }

    async fn applied(
        &self,
        database: &Database,
        client: &impl GenericClient,
    ) -> Result<Applied, DatabaseError> {
        let newest = "SELECT version, compatible_from FROM referee.schema_version
                      WHERE component = $1 ORDER BY version DESC LIMIT 1";
        match client.query_opt(newest, &[&self.component]).await {
            Ok(Some(row)) => Ok(Applied { version: row.get(0), compatible_from: row.get(1) }),
            Ok(None) => Ok(Applied::default()),
            Err(error) if is_missing(&error) => Ok(Applied::default()),
            Err(error) => Err(database.error(error)),
        }
    }

    async fn make_missing(
        &self,
        database: &Database,
        connection: &mut Connection,
    ) -> Result<i32, DatabaseError> {
        let failed = |error| database.error(error);
        let transaction = connection.transaction().await.map_err(failed)?;
        // A process that waits here finds the tables created. Creating an index on a large table
        // may take long.
        let waiting = "SET LOCAL lock_timeout = '10min'; SET LOCAL statement_timeout = 0";
        transaction.batch_execute(waiting).await.map_err(failed)?;
        transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK]).await.map_err(failed)?;
        transaction.batch_execute(VERSION_TABLE).await.map_err(failed)?;
        let newest = "SELECT coalesce(max(version), 0) FROM referee.schema_version WHERE component = $1";
        let made: i32 = transaction.query_one(newest, &[&self.component]).await.map_err(failed)?.get(0);
        for step in self.steps.iter().filter(|step| step.version > made) {
            transaction.batch_execute(step.sql).await.map_err(failed)?;
            let note =
                "INSERT INTO referee.schema_version (component, version, name, compatible_from, program)
                        VALUES ($1, $2, $3, $4, $5)";
            let program = concat!("referee/", env!("CARGO_PKG_VERSION"));
            transaction
                .execute(note, &[&self.component, &step.version, &step.name, &step.compatible_from, &program])
                .await
                .map_err(failed)?;
            tracing::info!("the database has the {} tables of version {} now", self.component, step.version);
        }
        transaction.commit().await.map_err(failed)?;
        Ok(self.newest().max(made))
    }
}

/// Returns whether the version table does not exist yet.
fn is_missing(error: &tokio_postgres::Error) -> bool {
    error
        .code()
        .is_some_and(|code| *code == SqlState::UNDEFINED_TABLE || *code == SqlState::INVALID_SCHEMA_NAME)
}
