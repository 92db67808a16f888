//! The SQLite file of a store: how it is created, checked and opened.
//!
//! A file is opened only if it is a regular file with our application id. Nothing in its schema is
//! executed: no triggers, no views, no functions. The folder and the files belong to this user
//! alone (0700 and 0600), and SQLite gives its journals the mode of the file.

use super::error::StoreError;
use super::location::{EvidenceLocation, FILE};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The application id of an evidence store: `RefE`.
pub(super) const APPLICATION_ID: u32 = 0x5265_6645;

/// The version of the schema. Files in a state folder never had an older one.
pub(super) const SCHEMA_VERSION: i64 = 3;

/// How long to wait for another process that holds the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The interval between two attempts to lock the file.
const BUSY_INTERVAL: Duration = Duration::from_millis(10);

/// The length of the header of a SQLite file, in bytes (<https://www.sqlite.org/fileformat.html>).
const HEADER_LENGTH: usize = 100;

/// The name under which a damaged store is kept.
const DAMAGED_FILE: &str = "evidence.damaged.sqlite";

/// The tables, each with its statement.
const TABLES: &[(&str, &str)] = &[
    ("meta", "CREATE TABLE meta (key text primary key, value text not null) without rowid"),
    (
        "questions",
        "CREATE TABLE questions (id integer primary key, text text not null unique, asked text not null)",
    ),
    (
        "searches",
        "CREATE TABLE searches (question integer not null, round integer not null, source text not null, words text not null, date text not null, hits integer, problem text, primary key (question, source, words))",
    ),
    (
        "works",
        "CREATE TABLE works (id integer primary key, handle text not null, record text not null, digest integer not null)",
    ),
    ("work_keys", "CREATE TABLE work_keys (key text primary key, work integer not null) without rowid"),
    (
        "evidence",
        "CREATE TABLE evidence (question integer not null, work integer not null, relevance real not null, round integer not null, passages text not null, primary key (question, work)) without rowid",
    ),
    (
        "vectors",
        "CREATE TABLE vectors (embedder text not null, text blob not null, vector blob not null, primary key (embedder, text)) without rowid",
    ),
    (
        "hypotheses",
        "CREATE TABLE hypotheses (id integer primary key, question integer not null, mechanism text not null, body text not null, unique (question, mechanism))",
    ),
    (
        "judgements",
        "CREATE TABLE judgements (id integer primary key, question integer not null, round integer not null, date text not null, body text not null)",
    ),
    (
        "reports",
        "CREATE TABLE reports (id integer primary key, question integer not null, date text not null, body text not null)",
    ),
];

/// Opens a store for reading and writing, and creates it if it does not exist. A damaged file is
/// moved aside to the returned path, and a new one is created.
pub(super) fn open(location: &EvidenceLocation) -> Result<(Connection, Option<PathBuf>), StoreError> {
    let folder = private_folder(location)?;
    match open_once(&folder) {
        Err(error) if error.is_unusable_file() => {
            let aside = put_aside(&folder)?;
            Ok((open_once(&folder)?, Some(aside)))
        }
        opened => Ok((opened?, None)),
    }
}

fn open_once(folder: &Path) -> Result<Connection, StoreError> {
    let path = folder.join(FILE);
    private_file(&path)?;
    check_header(&path)?;
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let mut connection = Connection::open_with_flags(&path, flags)?;
    harden(&connection)?;
    if version(&connection)? == 0 {
        create(&mut connection)?;
    }
    set_write_ahead_log(&connection)?;
    check_schema(&connection, &path)?;
    let sound: String = connection.query_row("pragma integrity_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(StoreError::Foreign { path, why: "it is damaged" });
    }
    Ok(connection)
}

/// Opens a store for reading; `None` if it does not exist. The file does not change.
pub(super) fn open_read_only(location: &EvidenceLocation) -> Result<Option<Connection>, StoreError> {
    let path = location.file();
    let length = match std::fs::symlink_metadata(&path) {
        Ok(data) if data.is_file() => data.len(),
        Ok(_) => return Err(StoreError::NotAFile(path)),
        Err(_) => return Ok(None),
    };
    // The process that creates the file has not written to it yet.
    if length == 0 {
        return Ok(None);
    }
    check_header(&path)?;
    let path = path.canonicalize().map_err(|source| StoreError::Folder { path: path.clone(), source })?;
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let opened = Connection::open_with_flags(&path, flags).map_err(StoreError::from).and_then(|connection| {
        harden(&connection)?;
        connection.pragma_update(None, "query_only", true)?;
        check_schema(&connection, &path)?;
        Ok(connection)
    });
    match opened {
        Err(error) if error.forbids_writing() => open_immutable(&path).map(Some).map_err(|_| error),
        opened => opened.map(Some),
    }
}

/// Opens a store in a place where nothing can be written, not even the index of its log.
fn open_immutable(path: &Path) -> Result<Connection, StoreError> {
    // The contents of the log would be silently ignored.
    let log = std::fs::metadata(path.with_file_name(format!("{FILE}-wal")));
    if log.is_ok_and(|log| log.len() > 0) {
        return Err(rusqlite::Error::InvalidPath(path.to_owned()).into());
    }
    // Only a URI filename can declare the file immutable.
    let name = path.to_string_lossy();
    let address = format!("file:{}?immutable=1", utf8_percent_encode(&name, NON_ALPHANUMERIC));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(address, flags)?;
    harden(&connection)?;
    check_schema(&connection, path)?;
    Ok(connection)
}

/// Creates a store in memory.
pub(super) fn in_memory() -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    harden(&connection)?;
    create(&mut connection)?;
    Ok(connection)
}

