//! The library that a lab or a journal shares on PostgreSQL.
//!
//! [`Database`] is a pool of connections to the [`DatabaseAddress`] that the user's or the site's settings name, and
//! [`Migrations`] make its tables. The library on this machine needs none of this, and goes on where the database does
//! not answer. [`SharedLibraryWriter`] imports, [`SharedLibrary`] is the source that answers, [`DatabaseAnswers`] are
//! what online services answered to its users, and [`SharedWorkspaces`] what the people of a workspace share: evidence
//! and verdicts. No word of a clinical note is ever written there. A newcomer starts at [`SharedLibrary`].

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
