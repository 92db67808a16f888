//! The only module of this crate that reads the disk. The session requests data; this module loads
//! it.

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

/// The maximum number of drafts examined per folder when looking for a main file.
const MAX_SIBLINGS: usize = 200;

/// The maximum size of a main file in bytes; a file that includes its chapters is short itself.
const MAX_SIBLING_BYTES: u64 = 1 << 20;

/// The maximum number of bytes read per folder when looking for a main file.
const MAX_FOLDER_BYTES: u64 = 16 << 20;

/// One of these words is in every draft that includes another: `\\input`, `\\include`, `\\import`,
/// `\\subfile`, `#include`, `#import`, `{{< include >}}`, `child=`, `% !TEX root`.
pub(crate) const INCLUDE_WORDS: [&str; 6] = ["include", "input", "import", "subfile", "child", "!TEX"];

/// A request of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadRequest {
    /// The content of a file, with the settings for reading it.
    File(FileId, ReadSettings),
    /// The drafts in a folder.
    Folder(PathBuf),
    /// The libraries of a workspace.
    Library(LibraryPlace),
    /// The real path of a file or folder, with links resolved.
    RealPath(PathBuf),
    /// The missing ones among these attachments of a bibliography.
    Attachments(FileId, Vec<PathBuf>),
}

/// An answer to a [`LoadRequest`].
#[derive(Clone, Debug)]
pub struct Loaded(pub(crate) LoadedContent);

impl Loaded {
    /// Answers with `sources` instead of the libraries at `place`, for a program that has its own
    /// records.
    #[must_use]
    pub fn library(place: LibraryPlace, sources: Vec<Arc<dyn Source>>) -> Loaded {
        Loaded(LoadedContent::Library(place, Arc::new(Sources::of(sources))))
    }

    /// Answers a request for a file with bytes from another origin than the disk, parsed like the
    /// file itself. `None` for other requests.
    #[must_use]
    pub fn bytes(wanted: &LoadRequest, bytes: Vec<u8>) -> Option<Loaded> {
        let LoadRequest::File(id, settings) = wanted else { return None };
        let state = match settings.refusal(bytes.len() as u64) {
            Some(reason) => FileState::Unreadable(Arc::new(reason)),
            None => read_as_named(id, settings, bytes),
        };
        Some(Loaded(LoadedContent::File(id.clone(), state, Stamp::default())))
    }

    /// Answers that a file does not exist and that a folder is empty, without reading the disk: for
    /// a program that reviews texts without access to other files. `None` for other requests, which
    /// need [`load`].
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

/// Answers a request. Never fails: a failure to read is also an answer.
#[must_use]
pub fn load(wanted: &LoadRequest) -> Loaded {
    Loaded(match wanted {
        LoadRequest::File(id, settings) => {
            // Before it is read: a change in the meantime is then noticed the next time.
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
        // `refs.bib/x` below a file, or an invalid name: it does not exist either.
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => return FileState::Missing,
        Err(error) => return FileState::Unreadable(reason(&error)),
    };
    if metadata.is_dir() {
        return FileState::Unreadable(Arc::new(Message::new("it is a folder", "es una carpeta")));
    }
    if !is_plain_file(id.path(), &metadata) {
        return FileState::Unreadable(Arc::new(Message::new(
            "it is not a plain file",
            "no es un archivo normal",
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

/// Parses the content of a file according to its name.
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
    // A bibliography of a draft may have any extension.
    let unknown = if is_style { Role::CitationStyle } else { Role::Bibliography };
    let role = role(id.path(), None).unwrap_or(unknown);
    FileState::Read(Arc::new(File::decode(id.clone(), role, bytes, &settings.options)))
}

/// Returns the real path. A missing file is resolved by its folder.
fn real_path(path: &Path) -> PathBuf {
    let of_folder = || {
        let (folder, name) = (path.parent()?, path.file_name()?);
        Some(folder.canonicalize().ok()?.join(name))
    };
    path.canonicalize().ok().or_else(of_folder).unwrap_or_else(|| path.to_path_buf())
}

/// Reads a file; rejects one that grows past the limit meanwhile.
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
        // Messages of the operating system are in its own language.
        _ => Message::new(error.to_string(), error.to_string()),
    })
}

/// The candidates for a main file in a folder.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    /// The drafts that may include another one, sorted by name.
    pub(crate) drafts: Vec<FileId>,
    /// Every draft that was examined, with its state at that time.
    pub(crate) stamps: Vec<(FileId, Stamp)>,
    /// The state of the folder.
    pub(crate) stamp: Stamp,
}

/// Lists the drafts of a folder that may be a main file. Files that are too large or contain no
/// include word are skipped: parsing an unrelated one would only waste time.
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

/// Whether a draft may include another one.
fn may_take_in(path: &Path, budget: &mut u64) -> bool {
    let Ok(metadata) = std::fs::metadata(path) else { return false };
    if !is_plain_file(path, &metadata) || metadata.len() > MAX_SIBLING_BYTES.min(*budget) {
        return false;
    }
    *budget -= metadata.len();
    let text = std::fs::read(path).map(|bytes| decode::decode(bytes).text).unwrap_or_default();
    INCLUDE_WORDS.iter().any(|word| text.contains(word))
}

/// Whether a file is plain text, which cannot include files.
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
