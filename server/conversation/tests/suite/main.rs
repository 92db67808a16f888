//! Tests the rules with labelled pairs of spoken words and a line of a note, and with sources in
//! every format.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot set itself up should fail, and says what it measured"
)]

mod edits;
mod evidence;
mod labelled;
mod sources;
mod spanish;
