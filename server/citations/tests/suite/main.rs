//! The rules and edits through a session as an editor has one, and what speaks against a cited sentence, tried on
//! published claims.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured and what it skipped"
)]

mod claims;
mod edits;
mod recommendations;
mod registrations;
mod rules;
mod scifact;
mod world;

/// Says why a test does nothing, past the test harness, which would keep the words of a test that passes.
fn skipped(why: std::fmt::Arguments<'_>) {
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("skipped: {why}\n"));
}
