//! Tests of the shared database on a real PostgreSQL, if one is available.

mod answers;
mod failures;
mod import;
mod migrations;
mod records;
mod same_answers;
mod shards;
mod workspaces;
