//! Revisions, which show whether a value has changed.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that no other state of any value in this process has.
///
/// Cache keys are revisions, never addresses: an address may be reused, and its content may be
/// changed in place. Equal revisions imply the same content; different ones imply nothing.
///
/// ```
/// use referee_text::Revision;
///
/// let before = Revision::next();
/// let after = Revision::next();
/// assert_ne!(before, after);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Revision(u64);

static LAST_REVISION: AtomicU64 = AtomicU64::new(0);

impl Revision {
    /// Returns a new revision. The default is the revision of an empty value.
    #[must_use]
    pub fn next() -> Self {
        Revision(LAST_REVISION.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Returns the number, for a hash or a log.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}
