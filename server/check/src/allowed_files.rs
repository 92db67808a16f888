//! Reading for a text that comes from a stranger: it may name any file of this machine as its bibliography or its
//! chapter, and only what is allowed is opened.

use referee_text::FileId;
use referee_workspace::load::{Loaded, load};
use referee_workspace::refresh::MAX_INCLUDE_DEPTH;
use referee_workspace::{LoadRequest, Role, Session, role};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// What a request is answered with.
pub enum Supply<'a> {
    /// What the disk holds.
    Disk,
    /// The content of a file that came another way.
    Bytes(Vec<u8>),
    /// A BibTeX text that came with the draft.
    Bibliography(&'a str),
    /// Nothing: to the draft the file is not there.
    Nothing,
}

/// Brings a session everything that it wants, each file as `supply` says. Settings and libraries, which no text names,
/// are always read.
pub fn load_as<'a>(session: &Mutex<Session>, supply: &dyn Fn(&FileId) -> Supply<'a>) {
    let lock = || session.lock().unwrap_or_else(PoisonError::into_inner);
    for _ in 0..MAX_INCLUDE_DEPTH {
        let wanted = lock().wanted();
        if wanted.is_empty() {
            return;
        }
        for request in wanted {
            let supplied = match &request {
                LoadRequest::File(file, _) if !is_settings(file.path()) => supply(file),
                LoadRequest::File(..) | LoadRequest::Library(_) | LoadRequest::RealPath(_) => Supply::Disk,
                LoadRequest::Folder(_) | LoadRequest::Attachments(..) => Supply::Nothing,
            };
            match (supplied, &request) {
                (Supply::Bibliography(text), LoadRequest::File(file, _)) => {
                    lock().open(file.clone(), "bibtex", 1, text);
                }
                (Supply::Bytes(bytes), _) => {
                    if let Some(loaded) = Loaded::bytes(&request, bytes) {
                        lock().supply(loaded);
                    }
                }
                (Supply::Nothing, _) => {
                    let loaded = Loaded::absent(&request).unwrap_or_else(|| load(&request));
                    lock().supply(loaded);
                }
                _ => {
                    let loaded = load(&request);
                    lock().supply(loaded);
                }
            }
        }
    }
}

fn is_settings(path: &Path) -> bool {
    matches!(role(path, None), Some(Role::Configuration))
}
