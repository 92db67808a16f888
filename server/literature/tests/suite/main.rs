//! Tests of the library, the cache and the gate, through the public interface of the crate.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured and what it skipped"
)]

mod cache;
mod formats;
mod gate;
mod import_limits;
mod library;
mod library_agreement;
mod library_damage;
mod library_killed;
mod library_search;
mod library_vectors;
mod lookup;
mod lookup_faults;
mod made;
mod memory;
mod model_package;
mod papers;
mod played;
mod refusals;
mod retractions;
mod scholar_sim;
mod zotero;

/// Reports why a test was skipped. Writes directly to stderr, since the test harness hides the
/// output of a passing test.
fn skipped(why: std::fmt::Arguments<'_>) {
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("skipped: {why}\n"));
}
