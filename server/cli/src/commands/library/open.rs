//! Finding and opening the library of a command.

use crate::arguments::LibraryFolder;
use crate::exit::Failure;
use crate::session;
use referee_literature::Library;
use referee_text::FileId;
use std::path::PathBuf;

/// The folder of the library: the one that the command names, else the one of the settings.
pub(super) fn folder(place: &LibraryFolder) -> Result<PathBuf, Failure> {
    if let Some(folder) = &place.library {
        return Ok(std::path::absolute(folder)?);
    }
    let (_session, snapshot) = session::load(session::open(session::empty_layer()));
    let here = std::env::current_dir()?;
    Ok(snapshot.settings(&FileId::new(here.join("draft.md"))).library_folder())
}

/// Opens the library.
///
/// # Errors
///
/// Where there is none, or it cannot be read.
pub(super) fn open(place: &LibraryFolder) -> Result<Library, Failure> {
    let folder = folder(place)?;
    Library::open(&folder)?.ok_or_else(|| {
        Failure::refused(format!(
            "there is no library in {}; `referee library import FILE...` makes one",
            folder.display()
        ))
    })
}
