//! Finds the key for a language model: in the environment, or by a command that reads it from a
//! keyring.
//!
//! The command is the author's own (`secret-tool lookup …`, `security find-generic-password -w …`,
//! `pass show …`); a workspace file cannot set it. It runs unchanged, without a shell, in the
//! user's home folder and with a small environment. Its output is kept in memory for the lifetime
//! of [`ApiKeys`], is never written to disk and does not appear in messages.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use wait_timeout::ChildExt;

/// The time limit of a command: the author may have to unlock a keyring by hand.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(60);

/// The maximum number of bytes of output that are read for a key.
const MAX_KEY_BYTES: u64 = 64 * 1024;

/// Why the command of `llm.api_key_command` returns no key; it never contains the output of the
/// command.
#[derive(Debug, thiserror::Error)]
#[error("The setting llm.api_key_command gives no key: {program} {problem}.")]
pub struct KeyError {
    /// The program to run.
    program: String,
    #[source]
    problem: KeyProblem,
}

/// The reason why the command returned no key.
#[derive(Debug, thiserror::Error)]
enum KeyProblem {
    #[error("cannot be started ({0})")]
    NotStarted(#[source] std::io::Error),
    #[error("cannot be waited for ({0})")]
    NotWaitedFor(#[source] std::io::Error),
    #[error("did not end within {} seconds", .0.as_secs())]
    TimedOut(Duration),
    #[error("ended with status {0}")]
    Failed(i32),
    #[error("was ended by a signal")]
    Killed,
    #[error("printed nothing")]
    PrintedNothing,
}

/// The keys that commands have printed, by the command: a keyring is asked once per session.
#[derive(Default)]
pub(crate) struct ApiKeys(Mutex<HashMap<String, String>>);

impl ApiKeys {
    /// Returns the key in the environment variable `variable`, otherwise the first line that
    /// `command` prints; `None` if neither is configured, or the variable is unset and the command
    /// missing.
    ///
    /// # Errors
    ///
    /// If the command prints no key.
    pub(crate) fn find(&self, variable: &str, command: &str) -> Result<Option<String>, KeyError> {
        let set = if variable.is_empty() { None } else { std::env::var(variable).ok() };
        if let Some(key) = set.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()) {
            return Ok(Some(key));
        }
        if command.trim().is_empty() {
            return Ok(None);
        }
        // The lock is held while the command runs, so that the author is asked only once to unlock
        // the keyring.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = known.get(command) {
            return Ok(Some(key.clone()));
        }
        let key = ask(command, COMMAND_TIMEOUT)?;
        known.insert(command.to_owned(), key.clone());
        Ok(Some(key))
    }
}

fn ask(command: &str, timeout: Duration) -> Result<String, KeyError> {
    let words = words(command);
    let program = words.first().cloned().unwrap_or_default();
    let printed = first_line(&program, words.get(1..).unwrap_or_default(), timeout);
    printed.map_err(|problem| KeyError { program, problem })
}

/// Returns the first line that a program prints, without surrounding white space.
fn first_line(program: &str, arguments: &[String], timeout: Duration) -> Result<String, KeyProblem> {
    let mut command = Command::new(program);
    // Do not run in the folder of a draft, which may come from another person and contain a program
    // of that name.
    if let Some(home) = home() {
        command.current_dir(home);
    }
    let kept = std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_kept));
    let mut child = command
        .args(arguments)
        .env_clear()
        .envs(kept)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(KeyProblem::NotStarted)?;
    let output = child.stdout.take();
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let Some(output) = output else { return };
        let mut output = BufReader::new(output.take(MAX_KEY_BYTES));
        let mut line = String::new();
        if output.read_line(&mut line).is_ok() {
            // The receiver may have given up; ignore the send error.
            let _ = sender.send(line);
        }
        // Read the rest too: a command could fail when its output is not read.
        let _ = std::io::copy(&mut output, &mut std::io::sink());
    });
    let Some(status) = child.wait_timeout(timeout).map_err(KeyProblem::NotWaitedFor)? else {
        // It may have exited in the meantime; then there is nothing to kill.
        let _ = child.kill();
        let _ = child.wait();
        return Err(KeyProblem::TimedOut(timeout));
    };
    if !status.success() {
        return Err(status.code().map_or(KeyProblem::Killed, KeyProblem::Failed));
    }
    // The command has exited; a background process of it may hold its output open, so do not wait
    // for that.
    let line = receiver.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
    let key = line.trim().to_owned();
    if key.is_empty() { Err(KeyProblem::PrintedNothing) } else { Ok(key) }
}

