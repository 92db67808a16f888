//! A set of statements within one block of the posting lists.

use crate::postings::BLOCK_STATEMENTS;

const WORD_BITS: usize = 64;

/// A bit set of the ids of statements within a block.
#[derive(Clone, Debug)]
pub(crate) struct StatementSet {
    bits: Box<[u64; BLOCK_STATEMENTS / WORD_BITS]>,
    /// Most blocks contain no statement of a rare word, and the bits of a block take 8 KB.
    is_empty: bool,
}

impl StatementSet {
    pub(crate) fn new() -> Self {
        StatementSet { bits: Box::new([0; BLOCK_STATEMENTS / WORD_BITS]), is_empty: true }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    pub(crate) fn clear(&mut self) {
        if !self.is_empty {
            self.bits.fill(0);
            self.is_empty = true;
        }
    }

    /// Adds a statement, and returns whether it is new.
    pub(crate) fn insert(&mut self, within: u16) -> bool {
        self.is_empty = false;
        let bit = 1 << (usize::from(within) % WORD_BITS);
        match self.bits.get_mut(usize::from(within) / WORD_BITS) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }

    pub(crate) fn contains(&self, within: u16) -> bool {
        let word = self.bits.get(usize::from(within) / WORD_BITS).copied().unwrap_or(0);
        word >> (usize::from(within) % WORD_BITS) & 1 == 1
    }

    /// Adds the statements that are in all of `sets`; does nothing without sets.
    pub(crate) fn insert_common(&mut self, sets: &[&StatementSet]) {
        let Some((first, others)) = sets.split_first() else { return };
        if sets.iter().any(|set| set.is_empty) {
            return;
        }
        let mut any = 0;
        for (place, word) in self.bits.iter_mut().enumerate() {
            let mut common = first.bits.get(place).copied().unwrap_or(0);
            for other in others {
                common &= other.bits.get(place).copied().unwrap_or(0);
            }
            *word |= common;
            any |= common;
        }
        self.is_empty &= any == 0;
    }

    /// Iterates over the statements in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> {
        self.bits.iter().enumerate().flat_map(|(place, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                u16::try_from(place * WORD_BITS + usize::try_from(bit).unwrap_or(0)).ok()
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(members: &BTreeSet<u16>) -> StatementSet {
        let mut out = StatementSet::new();
        for member in members {
            assert!(out.insert(*member));
            assert!(!out.insert(*member), "it was there");
        }
        out
    }

    fn members() -> impl Strategy<Value = BTreeSet<u16>> {
        proptest::collection::btree_set(prop_oneof![0..200_u16, 65_400..=u16::MAX, any::<u16>()], 0..200)
    }

    proptest! {
        #[test]
        fn it_holds_what_was_put_in(one in members(), two in members(), three in members()) {
            let (first, second) = (set(&one), set(&two));
            prop_assert!(first.iter().eq(one.iter().copied()));
            prop_assert!(two.iter().all(|member| first.contains(*member) == one.contains(member)));
            let mut common = set(&three);
            common.insert_common(&[&first, &second]);
            common.insert_common(&[]);
            let both: BTreeSet<u16> = one.intersection(&two).copied().collect();
            prop_assert!(common.iter().eq(three.union(&both).copied()));
            prop_assert_eq!(common.is_empty(), three.is_empty() && both.is_empty());
            common.clear();
            prop_assert!(common.is_empty());
            prop_assert_eq!(common.iter().count(), 0);
        }
    }
}
