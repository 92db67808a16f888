//! The list of the shards in a folder, and the folder while shards are built.

use super::error::{Damage, LibraryError};
use super::format::SHARDS_FILE;
use super::lock::ImportLock;
use crate::private_files;
use referee_bibliography::Date;
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// The format of the list that this version reads and writes.
const LIST_FORMAT: u32 = 2;

const FOLDER_PREFIX: &str = "shard-";

/// The file that is locked while shards are built.
const LOCK: &str = "shards.lock";

/// One shard of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The folder of the shard, next to the list.
    pub folder: String,
    /// The first statement id in the range of the shard, in the library that it was built from.
    pub from: i64,
    /// The last statement id in the range of the shard.
    pub to: i64,
    /// The number of statements in the range.
    pub statements: u64,
    /// The number of these that could not be read and are missing from the shard.
    pub unreadable: u64,
}

/// The list of the shards in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardList {
    format: u32,
    /// The generation of the library that the shards were built from.
    pub generation: i64,
    /// The date of the newest work in that library that comes from a source.
    pub newest: Option<Date>,
    /// The highest PMID in that library.
    pub highest_pmid: u32,
    /// The number of files imported into that library, which counts them as documents.
    pub files: u64,
    /// The shards by their ranges, oldest statements first.
    pub shards: Vec<Shard>,
    /// The shard of statements without a source id and of notices about other works; rebuilt after
    /// each change.
    pub rest: Option<Shard>,
}

/// The format field, which is common to the lists of all versions.
#[derive(Deserialize)]
struct ListForm {
    format: u32,
}

impl ShardList {
    /// Creates a list for shards of a library of this generation and extent.
    #[must_use]
    pub fn new(generation: i64, newest: Option<Date>, highest_pmid: u32, files: u64) -> Self {
        ShardList {
            format: LIST_FORMAT,
            generation,
            newest,
            highest_pmid,
            files,
            shards: Vec::new(),
            rest: None,
        }
    }

    /// Iterates over all shards; statements of a later shard replace those of earlier ones.
    pub fn all(&self) -> impl Iterator<Item = &Shard> {
        self.shards.iter().chain(&self.rest)
    }

    /// Reads the list of a folder; returns `None` without title and abstract.
    ///
    /// # Errors
    ///
    /// Returns an error if the list cannot be read, is from another version, or contains a path
    /// outside the folder.
    pub fn read(root: &Path) -> Result<Option<Self>, LibraryError> {
        let path = root.join(SHARDS_FILE);
        let unread = |damage| LibraryError::Shards { path: root.to_owned(), damage };
        let damaged = || unread(Damage::Changed(SHARDS_FILE.into()));
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => return Err(damaged()),
            Err(source) => return Err(LibraryError::io(&path, source)),
        };
        let form: ListForm = serde_json::from_str(&text).map_err(|_| damaged())?;
        if form.format != LIST_FORMAT {
            return Err(unread(Damage::OtherForm { found: form.format, known: LIST_FORMAT }));
        }
        let list: ShardList = serde_json::from_str(&text).map_err(|_| damaged())?;
        let is_here = |shard: &Shard| {
            let mut parts = Path::new(&shard.folder).components();
            matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
        };
        if !list.all().all(is_here) {
            return Err(damaged());
        }
        Ok(Some(list))
    }
}

/// A folder that is locked while shards are built in it.
pub struct ShardFolder {
    root: PathBuf,
    _lock: ImportLock,
}

impl ShardFolder {
    /// Locks `root` for building shards, creates the folder if necessary, and removes the leftovers
    /// of a killed run.
    ///
    /// # Errors
    ///
    /// Returns an error while another process builds shards there, or if the folder cannot be
    /// written to.
    pub fn open(root: &Path) -> Result<Self, LibraryError> {
        let lock = ImportLock::acquire_named(root, LOCK)?;
        let folder = ShardFolder { root: root.to_owned(), _lock: lock };
        // If the list cannot be read, keep all folders: it may refer to them.
        if let Ok(list) = ShardList::read(root) {
            folder.sweep(list.as_ref())?;
        }
        Ok(folder)
    }

    /// Returns an unused folder for a new shard, so that readers of the existing ones can continue.
    #[must_use]
    pub fn free_name(&self, what: &str) -> String {
        let mut name = format!("{FOLDER_PREFIX}{what}");
        while self.root.join(&name).exists() {
            name.push_str("-anew");
        }
        name
    }

    /// Returns the path of a folder here.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Writes the list atomically, and removes folders that are not in it: older shards, and those
    /// of a killed run. Readers that have mapped them can continue.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be written to.
    pub fn publish(&self, list: &ShardList) -> Result<(), LibraryError> {
        let path = self.root.join(SHARDS_FILE);
        let text = serde_json::to_string_pretty(list).map_err(std::io::Error::from);
        text.and_then(|text| private_files::replace(&path, text.as_bytes()))
            .map_err(|source| LibraryError::io(&path, source))?;
        self.sweep(Some(list))
    }

    /// Removes the folders of shards that are not in the list.
    fn sweep(&self, list: Option<&ShardList>) -> Result<(), LibraryError> {
        let failed = |source| LibraryError::io(&self.root, source);
        for entry in std::fs::read_dir(&self.root).map_err(failed)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_shard =
                name.starts_with(FOLDER_PREFIX) && entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_shard && !list.into_iter().flat_map(ShardList::all).any(|shard| shard.folder == name) {
                std::fs::remove_dir_all(entry.path())
                    .map_err(|source| LibraryError::io(&entry.path(), source))?;
            }
        }
        Ok(())
    }
}
