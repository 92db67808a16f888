//! The key for a language model: from the environment, or from a command that asks a keyring for it.
//!
//! The command is the author's own (`secret-tool lookup …`, `security find-generic-password -w …`, `pass show …`); a
//! workspace file cannot name one. It is started as it is, without a shell; what it prints is kept in memory for as
//! long as the program runs, is written nowhere and stands in no message.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a command may take: a keyring may have to be unlocked by hand.
const PATIENCE: Duration = Duration::from_secs(60);

/// No key is longer, in bytes.
const LONGEST: u64 = 64 * 1024;

/// The key that the environment variable `variable` holds, else the one that `command` prints as its first line;
/// `None` where neither is named, or the variable is not set and there is no command.
///
/// # Errors
///
/// Says in a sentence why the command printed no key.
pub(crate) fn find(variable: &str, command: &str) -> Result<Option<String>, String> {
    let set = if variable.is_empty() { None } else { std::env::var(variable).ok() };
    if let Some(key) = set.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()) {
        return Ok(Some(key));
    }
    if command.trim().is_empty() {
        return Ok(None);
    }
    static KNOWN: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);
    // Held meanwhile, so that nobody is asked twice to unlock their keyring.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(key) = known.get(command) {
        return Ok(Some(key.clone()));
    }
    let key = ask(command, PATIENCE)?;
    known.insert(command.to_owned(), key.clone());
    Ok(Some(key))
}

fn ask(command: &str, patience: Duration) -> Result<String, String> {
    let words = words(command);
    let program = words.first().cloned().unwrap_or_default();
    let failed = |why: String| format!("The setting llm.api_key_command gives no key: {program} {why}.");
    let mut child = Command::new(&program)
        .args(words.iter().skip(1))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(format!("cannot be started ({error})")))?;
    let output = child.stdout.take();
    let (sender, first_line) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let Some(output) = output else { return };
        let mut output = BufReader::new(output.take(LONGEST));
        let mut line = String::new();
        if output.read_line(&mut line).is_ok() {
            let _ = sender.send(line);
        }
        // The rest is taken as well: a command whose output nobody takes fails.
        let _ = std::io::copy(&mut output, &mut std::io::sink());
    });
    let end = Instant::now() + patience;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(10)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(failed(format!("did not end within {} seconds", patience.as_secs())));
            }
            Err(error) => return Err(failed(format!("cannot be waited for ({error})"))),
        }
    };
    if !status.success() {
        return Err(failed(match status.code() {
            Some(code) => format!("ended with status {code}"),
            None => String::from("was ended by a signal"),
        }));
    }
    // It has ended; a helper that it left behind may hold its output open and is not waited for.
    let line = first_line.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
    let key = line.trim().to_owned();
    if key.is_empty() { Err(failed(String::from("printed nothing"))) } else { Ok(key) }
}

/// The words of a command; quotation marks, single or double, hold words together.
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
        assert_eq!(ask("sh -c 'echo s3cret; echo more'", PATIENCE), Ok(String::from("s3cret")));
        assert_eq!(ask("sh -c 'echo s3cret; sleep 30 &'", PATIENCE), Ok(String::from("s3cret")));
        assert_eq!(find("REFEREE_NO_SUCH_VARIABLE", "printf 's3cret\\n'"), Ok(Some(String::from("s3cret"))));
        assert_eq!(find("REFEREE_NO_SUCH_VARIABLE", ""), Ok(None));
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_gives_no_key_is_named_with_the_reason_and_without_what_it_printed() {
        let said = |command| ask(command, Duration::from_millis(200)).err().unwrap_or_default();
        assert!(said("sh -c 'echo s3cret; exit 3'").contains("sh ended with status 3"));
        assert!(!said("sh -c 'echo s3cret; exit 3'").contains("s3cret"));
        assert!(said("true").contains("true printed nothing"));
        assert!(said("/no/such/program").contains("cannot be started"));
        assert!(said("sleep 5").contains("did not end within"));
    }
}
