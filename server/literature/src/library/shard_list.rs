//! The list of the shards in a folder, and the folder while they are made.

use super::error::{Damage, LibraryError};
use super::format::SHARDS_FILE;
use super::lock::ImportLock;
use crate::private_files;
use referee_bibliography::Date;
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// The form of the list that this version reads and writes.
const LIST_FORMAT: u32 = 2;

/// What the name of each folder of a shard begins with.
const FOLDER_PREFIX: &str = "shard-";

/// The file that is locked while shards are made.
const LOCK: &str = "shards.lock";

/// One shard of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The name of its folder beside the list.
    pub folder: String,
    /// The number of the first statement that it may hold, in the library that it was made from.
    pub from: i64,
    /// The number of the last statement that it may hold.
    pub to: i64,
    /// How many statements there were to hold.
    pub statements: u64,
    /// How many of them could not be read, and are not in it.
    pub unreadable: u64,
}

/// The list of the shards in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardList {
    format: u32,
    /// The generation of the library that they were made from.
    pub generation: i64,
    /// The date of the newest work that a source states in that library.
    pub newest: Option<Date>,
    /// The highest PubMed number of that library.
    pub highest_pmid: u32,
    /// How many files were imported into it: a library counts them with its documents.
    pub files: u64,
    /// The shards by their ranges, the oldest statements first.
    pub shards: Vec<Shard>,
    /// What stands under no number of a source, and what concerns other works; made anew with each change.
    pub rest: Option<Shard>,
}

/// What the list of every version says of itself.
#[derive(Deserialize)]
struct ListForm {
    format: u32,
}

impl ShardList {
    /// A list for shards of a library of this generation and extent.
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

    /// All shards, in the order in which a later one replaces what an earlier one says.
    pub fn all(&self) -> impl Iterator<Item = &Shard> {
        self.shards.iter().chain(&self.rest)
    }

    /// Reads the list of a folder; `None` where it has none.
    ///
    /// # Errors
    ///
    /// If the list cannot be read, is of another version, or names a folder elsewhere.
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

/// A folder that is locked while shards are made in it.
pub struct ShardFolder {
    root: PathBuf,
    _lock: ImportLock,
}

impl ShardFolder {
    /// Takes the right to make shards in `root`, makes the folder where there is none, and removes what a run that was
    /// killed left there.
    ///
    /// # Errors
    ///
    /// While another process makes shards there, or if the folder cannot be written to.
    pub fn open(root: &Path) -> Result<Self, LibraryError> {
        let lock = ImportLock::acquire_named(root, LOCK)?;
        let folder = ShardFolder { root: root.to_owned(), _lock: lock };
        // A list that cannot be read names perhaps what is needed.
        if let Ok(list) = ShardList::read(root) {
            folder.sweep(list.as_ref())?;
        }
        Ok(folder)
    }

    /// The name for the folder of a new shard, which nothing here has: who reads what is there goes on with it.
    #[must_use]
    pub fn free_name(&self, what: &str) -> String {
        let mut name = format!("{FOLDER_PREFIX}{what}");
        while self.root.join(&name).exists() {
            name.push_str("-anew");
        }
        name
    }

    /// The path of a folder here.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Writes the list, whole or not at all, and removes what it does not name: older shards, and those of a run that
    /// was killed. Who has mapped them goes on with them.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written to.
    pub fn publish(&self, list: &ShardList) -> Result<(), LibraryError> {
        let path = self.root.join(SHARDS_FILE);
        let text = serde_json::to_string_pretty(list).map_err(std::io::Error::from);
        text.and_then(|text| private_files::replace(&path, text.as_bytes()))
            .map_err(|source| LibraryError::io(&path, source))?;
        self.sweep(Some(list))
    }

    /// Removes the folders of shards that the list does not name.
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
