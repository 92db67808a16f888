//! The shared database, tried on a real PostgreSQL where there is one.

mod answers;
mod failures;
mod import;
mod migrations;
mod records;
mod same_answers;
mod shards;
mod workspaces;
