//! Finds words of the pool that are forms or parts of a search word and that stemming does not
//! unite.
//!
//! `mitochondria` and `mitochondrial` have two roots, `p16INK4a` is one word and `p16(INK4a)` is
//! two. A form that is in fact another word does little harm to the ranking because forms count
//! less than the word itself.

use std::collections::HashSet;

/// The weight of a form relative to the word itself.
pub(crate) const FORM_WEIGHT: f32 = 0.5;

/// The minimum length of the prefix that two forms share, in bytes.
const MIN_COMMON_PREFIX: usize = 5;

/// The minimum length of that prefix as a share of the longer form.
const MIN_SHARED_LETTERS: f32 = 0.75;

/// The minimum length of a part of a word, in bytes and as a share of the word.
const MIN_PART: (usize, f32) = (4, 0.4);

/// The minimum length of a word that a longer word of the pool contains, in bytes and as a share of
/// the longer word.
const MIN_WHOLE: (usize, f32) = (5, 0.5);

/// The words of a pool, sorted.
pub(crate) struct Words<'a> {
    all: Vec<&'a str>,
}

impl<'a> Words<'a> {
    /// Collects the distinct words of a pool that are long enough.
    pub(crate) fn of(words: impl Iterator<Item = &'a str>) -> Words<'a> {
        let distinct: HashSet<&str> = words.filter(|word| word.len() >= MIN_PART.0).collect();
        let mut all: Vec<&str> = distinct.into_iter().collect();
        all.sort_unstable();
        Words { all }
    }

    /// Returns the forms of a root: words with the same prefix. Empty for a symbol with a
    /// digit, because every letter of it is significant.
    pub(crate) fn forms(&self, root: &str) -> Vec<&'a str> {
        let Some(beginning) =
            root.get(..MIN_COMMON_PREFIX).filter(|_| !root.bytes().any(|byte| byte.is_ascii_digit()))
        else {
            return Vec::new();
        };
        let from = self.all.partition_point(|word| *word < beginning);
        let alike = self.all.iter().skip(from).take_while(|word| word.starts_with(beginning)).copied();
        alike
            .filter(|word| {
                let shared = word.bytes().zip(root.bytes()).take_while(|(a, b)| a == b).count();
                *word != root && at_least(shared, MIN_SHARED_LETTERS, word.len().max(root.len()))
            })
            .collect()
    }

    /// Returns related words for a root that no record contains: its parts, and words that contain
    /// it.
    pub(crate) fn parts(&self, root: &str) -> Vec<&'a str> {
        if root.len() < MIN_WHOLE.0 {
            return Vec::new();
        }
        let related = |word: &&&str| {
            (root.contains(**word) && at_least(word.len(), MIN_PART.1, root.len()))
                || (word.contains(root) && at_least(root.len(), MIN_WHOLE.1, word.len()))
        };
        self.all.iter().filter(related).copied().collect()
    }
}

fn at_least(part: usize, share: f32, whole: usize) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "words are short")]
    let (part, whole) = (part as f32, whole as f32);
    part >= share * whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_begin_alike_and_a_symbol_has_none() {
        let words = Words::of(["mitochondri", "mitochondria", "mitogen", "p16ink4a", "p16ink4b"].into_iter());
        assert_eq!(words.forms("mitochondri"), ["mitochondria"]);
        assert!(words.forms("p16ink4a").is_empty() && words.forms("").is_empty());
    }

    #[test]
    fn parts_are_found_both_ways() {
        let words = Words::of(["communicabl", "ink4a", "p16", "of"].into_iter());
        assert_eq!(words.parts("noncommunicabl"), ["communicabl"]);
        assert_eq!(words.parts("p16ink4a"), ["ink4a"]);
        assert_eq!(Words::of(["noncommunicabl"].into_iter()).parts("communicabl"), ["noncommunicabl"]);
        assert!(words.parts("p16").is_empty());
    }
}
