//! What can go wrong with a shared database, told apart by what its user can do about it.

use referee_records::SourceError;
use tokio_postgres::error::{DbError, SqlState};

/// Why the shared database did not do what was asked of it. Says nothing about any work.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The address cannot be read.
    #[error("the address of the database cannot be used: {0}")]
    Address(#[source] tokio_postgres::Error),
    /// The address names another kind of database, or no host.
    #[error(
        "the address of the database must begin with postgres:// and name a host or the folder of a socket"
    )]
    NotPostgres,
    /// TLS cannot be set up on this machine.
    #[error("no certificate of the database can be verified on this machine: {0}")]
    Tls(#[source] rustls::Error),
    /// No connection, or the connection broke.
    #[error("the database at {address} cannot be reached: {source}")]
    Unreachable {
        /// Where the database should be, without a password.
        address: String,
        /// What the driver says of the connection.
        source: tokio_postgres::Error,
    },
    /// No connection was free in time.
    #[error("all {limit} connections to the database at {address} are in use")]
    PoolExhausted {
        /// Where the database is, without a password.
        address: String,
        /// How many connections this process may have.
        limit: usize,
    },
    /// Connecting or a statement took too long.
    #[error("the database at {address} did not answer in time")]
    TimedOut {
        /// Where the database is, without a password.
        address: String,
    },
    /// The database takes no writes: a standby, or one that was made read-only.
    #[error("the database at {address} is read-only")]
    ReadOnly {
        /// Where the database is, without a password.
        address: String,
        /// What the server says.
        source: tokio_postgres::Error,
    },
    /// The role may not do that, or its password is wrong.
    #[error("the database at {address} refuses this: {}", message(source))]
    Denied {
        /// Where the database is, without a password.
        address: String,
        /// What the server says.
        source: tokio_postgres::Error,
    },
    /// The database has no room left: disk, memory or connections.
    #[error("the database at {address} has no room left: {}", message(source))]
    Full {
        /// Where the database is, without a password.
        address: String,
        /// What the server says.
        source: tokio_postgres::Error,
    },
    /// A newer version of this program made the tables, and this one cannot work with them.
    #[error(
        "the database at {address} has the {component} tables of a newer version ({found}; this program knows {known}): update referee on this machine"
    )]
    NewerSchema {
        /// Where the database is, without a password.
        address: String,
        /// The name of the set of tables: `library`, `queue`.
        component: &'static str,
        /// The version of the tables.
        found: i32,
        /// The newest version that this program knows.
        known: i32,
    },
    /// The tables are missing or old, and this role may not make them.
    #[error(
        "the database at {address} lacks the {component} tables of version {known} (it has {found}), and this role may not make them: let its owner run `referee library stats` once"
    )]
    OlderSchema {
        /// Where the database is, without a password.
        address: String,
        /// The name of the set of tables: `library`, `queue`.
        component: &'static str,
        /// The version of the tables; 0 where there are none.
        found: i32,
        /// The version that this program needs.
        known: i32,
        /// Why they could not be made.
        source: Box<DatabaseError>,
    },
    /// Another process imports into the shared library.
    #[error("another import into the library at {address} is under way; try again when it has ended")]
    ImportUnderWay {
        /// Where the database is, without a password.
        address: String,
    },
    /// The database failed a moment ago and is not asked until its cool-down is over.
    #[error("the database at {address} is left alone for a moment: {reason}")]
    CoolingDown {
        /// Where the database is, without a password.
        address: String,
        /// The message of the failure.
        reason: String,
        /// What the failure means for the answer of a source.
        kind: SourceError,
    },
    /// The database refused a statement.
    #[error("the database at {address} could not do this: {}", message(source))]
    Statement {
        /// Where the database is, without a password.
        address: String,
        /// What the server says.
        source: tokio_postgres::Error,
    },
    /// A record cannot be made into JSON or read back from it.
    #[error("a record in the database cannot be read: {0}")]
    Stored(#[from] serde_json::Error),
    /// A record that was found cannot be read: a newer version of this program wrote it.
    #[error(
        "the library at {address} has records that this version of referee cannot read: update referee on this machine"
    )]
    Unreadable {
        /// Where the database is, without a password.
        address: String,
    },
    /// The thread that speaks with the database could not be started.
    #[error("no thread can be started to speak with the database: {0}")]
    Thread(#[source] std::io::Error),
}

impl DatabaseError {
    /// The error for what the driver says about the database at `address`.
    #[must_use]
    pub(crate) fn of(address: &str, source: tokio_postgres::Error) -> Self {
        let address = address.to_owned();
        let Some(error) = source.as_db_error() else {
            return DatabaseError::Unreachable { address, source };
        };
        let code = error.code();
        // The first two characters are the class of an error (PostgreSQL documentation, appendix A).
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

    /// What this error means for the answer of a source.
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

    /// Whether asking again later may succeed without anybody's doing.
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

/// What the server says, without the chain of the driver's own words.
fn message(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), |error: &DbError| error.message().to_owned())
}
