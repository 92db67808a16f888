//! External programs: the editors under test. `tests/editors/install` installs them in
//! `target/editors`; the tests of a missing editor are skipped with a message.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Returns the root of the repository.
#[must_use]
pub fn root() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests)
}

/// Returns the folder in which `tests/editors/install` puts the programs.
#[must_use]
pub fn installed() -> PathBuf {
    std::env::var_os("EDITORS_UNDER_TEST").map_or_else(|| root().join("target/editors"), PathBuf::from)
}

/// Returns the path of a program on PATH.
#[must_use]
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Returns every Neovim on this machine: the one on PATH, and the installed ones.
#[must_use]
pub fn neovims() -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = on_path("nvim").into_iter().collect();
    let brought = std::fs::read_dir(installed()).into_iter().flatten().flatten();
    let mut brought: Vec<PathBuf> = brought.map(|entry| entry.path().join("nvim")).collect();
    brought.retain(|file| file.is_file());
    brought.sort();
    out.extend(brought);
    out
}

/// Prints the reason for a skipped test, bypassing the test harness, which hides the output of a
/// passing test.
pub fn skipped(why: std::fmt::Arguments<'_>) {
    // Standard error may be closed; ignore the error.
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Reports that a test is skipped because a program is missing.
pub fn skip(what: &str, missing: &str) {
    skipped(format_args!("{what}: {missing} is not on this machine (tests/editors/install brings it)"));
}

/// Returns the output of a program; `None` if it ran longer than `patience` and was killed.
///
/// # Panics
///
/// If it cannot be started.
pub fn run(command: &mut Command, patience: Duration) -> Option<Output> {
    let log = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    // Both streams share one file offset; otherwise they would overwrite each other.
    let out = log.reopen().expect("it can be opened");
    let errors = out.try_clone().expect("it can be shared");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(errors)
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?} cannot be started: {error}"));
    let end = Instant::now() + patience;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(20)),
            _ => break None,
        }
    };
    if status.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let stdout = std::fs::read(log.path()).unwrap_or_default();
    Some(Output { status: status?, stdout, stderr: Vec::new() })
}

/// Returns PATH with `folder` in front.
#[must_use]
pub fn path_with(folder: &Path) -> std::ffi::OsString {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&old));
    std::env::join_paths(folders).unwrap_or(old)
}

/// Returns a command with this home folder, so that the developer's configuration is not read.
#[must_use]
pub fn at_home(program: impl AsRef<OsStr>, home: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("HOME", home);
    for (name, folder) in
        [("CONFIG", "config"), ("DATA", "data"), ("STATE", "state"), ("CACHE", "cache"), ("RUNTIME", "run")]
    {
        let name = if name == "RUNTIME" { "XDG_RUNTIME_DIR".to_owned() } else { format!("XDG_{name}_HOME") };
        let folder = home.join(folder);
        let _ = std::fs::create_dir_all(&folder);
        command.env(name, folder);
    }
    command
}
