//! The tables of a shared database: its library, the answers that its users share, and what the people of a workspace
//! share.

use crate::migrations::{Migration, Migrations};

/// The steps that make the tables of the shared library. A step that was published is never changed; what comes later
/// is a new one.
pub(crate) const LIBRARY_MIGRATIONS: Migrations = Migrations {
    component: "library",
    steps: &[
        Migration {
            version: 1,
            name: "0001_library",
            compatible_from: 1,
            sql: include_str!("sql/0001_library.sql"),
        },
        Migration {
            version: 2,
            name: "0002_postings",
            compatible_from: 2,
            sql: concat!(include_str!("sql/0002_postings.sql"), include_str!("sql/fill_postings.sql")),
        },
    ],
};

/// The steps that make the table of shared answers.
pub(crate) const ANSWERS_MIGRATIONS: Migrations = Migrations {
    component: "answers",
    steps: &[Migration {
        version: 1,
        name: "0001_answers",
        compatible_from: 1,
        sql: include_str!("sql/0001_answers.sql"),
    }],
};

/// The steps that make the tables of what the people of a workspace share.
pub(crate) const WORKSPACE_MIGRATIONS: Migrations = Migrations {
    component: "workspace",
    steps: &[Migration {
        version: 1,
        name: "0001_workspace",
        compatible_from: 1,
        sql: include_str!("sql/0001_workspace.sql"),
    }],
};
