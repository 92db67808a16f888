//! Locking of a session shared between threads.

use referee_workspace::Session;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a session. Ignores poisoning: after a panic in another thread the run continues.
pub fn lock(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}