/// Returns the home folder of this user, if it is known.
fn home() -> Option<PathBuf> {
    let variable = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    std::env::var_os(variable).map(PathBuf::from).filter(|home| home.is_absolute() && home.is_dir())
}

/// Whether a command for a key needs a variable of the environment: to find programs and the user's
/// keyring, and to ask for its password. It does not receive keys and settings of other programs.
fn is_kept(variable: &str) -> bool {
    const KEPT_VARIABLES: &[&str] = &[
        "PATH",
        "HOME",
        "USER",
        "LOGNAME",
        "SHELL",
        "LANG",
        "LANGUAGE",
        "TERM",
        "TMPDIR",
        "TZ",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "XAUTHORITY",
        "DBUS_SESSION_BUS_ADDRESS",
        "SSH_AUTH_SOCK",
        "GNUPGHOME",
        "GPG_TTY",
        "PASSWORD_STORE_DIR",
        "SYSTEMROOT",
        "SYSTEMDRIVE",
        "WINDIR",
        "COMSPEC",
        "PATHEXT",
        "TEMP",
        "TMP",
        "USERPROFILE",
        "USERNAME",
        "APPDATA",
        "LOCALAPPDATA",
        "PROGRAMDATA",
        "HOMEDRIVE",
        "HOMEPATH",
    ];
    let upper = variable.to_ascii_uppercase();
    KEPT_VARIABLES.contains(&upper.as_str()) || upper.starts_with("LC_") || upper.starts_with("XDG_")
}

/// Splits a command into words; single or double quotation marks group words.
fn words(command: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => out.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_cut_into_words_as_it_is_quoted() {
        assert_eq!(
            words(r#"secret-tool lookup service "my referee" key ''"#),
            ["secret-tool", "lookup", "service", "my referee", "key", ""]
        );
        assert!(words("   ").is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn the_first_line_that_a_command_prints_is_the_key() {
        for command in ["sh -c 'echo s3cret; echo more'", "sh -c 'echo s3cret; sleep 30 &'"] {
            assert_eq!(ask(command, COMMAND_TIMEOUT).expect("a key"), "s3cret");
        }
        let keys = ApiKeys::default();
        let found = |command| keys.find("REFEREE_NO_SUCH_VARIABLE", command).expect("no failure");
        assert_eq!(found("printf 's3cret\\n'").as_deref(), Some("s3cret"));
        assert_eq!(found(""), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_session_asks_a_command_once_and_the_next_session_again() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let runs = folder.path().join("runs");
        let command = format!("sh -c 'echo run >> \"{}\"; echo s3cret'", runs.display());
        for session in 1..=2 {
            let keys = ApiKeys::default();
            for _ in 0..2 {
                assert_eq!(keys.find("", &command).expect("a key").as_deref(), Some("s3cret"));
            }
            assert_eq!(std::fs::read_to_string(&runs)?.lines().count(), session);
        }
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn a_command_runs_in_the_users_home_and_sees_no_key_of_another_program() {
        let home = home().expect("a user has a home");
        let home = std::fs::canonicalize(home).expect("it is there");
        assert_eq!(ask("pwd -P", COMMAND_TIMEOUT).expect("a line"), home.to_string_lossy());
        // Cargo sets variables for every test.
        assert!(std::env::vars().any(|(name, _)| name.starts_with("CARGO_")));
        assert_eq!(ask("sh -c 'env | grep -c ^CARGO_; true'", COMMAND_TIMEOUT).expect("a line"), "0");
        for (variable, kept) in
            [("PATH", true), ("LC_ALL", true), ("OPENAI_API_KEY", false), ("AWS_SECRET_ACCESS_KEY", false)]
        {
            assert_eq!(is_kept(variable), kept, "{variable}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_gives_no_key_is_named_with_the_reason_and_without_what_it_printed() {
        let said =
            |command| ask(command, Duration::from_millis(200)).expect_err("it prints no key").to_string();
        assert!(said("sh -c 'echo s3cret; exit 3'").contains("sh ended with status 3"));
        assert!(!said("sh -c 'echo s3cret; exit 3'").contains("s3cret"));
        assert!(said("true").contains("true printed nothing"));
        assert!(said("/no/such/program").contains("cannot be started"));
        assert!(said("sleep 5").contains("did not end within"));
    }
}
