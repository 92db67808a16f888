//! Medical and bibliographic knowledge as tables, and their loader.
//!
//! The tables are files in `data/`, built into the program; a clinician can read and correct them
//! without Rust. Every row of a medical table has a `source` and the date on which it was compared
//! with the source (`checked`), or [`UNREVIEWED`]. This crate opens no files and runs no rules:
//! the critic, the citations and the research decide what a row means. Start at [`BUILT_IN`], the
//! list of the files, and [`Table`], which parses one; then read [`drugs()`], the dictionary,
//! [`rules`], the rules that are files, and [`overlay`], the user's additions.

pub mod doses;
pub mod drugs;
pub mod errors;
pub mod files;
pub mod overlay;
pub mod relations;
pub mod rules;
pub mod table;
pub mod tables;

pub use doses::doses;
pub use drugs::{built_in_drugs, drugs};
pub use errors::errors;
pub use files::{BUILT_IN, BuiltIn, built_in};
pub use overlay::{OverlayFile, install};
pub use rules::{RuleFile, rule_files};
pub use table::{Problem, Row, Table, TableError, UNREVIEWED};
pub use tables::table;
