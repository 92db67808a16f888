//! The sessions of the clients over HTTP, each with separate reports and calls.

use super::session::HttpSession;
use crate::server::ServerContext;
use http::HeaderValue;
use referee_serving::random_hex;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The maximum number of sessions. A further one ends the least recently used session, whose client
/// must initialise again.
const MAX_SESSIONS: usize = 64;

/// The number of random bytes in the ID of a session.
const ID_BYTES: usize = 16;

/// A session with the time of its last use.
struct Kept {
    session: Arc<HttpSession>,
    used: Instant,
}

/// The sessions by ID.
pub(super) struct Sessions {
    context: Arc<ServerContext>,
    all: Mutex<HashMap<String, Kept>>,
}

impl Sessions {
    pub(super) fn new(context: Arc<ServerContext>) -> Self {
        Sessions { context, all: Mutex::default() }
    }

    /// Returns the context that all sessions share.
    pub(super) fn context(&self) -> Arc<ServerContext> {
        Arc::clone(&self.context)
    }

    /// Stores a session under a new ID; `None` if the system provides no random bytes.
    pub(super) fn begin(&self, session: HttpSession) -> Option<HeaderValue> {
        let id = random_hex(ID_BYTES).ok()?;
        let header = HeaderValue::from_str(&id).ok()?;
        let mut all = self.lock();
        if all.len() >= MAX_SESSIONS {
            let oldest = all.iter().min_by_key(|(_, session)| session.used).map(|(id, _)| id.clone());
            oldest.and_then(|oldest| all.remove(&oldest));
        }
        all.insert(id, Kept { session: Arc::new(session), used: Instant::now() });
        Some(header)
    }

    /// Returns the session with this ID.
    pub(super) fn get(&self, id: &str) -> Option<Arc<HttpSession>> {
        let mut all = self.lock();
        let kept = all.get_mut(id)?;
        kept.used = Instant::now();
        Some(Arc::clone(&kept.session))
    }

    /// Ends a session and cancels its calls; `false` if the ID is unknown.
    pub(super) fn end(&self, id: &str) -> bool {
        self.lock().remove(id).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
