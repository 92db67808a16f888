//! Runs the real binary as a command.

use crate::binary::binary;
use crate::folder::Folder;
use std::path::Path;
use std::process::{Command, Stdio};

/// The result of a run of the command.
#[derive(Debug)]
pub struct Run {
    /// The exit status.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs `referee` in `folder`, as the user of the folder.
pub fn referee(folder: &Folder, arguments: &[&str]) -> Run {
    run_at_home(&folder.path("."), &folder.home(), &[], arguments)
}

/// Runs `referee` in a folder, without the settings and the library of the developer who runs the
/// tests.
///
/// # Panics
///
/// If the binary cannot be started.
pub fn run(folder: &Path, arguments: &[&str]) -> Run {
    let home = tempfile::tempdir().expect("a home for the run");
    run_at_home(folder, home.path(), &[], arguments)
}

/// Runs `referee` with this home folder and these environment variables.
///
/// # Panics
///
/// If the binary cannot be started.
pub fn run_at_home(folder: &Path, home: &Path, variables: &[(String, String)], arguments: &[&str]) -> Run {
    finished(&mut command(folder, home, variables, arguments))
}

fn finished(command: &mut Command) -> Run {
    let output = command.output().expect("the binary can be started");
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs `referee` in a folder, with these words before the command.
///
/// # Panics
///
/// If the command cannot be started.
pub fn run_wrapped(words: &[String], folder: &Path, arguments: &[&str]) -> Run {
    let home = tempfile::tempdir().expect("a home for the run");
    run_wrapped_at_home(words, folder, home.path(), &[], arguments)
}

/// Runs `referee` with this home folder and these words before the command.
///
/// # Panics
///
/// If the command cannot be started.
pub fn run_wrapped_at_home(
    words: &[String],
    folder: &Path,
    home: &Path,
    variables: &[(String, String)],
    arguments: &[&str],
) -> Run {
    let plain = command(folder, home, variables, arguments);
    let (first, rest) = words.split_first().expect("there is a program");
    let mut wrapped = Command::new(first);
    wrapped.args(rest).arg(plain.get_program()).args(plain.get_args()).current_dir(folder);
    copy_environment(&plain, &mut wrapped);
    finished(wrapped.stdin(Stdio::null()))
}

/// Copies the environment of one command to another.
pub fn copy_environment(from: &Command, to: &mut Command) {
    for (name, value) in from.get_envs() {
        match value {
            Some(value) => to.env(name, value),
            None => to.env_remove(name),
        };
    }
}

/// Returns the command with this home folder.
#[must_use]
pub fn command(folder: &Path, home: &Path, variables: &[(String, String)], arguments: &[&str]) -> Command {
    let mut command = Command::new(binary());
    for (name, _) in std::env::vars_os() {
        let plain = name.to_string_lossy().to_lowercase();
        if plain.starts_with("referee_") || plain.ends_with("_proxy") || plain.starts_with("xdg_") {
            command.env_remove(name);
        }
    }
    command
        .args(arguments)
        .current_dir(folder)
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home)
        .envs(variables.iter().cloned())
        .stdin(Stdio::null());
    command
}
