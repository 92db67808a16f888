//! Medical and bibliographic knowledge as tables, and the loader that reads them.
//!
//! The tables are files in `data/`, built into the program; a clinician can read and correct them without Rust. Every row
//! of a medical table has a `source` and the date on which somebody compared the row with it (`checked`), or
//! [`UNREVIEWED`]. This crate opens no file and knows no rule: the critic, the citations and the research decide what a row
//! means. A newcomer starts at [`BUILT_IN`], the list of the files, and [`Table`], which reads one; then [`drugs()`], the
//! dictionary, and [`overlay`], what a user adds.

pub mod doses;
pub mod drugs;
pub mod errors;
pub mod files;
pub mod overlay;
pub mod relations;
pub mod table;
pub mod tables;

pub use doses::doses;
pub use drugs::{built_in_drugs, drugs};
pub use errors::errors;
pub use files::{BUILT_IN, BuiltIn, built_in};
pub use overlay::{OverlayFile, install};
pub use table::{Problem, Row, Table, TableError, UNREVIEWED};
pub use tables::table;
