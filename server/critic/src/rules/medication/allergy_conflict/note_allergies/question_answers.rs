//! The answers of a note to the question about an allergy: yes, no, or recorded as an allergy.

use super::super::reactions::is_cause;
use crate::analysis::folding::fold;
use crate::pattern::{word_list, words};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Whether the words directly after a drug confirm it: "penicillins YES", "AAS: sí".
pub(super) fn is_ticked(behind: &str) -> bool {
    let behind = behind.trim_start_matches([' ', ':', '=', '-', '(']);
    ["YES", "Yes", "yes", "SÍ", "Sí", "sí", "SI"]
        .iter()
        .any(|yes| behind.strip_prefix(yes).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// Whether a sentence says that something was recorded as an allergy: "labelled allergic",
/// "rotulado como alergia".
pub(super) fn is_labelled(sentence: &str) -> bool {
    let folded = fold(sentence);
    let negated = ["not ", "no ", "never ", "wrongly", "erroneamente", "removed", "retirad"]
        .iter()
        .any(|word| folded.contains(word));
    !negated
        && word_list!("allergy-conflict/note-allergies/question-answers/is-labelled").iter().any(|verb| {
            folded.find(verb).and_then(|at| folded.get(at + verb.len()..)).is_some_and(|rest| {
                rest.find("alerg").or_else(|| rest.find("allerg")).is_some_and(|at| at <= 12)
            })
        })
}

/// Whether a sentence only asks about an allergy, or denies it after naming it: "asked about
/// penicillin allergy; she has none", "alergia a AINE, la niega".
pub(super) fn is_asked_or_denied(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static QUESTION_PHRASES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("allergy-conflict/note-allergies/question-answers/question-phrases"));
    static DENIAL_WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("allergy-conflict/note-allergies/question-answers/denial-words"));
    let before = fold(block.slice(Span { start: sentence.span.start, end: span.start }));
    let mut behind = fold(block.slice(Span { start: span.end, end: sentence.span.end }));
    // "¿Alergia a penicilina? Lo niega.": the answer is a separate sentence.
    if behind.trim_end().ends_with('?') {
        let rest = block.prose().get(sentence.span.end as usize..).unwrap_or_default();
        behind =
            format!("{},{}", behind.trim_end(), fold(rest.split(['.', '\n']).next().unwrap_or_default()));
    }
    let answers = behind.split([',', ';', ':', '-', '–', '—']).skip(1);
    let is_denied = answers.take(2).any(|clause| {
        let clause = clause
            .trim_start()
            .trim_start_matches("but ")
            .trim_start_matches("which ")
            .trim_start_matches("que ");
        DENIAL_WORDS.iter().any(|word| {
            clause.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
    });
    is_denied
        || (behind.contains('?') || QUESTION_PHRASES.iter().any(|words| before.contains(words)))
            && ![" yes", ",yes", " si", ",si"].iter().any(|yes| behind.contains(yes))
            && !is_cause(block, sentence, span)
}
