//! An index from keys to the blocks that have them.

use std::sync::Arc;

/// Sorted pairs of a hash and a block number. It holds no text, so it is cheap to update after an
/// edit (one pass that shifts numbers) and to clone (a pointer).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HashIndex {
    pairs: Arc<Vec<(u64, u32)>>,
}

impl HashIndex {
    /// Builds the index from these pairs.
    pub(super) fn new(mut pairs: Vec<(u64, u32)>) -> Self {
        pairs.sort_unstable();
        HashIndex { pairs: Arc::new(pairs) }
    }

    /// Returns the blocks with this hash, in order.
    pub(super) fn blocks(&self, hash: u64) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let first = self.pairs.partition_point(|pair| pair.0 < hash);
        let rest = self.pairs.get(first..).unwrap_or_default();
        let len = rest.iter().take_while(|pair| pair.0 == hash).count();
        rest.iter().take(len).map(|pair| pair.1 as usize)
    }

    /// Whether the index is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Updates the index after `removed` blocks from `first` were replaced by `added` blocks with
    /// the pairs `new`.
    pub(super) fn splice(&mut self, first: usize, removed: usize, added: usize, mut new: Vec<(u64, u32)>) {
        new.sort_unstable();
        let gone = |block: u32| (block as usize) >= first && (block as usize) < first + removed;
        if removed == added {
            let mut old = self.pairs.iter().filter(|pair| gone(pair.1));
            if new.iter().all(|pair| old.next() == Some(pair)) && old.next().is_none() {
                return;
            }
        }
        let pairs = Arc::make_mut(&mut self.pairs);
        pairs.retain_mut(|pair| {
            let kept = !gone(pair.1);
            if pair.1 as usize >= first + removed {
                pair.1 = shifted(pair.1, removed, added);
            }
            kept
        });
        if new.len() <= 8 {
            for pair in new {
                let at = pairs.partition_point(|other| *other < pair);
                pairs.insert(at, pair);
            }
        } else {
            pairs.extend(new);
            pairs.sort_unstable();
        }
    }
}

/// Returns the new number of a block after a change.
pub(super) fn shifted(block: u32, removed: usize, added: usize) -> u32 {
    u32::try_from((block as usize + added).saturating_sub(removed)).unwrap_or(u32::MAX)
}
