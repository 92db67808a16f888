//! Numbers that tell whether something is what it was.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that no other state of anything in this process has.
///
/// What a cache rests on is compared by revision, never by address: an address may be used again, and what lies at
/// it may be changed in place. Equal revisions mean the same content; different ones say nothing.
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
    /// A revision that was never given out before. The default is that of what holds nothing.
    #[must_use]
    pub fn next() -> Self {
        Revision(LAST_REVISION.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The number, for a hash or a log.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}
