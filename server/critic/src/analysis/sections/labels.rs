//! Labels that paraphrase a section name: "ED plan", "previous reactions".

use crate::pattern::words;
use referee_text::fold;
use std::sync::LazyLock;

/// Whether a label names a plan with its author, place or time: "anaesthetic plan", "ED plan", "plan for today", "plan
/// en urgencias".
pub(super) fn is_named_plan(name: &str) -> bool {
    const MAX_WORDS: usize = 4;
    const OTHER_PLANS: &[&str] =
        &["no", "health", "insurance", "family", "birth", "floor", "meal", "lesson", "escape"];
    let folded = fold::title(name);
    let words: Vec<&str> = folded.split(' ').collect();
    let is_plan = words.last() == Some(&"plan") || matches!(words.first(), Some(&"plan" | &"orders"));
    is_plan && words.len() <= MAX_WORDS && !words.iter().any(|word| OTHER_PLANS.contains(word))
}

/// Whether a label names allergies, whatever words surround the term: "previous reactions", "medical alerts", "alergia
/// referida".
pub(super) fn is_named_allergies(name: &str) -> bool {
    const MAX_WORDS: usize = 5;
    const ALLERGY_STEMS: &[&str] = &[
        "allerg",
        "alergi",
        "reaction",
        "reaccion",
        "intoleran",
        "hypersens",
        "hipersens",
        "alerts",
        "alertas",
        "sensitivities",
    ];
    static NOT_ALLERGY_LABELS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("sections/labels/not-allergy-labels"));
    let folded = fold::title(name);
    let words: Vec<&str> = folded.split(' ').collect();
    let is_specialty = |word: &str| {
        word.starts_with("alergolog") || word.starts_with("allergolog") || word.starts_with("allergist")
    };
    // "Alergia a Septrin. Cistitis: …": the sentence before the label is not part of it.
    words.len() <= MAX_WORDS
        && !name.contains(". ")
        // "Tonsillitis, penicillin allergy: clarithromycin 250 mg" is a problem list entry.
        && !name.contains(", ")
        && words
            .iter()
            .any(|word| ALLERGY_STEMS.iter().any(|stem| word.starts_with(stem)) && !is_specialty(word))
        && !words.iter().any(|word| NOT_ALLERGY_LABELS.contains(word) || is_specialty(word))
}
