//! A full disk: the command sees a folder on a file system of a few kilobytes, in a private mount
//! namespace.

use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the words to put before a command so that only `kilobytes` can be written in `folder`,
/// which it sees empty; `None`, with a printed reason, if this machine does not support it.
#[must_use]
pub fn full_disk(folder: &Path, kilobytes: u32) -> Option<Vec<String>> {
    const SCRIPT: &str = r#"mount -t tmpfs -o "size=$1k" tmpfs "$0" && shift && exec "$@""#;
    let place = folder.to_string_lossy().into_owned();
    for how in ["-m", "-rm"] {
        let words: Vec<String> = ["unshare", how, "--", "sh", "-c", SCRIPT]
            .map(str::to_owned)
            .into_iter()
            .chain([place.clone(), kilobytes.to_string()])
            .collect();
        let run = |script: &str| {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]).args(["sh", "-c", script, &place]).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let fill = format!("head -c {} /dev/zero > \"$0/a\"", (u64::from(kilobytes) + 64) << 10);
        if run("true") && !run(&fill) {
            return Some(words);
        }
    }
    crate::tools::skipped(format_args!(
        "a full disk: this machine lets nobody make a mount namespace (unshare)"
    ));
    None
}
