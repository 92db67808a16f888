//! The store of papers on this machine.

use super::bytes::FileStamp;
use super::error::PaperError;
use super::paper::{ContentHash, Paper, PaperState, head};
use crate::cache::store::{is_damaged, put_aside, quick_journal};
use crate::private_files;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use referee_records::FullText;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, TransactionBehavior, params};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The schema version of the file (`PRAGMA user_version`).
const VERSION: i64 = 1;

/// The version of the readers of papers. Increase it when they read more or better: papers that an
/// earlier version read are then read again.
const READER: i64 = 2;

/// How long to wait for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(3);

/// The maximum size of a stored text after decompression, in bytes of JSON.
const MAX_TEXT_BYTES: u64 = 256 << 20;

/// The file of the store in the cache folder.
const FILE: &str = "papers.sqlite";

/// The full texts that were read on this machine. Clones share one state.
#[derive(Clone)]
pub struct PaperStore(Arc<Shared>);

struct Shared {
    file: PathBuf,
    connection: Mutex<Option<Connection>>,
}

impl std::fmt::Debug for PaperStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PaperStore").field("file", &self.0.file).finish()
    }
}

/// A paper in the store with the places where it was last seen.
#[derive(Clone, Debug)]
pub struct ListedPaper {
    /// The files with this content, or the names of services (`europepmc:PMC1`), sorted.
    pub places: Vec<PathBuf>,
    /// The paper.
    pub paper: Paper,
}

/// What is known about the full text of a work at a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteState {
    /// The service sent this text.
    Stored(ContentHash),
    /// The service had no text at this time, in seconds since 1970.
    Absent(u64),
}

