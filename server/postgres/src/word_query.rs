//! Decides which of several query words a statement must have.

use crate::terms::{indexed_word, quoted_word};
use referee_literature::candidates;

/// The maximum number of common words that are looked up in pairs.
const MAX_PAIRED_WORDS: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct QueryWord {
    pub(crate) text: String,
    /// The number of titles that contain it.
    pub(crate) found: i64,
    /// Its weight for ranking.
    pub(crate) weight: f32,
}

impl QueryWord {
    /// Creates a word with a weight that is higher the fewer statements have it.
    pub(crate) fn by_rarity(text: String, found: i64, statements: i64) -> Self {
        QueryWord { weight: rarity(statements, found), text, found }
    }
}

/// Returns a word as a term of a `tsquery`: truncated as in the index, and quoted.
pub(crate) fn query_term(word: &str) -> String {
    let mut out = String::new();
    quoted_word(indexed_word(word), &mut out);
    out
}

/// Returns the weight of a word that occurs in `found` of all statements; the counts in a table are
/// never negative.
pub(crate) fn rarity(statements: i64, found: i64) -> f32 {
    let unsigned = |count: i64| u64::try_from(count).unwrap_or(0);
    candidates::rarity(unsigned(statements), unsigned(found))
}

/// Returns groups of these words, rarest first; a statement must have all words of one group.
///
/// Rare words form a group alone, as long as all of them together occur in at most `max_single`
/// titles. Of the other words, two must occur in one statement.
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
        // A single common word cannot be paired.
        groups.extend(paired.map(|number| vec![number]).next());
    }
    groups
}

/// Returns the groups of [`enough_together`]; `list_word` returns the key of the posting list of a
/// word.
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
