//! Finds and ranks statements with posting lists.
//!
//! The lists of common words contain every second or third statement, so they are neither sorted
//! nor converted to statements: everything that a search needs of a block, which is a bit set, is
//! read from the bytes of all lists before the next block.

use crate::postings::{self, BLOCK_STATEMENTS, WordUse};
use crate::statement_set::StatementSet;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The posting lists of some words, by word.
#[derive(Debug, Default)]
pub(crate) struct WordLists {
    by_word: HashMap<String, WordList>,
}

/// The posting list of a word as it is stored, and the position of each of its blocks, by block
/// number.
#[derive(Debug, Default)]
struct WordList {
    bytes: Vec<u8>,
    blocks: Vec<(u32, Range<usize>)>,
}

impl WordList {
    /// Returns the parts of the list that belong to a block, for [`postings::postings`].
    fn parts(&self, block: u32) -> impl Iterator<Item = &[u8]> {
        let start = self.blocks.partition_point(|(number, _)| *number < block);
        let behind = self.blocks.get(start..).unwrap_or_default();
        let of_block = behind.iter().take_while(move |(number, _)| *number == block);
        of_block.filter_map(|(_, place)| self.bytes.get(place.clone()))
    }

    /// Adds the statements of a block to `set`.
    fn fill(&self, block: u32, set: &mut StatementSet) {
        for (within, _) in self.parts(block).flat_map(postings::postings) {
            set.insert(within);
        }
    }
}

/// The weight of each use of each word for ranking.
struct Counted<'l> {
    words: Vec<(&'l WordList, Box<[f32; 256]>)>,
    /// The scores of the statements of the current block; all zero between blocks.
    scores: Box<[f32]>,
    /// The statements of the current block with the current word.
    with_word: StatementSet,
}

impl Counted<'_> {
    /// Scores the statements of a block that are in `found`.
    fn read(&mut self, block: u32, found: &StatementSet, out: &mut Vec<(f32, i64)>) {
        if found.is_empty() {
            return;
        }
        for (list, weights) in &self.words {
            self.with_word.clear();
            for (within, word_use) in list.parts(block).flat_map(postings::postings) {
                // A statement that occurs twice in a list is counted once.
                if found.contains(within)
                    && self.with_word.insert(within)
                    && let Some(score) = self.scores.get_mut(usize::from(within))
                    && let Some(weight) = weights.get(usize::from(word_use.byte()))
                {
                    *score += weight;
                }
            }
        }
        for within in found.iter() {
            let score = self.scores.get_mut(usize::from(within)).map(std::mem::take).unwrap_or_default();
            out.push((score, postings::statement(block, within)));
        }
    }
}

impl WordLists {
    /// Adds a stored part of the list of a word.
    pub(crate) fn add(&mut self, word: &str, stored: &[u8]) {
        let list = match self.by_word.get_mut(word) {
            Some(list) => list,
            None => self.by_word.entry(word.to_owned()).or_default(),
        };
        for (number, block) in postings::blocks(stored) {
            let start = list.bytes.len();
            list.bytes.extend_from_slice(block);
            list.blocks.push((number, start..list.bytes.len()));
        }
    }

    /// Sorts the blocks, after all parts are added.
    pub(crate) fn sort(&mut self) {
        for list in self.by_word.values_mut() {
            list.blocks.sort_by_key(|(number, _)| *number);
        }
    }

