//! The queue of submissions in PostgreSQL, which workers on any number of machines share.
//!
//! A submission is *waiting*, *working* under a lease, *done*, *dead*, or *not looked up*: services
//! did not answer about some of its references, and it is tried again. A worker takes one with `FOR
//! UPDATE SKIP LOCKED` and gets a lease number that is larger than all earlier ones. It renews the
//! lease while it judges, and its result is written only if the submission still has that number.
//! So no submission is lost and no result is written twice if a worker is killed, or returns after
//! its lease went to another.

mod alerts;
mod intake;
mod leases;
mod look_up_again;
mod pace;
mod triage;

pub use intake::SubmitOutcome;
pub use leases::{LeasedSubmission, MAX_ATTEMPTS, Release};
pub use pace::SharedPace;

use referee_postgres::{Connection, Database, DatabaseError, Migration, Migrations};

/// The migrations that create the tables of the queue. A published migration is never changed; a
/// change is a new one.
pub const QUEUE: Migrations = Migrations {
    component: "queue",
    steps: &[
        Migration {
            version: 1,
            name: "0001_queue",
            compatible_from: 1,
            sql: include_str!("queue/sql/0001_queue.sql"),
        },
        Migration {
            version: 2,
            name: "0002_undefined_keys",
            compatible_from: 1,
            sql: include_str!("queue/sql/0002_undefined_keys.sql"),
        },
        Migration {
            version: 3,
            name: "0003_not_looked_up",
            // An older program would report unanswered submissions as done.
            compatible_from: 3,
            sql: include_str!("queue/sql/0003_not_looked_up.sql"),
        },
    ],
};

/// The PostgreSQL channel for notifications about newly waiting submissions.
pub const WAITING_CHANNEL: &str = "referee_submission";

/// The PostgreSQL channel on which the shared library announces new notices about works.
pub const NOTICE_CHANNEL: &str = "referee_notices";

/// The queue in one database. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Queue {
    database: Database,
}

/// Why an operation of the queue failed.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The database did not answer, or refused.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The stored verdicts of a submission are not valid JSON.
    #[error("what is stored about a submission cannot be read: {0}")]
    Stored(#[from] serde_json::Error),
    /// The submission does not exist.
    #[error("there is no submission {0}")]
    NoSubmission(i64),
    /// A submission that is waiting or being judged cannot be queued again.
    #[error("submission {0} is already waiting, or is being judged")]
    AlreadyQueued(i64),
    /// A waiting submission, or one being judged, cannot be signed off.
    #[error("submission {0} is not judged yet; there is nothing to sign")]
    NotJudged(i64),
    /// A submission that will be looked up again, because services did not answer, cannot be signed
    /// off.
    #[error(
        "submission {0} is not looked up: services did not answer, and it is tried again by itself; there is nothing to sign yet (--again {0} tries now)"
    )]
    NotLookedUp(i64),
}

impl Queue {
    /// Opens the queue of a database, and creates missing tables.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer, or its tables are from a newer version.
    pub async fn open(database: Database) -> Result<Queue, QueueError> {
        QUEUE.apply(&database).await?;
        Ok(Queue { database })
    }

    async fn connection(&self) -> Result<Connection, DatabaseError> {
        self.database.connection().await
    }

    /// Returns a closure for `map_err` that adds the database to the error of a statement.
    fn failed(&self) -> impl Fn(tokio_postgres::Error) -> DatabaseError + '_ {
        |error| self.database.error(error)
    }
}
