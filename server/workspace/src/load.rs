//! The only place in this crate that reads the disk. The session says what it wants; this brings it.

use crate::files::{File, FileState, ReadSettings, Role, role};
use crate::library::{LibraryPlace, Sources};
use crate::manuscript;
use crate::missing_attachments::{self, MissingAttachments};
use crate::stamp::Stamp;
use referee_documents::{DocumentKind, Notebook};
use referee_literature::plain_file::is_plain_file;
use referee_records::Source;
use referee_text::{FileId, Language, Message, decode};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most drafts that are taken from one folder while a main file is looked for.
const MAX_SIBLINGS: usize = 200;

/// The largest draft that is taken for a main file, in bytes: what takes in its chapters is short itself.
const MAX_SIBLING_BYTES: u64 = 1 << 20;

/// How much of one folder is looked through for a main file, in bytes.
const MAX_FOLDER_BYTES: u64 = 16 << 20;

/// Words without which no draft takes in another one: `\\input`, `\\include`, `\\import`, `\\subfile`, `#include`,
/// `#import`, `{{< include >}}`, `child=`, `% !TEX root`.
const INCLUDE_WORDS: [&str; 6] = ["include", "input", "import", "subfile", "child", "!TEX"];

/// Something that a session wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadRequest {
    /// The content of a file, and how it is to be read.
    File(FileId, ReadSettings),
    /// The drafts in a folder.
    Folder(PathBuf),
    /// The libraries of a workspace.
    Library(LibraryPlace),
    /// Where a file or folder really lies, links followed.
    RealPath(PathBuf),
    /// Which of these files, that a bibliography names as its attachments, are not there.
    Attachments(FileId, Vec<PathBuf>),
}

/// An answer to a [`LoadRequest`].
#[derive(Clone, Debug)]
pub struct Loaded(pub(crate) LoadedContent);

impl Loaded {
    /// Has `sources` answer in place of the libraries at `place`: for a program that brings records of its own.
    #[must_use]
    pub fn library(place: LibraryPlace, sources: Vec<Arc<dyn Source>>) -> Loaded {
        Loaded(LoadedContent::Library(place, Arc::new(Sources::of(sources))))
    }

    /// Answers a request for a file with bytes that came another way than from disk, read as the file would be. `None`
    /// where something else is wanted.
    #[must_use]
    pub fn bytes(wanted: &LoadRequest, bytes: Vec<u8>) -> Option<Loaded> {
        let LoadRequest::File(id, settings) = wanted else { return None };
        let state = match settings.refusal(bytes.len() as u64) {
            Some(reason) => FileState::Unreadable(Arc::new(reason)),
            None => read_as_named(id, settings, bytes),
        };
        Some(Loaded(LoadedContent::File(id.clone(), state, Stamp::default())))
    }

    /// Answers without the disk that a file is not there, and that a folder is empty: for a program that reviews texts
    /// which have no business with the files around it. `None` for everything else, which [`load`] has to bring.
    #[must_use]
    pub fn absent(wanted: &LoadRequest) -> Option<Loaded> {
        let content = match wanted {
            LoadRequest::File(id, _) => LoadedContent::File(id.clone(), FileState::Missing, Stamp::default()),
            LoadRequest::Folder(folder) => {
                let nothing = Listing { drafts: Vec::new(), stamps: Vec::new(), stamp: Stamp::default() };
                LoadedContent::Folder(folder.clone(), nothing)
            }
            LoadRequest::Attachments(file, _) => {
                LoadedContent::Attachments(file.clone(), MissingAttachments::default())
            }
            LoadRequest::Library(_) | LoadRequest::RealPath(_) => return None,
        };
        Some(Loaded(content))
    }
}

#[derive(Clone, Debug)]
pub(crate) enum LoadedContent {
    File(FileId, FileState, Stamp),
    Folder(PathBuf, Listing),
    Library(LibraryPlace, Arc<Sources>),
    RealPath(PathBuf, PathBuf),
    Attachments(FileId, MissingAttachments),
}

/// Reads what is wanted. Never fails: what cannot be read is an answer too.
#[must_use]
pub fn load(wanted: &LoadRequest) -> Loaded {
    Loaded(match wanted {
        LoadRequest::File(id, settings) => {
            // Before it is read: a change meanwhile is then noticed the next time.
            let stamp = Stamp::of(id.path());
            LoadedContent::File(id.clone(), read_file(id, settings), stamp)
        }
        LoadRequest::Folder(folder) => LoadedContent::Folder(folder.clone(), list(folder)),
        LoadRequest::Library(place) => LoadedContent::Library(place.clone(), Arc::new(Sources::open(place))),
        LoadRequest::RealPath(path) => LoadedContent::RealPath(path.clone(), real_path(path)),
        LoadRequest::Attachments(file, places) => {
            LoadedContent::Attachments(file.clone(), missing_attachments::missing(file, places))
        }
    })
}

