//! Ranking and written reports, through the public interface of the crate.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured and what it skipped"
)]

mod citing;
mod claims;
mod compiles;
mod golden;
mod hybrid;
mod mechanisms;
mod relations;
#[path = "../../../citations/tests/suite/scifact.rs"]
mod scifact;

/// Reports why a test does nothing, bypassing the test harness, which hides the output of passing
/// tests.
fn skipped(why: std::fmt::Arguments<'_>) {
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("skipped: {why}\n"));
}
