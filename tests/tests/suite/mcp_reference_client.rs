//! `referee mcp` with the reference client of another language: the package `mcp` of PyPI.

use referee_tests::cli::command;
use referee_tests::fixtures::METFORMIN_RIS;
use referee_tests::{Folder, binary, tools};
use std::process::Command;
use std::time::Duration;

#[test]
fn the_python_client_lists_calls_and_reads_everything() {
    let python = tools::installed().join("agent/bin/python");
    if !python.is_file() {
        return tools::skip("the reference client of the Model Context Protocol", "the Python package mcp");
    }
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.ris\"]\n"),
        ("library.ris", METFORMIN_RIS),
    ]);
    let script = tools::root().join("tests/editors/agent_client/session.py");
    // The environment and the folder are those in which the other tests start the program.
    let plain = command(&folder.path("."), &folder.home(), &[], &[]);
    let mut session = Command::new(python);
    session.arg(script).arg(binary()).current_dir(folder.path("."));
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => session.env(name, value),
            None => session.env_remove(name),
        };
    }
    let output = tools::run(&mut session, Duration::from_secs(120)).expect("the client ends in time");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("all went well"), "{said}");
}
