//! The interface of a cache that the machines of a lab share.

use super::{Key, StoredAnswer};

/// A second-level cache that several machines share.
///
/// It stores no text of a question: the key is a hash and the value is the records of a service.
/// Answers to questions from clinical notes are never written to it. Every writer is trusted as
/// much as the services are.
pub trait SharedAnswers: Send + Sync {
    /// Returns the answers for `keys`, in the same order; `None` also if the cache cannot be
    /// reached. May block for several seconds; must not be called from async code.
    fn read(&self, keys: &[Key]) -> Vec<Option<StoredAnswer>>;

    /// Stores answers, unless a newer one exists for a key. Never fails: another machine repeats
    /// the question if an answer could not be stored. May block for several seconds; must not be
    /// called from async code.
    fn write(&self, answers: &[(Key, StoredAnswer)]);
}
