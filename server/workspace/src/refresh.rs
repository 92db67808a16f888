//! Loads a session's requests from disk, and detects changes there.

use crate::load::{Loaded, load};
use crate::session::Session;
use std::sync::{Mutex, PoisonError};

/// The maximum depth of files that refer to further files.
pub const MAX_INCLUDE_DEPTH: usize = 64;

/// Loads everything that a session requests, without holding its lock while reading.
pub fn load_pending(session: &Mutex<Session>) {
    load_pending_observed(session, &|_, _| {});
}

/// Like [`load_pending`], but calls `read` with the numbers of files read so far and in total.
/// Drafts may include others, so both numbers may start again.
pub fn load_pending_observed(session: &Mutex<Session>, read: &dyn Fn(usize, usize)) {
    for _ in 0..MAX_INCLUDE_DEPTH {
        let wanted = session.lock().unwrap_or_else(PoisonError::into_inner).wanted();
        if wanted.is_empty() {
            return;
        }
        let supplied: Vec<Loaded> = wanted
            .iter()
            .enumerate()
            .map(|(at, request)| {
                read(at, wanted.len());
                load(request)
            })
            .collect();
        let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
        for answer in supplied {
            session.supply(answer);
        }
    }
}

/// Makes a session drop the files that changed on disk, so that [`Session::wanted`] requests them
/// again; returns whether there were any. The lock is not held while the disk is examined.
pub fn notice_disk_changes(session: &Mutex<Session>) -> bool {
    let lock = || session.lock().unwrap_or_else(PoisonError::into_inner);
    let seen = lock().disk_state();
    let changes = seen.changes();
    if changes.is_empty() {
        return false;
    }
    lock().take_disk_changes(changes);
    true
}
