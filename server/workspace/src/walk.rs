//! Walks a folder without hidden and ignored files.

use ignore::WalkBuilder;
use referee_literature::plain_file::is_plain_file;
use std::path::Path;

/// The maximum size of an ignore file, in bytes.
const MAX_IGNORE_FILE: u64 = 1 << 20;

/// Returns a walk of a folder that follows no links. With `ignores`, files in .gitignore and
/// similar files are omitted.
///
/// An ignore file may be of unknown origin. One that is a pipe or a device would block the walk or
/// never end: in the top folder or above it, no ignore files are used; further down, the folder
/// that contains it is omitted.
#[must_use]
pub fn walk(folder: &Path, ignores: bool) -> WalkBuilder {
    let ignores = ignores && !folder.ancestors().any(has_odd_ignore_file);
    let mut builder = WalkBuilder::new(folder);
    builder
        .require_git(false)
        .parents(ignores)
        .ignore(ignores)
        .git_ignore(ignores)
        .git_global(ignores)
        .git_exclude(ignores);
    if ignores {
        builder.filter_entry(|entry| {
            !entry.file_type().is_some_and(|kind| kind.is_dir()) || !has_odd_ignore_file(entry.path())
        });
    }
    builder
}

/// Whether an ignore file in a folder is neither a regular file nor a folder, or is too large.
fn has_odd_ignore_file(folder: &Path) -> bool {
    [".gitignore", ".ignore", ".git/info/exclude"].iter().any(|name| {
        let path = folder.join(name);
        std::fs::metadata(&path).is_ok_and(|metadata| {
            !metadata.is_dir() && (!is_plain_file(&path, &metadata) || metadata.len() > MAX_IGNORE_FILE)
        })
    })
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn names(folder: &Path, ignores: bool) -> Vec<String> {
        let mut out: Vec<String> = walk(folder, ignores)
            .build()
            .filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        out.sort();
        out
    }

    #[test]
    fn what_an_ignore_file_names_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(".gitignore"), "b.md\n").unwrap();
        std::fs::write(folder.path().join("a.md"), "").unwrap();
        std::fs::write(folder.path().join("b.md"), "").unwrap();
        assert_eq!(names(folder.path(), true), ["a.md"]);
        assert_eq!(names(folder.path(), false), ["a.md", "b.md"]);
    }

    #[test]
    fn an_endless_ignore_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        std::fs::create_dir(&below).unwrap();
        std::fs::write(folder.path().join("a.md"), "").unwrap();
        std::fs::write(below.join("b.md"), "").unwrap();
        std::os::unix::fs::symlink("/dev/zero", below.join(".ignore")).unwrap();
        assert_eq!(names(folder.path(), true), ["a.md"]);
        std::os::unix::fs::symlink("/dev/zero", folder.path().join(".gitignore")).unwrap();
        assert_eq!(names(folder.path(), true), ["a.md", "b.md"]);
    }
}
