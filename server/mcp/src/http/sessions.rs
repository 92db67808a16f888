//! The sessions of the clients over HTTP: each has its own reports and calls.

use super::session::HttpSession;
use crate::server::ServerContext;
use http::HeaderValue;
use referee_serving::random_hex;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How many sessions there are. One more ends the one that was not used for longest; its client is told to begin anew.
const MAX_SESSIONS: usize = 64;

/// How many random bytes the id of a session is made of.
const ID_BYTES: usize = 16;

/// A session, and when it was used last.
struct Kept {
    session: Arc<HttpSession>,
    used: Instant,
}

/// The sessions by their ids.
pub(super) struct Sessions {
    context: Arc<ServerContext>,
    all: Mutex<HashMap<String, Kept>>,
}

impl Sessions {
    pub(super) fn new(context: Arc<ServerContext>) -> Self {
        Sessions { context, all: Mutex::default() }
    }

    /// What all sessions share.
    pub(super) fn context(&self) -> Arc<ServerContext> {
        Arc::clone(&self.context)
    }

    /// Keeps a session under a new id; `None` where the system gives no random bytes.
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

    /// The session with an id.
    pub(super) fn get(&self, id: &str) -> Option<Arc<HttpSession>> {
        let mut all = self.lock();
        let kept = all.get_mut(id)?;
        kept.used = Instant::now();
        Some(Arc::clone(&kept.session))
    }

    /// Ends a session and cancels its calls; `false` where there is none with this id.
    pub(super) fn end(&self, id: &str) -> bool {
        self.lock().remove(id).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
