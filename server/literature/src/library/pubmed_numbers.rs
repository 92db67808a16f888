//! The set of PubMed records in a library.
//!
//! Most records of an import are new, and querying the index for each of them would cost more than
//! the import.

/// A set of PMIDs as a bit set: 5 MB for all of PubMed.
#[derive(Default)]
pub(super) struct PubmedNumbers {
    bits: Vec<u64>,
}

/// The lower bound of PMIDs that are not stored; these count as known, which costs an index query.
const END: u32 = 1 << 28;

impl PubmedNumbers {
    pub(super) fn insert(&mut self, pmid: u32) {
        let (word, bit) = place(pmid);
        if pmid >= END {
            return;
        }
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        if let Some(bits) = self.bits.get_mut(word) {
            *bits |= bit;
        }
    }

    /// Returns whether the library may have the record.
    pub(super) fn may_have(&self, pmid: u32) -> bool {
        let (word, bit) = place(pmid);
        pmid >= END || self.bits.get(word).is_some_and(|bits| bits & bit != 0)
    }
}

fn place(pmid: u32) -> (usize, u64) {
    ((pmid / 64) as usize, 1 << (pmid % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_inserted_is_known() {
        let mut known = PubmedNumbers::default();
        for pmid in [0, 1, 63, 64, 40_000_000, u32::MAX] {
            known.insert(pmid);
            assert!(known.may_have(pmid));
        }
        assert!(!known.may_have(2));
        assert!(!known.may_have(39_999_999));
    }
}