/// Disables everything through which a schema could act.
pub(super) fn harden(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    for (option, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(option, on)?;
    }
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(())
}

/// Creates the tables, unless another process was faster.
fn create(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if version(&transaction)? == 0 {
        for (_, statement) in TABLES {
            transaction.execute_batch(statement)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    }
    transaction.commit()?;
    Ok(())
}

pub(super) fn version(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Enables the write-ahead log. Two processes may do this at the same moment, and SQLite does not
/// wait in this case.
fn set_write_ahead_log(connection: &Connection) -> Result<(), StoreError> {
    let end = Instant::now() + BUSY_TIMEOUT;
    while let Err(error) = connection.pragma_update(None, "journal_mode", "wal") {
        let busy = error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy);
        if !busy || Instant::now() >= end {
            return Err(error.into());
        }
        std::thread::sleep(BUSY_INTERVAL);
    }
    connection.pragma_update(None, "synchronous", "normal")?;
    Ok(())
}

/// Checks the first bytes of a file before SQLite reads it. An empty file is one that a process has
/// just created.
fn check_header(path: &Path) -> Result<(), StoreError> {
    let failed = |source| StoreError::Folder { path: path.to_owned(), source };
    let mut header = Vec::with_capacity(HEADER_LENGTH);
    File::open(path).map_err(failed)?.take(HEADER_LENGTH as u64).read_to_end(&mut header).map_err(failed)?;
    if header.is_empty() {
        return Ok(());
    }
    let number =
        |at: usize| -> Option<u32> { Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?)) };
    if !header.starts_with(b"SQLite format 3\0") || header.len() < HEADER_LENGTH {
        return Err(StoreError::Foreign { path: path.to_owned(), why: "it is not an SQLite file" });
    }
    if number(68) != Some(APPLICATION_ID) {
        return Err(StoreError::Foreign { path: path.to_owned(), why: "it carries another application id" });
    }
    if number(60).is_some_and(|version| i64::from(version) > SCHEMA_VERSION) {
        return Err(StoreError::Newer(path.to_owned()));
    }
    Ok(())
}

/// Checks that a file contains our tables and nothing else: no view, no trigger, no virtual table.
fn check_schema(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let foreign = |why| StoreError::Foreign { path: path.to_owned(), why };
    match version(connection)? {
        SCHEMA_VERSION => {}
        later if later > SCHEMA_VERSION => return Err(StoreError::Newer(path.to_owned())),
        _ => return Err(foreign("its version is unknown")),
    }
    let mut found = 0;
    for (kind, name, statement) in schema(connection)? {
        match (kind.as_str(), statement) {
            ("index", None) => {}
            ("table", Some(statement)) if TABLES.contains(&(name.as_str(), statement.as_str())) => found += 1,
            _ => return Err(foreign("it has tables, views or triggers that are not ours")),
        }
    }
    if found == TABLES.len() { Ok(()) } else { Err(foreign("tables are missing")) }
}

/// Returns the objects of a schema: kind, name and statement.
pub(super) fn schema(connection: &Connection) -> Result<Vec<(String, String, Option<String>)>, StoreError> {
    let mut statement = connection.prepare("select type, name, sql from sqlite_schema")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Creates the folder of a store for this user alone, and returns its canonical path.
fn private_folder(location: &EvidenceLocation) -> Result<PathBuf, StoreError> {
    let folder = location.folder();
    let failed = |source| StoreError::Folder { path: folder.to_owned(), source };
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(failed)?;
    for own in [folder.parent(), Some(folder)].into_iter().flatten() {
        if !std::fs::symlink_metadata(own).map_err(failed)?.is_dir() {
            return Err(StoreError::NotAFile(own.to_owned()));
        }
        restrict(own, 0o700);
    }
    folder.canonicalize().map_err(failed)
}

/// Creates the file of a store if it does not exist, and rejects anything but a regular file.
fn private_file(path: &Path) -> Result<(), StoreError> {
    let failed = |source| StoreError::Folder { path: path.to_owned(), source };
    match std::fs::symlink_metadata(path) {
        Ok(data) if data.is_file() => {
            restrict(path, 0o600);
            return Ok(());
        }
        Ok(_) => return Err(StoreError::NotAFile(path.to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    match create_private(path) {
        Ok(_) => Ok(()),
        // Another process was faster.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(failed(error)),
    }
}

/// Creates a new file that only this user can read.
pub(super) fn create_private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Removes the permissions of others. If that fails, as on a file system without permissions, the
/// store is used anyway.
#[cfg(unix)]
fn restrict(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let open = std::fs::symlink_metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0);
    if open && let Err(error) = std::fs::set_permissions(path, PermissionsExt::from_mode(mode)) {
        tracing::warn!("{}: others may read it: {error}", path.display());
    }
}

/// On other systems, a user's folders are private already.
#[cfg(not(unix))]
fn restrict(_: &Path, _: u32) {}

/// Renames an unusable file with its journals, and returns its new name.
fn put_aside(folder: &Path) -> Result<PathBuf, StoreError> {
    let aside = folder.join(DAMAGED_FILE);
    let path = folder.join(FILE);
    std::fs::rename(&path, &aside).map_err(|source| StoreError::Folder { path, source })?;
    for end in ["-wal", "-shm", "-journal"] {
        // A journal may be missing, and one that remains is not applied to a new file.
        let _ =
            std::fs::rename(folder.join(format!("{FILE}{end}")), folder.join(format!("{DAMAGED_FILE}{end}")));
    }
    Ok(aside)
}
