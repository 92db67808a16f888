//! Ranking and written reports, through the public interface of the crate.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured and what it skipped"
)]

mod claims;
mod golden;
#[path = "../../../citations/tests/suite/scifact.rs"]
mod scifact;
