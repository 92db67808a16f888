//! What the SQLite files of this machine have in common.

use rusqlite::{Connection, ErrorCode};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Whether the file is no database, or a spoiled one.
pub(crate) fn is_damaged(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Moves a file and its journal out of the way, to `NAME.damaged`, so that a new one can be begun.
pub(crate) fn put_aside(file: &Path) {
    for end in ["", "-wal", "-shm"] {
        let from = with_end(file, end);
        // The journal belongs to the file: kept beside a new one it would be read as its own.
        let moved = std::fs::rename(&from, with_end(file, &format!(".damaged{end}")));
        if moved.is_err() {
            let _ = std::fs::remove_file(&from);
        }
    }
}

/// Sets a connection up for many processes that write a little: readers and the writer do not wait for each other,
/// a killed process spoils nothing. The last writes may be lost when the power is; they are asked for again.
pub(crate) fn quick_journal(connection: &Connection) -> rusqlite::Result<()> {
    // On a file system without shared memory this stays another journal, which is as safe.
    patiently(|| connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())))?;
    connection.execute_batch("PRAGMA synchronous = NORMAL;")
}

/// Whether another process is in the way.
pub(crate) fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Does what SQLite refuses at once while another process does the same, whatever the busy timeout says. Nothing tells
/// when the other process is done; it takes a few milliseconds.
fn patiently<T>(mut work: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let began = Instant::now();
    loop {
        match work() {
            Err(error) if is_busy(&error) && began.elapsed() < Duration::from_secs(3) => {
                std::thread::sleep(Duration::from_millis(2));
            }
            done => return done,
        }
    }
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}
