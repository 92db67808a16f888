//! Which of several words a statement has to have.

use crate::terms::{indexed_word, quoted_word};
use referee_literature::candidates;

/// How many of the common words are asked for in pairs.
const MAX_PAIRED_WORDS: usize = 4;

/// A word that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct QueryWord {
    pub(crate) text: String,
    /// In how many titles it stands.
    pub(crate) found: i64,
    /// How much it counts where statements are put in order.
    pub(crate) weight: f32,
}

impl QueryWord {
    /// A word that counts the more, the fewer of all statements have it.
    pub(crate) fn by_rarity(text: String, found: i64, statements: i64) -> Self {
        QueryWord { weight: rarity(statements, found), text, found }
    }
}

/// A word as it stands in a query: cut as it was when it was indexed, and in quotation marks.
pub(crate) fn query_term(word: &str) -> String {
    let mut out = String::new();
    quoted_word(indexed_word(word), &mut out);
    out
}

/// How much a word tells that `found` of all statements have; the counts of a table are never negative.
pub(crate) fn rarity(statements: i64, found: i64) -> f32 {
    let unsigned = |count: i64| u64::try_from(count).unwrap_or(0);
    candidates::rarity(unsigned(statements), unsigned(found))
}

/// Which of these words, which come rarest first, have to stand in one statement: each group is enough alone.
///
/// Rare words are asked for alone, as long as all of them together stand in no more than `max_single` titles. Of those
/// behind, two have to stand in one statement.
fn enough_together(words: &[&QueryWord], max_single: i64) -> Vec<Vec<usize>> {
    let mut total: i64 = 0;
    let alone = words
        .iter()
        .take_while(|word| {
            total = total.saturating_add(word.found);
            total <= max_single
        })
        .count();
    let mut groups: Vec<Vec<usize>> = (0..alone).map(|number| vec![number]).collect();
    let paired = alone..words.len().min(alone.saturating_add(MAX_PAIRED_WORDS));
    for number in paired.clone() {
        groups.extend((number + 1..paired.end).map(|other| vec![number, other]));
    }
    if groups.is_empty() {
        // One common word has no other to be paired with.
        groups.extend(paired.map(|number| vec![number]).next());
    }
    groups
}

/// The groups of [`enough_together`], each word as `list_word` gives the name of its list.
pub(crate) fn groups_of(
    words: &[&QueryWord],
    max_single: i64,
    list_word: impl Fn(&str) -> String,
) -> Vec<Vec<String>> {
    let named = |group: Vec<usize>| -> Vec<String> {
        group.into_iter().filter_map(|number| words.get(number)).map(|word| list_word(&word.text)).collect()
    };
    enough_together(words, max_single).into_iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_are_asked_for_in_pairs() {
        let word = |text: &str, found| QueryWord { text: text.to_owned(), found, weight: 1.0 };
        let (rare, heart, failure) =
            (word("levosimendan", 40), word("heart", 50_000), word("failure", 60_000));
        assert_eq!(enough_together(&[&rare, &heart, &failure], 1_000), [vec![0], vec![1, 2]]);
        assert_eq!(enough_together(&[&heart], 1_000), [vec![0]]);
        assert_eq!(enough_together(&[], 1_000), Vec::<Vec<usize>>::new());
    }
}
