//! Finding and ranking statements by the lists of some words.

use crate::postings::{Posting, WordUse, read_list};
use std::collections::HashMap;

/// The statements that have some words, by the word and in the order of their numbers.
#[derive(Debug, Default)]
pub(crate) struct WordLists {
    by_word: HashMap<String, Vec<Posting>>,
}

impl WordLists {
    /// Adds a part of the list of a word, as it is stored.
    pub(crate) fn add(&mut self, word: &str, stored: &[u8]) {
        match self.by_word.get_mut(word) {
            Some(list) => read_list(stored, list),
            None => {
                let mut list = Vec::new();
                read_list(stored, &mut list);
                self.by_word.insert(word.to_owned(), list);
            }
        }
    }

    /// Puts the lists in order, when all parts were added.
    pub(crate) fn sort(&mut self) {
        for list in self.by_word.values_mut() {
            // Parts come in any order, each of them in its own.
            list.sort_by_key(|posting| posting.statement);
        }
    }

    fn of(&self, word: &str) -> &[Posting] {
        self.by_word.get(word).map_or(&[], Vec::as_slice)
    }

    /// The statements that have all words of one of `groups`, those first whose words say most, each word counted by its
    /// weight and by what `counted` gives for its use; then by their numbers.
    pub(crate) fn ranked(
        &self,
        groups: &[Vec<String>],
        weighted: &[(String, f32)],
        counted: impl Fn(WordUse) -> f32,
    ) -> Ranked {
        let found = groups.iter().flat_map(|group| self.with_all(group)).collect();
        self.ordered(found, weighted, counted)
    }

    /// Some statements, each once, in the order of [`ranked`](Self::ranked); those that have none of the words come last.
    pub(crate) fn ordered(
        &self,
        mut found: Vec<i64>,
        weighted: &[(String, f32)],
        counted: impl Fn(WordUse) -> f32,
    ) -> Ranked {
        found.sort_unstable();
        found.dedup();
        let mut scored: Vec<(f32, i64)> = found.into_iter().map(|id| (0.0, id)).collect();
        for (word, weight) in weighted {
            let mut rest = self.of(word);
            for (score, id) in &mut scored {
                rest = from(rest, *id);
                let Some(posting) = rest.first() else { break };
                if posting.statement == *id {
                    *score += weight * counted(posting.word_use);
                }
            }
        }
        Ranked { scored }
    }

    /// The statements that have all of some words.
    fn with_all(&self, words: &[String]) -> Vec<i64> {
        let mut lists: Vec<&[Posting]> = words.iter().map(|word| self.of(word)).collect();
        lists.sort_by_key(|list| list.len());
        let Some((shortest, others)) = lists.split_first_mut() else { return Vec::new() };
        let ids = shortest.iter().map(|posting| posting.statement);
        ids.filter(|id| {
            others.iter_mut().all(|list| {
                *list = from(list, *id);
                list.first().is_some_and(|posting| posting.statement == *id)
            })
        })
        .collect()
    }
}

/// Statements that are put in order as far as they are asked for: of a hundred thousand mostly the first few.
#[derive(Debug, Default)]
pub(crate) struct Ranked {
    scored: Vec<(f32, i64)>,
}

impl Ranked {
    /// Takes the best `most` that are left, the best first.
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

/// The part of a list from this statement on: found by steps that double, as what is looked for is mostly near.
fn from(list: &[Posting], id: i64) -> &[Posting] {
    let mut step = 1;
    while list.get(step).is_some_and(|posting| posting.statement < id) {
        step *= 2;
    }
    // It is not before half of the step, and not behind the whole.
    let start = if step == 1 { 0 } else { step / 2 };
    let near = list.get(start..list.len().min(step + 1)).unwrap_or_default();
    list.get(start + near.partition_point(|posting| posting.statement < id)..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postings::PostingLists;
    use crate::terms::Weight;

    fn lists(statements: &[(i64, &[(&str, Weight)])]) -> WordLists {
        let mut out = WordLists::default();
        // A segment for each, the last first.
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

    #[test]
    fn the_rest_of_a_list_begins_with_the_statement_or_the_next() {
        let list: Vec<Posting> =
            (0..100).map(|number| Posting { statement: number * 3, word_use: WordUse::at(&[]) }).collect();
        for id in 0..310 {
            let wanted = list.iter().position(|posting| posting.statement >= id).unwrap_or(100);
            assert_eq!(from(&list, id).len(), 100 - wanted, "{id}");
        }
    }
}