impl PaperStore {
    /// Creates a store in the cache folder `folder`. Nothing is opened or created before the first
    /// call that needs it.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        PaperStore(Arc::new(Shared { file: folder.join(FILE), connection: Mutex::new(None) }))
    }

    /// Returns the file of the store.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// Returns the content that a file had, if neither its size nor its time has changed since.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn content_of(&self, path: &Path, stamp: FileStamp) -> Result<Option<ContentHash>, PaperError> {
        let Some(place) = path.to_str() else { return Ok(None) };
        let found = self.read(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT hash FROM places WHERE place = ?1 AND size = ?2 AND modified = ?3")?;
            let values = params![place, number(stamp.size), stamp.modified];
            statement.query_row(values, |row| hash_of(row, 0)).optional()
        })?;
        Ok(found.flatten().flatten())
    }

    /// Returns a paper without its whole text; `None` if it was not read, or by an earlier version
    /// of the readers.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn paper(&self, hash: ContentHash) -> Result<Option<Paper>, PaperError> {
        let found = self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT hash, state, damage, pages, passages, about FROM papers WHERE hash = ?1 AND reader = ?2",
            )?;
            statement.query_row(params![hash.0.as_slice(), READER], paper_of).optional()
        })?;
        Ok(found.flatten().flatten())
    }

    /// Returns the whole text of a paper; `None` if it is not stored, or cannot be read, with a line
    /// in the log.
    #[must_use]
    pub fn text(&self, hash: ContentHash) -> Option<FullText> {
        self.packed_text(hash, "SELECT text FROM papers WHERE hash = ?1 AND reader = ?2")
    }

    /// Returns the beginning of the text of a paper, enough to tell which work it is; `None` like
    /// [`PaperStore::text`].
    #[must_use]
    pub fn head(&self, hash: ContentHash) -> Option<FullText> {
        self.packed_text(hash, "SELECT head FROM papers WHERE hash = ?1 AND reader = ?2")
    }

    fn packed_text(&self, hash: ContentHash, query: &str) -> Option<FullText> {
        let read = self.read(|connection| {
            let mut statement = connection.prepare_cached(query)?;
            let found = statement.query_row(params![hash.0.as_slice(), READER], |row| row.get(0));
            Ok(found.optional()?.flatten())
        });
        let packed: Vec<u8> = match read {
            Ok(found) => found.flatten()?,
            Err(error) => {
                tracing::warn!("a full text is not used: {error}");
                return None;
            }
        };
        unpacked(&packed)
    }

    /// Stores a paper with its text, in one transaction, and the file that has this content.
    ///
    /// # Errors
    ///
    /// If the store cannot be written; it is then unchanged.
    pub fn write(
        &self,
        paper: &Paper,
        text: Option<&FullText>,
        place: Option<(&Path, FileStamp)>,
    ) -> Result<(), PaperError> {
        let packed = text.and_then(packed);
        let head = text.and_then(|text| self::packed(&head(text)));
        let about = serde_json::to_vec(&paper.about).unwrap_or_default();
        self.change(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute(
                "INSERT OR REPLACE INTO papers (hash, reader, state, damage, pages, passages, about, head, text)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    paper.hash.0.as_slice(),
                    READER,
                    paper.state.as_str(),
                    paper.damage,
                    paper.pages,
                    paper.passages,
                    about,
                    head,
                    packed
                ],
            )?;
            if let Some((path, stamp)) = place {
                note(&transaction, path, stamp, Some(paper.hash))?;
            }
            transaction.commit()
        })
    }

    /// Records that a file has the content of a stored paper.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn note_place(&self, path: &Path, stamp: FileStamp, hash: ContentHash) -> Result<(), PaperError> {
        self.change(|connection| note(connection, path, stamp, Some(hash)))
    }

    /// Returns what is known about the full text of a work at a service: `europepmc:PMC1`.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn remote(&self, name: &str) -> Result<Option<RemoteState>, PaperError> {
        let found = self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT hash, modified FROM places WHERE place = ?1")?;
            let state = |row: &Row<'_>| {
                let time = u64::try_from(row.get::<_, i64>(1)?).unwrap_or(0);
                Ok(hash_of(row, 0)?.map_or(RemoteState::Absent(time), RemoteState::Stored))
            };
            statement.query_row([name], state).optional()
        })?;
        Ok(found.flatten())
    }

    /// Records that a service lacks the full text of a work, as of `time` in seconds since 1970.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn note_absent(&self, name: &str, time: u64) -> Result<(), PaperError> {
        let stamp = FileStamp { size: 0, modified: number(time) };
        self.change(|connection| note(connection, Path::new(name), stamp, None))
    }

    /// Returns all papers, sorted by their first place.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn list(&self) -> Result<Vec<ListedPaper>, PaperError> {
        let listed = self.read(|connection| {
            let mut statement = connection.prepare(
                "SELECT hash, state, damage, pages, passages, about FROM papers WHERE reader = ?1",
            )?;
            let papers: Vec<Option<Paper>> =
                statement.query_map([READER], paper_of)?.collect::<rusqlite::Result<_>>()?;
            let mut places =
                connection.prepare_cached("SELECT place FROM places WHERE hash = ?1 ORDER BY place")?;
            let mut out = Vec::new();
            for paper in papers.into_iter().flatten() {
                let of_paper = places.query_map([paper.hash.0.as_slice()], |row| row.get::<_, String>(0))?;
                let of_paper = of_paper.map(|place| place.map(PathBuf::from));
                out.push(ListedPaper { places: of_paper.collect::<rusqlite::Result<_>>()?, paper });
            }
            Ok(out)
        })?;
        let mut listed = listed.unwrap_or_default();
        listed.sort_by(|one, other| (&one.places, one.paper.hash).cmp(&(&other.places, other.paper.hash)));
        Ok(listed)
    }

    /// Removes the paper that was read from a file or service, with all its places; returns whether
    /// there was one. The file itself is not touched.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn remove(&self, place: &Path) -> Result<bool, PaperError> {
        let Some(place) = place.to_str().filter(|_| self.0.file.exists()) else { return Ok(false) };
        self.change(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let found = transaction
                .query_row("SELECT hash FROM places WHERE place = ?1", [place], |row| hash_of(row, 0))
                .optional()?;
            let Some(hash) = found else { return Ok(false) };
            transaction.execute("DELETE FROM places WHERE place = ?1", [place])?;
            if let Some(hash) = hash {
                transaction.execute("DELETE FROM papers WHERE hash = ?1", [hash.0.as_slice()])?;
                transaction.execute("DELETE FROM places WHERE hash = ?1", [hash.0.as_slice()])?;
            }
            transaction.commit()?;
            // Give the space back, and leave no removed text in free pages.
            connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?;
            Ok(true)
        })
    }

    /// Removes everything that was stored, also if the store is damaged; returns the number of
    /// papers, as far as it is known. The files themselves are not touched.
    ///
    /// # Errors
    ///
    /// If the file of the store cannot be removed.
    pub fn remove_all(&self) -> Result<usize, PaperError> {
        let count = self.list().map_or(0, |listed| listed.len());
        let mut connection = self.0.connection.lock().unwrap_or_else(PoisonError::into_inner);
        *connection = None;
        for end in ["", "-wal", "-shm", ".damaged", ".damaged-wal", ".damaged-shm"] {
            let mut file = self.0.file.as_os_str().to_owned();
            file.push(end);
            match std::fs::remove_file(&file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(PaperError::Disk { path: file.into(), source: error });
                }
                _ => {}
            }
        }
        Ok(count)
    }

    /// Runs `work` on the store; returns `None` before the store exists.
    fn read<T>(
        &self,
        work: impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, PaperError> {
        if !self.0.file.exists() {
            return Ok(None);
        }
        self.change(work).map(Some)
    }

    /// Runs `work` on the store, which is created if it does not exist. A damaged store is put
    /// aside, and a new one is created.
    fn change<T>(
        &self,
        mut work: impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, PaperError> {
        let mut slot = self.0.connection.lock().unwrap_or_else(PoisonError::into_inner);
        // Another process may have removed the store.
        if slot.is_some() && !self.0.file.exists() {
            *slot = None;
        }
        for is_last in [false, true] {
            let done = match &mut *slot {
                Some(connection) => work(connection),
                None => match self.open() {
                    Ok(connection) => work(slot.insert(connection)),
                    Err(Trouble::Database(error)) => Err(error),
                    Err(Trouble::Other(error)) => return Err(error),
                },
            };
            match done {
                Err(error) if !is_last && is_damaged(&error) => {
                    tracing::warn!("{} is damaged and put aside: {error}", self.0.file.display());
                    *slot = None;
                    put_aside(&self.0.file);
                }
                done => return done.map_err(|error| self.trouble(error)),
            }
        }
        Err(self.trouble(rusqlite::Error::QueryReturnedNoRows))
    }

    fn trouble(&self, source: rusqlite::Error) -> PaperError {
        let path = self.0.file.clone();
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => PaperError::Full(path),
            _ => PaperError::Database { path, source },
        }
    }

    fn open(&self) -> Result<Connection, Trouble> {
        let file = &self.0.file;
        private_files::prepare_database(file).map_err(|source| {
            Trouble::Other(match source.kind() {
                std::io::ErrorKind::StorageFull => PaperError::Full(file.clone()),
                _ => PaperError::Disk { path: file.clone(), source },
            })
        })?;
        let connection = Connection::open(file)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        quick_journal(&connection)?;
        let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if version > VERSION {
            return Err(Trouble::Other(PaperError::Newer(file.clone())));
        }
        if version < VERSION {
            connection.execute_batch(&format!(
                "BEGIN IMMEDIATE;
                 CREATE TABLE IF NOT EXISTS papers (
                     hash BLOB PRIMARY KEY,
                     reader INTEGER NOT NULL,
                     state TEXT NOT NULL,
                     damage TEXT,
                     pages INTEGER NOT NULL,
                     passages INTEGER NOT NULL,
                     about BLOB NOT NULL,
                     head BLOB,
                     text BLOB
                 ) STRICT;
                 CREATE TABLE IF NOT EXISTS places (
                     place TEXT PRIMARY KEY,
                     size INTEGER NOT NULL,
                     modified INTEGER NOT NULL,
                     hash BLOB
                 ) STRICT;
                 CREATE INDEX IF NOT EXISTS places_by_hash ON places (hash);
                 PRAGMA user_version = {VERSION};
                 COMMIT;"
            ))?;
        }
        Ok(connection)
    }
}

