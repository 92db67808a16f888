//! Brings a session what it wants from disk, and what has changed there.

use crate::load::{Loaded, load};
use crate::session::Session;
use std::sync::{Mutex, PoisonError};

/// How deep files may name further files.
pub const MAX_INCLUDE_DEPTH: usize = 64;

/// Brings a session everything that it wants, without holding its lock while reading.
pub fn load_pending(session: &Mutex<Session>) {
    load_pending_observed(session, &|_, _| {});
}

/// [`load_pending`], which calls `read` with how many files of how many were read so far: drafts may include others, so
/// both numbers may begin again.
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

/// Has a session forget what looks otherwise on disk than it was read, so that [`Session::wanted`] asks for it
/// again; says whether there was anything. The lock is not held while the disk is looked at.
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
