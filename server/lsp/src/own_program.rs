//! The names by which messages refer to this program and to the editor's commands.
//!
//! Messages refer to commands as the documentation does: `referee egress`, `referee.allowNetwork`.
//! An editor may have started the program from the folder of an extension that is not in the
//! terminal's PATH; the path then replaces the name. An editor with its own titles for commands
//! declares them (`experimental.refereeCommands` of `initialize`), and these titles replace the
//! protocol's names.

use referee_text::visible::as_name;
use serde_json::Value;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The beginning of a command of the program in a message.
const COMMAND: &str = "`referee ";

/// The editor's titles for commands, longest name first.
static EDITOR_COMMANDS: OnceLock<Vec<(String, String)>> = OnceLock::new();

/// The maximum length of the editor's title for a command, in characters.
const MAX_NAME: usize = 100;

/// Stores the editor's titles for commands from its `initialize`; further calls are ignored.
pub(crate) fn set_editor_commands(experimental: Option<&Value>) {
    let named = experimental.and_then(|all| all["refereeCommands"].as_object());
    let mut names: Vec<(String, String)> = named
        .into_iter()
        .flatten()
        .filter(|(id, _)| id.starts_with("referee."))
        .filter_map(|(id, name)| Some((id.clone(), as_name(name.as_str()?, MAX_NAME))))
        .collect();
    names.sort_by_key(|(id, _)| std::cmp::Reverse(id.len()));
    let _ = EDITOR_COMMANDS.set(names);
}

/// Rewrites the commands in a message so that they can be run as written, in a terminal and in the
/// editor.
pub(crate) fn runnable(message: &str) -> Cow<'_, str> {
    let names = EDITOR_COMMANDS.get().map(Vec::as_slice).unwrap_or_default();
    if names.iter().any(|(id, _)| message.contains(id.as_str())) {
        let named = names.iter().fold(message.to_owned(), |text, (id, name)| text.replace(id, name));
        return Cow::Owned(in_terminal(&named).into_owned());
    }
    in_terminal(message)
}

fn in_terminal(message: &str) -> Cow<'_, str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    if !message.contains(COMMAND) {
        return Cow::Borrowed(message);
    }
    let program = PROGRAM.get_or_init(|| {
        let own = std::env::current_exe().ok()?;
        named_by_path(&own, &std::env::var_os("PATH").unwrap_or_default())
    });
    match program {
        Some(program) => Cow::Owned(message.replace(COMMAND, &format!("`{program} "))),
        None => Cow::Borrowed(message),
    }
}

/// Returns the path by which the program must be called; `None` if its name suffices.
fn named_by_path(own: &Path, path: &OsStr) -> Option<String> {
    let name = format!("referee{}", std::env::consts::EXE_SUFFIX);
    let is_there = |folder: PathBuf| folder.is_absolute() && folder.join(&name).is_file();
    if std::env::split_paths(path).any(is_there) {
        return None;
    }
    let own = own.display().to_string();
    Some(if own.contains(char::is_whitespace) { format!("\"{own}\"") } else { own })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_on_path_goes_by_its_name_and_any_other_by_its_path() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let own = folder.path().join(format!("referee{}", std::env::consts::EXE_SUFFIX));
        std::fs::write(&own, "").expect("a file can be written");
        assert_eq!(named_by_path(&own, folder.path().as_os_str()), None);
        assert_eq!(named_by_path(&own, OsStr::new("")), Some(own.display().to_string()));
        assert_eq!(
            named_by_path(Path::new("/of this editor/referee"), OsStr::new("")),
            Some("\"/of this editor/referee\"".to_owned())
        );
    }

    #[test]
    fn a_message_without_a_command_stays_as_it_is() {
        for message in ["referee has nothing to say.", "`refereed` is a word."] {
            assert_eq!(runnable(message), message);
        }
    }
}
