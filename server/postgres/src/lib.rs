//! The library that a lab or a journal shares on PostgreSQL.
//!
//! [`Database`] is a pool of connections to the [`DatabaseAddress`] in the user's or the site's
//! settings, and [`Migrations`] creates its tables. The local library does not depend on this crate
//! and keeps working if the database does not answer. [`SharedLibraryWriter`] imports,
//! [`SharedLibrary`] is the source that answers, [`DatabaseAnswers`] caches the answers of online
//! services for all users, and [`SharedWorkspaces`] stores the evidence and verdicts that the
//! members of a workspace share. Text of a clinical note is never written to the database. Start
//! reading at [`SharedLibrary`].

mod address;
mod answers;
mod backend;
mod copy_rows;
mod database;
mod driver_runtime;
mod error;
mod health;
mod library;
mod library_backend;
mod listener;
mod merge_batch;
mod migrations;
mod postings;
mod read;
mod schema;
mod search;
mod segments;
mod shards;
mod statement_set;
mod terms;
mod title_match;
mod tls;
mod word_lists;
mod word_query;
mod workspaces;
mod writer;

pub use address::DatabaseAddress;
pub use answers::DatabaseAnswers;
pub use database::{Connection, Database, PoolLimits};
pub use error::DatabaseError;
pub use library::{SharedLibrary, SharedStats};
pub use listener::Listener;
pub use migrations::{Migration, Migrations};
pub use shards::{DEFAULT_SHARD_SIZE, ShardError, ShardReport};
pub use workspaces::{SharedEvidence, SharedVerdict, SharedWorkspaces, WorkspaceContents, WorkspaceError};
pub use writer::{SharedFileInProgress, SharedLibraryWriter};