/// Why the store cannot be opened.
enum Trouble {
    Database(rusqlite::Error),
    Other(PaperError),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Trouble::Database(error)
    }
}

fn note(
    connection: &Connection,
    path: &Path,
    stamp: FileStamp,
    hash: Option<ContentHash>,
) -> rusqlite::Result<()> {
    // A file whose path is not valid Unicode is recognised by its content alone.
    let Some(place) = path.to_str() else { return Ok(()) };
    let hash = hash.as_ref().map(|hash| hash.0.as_slice());
    connection.execute(
        "INSERT OR REPLACE INTO places (place, size, modified, hash) VALUES (?1, ?2, ?3, ?4)",
        params![place, number(stamp.size), stamp.modified, hash],
    )?;
    Ok(())
}

fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn hash_of(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<ContentHash>> {
    let bytes: Option<Vec<u8>> = row.get(column)?;
    Ok(bytes.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok()).map(ContentHash))
}

/// Returns the paper in a row; `None` if the row is not one that this version writes.
fn paper_of(row: &Row<'_>) -> rusqlite::Result<Option<Paper>> {
    let (hash, state): (Option<ContentHash>, String) = (hash_of(row, 0)?, row.get(1)?);
    let about: Vec<u8> = row.get(5)?;
    let (Some(hash), Some(state)) = (hash, PaperState::from_name(&state)) else { return Ok(None) };
    let Ok(about) = serde_json::from_slice(&about) else { return Ok(None) };
    Ok(Some(Paper { hash, state, damage: row.get(2)?, pages: row.get(3)?, passages: row.get(4)?, about }))
}

fn packed(text: &FullText) -> Option<Vec<u8>> {
    let json = serde_json::to_vec(text).ok()?;
    let mut encoder = DeflateEncoder::new(Vec::with_capacity(json.len() / 3), Compression::fast());
    encoder.write_all(&json).ok()?;
    encoder.finish().ok()
}

fn unpacked(packed: &[u8]) -> Option<FullText> {
    let mut json = Vec::with_capacity(packed.len() * 3);
    DeflateDecoder::new(packed).take(MAX_TEXT_BYTES).read_to_end(&mut json).ok()?;
    serde_json::from_slice(&json).ok()
}
