//! Caches what rules read from entries.

use referee_bibliography::{Entry, Misreading};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of entries in one cache; the cache is cleared beyond it.
const MAX_ENTRIES: usize = 200_000;

/// Hashes by which two entries are suspected of being one work: of the DOI, of the PMID, and of
/// title, first author and year. They are small because they are kept for every entry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks(pub(super) [Option<u64>; 3]);

/// The values that rules read from entries in earlier reviews, by the fingerprints of the entries:
/// an entry is read once, however often its file is edited.
#[derive(Debug, Default)]
pub struct EntryCache {
    pub(super) marks: ByFingerprint<Marks>,
    /// The journals of articles.
    pub(super) journals: ByFingerprint<Option<Arc<str>>>,
    /// The places that a program reads differently.
    pub(super) misreadings: ByFingerprint<Arc<[Misreading]>>,
}

/// A cached value for each entry.
#[derive(Debug)]
pub(super) struct ByFingerprint<T>(Mutex<HashMap<u64, T>>);

impl<T> Default for ByFingerprint<T> {
    fn default() -> Self {
        ByFingerprint(Mutex::default())
    }
}

impl<T: Clone> ByFingerprint<T> {
    /// Returns the value for each of the entries; calls `read` for those that are not cached.
    pub(super) fn of_all<'a>(
        &self,
        entries: impl Iterator<Item = Entry<'a>>,
        read: impl Fn(&Entry<'a>) -> T,
    ) -> Vec<T> {
        // Ignore poisoning: a panic elsewhere cannot leave a map of finished values inconsistent.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MAX_ENTRIES {
            known.clear();
        }
        entries
            .map(|entry| known.entry(entry.fingerprint()).or_insert_with(|| read(&entry)).clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_bibliography::{Bibliography, Format};
    use referee_text::Rope;
    use std::cell::Cell;

    #[test]
    fn an_entry_is_read_once_in_a_cache_and_again_in_another() {
        let text = "@article{a, title={On sleep}}\n@article{b, title={On waking}}\n";
        let bibliography = Bibliography::read(Format::Bibtex, Rope::from_str(text));
        let reads = Cell::new(0);
        let read = |entry: &Entry<'_>| {
            reads.set(reads.get() + 1);
            entry.key().to_owned()
        };
        for caches in 1..=2 {
            let cache = ByFingerprint::default();
            for _ in 0..2 {
                assert_eq!(cache.of_all(bibliography.entries(), read), ["a", "b"]);
            }
            assert_eq!(reads.get(), 2 * caches);
        }
    }
}
