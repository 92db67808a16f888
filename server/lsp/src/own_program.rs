//! The name under which a terminal finds this program.
//!
//! Messages name commands as the documentation does: `referee egress`. An editor may have started the program from the
//! folder of an extension, of which no terminal knows; then the path stands in place of the name.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// How a message begins to name a command of the program.
const COMMAND: &str = "`referee ";

/// A message with commands that can be run as they stand.
pub(crate) fn runnable(message: &str) -> Cow<'_, str> {
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

/// The path by which the program is to be called; `None` where its name is enough.
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
