//! Ordinals in conference titles: "the Thirty-Ninth Annual Meeting".

use std::collections::HashSet;
use std::sync::LazyLock;

/// Whether a word in lower case is an English ordinal or begins one: `third`, `twenty`.
///
/// ```
/// use referee_records::ordinals::is_in_ordinal;
///
/// assert!("twenty first".split(' ').all(is_in_ordinal));
/// assert!(!is_in_ordinal("three"));
/// ```
#[must_use]
pub fn is_in_ordinal(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        include_str!("../data/ordinals.txt").lines().filter(|line| !line.starts_with('#')).collect()
    });
    WORDS.contains(word)
}
