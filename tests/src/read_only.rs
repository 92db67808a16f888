//! A folder in which nothing can be written, even by root: the command sees it on a read-only file
//! system, in a private mount namespace.

use std::path::Path;
use std::process::Command;

/// Returns the words to put before a command so that it cannot write in `folder`; `None`, with a
/// printed reason, if this machine does not support it.
#[must_use]
pub fn read_only(folder: &Path) -> Option<Vec<String>> {
    const SCRIPT: &str = r#"mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@""#;
    for how in ["-m", "-rm"] {
        let place = folder.to_string_lossy().into_owned();
        let words: Vec<String> = ["unshare", how, "--", "sh", "-c", SCRIPT]
            .map(str::to_owned)
            .into_iter()
            .chain([place])
            .collect();
        let run = |script: &str| {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]).args(["sh", "-c", script]).stderr(std::process::Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        if run("true") && !run("touch here.it-cannot-be") {
            return Some(words);
        }
    }
    crate::tools::skipped(format_args!(
        "a read-only folder: this machine lets nobody make a mount namespace (unshare)"
    ));
    None
}
