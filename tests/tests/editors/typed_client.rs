//! A third-party client that knows the types of the protocol (pytest-lsp with lsprotocol) parses
//! every message of a long session, in three encodings. The session is in
//! tests/editors/typed_client.

use referee_tests::tools::{at_home, installed, root, run, skip};
use referee_tests::{Folder, binary};
use std::time::Duration;

#[test]
fn every_message_of_a_long_session_is_what_the_protocol_says() {
    let python = installed().join("python/bin/python");
    if !python.is_file() {
        return skip("the typed client", "pytest-lsp");
    }
    let (home, logs) = (Folder::with(&[]), Folder::with(&[]));
    let mut command = at_home(&python, &home.path(""));
    command
        .args(["-B", "-m", "pytest"])
        .arg(root().join("tests/editors/typed_client"))
        .env("EDITOR_TEST_BINARY", binary())
        .env("EDITOR_TEST_LOGS", logs.path(""))
        .current_dir(home.path(""));
    let output = run(&mut command, Duration::from_secs(400)).expect("the session ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
