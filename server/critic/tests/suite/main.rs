//! The critic from the outside: labelled sentences, pairs of assertions, real notes, verdicts.

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

/// Says why a test does nothing, past the test harness, which would keep the words of a test that passes.
fn skipped(why: std::fmt::Arguments<'_>) {
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("skipped: {why}\n"));
}
