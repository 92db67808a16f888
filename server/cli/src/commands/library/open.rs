//! Finding and opening the library of a command.

use crate::arguments::LibraryFolder;
use crate::exit::Failure;
use crate::session;
use referee_bibliography::Identifier;
use referee_literature::Library;
use referee_literature::library::ShardList;
use referee_postgres::{DatabaseAddress, PoolLimits, SharedLibrary};
use referee_records::Record;
use referee_text::FileId;
use std::path::PathBuf;

/// The location of a command's library.
#[expect(clippy::large_enum_variant, reason = "there is one of it in a run")]
pub(super) enum LibraryLocation {
    /// In a folder on this machine.
    Folder(PathBuf),
    /// On PostgreSQL, shared by several users.
    Shared(DatabaseAddress),
}

/// An open library for reading.
#[expect(clippy::large_enum_variant, reason = "there is one of it in a run")]
pub(super) enum OpenLibrary {
    /// A library on this machine.
    Local(Box<Library>),
    /// A shared library.
    Shared(SharedLibrary),
}

/// Returns the location of the library: the folder in the arguments, otherwise the shared library
/// of the settings, otherwise their folder.
///
/// # Errors
///
/// If the shared library may not be contacted, or the folder contains shards: reviews read them,
/// and each has only a part of the library.
pub(super) fn location(place: &LibraryFolder) -> Result<LibraryLocation, Failure> {
    let folder = if let Some(folder) = &place.library {
        std::path::absolute(folder)?
    } else {
        let (_session, snapshot) = session::load(session::open(session::empty_layer()));
        let here = std::env::current_dir()?;
        let settings = snapshot.settings(&FileId::new(here.join("draft.md")));
        if let Some(address) = session::shared_database(&settings)? {
            return Ok(LibraryLocation::Shared(address));
        }
        settings.library_folder()
    };
    if ShardList::read(&folder)?.is_some() {
        return Err(Failure::refused(format!(
            "{} holds shards of a shared library, which are read by reviews; ask the library that they were made from",
            folder.display()
        )));
    }
    Ok(LibraryLocation::Folder(folder))
}

/// Returns the folder of a library, for operations that only a local library supports.
///
/// # Errors
///
/// If the settings select a shared library; the error contains the alternative `instead`.
pub(super) fn folder(named: &LibraryFolder, instead: &str) -> Result<PathBuf, Failure> {
    match location(named)? {
        LibraryLocation::Folder(folder) => Ok(folder),
        LibraryLocation::Shared(address) => Err(Failure::refused(format!(
            "the library is shared, at {address}: {instead}; --library DIR names one on this machine"
        ))),
    }
}

/// Opens the library.
///
/// # Errors
///
/// If the library does not exist, or cannot be read.
pub(super) fn open(named: &LibraryFolder) -> Result<OpenLibrary, Failure> {
    match location(named)? {
        LibraryLocation::Folder(folder) => {
            let library = Library::open(&folder)?.ok_or_else(|| no_library(&folder))?;
            Ok(OpenLibrary::Local(Box::new(library)))
        }
        LibraryLocation::Shared(address) => {
            let library = SharedLibrary::new(&address, PoolLimits::default())?;
            library.make_tables()?;
            Ok(OpenLibrary::Shared(library))
        }
    }
}

/// Returns the failure for a folder without a library.
pub(super) fn no_library(folder: &std::path::Path) -> Failure {
    Failure::refused(format!(
        "there is no library in {}; `referee library import FILE...` makes one",
        folder.display()
    ))
}

impl OpenLibrary {
    /// Returns the records with this identifier, best first.
    pub(super) fn get(&self, identifier: &Identifier) -> Result<Vec<Record>, Failure> {
        Ok(match self {
            OpenLibrary::Local(library) => library.get(identifier)?,
            OpenLibrary::Shared(library) => library.get(identifier)?,
        })
    }

    /// Searches the records for these words, best first.
    pub(super) fn search(&self, query: &str, limit: usize) -> Result<Vec<Record>, Failure> {
        Ok(match self {
            OpenLibrary::Local(library) => library.search(query, limit)?,
            OpenLibrary::Shared(library) => library.search(query, limit)?,
        })
    }

    /// Returns how much of `query` a record contains, from 0 to 1.
    pub(super) fn coverage(&self, query: &str, record: &Record) -> Result<f32, Failure> {
        Ok(match self {
            OpenLibrary::Local(library) => library.coverage(query, record)?,
            OpenLibrary::Shared(library) => library.coverage(query, record)?,
        })
    }
}
