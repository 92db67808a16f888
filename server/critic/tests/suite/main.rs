//! The critic from the outside: labelled sentences, pairs of assertions, real notes, verdicts.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    missing_docs,
    reason = "a test that cannot set itself up should fail; its report is what it is for"
)]

mod examples;
mod labelled;
mod notes;
mod pairs;
mod real_texts;
mod verdicts;
