//! Words that occur with any subject and therefore say little about which one is meant.

use referee_text::stem;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Words for amounts, frequencies, effects and judgements, which occur with any subject.
const PLAIN_WORDS: &[&str] = &[
    "affect",
    "associate",
    "bad",
    "benefit",
    "beneficial",
    "best",
    "better",
    "cause",
    "change",
    "common",
    "commonly",
    "contribute",
    "decline",
    "decrease",
    "depend",
    "develop",
    "different",
    "doubled",
    "drive",
    "early",
    "effect",
    "effective",
    "fast",
    "faster",
    "frequent",
    "frequently",
    "good",
    "great",
    "grow",
    "growing",
    "half",
    "harm",
    "help",
    "high",
    "higher",
    "impair",
    "important",
    "improve",
    "increase",
    "influence",
    "involve",
    "kill",
    "known",
    "lack",
    "large",
    "lead",
    "leading",
    "link",
    "live",
    "lives",
    "long",
    "longer",
    "loss",
    "low",
    "lower",
    "main",
    "major",
    "many",
    "most",
    "much",
    "need",
    "often",
    "play",
    "poor",
    "predict",
    "prevent",
    "produce",
    "promote",
    "protect",
    "raise",
    "rare",
    "rate",
    "reduce",
    "regulate",
    "related",
    "require",
    "result",
    "rise",
    "role",
    "safe",
    "save",
    "serious",
    "several",
    "severe",
    "show",
    "significant",
    "similar",
    "strong",
    "suffer",
    "threat",
    "treat",
    "use",
    "usual",
    "widespread",
    "work",
    "worldwide",
    "worse",
];

/// Returns whether a folded word occurs with any subject: `common`, `saves`, `growing`.
pub(crate) fn is_plain_word(word: &str) -> bool {
    static PLAIN_ROOTS: LazyLock<HashSet<String>> =
        LazyLock::new(|| PLAIN_WORDS.iter().map(|word| stem::root(word)).collect());
    PLAIN_ROOTS.contains(&stem::root(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_subject_are_told_from_those_of_one() {
        assert!(["common", "saves", "increases", "growing", "reduced"].into_iter().all(is_plain_word));
        assert!(!["stroke", "screening", "mortality", "autophagy", "breast"].into_iter().any(is_plain_word));
    }
}
