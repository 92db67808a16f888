//! Words that show that a sentence is about another person, or about the patient's birth.

use crate::pattern::{word_list, word_set};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Words in a sentence that refer to other people.
static OTHER_PEOPLE: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| word_set("contradiction/claims/other-people/other-people"));

/// Whether a folded word refers to another person, or may do so after another word: "su mujer".
fn may_be_another(word: &str) -> bool {
    OTHER_PEOPLE.contains(word) || word == "mujer"
}

/// Whether a folded sentence mentions another person.
pub(super) fn speaks_of_others(folded: &str) -> bool {
    // "1.5 packs a day per wife": the source of the statement.
    const ATTRIBUTION_WORDS: &[&str] = &["per", "by", "segun", "refiere"];
    let words = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    if !words().any(may_be_another) {
        return false;
    }
    let words: Vec<&str> = words().collect();
    words.iter().enumerate().filter(|(_, word)| may_be_another(word)).any(|(at, word)| {
        let is_source = |back: usize| {
            at.checked_sub(back)
                .and_then(|at| words.get(at))
                .is_some_and(|word| ATTRIBUTION_WORDS.contains(word))
        };
        // "Su mujer" means the wife and not the patient's sex.
        let is_wife = *word == "mujer"
            && at
                .checked_sub(1)
                .and_then(|at| words.get(at))
                .is_some_and(|word| matches!(*word, "su" | "mi" | "tu"));
        // "Toxina en gemelos": the calf muscles.
        let is_calf = word.starts_with("gemelos")
            && at
                .checked_sub(1)
                .and_then(|at| words.get(at))
                .is_some_and(|word| matches!(*word, "en" | "ambos"));
        // "3 de 15 ganglios son positivos": the Spanish verb.
        let is_verb = *word == "son"
            && words.iter().any(|word| {
                matches!(*word, "el" | "la" | "los" | "las" | "de" | "del" | "que" | "y" | "en" | "con")
            });
        (OTHER_PEOPLE.contains(word) || is_wife)
            && !is_calf
            && !is_verb
            && !is_source(1)
            && !(is_source(2)
                && at > 0
                && matches!(words.get(at - 1), Some(&("su" | "la" | "el" | "his" | "her" | "the"))))
    })
}

/// Whether a folded sentence mentions another person other than staff.
pub(crate) fn speaks_of_relatives(folded: &str) -> bool {
    const STAFF_WORDS: &[&str] = &["nurse", "dr", "doctor", "physician", "surgeon"];
    let others = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !STAFF_WORDS.contains(word));
    others().any(may_be_another) && speaks_of_others(&others().collect::<Vec<_>>().join(" "))
}

/// Whether a folded sentence describes the patient's birth.
pub(super) fn tells_of_birth(folded: &str) -> bool {
    word_list!("contradiction/claims/other-people/tells-of-birth").iter().any(|word| folded.contains(word))
}