fn read_file(id: &FileId, settings: &ReadSettings) -> FileState {
    let metadata = match std::fs::metadata(id.path()) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return FileState::Missing,
        // `refs.bib/x` below a file, a name that the system does not take: it is not there either.
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => return FileState::Missing,
        Err(error) => return FileState::Unreadable(reason(&error)),
    };
    if metadata.is_dir() {
        return FileState::Unreadable(Arc::new(Message::new("it is a folder", "es una carpeta")));
    }
    if !is_plain_file(id.path(), &metadata) {
        return FileState::Unreadable(Arc::new(Message::new(
            "it is not a plain file",
            "no es un archivo corriente",
        )));
    }
    if let Some(reason) = settings.refusal(metadata.len()) {
        return FileState::Unreadable(Arc::new(reason));
    }
    match read_bytes(id.path(), settings) {
        Ok(bytes) => read_as_named(id, settings, bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => FileState::Missing,
        Err(error) => FileState::Unreadable(reason(&error)),
    }
}

/// The content of a file, read as its name says.
fn read_as_named(id: &FileId, settings: &ReadSettings, bytes: Vec<u8>) -> FileState {
    let kind = DocumentKind::of(id.path());
    let unreadable = |why: Message| FileState::Unreadable(Arc::new(why));
    if kind == Some(DocumentKind::Notebook) {
        let read = File::decode(id.clone(), Role::Notebook, bytes, &settings.options);
        return match Notebook::read(&read.source().to_string()) {
            Ok(_) => FileState::Read(Arc::new(read)),
            Err(error) => unreadable(error.message()),
        };
    }
    if let Some(kind) = kind {
        return match manuscript::read(kind, bytes) {
            Ok(manuscript) => FileState::Read(Arc::new(File::extracted(id.clone(), manuscript))),
            Err(error) => unreadable(error.message()),
        };
    }
    let is_style = id.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csl"));
    // A bibliography that a draft names may have any ending.
    let unknown = if is_style { Role::CitationStyle } else { Role::Bibliography };
    let role = role(id.path(), None).unwrap_or(unknown);
    FileState::Read(Arc::new(File::decode(id.clone(), role, bytes, &settings.options)))
}

/// Where a path leads. What is not there yet lies where its folder leads.
fn real_path(path: &Path) -> PathBuf {
    let of_folder = || {
        let (folder, name) = (path.parent()?, path.file_name()?);
        Some(folder.canonicalize().ok()?.join(name))
    };
    path.canonicalize().ok().or_else(of_folder).unwrap_or_else(|| path.to_path_buf())
}

/// The bytes of a file; one that grows while it is read is refused where it passes the limit.
fn read_bytes(path: &Path, settings: &ReadSettings) -> std::io::Result<Vec<u8>> {
    let limit = settings.max_megabytes << 20;
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if let Some(reason) = settings.refusal(bytes.len() as u64) {
        return Err(std::io::Error::other(reason.into_text(Language::English)));
    }
    Ok(bytes)
}

fn reason(error: &std::io::Error) -> Arc<Message> {
    Arc::new(match error.kind() {
        std::io::ErrorKind::PermissionDenied => {
            Message::new("reading it is not permitted", "no está permitido leerlo")
        }
        // The words of the operating system are in its own language.
        _ => Message::new(error.to_string(), error.to_string()),
    })
}

/// What a folder holds that may be the main file of a chapter.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    /// The drafts that may take in another one, in the order of their names.
    pub(crate) drafts: Vec<FileId>,
    /// Every draft that was looked into, with how it looked then.
    pub(crate) stamps: Vec<(FileId, Stamp)>,
    /// How the folder looked.
    pub(crate) stamp: Stamp,
}

/// Lists the drafts of a folder that may be a main file. What is too large, and what holds no word that takes in
/// another file, is not read as a draft: reading one that has nothing to do with the chapter would only cost time.
fn list(folder: &Path) -> Listing {
    let mut listing = Listing { drafts: Vec::new(), stamps: Vec::new(), stamp: Stamp::of(folder) };
    let Ok(entries) = std::fs::read_dir(folder) else { return listing };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| matches!(role(path, None), Some(Role::Draft(_))) && !is_text(path))
        .collect();
    paths.sort();
    paths.truncate(MAX_SIBLINGS);
    let mut budget = MAX_FOLDER_BYTES;
    for path in paths {
        let stamp = Stamp::of(&path);
        let file = FileId::new(path);
        if may_take_in(file.path(), &mut budget) {
            listing.drafts.push(file.clone());
        }
        listing.stamps.push((file, stamp));
    }
    listing
}

/// Whether a draft may take in another one.
fn may_take_in(path: &Path, budget: &mut u64) -> bool {
    let Ok(metadata) = std::fs::metadata(path) else { return false };
    if !is_plain_file(path, &metadata) || metadata.len() > MAX_SIBLING_BYTES.min(*budget) {
        return false;
    }
    *budget -= metadata.len();
    let text = std::fs::read(path).map(|bytes| decode::decode(bytes).text).unwrap_or_default();
    INCLUDE_WORDS.iter().any(|word| text.contains(word))
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
        let FileState::Unreadable(reason) = refused else { panic!("{refused:?}") };
        assert_eq!(
            reason.text(Language::English),
            "it has 3 MB; files over 2 MB are not read (the setting documents.max_size)"
        );
        assert!(matches!(allowed, FileState::Read(_)), "{allowed:?}");
    }
}
