//! The word lists for reading who acts on whom in a sentence.
//!
//! A word in none of these lists ends the reading: a sentence that is not understood yields no
//! relation.

pub(super) mod adjectives;
mod forms;
pub(super) mod grammar;
pub(super) mod nouns;
pub(crate) mod outcomes;
pub(super) mod verbs;

/// Returns whether a word is a verb of effect, in any form: `reduces`, `extended`, `improving`.
pub(crate) fn is_verb_of_effect(word: &str) -> bool {
    verbs::verb(word).is_some()
}

/// Returns whether a word expresses only the direction of an effect and is not a name: `extend`,
/// `reduction`, `lower`.
pub(crate) fn is_word_of_direction(word: &str) -> bool {
    // These are also parts of names: cardiac arrest, heart block, a report.
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
