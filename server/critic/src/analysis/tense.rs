//! Whether a clause reports what was done rather than what should be done.

use crate::analysis::folding::fold;
use crate::analysis::sentences::Sentence;
use crate::block_text::BlockText;
use crate::pattern::{Pattern, any_case, words};
use referee_text::Span;
use std::sync::LazyLock;

/// English past-tense words, and Spanish ones without a past-tense ending.
static PAST_TENSE_WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("tense/past-tense-words"));

/// A Spanish order in the present tense before the ordered item.
static ORDERED: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:se )?(?:pauta|inicia|indica|prescribe|comienza|programa|a[ñn]ade)(?:n|mos)?\b|\b(?:iniciar|pautar|comenzar)\b",
    )
});

/// Whether the only past-tense word after a term gives a reason: "start chemotherapy now given the response".
fn is_reason(behind: &str) -> bool {
    let words: Vec<String> =
        behind.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(fold).collect();
    let told: Vec<usize> = (0..words.len())
        .filter(|at| words.get(*at).is_some_and(|word| PAST_TENSE_WORDS.contains(&word.as_str())))
        .collect();
    let [at] = told.as_slice() else { return false };
    let is_now = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| word == "now");
    let is_article = words.get(at + 1).is_some_and(|word| {
        ["the", "his", "her", "their", "this", "that", "good", "poor", "borderline"].contains(&word.as_str())
    });
    words.get(*at).is_some_and(|word| word == "given") && *at > 0 && (is_now || is_article)
}

/// Whether the clause around `term` reports the past: an English past tense, or a Spanish preterite or gerund.
#[must_use]
pub fn is_past_tense(block: &BlockText, sentence: Sentence, term: Span) -> bool {
    let text = block.prose();
    let before = text.get(sentence.span.start as usize..term.start as usize).unwrap_or_default();
    let behind = text.get(term.end as usize..sentence.span.end as usize).unwrap_or_default();
    let start = before.rfind([',', ';', ':']).map_or(0, |at| at + 1);
    let end = behind.find([',', ';', ':']).unwrap_or(behind.len());
    let clause = [before.get(start..).unwrap_or_default(), behind.get(..end).unwrap_or_default()];
    if clause.get(1).is_some_and(|behind| is_reason(behind)) {
        return false;
    }
    // "Se pauta quimioterapia desde el jueves": a present order that takes effect then.
    let is_ordered = clause.first().is_some_and(|before| ORDERED.is_match(before));
    clause.iter().flat_map(|text| text.split(|c: char| !c.is_alphabetic())).any(|word| {
        if is_ordered && word.eq_ignore_ascii_case("desde") {
            return false;
        }
        let len = word.chars().count();
        let lower = word.to_lowercase();
        PAST_TENSE_WORDS.contains(&fold(word).as_str())
            || (len >= 4 && (lower.ends_with('ó') || lower.ends_with("ándose") || lower.ends_with("iéndose")))
            || (len >= 6
                && (lower.ends_with("aron")
                    || lower.ends_with("ieron")
                    || lower.ends_with("iendo")
                    || lower.ends_with("ando")))
    })
}
