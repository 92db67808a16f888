//! Sessions with folders of files, and files in docs/ that are generated from the code.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured and what it skipped"
)]

mod belonging;
mod keystrokes;
mod large_texts;
mod papers;
mod rule_pages;
mod settings_schema;
mod test_workspace;
mod verifying;
