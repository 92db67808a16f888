//! Answers that the machines of a lab share.

use super::{Key, StoredAnswer};

/// A memory of answers that several machines share, behind the cache of each.
///
/// It holds no text of a question: an answer is kept under a hash, with the records of a service. What a clinical note
/// was answered is never written to it. Whoever may write there is trusted as the services are.
pub trait SharedAnswers: Send + Sync {
    /// The answers under `keys`, in their order; `None` also where the memory cannot be reached. May block for some
    /// seconds; not called from async code.
    fn read(&self, keys: &[Key]) -> Vec<Option<StoredAnswer>>;

    /// Keeps answers, unless there is a newer one under a key. Never fails: what cannot be kept is asked for again by
    /// another machine. May block for some seconds; not called from async code.
    fn write(&self, answers: &[(Key, StoredAnswer)]);
}
