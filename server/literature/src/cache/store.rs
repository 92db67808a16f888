//! Helpers for the SQLite files of this machine.

use rusqlite::{Connection, ErrorCode};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Returns whether the error means that the file is corrupt or not a database.
pub(crate) fn is_damaged(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Moves a file and its journal to `NAME.damaged`, so that a new file can be created.
pub(crate) fn put_aside(file: &Path) {
    for end in ["", "-wal", "-shm"] {
        let from = with_end(file, end);
        // The journal must move too: SQLite would apply it to the new file.
        let moved = std::fs::rename(&from, with_end(file, &format!(".damaged{end}")));
        if moved.is_err() {
            let _ = std::fs::remove_file(&from);
        }
    }
}

/// Configures a connection for many processes that each write a little: readers and the writer do
/// not wait for each other, and a killed process does no damage. A power failure may lose the last
/// writes; these answers are then fetched again.
pub(crate) fn quick_journal(connection: &Connection) -> rusqlite::Result<()> {
    // On a file system without shared memory the journal mode stays unchanged, which is as safe.
    patiently(|| connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())))?;
    connection.execute_batch("PRAGMA synchronous = NORMAL;")
}

/// Returns whether another process holds the lock.
pub(crate) fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Retries an operation that SQLite refuses immediately, regardless of the busy timeout, while
/// another process performs the same one. SQLite does not notify about the end of that operation;
/// it takes a few milliseconds.
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
