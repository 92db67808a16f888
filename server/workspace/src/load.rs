//! The only place in this crate that reads the disk. The session says what it wants; this brings it.

use crate::disk::Stamp;
use crate::files::{File, ReadSettings, Role, State, role};
use crate::library::{LibraryPlace, Sources};
use crate::session::Session;
use referee_text::FileId;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The most drafts that are taken from one folder while a main file is looked for.
const MAX_SIBLINGS: usize = 200;

/// Something that a session wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The content of a file, and how it is to be read.
    File(FileId, ReadSettings),
    /// The drafts in a folder.
    Folder(PathBuf),
    /// The libraries of a workspace.
    Library(LibraryPlace),
}

/// An answer to a [`Wanted`].
#[derive(Clone, Debug)]
pub struct Supplied(pub(crate) Answer);

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    File(FileId, State, Stamp),
    Folder(PathBuf, Vec<FileId>, Stamp),
    Library(LibraryPlace, Arc<Sources>),
}

/// Reads what is wanted. Never fails: what cannot be read is an answer too.
#[must_use]
pub fn load(wanted: &Wanted) -> Supplied {
    Supplied(match wanted {
        Wanted::File(id, settings) => {
            // Before it is read: a change meanwhile is then noticed the next time.
            let stamp = Stamp::of(id.path());
            Answer::File(id.clone(), read_file(id, settings), stamp)
        }
        Wanted::Folder(folder) => {
            let stamp = Stamp::of(folder);
            Answer::Folder(folder.clone(), drafts_in(folder), stamp)
        }
        Wanted::Library(place) => Answer::Library(place.clone(), Arc::new(Sources::open(place))),
    })
}

/// Brings a session everything that it wants, without holding its lock while reading.
pub fn settle(session: &Mutex<Session>) {
    // A file can name further files: as deep as people nest them, and no deeper.
    for _ in 0..64 {
        let wanted = session.lock().unwrap_or_else(PoisonError::into_inner).wanted();
        if wanted.is_empty() {
            return;
        }
        let supplied: Vec<Supplied> = wanted.iter().map(load).collect();
        let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
        for answer in supplied {
            session.supply(answer);
        }
    }
}

/// Has a session forget what looks otherwise on disk than it was read, so that [`Session::wanted`] asks for it
/// again; says whether there was anything. The lock is not held while the disk is looked at.
pub fn notice_disk_changes(session: &Mutex<Session>) -> bool {
    let lock = || session.lock().unwrap_or_else(PoisonError::into_inner);
    let seen = lock().disk_state();
    let changes = seen.changes();
    if changes.is_empty() {
        return false;
    }
    lock().take_disk_changes(changes);
    true
}

fn read_file(id: &FileId, settings: &ReadSettings) -> State {
    let metadata = match std::fs::metadata(id.path()) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return State::Missing,
        // `refs.bib/x` below a file, a name that the system does not take: it is not there either.
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => return State::Missing,
        Err(error) => return State::Unreadable(reason(&error)),
    };
    if metadata.is_dir() {
        return State::Unreadable(Arc::from("it is a folder"));
    }
    if !metadata.is_file() {
        return State::Unreadable(Arc::from("it is not a plain file"));
    }
    if let Some(reason) = settings.refusal(metadata.len()) {
        return State::Unreadable(Arc::from(reason));
    }
    // A bibliography that a draft names may have any ending.
    let role = role(id.path(), None).unwrap_or(Role::Bibliography);
    match std::fs::read(id.path()) {
        Ok(bytes) => State::Read(Arc::new(File::decode(id.clone(), role, bytes, &settings.options))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => State::Missing,
        Err(error) => State::Unreadable(reason(&error)),
    }
}

fn reason(error: &std::io::Error) -> Arc<str> {
    Arc::from(match error.kind() {
        std::io::ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
        _ => error.to_string(),
    })
}

fn drafts_in(folder: &Path) -> Vec<FileId> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut out: Vec<FileId> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| matches!(role(path, None), Some(Role::Draft(_))) && !is_text(path))
        .take(MAX_SIBLINGS)
        .map(FileId::new)
        .collect();
    out.sort();
    out
}

/// Plain text includes nothing.
fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "txt" || extension == "text")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn a_file_over_the_limit_of_the_settings_is_refused_and_the_setting_named() {
        let path = std::env::temp_dir().join(format!("referee-large-{}.bib", std::process::id()));
        let large = std::fs::File::create(&path).unwrap();
        large.set_len((2 << 20) + 1).unwrap();
        let id = FileId::new(&path);
        let read = |max_megabytes| read_file(&id, &ReadSettings { options: Arc::default(), max_megabytes });
        let refused = read(2);
        let allowed = read(3);
        std::fs::remove_file(&path).unwrap();
        let State::Unreadable(reason) = refused else { panic!("{refused:?}") };
        assert_eq!(&*reason, "it has 3 MB; files over 2 MB are not read (the setting documents.max_size)");
        assert!(matches!(allowed, State::Read(_)), "{allowed:?}");
    }
}
