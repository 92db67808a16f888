//! The words by which sentences say who acts on whom.
//!
//! A word that is in none of these lists ends the reading: what is not understood says nothing.

pub(super) mod adjectives;
pub(super) mod grammar;
pub(super) mod nouns;
pub(crate) mod outcomes;
pub(super) mod verbs;

/// Whether a word is a verb for an effect, in any form: `reduces`, `extended`, `improving`.
pub(crate) fn is_verb_of_effect(word: &str) -> bool {
    verbs::verb(word).is_some()
}

/// Whether a word says only in which direction something acts, and names nothing: `extend`, `reduction`, `lower`.
pub(crate) fn is_word_of_direction(word: &str) -> bool {
    // These name things as well: cardiac arrest, heart block, a report.
    const NAME_LIKE_WORDS: &[&str] = &[
        "arrest",
        "block",
        "display",
        "drive",
        "experience",
        "loss",
        "fall",
        "precipitate",
        "present",
        "report",
        "silence",
        "withdrawal",
        "deficiency",
        "insufficiency",
        "excess",
        "stimulation",
        "ablation",
    ];
    !NAME_LIKE_WORDS.contains(&word)
        && (verbs::verb(word).is_some()
            || verbs::effect_noun(word).is_some_and(|_| !verbs::is_agent_noun(word.trim_end_matches('s')))
            || nouns::MORE_ADJECTIVES.contains(&word)
            || nouns::LESS_ADJECTIVES.contains(&word))
}
