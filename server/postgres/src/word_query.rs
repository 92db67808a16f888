//! Queries of PostgreSQL (`tsquery`) for statements that have some of several words.

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

    /// The word as it stands in a query.
    pub(crate) fn quoted(&self) -> String {
        query_term(&self.text)
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

/// The query for statements with any of these words, which come rarest first; `None` where there is no word.
///
/// Rare words are asked for alone, as long as all of them together stand in no more than `max_single` titles. Of those
/// behind, two have to stand in one statement.
pub(crate) fn any_of(words: &[&QueryWord], max_single: i64) -> Option<String> {
    let mut total: i64 = 0;
    let alone = words
        .iter()
        .take_while(|word| {
            total = total.saturating_add(word.found);
            total <= max_single
        })
        .count();
    let (single, common) = words.split_at(alone);
    let mut clauses: Vec<String> = single.iter().map(|word| word.quoted()).collect();
    let paired: Vec<String> = common.iter().take(MAX_PAIRED_WORDS).map(|word| word.quoted()).collect();
    for (number, word) in paired.iter().enumerate() {
        let others = paired.iter().skip(number + 1);
        clauses.extend(others.map(|other| format!("({word} & {other})")));
    }
    if clauses.is_empty() {
        // One common word has no other to be paired with.
        clauses.extend(paired.into_iter().next());
    }
    (!clauses.is_empty()).then(|| clauses.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_are_asked_for_in_pairs() {
        let word = |text: &str, found| QueryWord { text: text.to_owned(), found, weight: 1.0 };
        let (rare, heart, failure) =
            (word("levosimendan", 40), word("heart", 50_000), word("failure", 60_000));
        let query = any_of(&[&rare, &heart, &failure], 1_000).expect("there are words");
        assert_eq!(query, "'levosimendan' | ('heart' & 'failure')");
        assert_eq!(any_of(&[&heart], 1_000).as_deref(), Some("'heart'"));
        assert_eq!(any_of(&[], 1_000), None);
    }
}
