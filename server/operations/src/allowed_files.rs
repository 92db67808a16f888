//! Restricted reading for a text of unknown origin: it may refer to any file of this machine as its
//! bibliography or chapter, and only allowed files are opened.

use crate::session_lock::lock;
use referee_text::FileId;
use referee_workspace::load::{Loaded, load};
use referee_workspace::refresh::MAX_INCLUDE_DEPTH;
use referee_workspace::{LoadRequest, Role, Session, role};
use std::path::Path;
use std::sync::Mutex;

/// The content that a session gets for a file referenced in a text.
pub enum SuppliedFile<'a> {
    /// The content of the file, which came with the text.
    Bytes(Vec<u8>),
    /// BibTeX that came with the draft; it replaces every bibliography that the draft refers to.
    Bibliography(&'a str),
    /// No content: for the session the file does not exist.
    Nothing,
}

/// Loads the pending files of a session, and the files that those refer to. For each file
/// referenced in a text, `supply` returns the content; the disk is read only for settings and
/// libraries, which a text cannot reference.
pub fn load_supplied<'a>(session: &Mutex<Session>, supply: &dyn Fn(&FileId) -> SuppliedFile<'a>) {
    let absent = |request: &LoadRequest| Loaded::absent(request).unwrap_or_else(|| load(request));
    for _ in 0..MAX_INCLUDE_DEPTH {
        let wanted = lock(session).wanted();
        if wanted.is_empty() {
            return;
        }
        for request in wanted {
            let loaded = match &request {
                LoadRequest::File(file, _) if !is_settings(file.path()) => match supply(file) {
                    SuppliedFile::Bytes(bytes) => Loaded::bytes(&request, bytes),
                    SuppliedFile::Bibliography(text) => {
                        lock(session).open(file.clone(), "bibtex", 1, text);
                        None
                    }
                    SuppliedFile::Nothing => Some(absent(&request)),
                },
                LoadRequest::File(..) | LoadRequest::Library(_) | LoadRequest::RealPath(_) => {
                    Some(load(&request))
                }
                LoadRequest::Folder(_) | LoadRequest::Attachments(..) => Some(absent(&request)),
            };
            if let Some(loaded) = loaded {
                lock(session).supply(loaded);
            }
        }
    }
}

fn is_settings(path: &Path) -> bool {
    matches!(role(path, None), Some(Role::Configuration))
}
