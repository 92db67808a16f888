//! Words of the pool that are forms or parts of a word that is searched for: what taking endings off leaves apart.
//!
//! `mitochondria` and `mitochondrial` have two roots, `p16INK4a` and `p16(INK4a)` are one word and two. A ranking
//! can live with a form that is another word; it counts less than the word itself.

use std::collections::HashSet;

/// How much a form counts beside the word itself.
pub(crate) const FORM_WEIGHT: f32 = 0.5;

/// The shortest beginning that two forms share, in bytes.
const MIN_COMMON_PREFIX: usize = 5;

/// What share of the longer form that is at least.
const MIN_SHARED_LETTERS: f32 = 0.75;

/// The shortest part of a word, in bytes, and what share of the word a part is at least.
const MIN_PART: (usize, f32) = (4, 0.4);

/// The fewest bytes of a word that a longer word of the pool holds, and the least share of the longer word that they
/// are.
const MIN_WHOLE: (usize, f32) = (5, 0.5);

/// The words of a pool, in order.
pub(crate) struct Words<'a> {
    all: Vec<&'a str>,
}

impl<'a> Words<'a> {
    /// The words of a pool, each once.
    pub(crate) fn of(words: impl Iterator<Item = &'a str>) -> Words<'a> {
        let distinct: HashSet<&str> = words.filter(|word| word.len() >= MIN_PART.0).collect();
        let mut all: Vec<&str> = distinct.into_iter().collect();
        all.sort_unstable();
        Words { all }
    }

    /// The forms of a root: words that begin as it does. None of a symbol with a number, where each letter tells.
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

    /// The parts of a root that no record has, and the words that it is a part of.
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
