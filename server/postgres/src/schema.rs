//! The tables of a shared database: its library, the shared answers, and the shared workspaces.

use crate::migrations::{Migration, Migrations};

/// The steps that create the tables of the shared library. A published step is never changed; later
/// changes are new steps.
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

/// The steps that create the table of shared answers.
pub(crate) const ANSWERS_MIGRATIONS: Migrations = Migrations {
    component: "answers",
    steps: &[Migration {
        version: 1,
        name: "0001_answers",
        compatible_from: 1,
        sql: include_str!("sql/0001_answers.sql"),
    }],
};

/// The steps that create the tables of shared workspaces.
pub(crate) const WORKSPACE_MIGRATIONS: Migrations = Migrations {
    component: "workspace",
    steps: &[Migration {
        version: 1,
        name: "0001_workspace",
        compatible_from: 1,
        sql: include_str!("sql/0001_workspace.sql"),
    }],
};
