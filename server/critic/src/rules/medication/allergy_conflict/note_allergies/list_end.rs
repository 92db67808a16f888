//! Finds the end of a list of allergies that began with a label.

use super::super::mentions::mentions;
use crate::pattern::{Pattern, any_case, forms};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Whether the last label of allergies before a sentence is answered by a denial, so that later
/// sentences do not belong to its list: "Alergias: no. Vitamina B12 desde hace 8 días".
pub(super) fn is_behind_denied_list(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    static DENIED_LABEL: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"^(?: (?:medicamentos[oa]s|conocidas|a medicamentos|a f[aá]rmacos|known|on file))*\)? ?[:=–—-]* ?(?:{words})\b[^.;\n]*",
            words = forms("allergy-conflict/note-allergies/list-end/denied-label")
        ))
    });
    static LABEL: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"\b(?:allergies|allergy|drug reactions|alergias?|al[eé]rgic[oa]s|RAMs?|RAMC|ADRs?)\b")
    });
    static EXCEPTION: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"\b(?:except|excepto|salvo|apart|aparte|other than|but|pero)\b"));
    let before = block.prose().get(..sentence.span.start as usize).unwrap_or_default();
    let Some(label) = LABEL.find_iter(before).last() else { return false };
    let behind = before.get(label.end()..).unwrap_or_default();
    DENIED_LABEL.find(behind).is_some_and(|denial| {
        let is_later = behind.get(denial.end()..).is_some_and(|rest| rest.starts_with(['.', ';', '\n']));
        is_later && !EXCEPTION.is_match(denial.as_str())
    })
}

/// Whether a line without drugs separates the line `labelled` of a list from the line of a
/// sentence, which ends the list.
pub(super) fn is_interrupted(block: &BlockContext<'_>, labelled: usize, sentence: Sentence) -> bool {
    let between = block.units().get(labelled + 1..sentence.unit).unwrap_or_default();
    between.iter().any(|unit| {
        let has_words = block.slice(unit.span).contains(char::is_alphabetic);
        has_words && mentions(block, Span { start: unit.span.start, end: unit.span.end }).is_empty()
    })
}
