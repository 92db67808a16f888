//! What the rules say of labelled pairs of words that were said and a line of a note, and of sources in every form.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot set itself up should fail, and says what it measured"
)]

mod labelled;
mod sources;
