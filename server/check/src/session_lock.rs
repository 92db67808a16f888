//! Locking a session that several threads share.

use referee_workspace::Session;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a session. A thread that panicked while it held the lock is no reason to stop.
pub fn lock(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}
