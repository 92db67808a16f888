//! What a lab or a journal shares on PostgreSQL: the library with its notices, cached answers, evidence and verdicts.
//!
//! [`Database`] is a pool of connections to the [`DatabaseAddress`] that the user's or the site's settings name, and
//! [`Migrations`] make its tables. The library on this machine needs none of this, and goes on where the database does
//! not answer. No word of a clinical note is ever written there. A newcomer starts at [`Database`].

mod address;
mod database;
mod error;
mod listener;
mod migrations;
mod tls;

pub use address::DatabaseAddress;
pub use database::{Connection, Database, PoolLimits};
pub use error::DatabaseError;
pub use listener::Listener;
pub use migrations::{Migration, Migrations};
