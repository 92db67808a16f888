//! Running the real binary as a command.

use crate::binary::binary;
use crate::folder::Folder;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run of the command ended with.
#[derive(Debug)]
pub struct Run {
    /// The exit status.
    pub code: i32,
    /// What it printed.
    pub stdout: String,
    /// What it complained of.
    pub stderr: String,
}

/// Runs `referee` in `folder`.
pub fn referee(folder: &Folder, arguments: &[&str]) -> Run {
    run(&folder.path("."), arguments)
}

/// Runs `referee` in a folder, away from the settings and the library of whoever runs the tests.
///
/// # Panics
///
/// If the binary cannot be started.
pub fn run(folder: &Path, arguments: &[&str]) -> Run {
    let home = tempfile::tempdir().expect("a home for the run");
    let output = Command::new(binary())
        .args(arguments)
        .current_dir(folder)
        .env("HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .env_remove("REFEREE_NETWORK")
        .stdin(Stdio::null())
        .output()
        .expect("the binary can be started");
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
