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
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs `referee` in `folder`, for the user whom the folder belongs to.
pub fn referee(folder: &Folder, arguments: &[&str]) -> Run {
    run_at_home(&folder.path("."), &folder.home(), &[], arguments)
}

/// Runs `referee` in a folder, away from the settings and the library of whoever runs the tests.
///
/// # Panics
///
/// If the binary cannot be started.
pub fn run(folder: &Path, arguments: &[&str]) -> Run {
    let home = tempfile::tempdir().expect("a home for the run");
    run_at_home(folder, home.path(), &[], arguments)
}

/// Runs `referee` for a user with a home of their own, and with these variables in the environment.
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

/// Runs `referee` in a folder, started by these words and its own.
///
/// # Panics
///
/// If it cannot be started.
pub fn run_wrapped(words: &[String], folder: &Path, arguments: &[&str]) -> Run {
    let home = tempfile::tempdir().expect("a home for the run");
    run_wrapped_at_home(words, folder, home.path(), &[], arguments)
}

/// Runs `referee` for a user with a home of their own, started by these words and its own.
///
/// # Panics
///
/// If it cannot be started.
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

/// Has one command start in the environment in which another one does.
pub fn copy_environment(from: &Command, to: &mut Command) {
    for (name, value) in from.get_envs() {
        match value {
            Some(value) => to.env(name, value),
            None => to.env_remove(name),
        };
    }
}

/// The command for a user with a home of their own.
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
