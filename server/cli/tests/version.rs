//! Tests the binary itself. The existence of this test makes cargo build the binary together with
//! the tests of the workspace, which run it.

use std::process::Command;

#[test]
fn the_binary_says_its_name_and_version() {
    let output = Command::new(env!("CARGO_BIN_EXE_referee")).arg("--version").output();
    let output = output.expect("the binary can be started");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).trim(),
        concat!("referee ", env!("CARGO_PKG_VERSION"))
    );
}
