//! The errors of a shared database, distinguished by what the user can do about them.

use referee_records::SourceError;
use tokio_postgres::error::{DbError, SqlState};

/// Why the shared database did not complete a request. Never implies anything about a work.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The address cannot be parsed.
    #[error("the address of the database cannot be used: {0}")]
    Address(#[source] tokio_postgres::Error),
    /// The address is for another kind of database, or lacks a host.
    #[error(
        "the address of the database must begin with postgres:// and name a host or the folder of a socket"
    )]
    NotPostgres,
    /// TLS cannot be set up on this machine.
    #[error("no certificate of the database can be verified on this machine: {0}")]
    Tls(#[source] rustls::Error),
    /// The connection could not be opened, or broke.
    #[error("the database at {address} cannot be reached: {source}")]
    Unreachable {
        /// The address of the database, without a password.
        address: String,
        /// The error of the driver.
        source: tokio_postgres::Error,
    },
    /// No connection was free in time.
    #[error("all {limit} connections to the database at {address} are in use")]
    PoolExhausted {
        /// The address of the database, without a password.
        address: String,
        /// The maximum number of connections of this process.
        limit: usize,
    },
    /// Connecting or a statement took too long.
    #[error("the database at {address} did not answer in time")]
    TimedOut {
        /// The address of the database, without a password.
        address: String,
    },
    /// The database accepts no writes: it is a standby, or read-only.
    #[error("the database at {address} is read-only")]
    ReadOnly {
        /// The address of the database, without a password.
        address: String,
        /// The error of the server.
        source: tokio_postgres::Error,
    },
    /// The role lacks a permission, or its password is wrong.
    #[error("the database at {address} refuses this: {}", message(source))]
    Denied {
        /// The address of the database, without a password.
        address: String,
        /// The error of the server.
        source: tokio_postgres::Error,
    },
    /// The database has run out of disk space, memory or connections.
    #[error("the database at {address} has no room left: {}", message(source))]
    Full {
        /// The address of the database, without a password.
        address: String,
        /// The error of the server.
        source: tokio_postgres::Error,
    },
    /// The tables were created by a newer version of this program and are incompatible with this
    /// one.
    #[error(
        "the database at {address} has the {component} tables of a newer version ({found}; this program knows {known}): update referee on this machine"
    )]
    NewerSchema {
        /// The address of the database, without a password.
        address: String,
        /// The set of tables: `library`, `queue`.
        component: &'static str,
        /// The version of the tables.
        found: i32,
        /// The newest version that this program knows.
        known: i32,
    },
    /// The tables are missing or old, and this role may not create them.
    #[error(
        "the database at {address} lacks the {component} tables of version {known} (it has {found}), and this role may not make them: let its owner run `referee library stats` once"
    )]
    OlderSchema {
        /// The address of the database, without a password.
        address: String,
        /// The set of tables: `library`, `queue`.
        component: &'static str,
        /// The version of the tables; 0 if they are missing.
        found: i32,
        /// The version that this program needs.
        known: i32,
        /// Why they could not be created.
        source: Box<DatabaseError>,
    },
    /// Another process is importing into the shared library.
    #[error("another import into the library at {address} is running; try again when it has ended")]
    ImportUnderWay {
        /// The address of the database, without a password.
        address: String,
    },
    /// The database failed recently and is not asked until its cool-down is over.
    #[error("the database at {address} is not queried for a moment: {reason}")]
    CoolingDown {
        /// The address of the database, without a password.
        address: String,
        /// The message of the failure.
        reason: String,
        /// The error that sources report for this failure.
        kind: SourceError,
    },
    /// The database refused a statement.
    #[error("the database at {address} failed: {}", message(source))]
    Statement {
        /// The address of the database, without a password.
        address: String,
        /// The error of the server.
        source: tokio_postgres::Error,
    },
    /// A record cannot be converted to JSON or read back from it.
    #[error("a record in the database cannot be read: {0}")]
    Stored(#[from] serde_json::Error),
    /// A matching record cannot be read because a newer version of this program wrote it.
    #[error(
        "the library at {address} has records that this version of referee cannot read: update referee on this machine"
    )]
    Unreadable {
        /// The address of the database, without a password.
        address: String,
    },
    /// The thread of the database driver could not be started.
    #[error("no thread can be started to speak with the database: {0}")]
    Thread(#[source] std::io::Error),
}

impl DatabaseError {
    /// Classifies an error of the driver about the database at `address`.
    #[must_use]
    pub(crate) fn of(address: &str, source: tokio_postgres::Error) -> Self {
        let address = address.to_owned();
        let Some(error) = source.as_db_error() else {
            return DatabaseError::Unreachable { address, source };
        };
        let code = error.code();
        // The first two characters are the class of the error (PostgreSQL documentation, appendix
        // A).
        match (code.code().get(..2).unwrap_or_default(), code) {
            (_, code) if *code == SqlState::READ_ONLY_SQL_TRANSACTION => {
                DatabaseError::ReadOnly { address, source }
            }
            (_, code) if *code == SqlState::QUERY_CANCELED || *code == SqlState::LOCK_NOT_AVAILABLE => {
                DatabaseError::TimedOut { address }
            }
            (_, code) if *code == SqlState::INSUFFICIENT_PRIVILEGE => {
                DatabaseError::Denied { address, source }
            }
            ("28", _) => DatabaseError::Denied { address, source },
            ("53", _) => DatabaseError::Full { address, source },
            ("08" | "57", _) => DatabaseError::Unreachable { address, source },
            _ => DatabaseError::Statement { address, source },
        }
    }

    /// Returns the error that a source reports for this one.
    #[must_use]
    pub fn kind(&self) -> SourceError {
        match self {
            DatabaseError::TimedOut { .. } => SourceError::Timeout,
            DatabaseError::PoolExhausted { .. } => SourceError::Busy,
            DatabaseError::Denied { .. } | DatabaseError::Address(_) | DatabaseError::NotPostgres => {
                SourceError::Refused
            }
            DatabaseError::Stored(_) | DatabaseError::Unreadable { .. } => SourceError::Unreadable,
            DatabaseError::CoolingDown { kind, .. } => *kind,
            _ => SourceError::Unavailable,
        }
    }

    /// Returns whether a later retry may succeed without intervention.
    #[must_use]
    pub fn passes(&self) -> bool {
        matches!(
            self,
            DatabaseError::Unreachable { .. }
                | DatabaseError::PoolExhausted { .. }
                | DatabaseError::TimedOut { .. }
                | DatabaseError::Full { .. }
        )
    }
}

/// Returns the message of the server, without the context that the driver adds.
fn message(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), |error: &DbError| error.message().to_owned())
}
