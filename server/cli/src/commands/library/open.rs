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

/// Where the library of a command is.
#[expect(clippy::large_enum_variant, reason = "there is one of it in a run")]
pub(super) enum LibraryLocation {
    /// In a folder of this machine.
    Folder(PathBuf),
    /// On PostgreSQL, shared by many.
    Shared(DatabaseAddress),
}

/// An open library, to be read.
#[expect(clippy::large_enum_variant, reason = "there is one of it in a run")]
pub(super) enum OpenLibrary {
    /// One on this machine.
    Local(Box<Library>),
    /// One that many share.
    Shared(SharedLibrary),
}

/// Where the library is: the folder that the command names, else the shared library of the settings, else their folder.
///
/// # Errors
///
/// Where the shared library may not be asked, or the folder holds shards of one: these are read by reviews, and each
/// knows a part only.
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

/// The folder of a library for what only one on this machine can do.
///
/// # Errors
///
/// Where the settings name a shared library: what to do there instead.
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
/// Where there is none, or it cannot be read.
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

/// The refusal where a folder has no library.
pub(super) fn no_library(folder: &std::path::Path) -> Failure {
    Failure::refused(format!(
        "there is no library in {}; `referee library import FILE...` makes one",
        folder.display()
    ))
}

impl OpenLibrary {
    /// The records with this identifier, best first.
    pub(super) fn get(&self, identifier: &Identifier) -> Result<Vec<Record>, Failure> {
        Ok(match self {
            OpenLibrary::Local(library) => library.get(identifier)?,
            OpenLibrary::Shared(library) => library.get(identifier)?,
        })
    }

    /// The records that a person means by these words, best first.
    pub(super) fn search(&self, query: &str, limit: usize) -> Result<Vec<Record>, Failure> {
        Ok(match self {
            OpenLibrary::Local(library) => library.search(query, limit)?,
            OpenLibrary::Shared(library) => library.search(query, limit)?,
        })
    }

    /// How much of what `query` says a record has, from 0 to 1.
    pub(super) fn coverage(&self, query: &str, record: &Record) -> Result<f32, Failure> {
        Ok(match self {
            OpenLibrary::Local(library) => library.coverage(query, record)?,
            OpenLibrary::Shared(library) => library.coverage(query, record)?,
        })
    }
}
