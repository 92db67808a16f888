//! Similarity of folded texts, from 0 (nothing in common) to 1 (identical).
//!
//! Two empty texts are not similar, because nothing is known of either. The functions expect the
//! output of [`fold`](crate::fold).

use rapidfuzz::fuzz;

/// Returns the share of characters that both have in common, in order (rapidfuzz's `ratio`).
#[must_use]
pub fn ratio(a: &str, b: &str) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    if a == b {
        return 1.0;
    }
    fuzz::ratio(a.chars(), b.chars())
}

/// Returns [`ratio`] if it is at least `least`, otherwise `None`, which is found much faster.
#[must_use]
pub fn ratio_at_least(a: &str, b: &str, least: f64) -> Option<f64> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    if a == b {
        return Some(1.0);
    }
    fuzz::ratio_with_args(a.chars(), b.chars(), &fuzz::Args::default().score_cutoff(least))
}

/// Returns [`ratio`] of the sorted words, ignoring word order.
#[must_use]
pub fn token_sort(a: &str, b: &str) -> f64 {
    ratio(&sorted(a).join(" "), &sorted(b).join(" "))
}

/// Returns the best [`ratio`] among the common words and the common words with the rest of either
/// text: a text whose words are all in the other one is fully similar. Never sufficient to consider
/// two titles the same.
#[must_use]
pub fn token_set(a: &str, b: &str) -> f64 {
    let (mut left, mut right) = (sorted(a), sorted(b));
    left.dedup();
    right.dedup();
    let (common, only_left): (Vec<&str>, Vec<&str>) =
        left.iter().partition(|word| right.binary_search(word).is_ok());
    let only_right: Vec<&str> =
        right.iter().filter(|word| left.binary_search(word).is_err()).copied().collect();
    if left.is_empty() || right.is_empty() {
        return 0.0;
    }
    if !common.is_empty() && (only_left.is_empty() || only_right.is_empty()) {
        return 1.0;
    }
    let base = common.join(" ");
    let with =
        |rest: &[&str]| if base.is_empty() { rest.join(" ") } else { format!("{base} {}", rest.join(" ")) };
    let (with_left, with_right) = (with(&only_left), with(&only_right));
    ratio(&base, &with_left).max(ratio(&base, &with_right)).max(ratio(&with_left, &with_right))
}

/// Returns the number of single-character edits (insertion, deletion, replacement, transposition)
/// between the texts.
#[must_use]
pub fn edits(a: &str, b: &str) -> usize {
    rapidfuzz::distance::osa::distance(a.chars(), b.chars())
}

fn sorted(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_similar_to_nothing() {
        assert_eq!(ratio("", ""), 0.0);
        assert_eq!(token_set("", ""), 0.0);
        assert_eq!(ratio_at_least("", "", 0.5), None);
    }

    #[test]
    fn the_same_text_is_fully_similar() {
        assert_eq!(ratio("abc", "abc"), 1.0);
        assert_eq!(token_sort("b a", "a b"), 1.0);
        assert_eq!(token_set("a b", "a b c"), 1.0);
    }

    #[test]
    fn a_cutoff_refuses_what_lies_below() {
        assert!(ratio_at_least("metformin", "metformine", 0.9).is_some());
        assert!(ratio_at_least("metformin", "insulin", 0.9).is_none());
    }

    #[test]
    fn a_swap_of_neighbours_is_one_change() {
        assert_eq!(edits("10.1056/nejm", "10.1065/nejm"), 1);
    }
}
