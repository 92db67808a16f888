//! Files and folders that only this user may read.
//!
//! The stored data (answers, the log of requests, limits, evidence, the library) reveal what an
//! author writes about. On Unix, folders have mode 0700 and files 0600, including SQLite journals.
//! On Windows, a user's folders are private by default.

use crate::processes::is_running;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates a folder and its missing parents with access for this user only. An existing folder
/// keeps its mode, unless it belongs to this program: it is called `referee` or is inside such a
/// folder.
///
/// # Errors
///
/// Returns an error if the folder does not exist and cannot be created.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    let there = folder.is_dir();
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    let own = folder.components().any(|part| part.as_os_str().to_str().is_some_and(is_own_name));
    if there && own {
        restrict(folder, 0o700);
    }
    Ok(())
}

fn is_own_name(name: &str) -> bool {
    name == "referee" || name == ".referee"
}

/// Opens a file for appending. A missing file and its missing parent folders are created with
/// access for this user only.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or created.
pub(crate) fn open_for_append(file: &Path) -> io::Result<File> {
    open(file, OpenOptions::new().append(true).create(true))
}

/// Creates a file and its missing parent folders with access for this user only; truncates an
/// existing file.
///
/// # Errors
///
/// Returns an error if the file cannot be created.
pub fn create_file(file: &Path) -> io::Result<File> {
    open(file, OpenOptions::new().write(true).create(true).truncate(true))
}

/// Writes a file with access for this user only; overwrites an existing file.
///
/// # Errors
///
/// Returns an error if the file cannot be created or written.
pub fn write(file: &Path, content: &[u8]) -> io::Result<()> {
    io::Write::write_all(&mut create_file(file)?, content)
}

/// Replaces a file atomically, with access for this user only: after a crash it has either the old
/// or the new content.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = file.as_os_str().to_owned();
    name.push(".new");
    let new = Path::new(&name);
    let mut opened = create_file(new)?;
    io::Write::write_all(&mut opened, content)?;
    opened.sync_all()?;
    std::fs::rename(new, file)
}

/// Removes the permissions of other users from a file that something else created, if this user may
/// do so.
pub(crate) fn restrict_file(file: &Path) {
    restrict(file, 0o600);
}

/// Makes an SQLite database private before it is opened: creates a missing file and removes the
/// permissions of other users from it and its journals. SQLite gives new journals the mode of the
/// database file.
///
/// # Errors
///
/// Returns an error if the file does not exist and cannot be created.
pub(crate) fn prepare_database(file: &Path) -> io::Result<()> {
    drop(open_for_append(file)?);
    for end in ["-wal", "-shm", "-journal"] {
        let mut journal = file.as_os_str().to_owned();
        journal.push(end);
        restrict(Path::new(&journal), 0o600);
    }
    Ok(())
}

/// Removes the files in a folder that were left by processes that no longer run: those called
/// `PREFIX` + the process id + `-…`. Returns the number of removed files.
pub fn sweep(folder: &Path, prefix: &str) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let left_over = entries.flatten().filter(|entry| {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(prefix)?.split('-').next());
        number.and_then(|number| number.parse().ok()).is_some_and(|process| !is_running(process))
    });
    left_over.filter(|entry| std::fs::remove_file(entry.path()).is_ok()).count()
}

fn open(file: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    let opened = match options.open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(folder) = file.parent() {
                create_folder(folder)?;
            }
            options.open(file)?
        }
        opened => opened?,
    };
    restrict(file, 0o600);
    Ok(opened)
}

/// Removes the permissions of other users from a path that an earlier version created. Links, files
/// of another user and missing paths are left unchanged.
#[cfg(unix)]
fn restrict(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(about) = std::fs::symlink_metadata(path) else { return };
    if about.is_symlink() || about.permissions().mode() & 0o077 == 0 {
        return;
    }
    if let Err(error) = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)) {
        tracing::debug!("{}: others keep their rights: {error}", path.display());
    }
}

#[cfg(not(unix))]
fn restrict(_: &Path, _: u32) {}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        std::fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_is_for_this_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a/referee/b/log.jsonl");
        drop(open_for_append(&file).unwrap());
        write(&folder.path().join("a/referee/c/page.md"), b"text").unwrap();
        let database = folder.path().join("a/d.sqlite");
        prepare_database(&database).unwrap();
        for path in ["a", "a/referee", "a/referee/b", "a/referee/c"] {
            assert_eq!(mode(&folder.path().join(path)), 0o700, "{path}");
        }
        for path in ["a/referee/b/log.jsonl", "a/referee/c/page.md", "a/d.sqlite"] {
            assert_eq!(mode(&folder.path().join(path)), 0o600, "{path}");
        }
    }

    #[test]
    fn what_an_earlier_version_left_open_to_others_is_closed_and_a_folder_of_the_author_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let (own, author) = (folder.path().join("referee"), folder.path().join("shared"));
        for path in [&own, &author] {
            std::fs::create_dir(path).unwrap();
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
            std::fs::write(path.join("db"), "").unwrap();
            std::fs::write(path.join("db-wal"), "").unwrap();
            create_folder(path).unwrap();
            prepare_database(&path.join("db")).unwrap();
            assert_eq!((mode(&path.join("db")), mode(&path.join("db-wal"))), (0o600, 0o600));
        }
        assert_eq!((mode(&own), mode(&author)), (0o700, 0o755));
    }

    #[test]
    fn what_a_process_that_is_gone_left_behind_is_swept_and_what_another_needs_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut gone = std::process::Command::new("true").spawn().unwrap();
        gone.wait().unwrap();
        let own = format!("to-be-sent-{}-0.md", std::process::id());
        let left = format!("to-be-sent-{}-3.md", gone.id());
        for name in [own.as_str(), left.as_str(), "to-be-sent-me.md", "egress.jsonl"] {
            write(&folder.path().join(name), b"text").unwrap();
        }
        assert_eq!(sweep(folder.path(), "to-be-sent-"), 1);
        assert!(!folder.path().join(left).exists() && folder.path().join(own).exists());
    }

    #[test]
    fn a_link_is_not_followed_to_change_the_mode_of_what_it_leads_to() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("target");
        std::fs::write(&target, "").unwrap();
        std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o644)).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&target, &link).unwrap();
        drop(open_for_append(&link).unwrap());
        assert_eq!(mode(&target), 0o644);
    }
}
