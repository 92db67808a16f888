//! Tests of the critic's public interface: labelled sentences, assertion pairs, real notes, verdicts.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    missing_docs,
    reason = "a test that cannot set itself up should fail; its report is what it is for"
)]

mod audit;
mod examples;
mod figures;
mod golden;
mod labelled;
mod languages;
mod medication_list;
mod notes;
mod pairs;
mod real_texts;
mod verdicts;
mod word_lists;

/// Prints why a test does nothing, bypassing the test harness, which discards the output of a passing test.
fn skipped(why: std::fmt::Arguments<'_>) {
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("skipped: {why}\n"));
}