    fn counted(&self, weighted: &[(String, f32)], counted: impl Fn(WordUse) -> f32) -> Counted<'_> {
        let uses = WordUse::all().map(counted);
        let words = weighted.iter().filter_map(|(word, weight)| {
            Some((self.by_word.get(word)?, Box::new(uses.map(|counted| weight * counted))))
        });
        Counted {
            words: words.collect(),
            scores: vec![0.0; BLOCK_STATEMENTS].into_boxed_slice(),
            with_word: StatementSet::new(),
        }
    }

    /// Returns the statements that have all words of one of `groups`, ranked by the sum over their
    /// words of the weight times the value of `counted` for the use; equal ones by id.
    pub(crate) fn ranked(
        &self,
        groups: &[Vec<String>],
        weighted: &[(String, f32)],
        counted: impl Fn(WordUse) -> f32,
    ) -> Ranked {
        // A group with a word that no statement has cannot match.
        let groups: Vec<&Vec<String>> =
            groups.iter().filter(|group| group.iter().all(|word| self.by_word.contains_key(word))).collect();
        let words: BTreeSet<&String> = groups.iter().copied().flatten().collect();
        let lists: Vec<(&String, &WordList)> =
            words.into_iter().filter_map(|word| self.by_word.get_key_value(word)).collect();
        let place = |word: &String| lists.iter().position(|(other, _)| *other == word);
        let groups: Vec<Vec<usize>> =
            groups.iter().map(|group| group.iter().filter_map(place).collect()).collect();
        let blocks: BTreeSet<u32> =
            lists.iter().flat_map(|(_, list)| list.blocks.iter().map(|(number, _)| *number)).collect();
        let mut sets = vec![StatementSet::new(); lists.len()];
        let mut found = StatementSet::new();
        let mut counted = self.counted(weighted, counted);
        let mut scored = Vec::new();
        for block in blocks {
            for ((_, list), set) in lists.iter().zip(&mut sets) {
                set.clear();
                list.fill(block, set);
            }
            found.clear();
            for group in &groups {
                let together: Vec<&StatementSet> =
                    group.iter().filter_map(|number| sets.get(*number)).collect();
                found.insert_common(&together);
            }
            counted.read(block, &found, &mut scored);
        }
        Ranked { scored }
    }

    /// Ranks the given statements, each once, as [`ranked`](Self::ranked) does; those without any
    /// of the words come last.
    pub(crate) fn ordered(
        &self,
        mut statements: Vec<i64>,
        weighted: &[(String, f32)],
        counted: impl Fn(WordUse) -> f32,
    ) -> Ranked {
        statements.sort_unstable();
        let mut found = StatementSet::new();
        let mut counted = self.counted(weighted, counted);
        let mut scored = Vec::new();
        let of_one_block = |a: &i64, b: &i64| postings::place(*a).0 == postings::place(*b).0;
        for statements in statements.chunk_by(of_one_block) {
            let Some((block, _)) = statements.first().map(|first| postings::place(*first)) else { continue };
            found.clear();
            for statement in statements {
                found.insert(postings::place(*statement).1);
            }
            counted.read(block, &found, &mut scored);
        }
        Ranked { scored }
    }
}

/// Ranked statements, sorted lazily: of a hundred thousand usually only the first few are needed.
#[derive(Debug, Default)]
pub(crate) struct Ranked {
    scored: Vec<(f32, i64)>,
}

impl Ranked {
    /// Takes the best `most` of the remaining statements, best first.
    pub(crate) fn take(&mut self, most: usize) -> Vec<i64> {
        let best_last = |a: &(f32, i64), b: &(f32, i64)| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1));
        let start = self.scored.len().saturating_sub(most);
        if (1..self.scored.len()).contains(&start) {
            self.scored.select_nth_unstable_by(start, best_last);
        }
        let mut best = self.scored.split_off(start);
        best.sort_unstable_by(best_last);
        best.into_iter().rev().map(|(_, id)| id).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postings::PostingLists;
    use crate::terms::Weight;

    fn lists(statements: &[(i64, &[(&str, Weight)])]) -> WordLists {
        let mut out = WordLists::default();
        // A segment for each statement, the last statement first.
        for (id, words) in statements.iter().rev() {
            let mut written = PostingLists::default();
            written.add(*id, words.iter().map(|(word, part)| (*word, WordUse::at(&[(1, *part)]))));
            for (word, bytes) in written.into_sorted() {
                out.add(&word, &bytes);
            }
        }
        out.sort();
        out
    }

    #[test]
    fn rare_words_and_titles_come_first_and_common_words_have_to_stand_together() {
        use Weight::{Abstract, Title};
        let lists = lists(&[
            (1, &[("heart", Abstract)]),
            (70_000, &[("heart", Abstract), ("failure", Abstract)]),
            (70_001, &[("heart", Title), ("failure", Abstract)]),
            (200_000, &[("levosimendan", Abstract)]),
        ]);
        let group = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
        let groups = [group(&["levosimendan"]), group(&["heart", "failure"]), group(&["heart", "unknown"])];
        let weights = [("levosimendan", 9.0), ("heart", 1.0), ("failure", 1.0), ("unknown", 5.0)]
            .map(|(word, weight)| (word.to_owned(), weight));
        assert_eq!(lists.ranked(&groups, &weights, WordUse::rank).take(9), [200_000, 70_001, 70_000]);
        assert_eq!(lists.ranked(&[], &weights, WordUse::rank).take(9), Vec::<i64>::new());
        let named = vec![5, 70_000, 5, 70_001];
        let mut ordered = lists.ordered(named, &weights, WordUse::rank);
        assert_eq!(ordered.take(2), [70_001, 70_000], "in portions, the best first");
        assert_eq!(ordered.take(2), [5]);
        assert_eq!(ordered.take(0), Vec::<i64>::new());
        assert_eq!(ordered.take(2), Vec::<i64>::new());
    }
}
