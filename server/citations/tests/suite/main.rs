//! Tests the rules and edits through a session, as an editor uses it, and the objections to cited
//! sentences on published claims.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured and what it skipped"
)]

mod claims;
mod edits;
mod full_texts;
mod recommendations;
mod registrations;
mod rules;
mod scifact;
mod world;

/// Reports why a test is skipped, bypassing the test harness, which captures the output of passing
/// tests.
fn skipped(why: std::fmt::Arguments<'_>) {
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("skipped: {why}\n"));
}
