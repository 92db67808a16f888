//! `referee mcp` with the reference client in another language: the package `mcp` from PyPI.

use referee_tests::cli::{command, copy_environment};
use referee_tests::fixtures::{AGENT_TOKEN, folder_for_agents};
use referee_tests::{Folder, Service, binary, tools};
use std::process::Command;
use std::time::Duration;

/// Returns the command of the reference client's session in a folder; `None` if the client is not
/// installed.
fn session(folder: &Folder) -> Option<Command> {
    let python = tools::installed().join("agent/bin/python");
    if !python.is_file() {
        tools::skip("the reference client of the Model Context Protocol", "the Python package mcp");
        return None;
    }
    // Use the environment and the folder in which the other tests start the program.
    let plain = command(&folder.path("."), &folder.home(), &[], &[]);
    let mut session = Command::new(python);
    session.arg(tools::root().join("tests/editors/agent_client/session.py")).current_dir(folder.path("."));
    copy_environment(&plain, &mut session);
    Some(session)
}

fn assert_goes_well(mut session: Command) {
    let output = tools::run(&mut session, Duration::from_secs(120)).expect("the client ends in time");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("all went well"), "{said}");
}

#[test]
fn the_python_client_lists_calls_and_reads_everything() {
    let folder = folder_for_agents();
    let Some(mut session) = session(&folder) else { return };
    session.arg(binary());
    assert_goes_well(session);
}

#[test]
fn the_python_client_does_the_same_over_http() {
    let folder = folder_for_agents();
    let Some(mut session) = session(&folder) else { return };
    let server = Service::of_agents(&folder, &[], &["--token-file", "token"]);
    session.arg(format!("http://{}/mcp", server.address)).arg(AGENT_TOKEN);
    assert_goes_well(session);
}
