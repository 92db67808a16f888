//! The queue of submissions in PostgreSQL, which workers on any number of machines share.
//!
//! A submission is *waiting*, *working* under a lease, *done* or *dead*. A worker takes one with `FOR UPDATE SKIP LOCKED`
//! and gets a number that is larger than all before; it renews its lease while it judges, and its result is written only
//! where the submission still carries its number. So a worker that was killed, or that comes back after its lease went to
//! another, loses nothing and writes nothing twice.

mod alerts;
mod intake;
mod leases;
mod pace;
mod triage;

pub use alerts::{ALL_DAYS, Alert, RECENT_DAYS, announcements_in_library};
pub use intake::Submitted;
pub use leases::{Leased, MAX_ATTEMPTS, Outcome};
pub use pace::SharedPace;
pub use triage::{QueueCounts, TriageRow};

use referee_postgres::{Connection, Database, DatabaseError, Migration, Migrations};

/// The tables of the queue. A step that was published is never changed; what comes later is a new one.
pub const QUEUE: Migrations = Migrations {
    component: "queue",
    steps: &[Migration {
        version: 1,
        name: "0001_queue",
        compatible_from: 1,
        sql: include_str!("queue/sql/0001_queue.sql"),
    }],
};

/// The channel on which a submission that waits is announced.
pub const WAITING_CHANNEL: &str = "referee_submission";

/// The channel on which the shared library announces notices.
pub const NOTICE_CHANNEL: &str = "referee_notices";

/// The queue.
#[derive(Clone, Debug)]
pub struct Queue {
    database: Database,
}

/// Why the queue did not do what was asked of it.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The database did not.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// What is stored cannot be read back.
    #[error("what is stored about a submission cannot be read: {0}")]
    Stored(#[from] serde_json::Error),
    /// There is no such submission.
    #[error("there is no submission {0}")]
    NoSubmission(i64),
    /// A person cannot sign what is not judged.
    #[error("submission {0} is not judged yet; there is nothing to sign")]
    NotJudged(i64),
}

impl Queue {
    /// Opens the queue of a database, and makes its tables where they are missing.
    ///
    /// # Errors
    ///
    /// Where the database does not answer, or its tables are of a newer version.
    pub async fn open(database: Database) -> Result<Queue, QueueError> {
        QUEUE.apply(&database).await?;
        Ok(Queue { database })
    }

    /// The database that it is in.
    #[must_use]
    pub fn database(&self) -> &Database {
        &self.database
    }

    async fn connection(&self) -> Result<Connection, DatabaseError> {
        self.database.connection().await
    }

    fn failed(&self) -> impl Fn(tokio_postgres::Error) -> DatabaseError + '_ {
        |error| self.database.error(error)
    }
}
