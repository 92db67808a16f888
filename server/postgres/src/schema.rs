//! The tables of the shared library and the shared memory.

use crate::migrations::{Migration, Migrations};

/// The tables of this crate. A step that was published is never changed; what comes later is a new one.
pub const LIBRARY: Migrations = Migrations {
    component: "library",
    steps: &[Migration {
        version: 1,
        name: "0001_library",
        compatible_from: 1,
        sql: include_str!("sql/0001_library.sql"),
    }],
};
