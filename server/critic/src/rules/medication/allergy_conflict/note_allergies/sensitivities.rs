//! Distinguishes "Sensitivities: penicillin" of a patient from those of a pathogen.

use crate::pattern::{Pattern, any_case, forms};
use crate::{BlockContext, Draft, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// The label of a list of sensitivities at the beginning of a sentence.
static SENSITIVITIES_LABEL: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"^[\s*•–-]*(?:\*\*)?(?P<own>(?:drug|medicines?|medication|known|patient|allergies and|allergies/) ?)?sensitivit(?:y|ies)(?: on \w+)?(?:\*\*)? ?[:=-]",
    )
});

/// Words for a pathogen, and the marks of an antibiogram.
static GERM_OR_ANTIBIOGRAM: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{words})\b|(?-i:\([SIR]\)|\b[a-z]{{4,}} ?[=:]? ?[SR]\b)",
        words = forms("allergy-conflict/note-allergies/sensitivities/germ-or-antibiogram")
    ))
});

/// Whether a sentence lists the sensitivities of the patient, as far as the block shows: it mentions
/// no pathogen.
pub(super) fn is_of_patient(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    let own = block.slice(sentence.span);
    SENSITIVITIES_LABEL.captures(own).is_some_and(|found| {
        let looked_at = if found.name("own").is_some() { own } else { block.prose() };
        !GERM_OR_ANTIBIOGRAM.is_match(looked_at)
    })
}

/// Whether the allergy at `span` is in a list of bare "sensitivities" while the draft mentions a
/// pathogen elsewhere, so that the list is an antibiogram.
pub(crate) fn is_of_an_isolate(draft: &Draft<'_>, span: Span) -> bool {
    let Some(block) = draft.at(span.start as usize) else { return false };
    let offset = (span.start as usize).saturating_sub(block.start);
    let Some(sentence) = block.sentence_at(offset) else { return false };
    SENSITIVITIES_LABEL.captures(block.slice(sentence.span)).is_some_and(|found| found.name("own").is_none())
        && draft.blocks().any(|other| GERM_OR_ANTIBIOGRAM.is_match(other.prose()))
}

/// Whether the words directly after a drug are its result in an antibiogram: "flucloxacillin S",
/// "penicillin (R)".
pub(super) fn has_result(behind: &str) -> bool {
    static ANTIBIOGRAM_RESULT: LazyLock<Pattern> =
        LazyLock::new(|| Pattern::new(r"^ ?[(:=]? ?[SIR](?:[),;.]|$| [a-z])"));
    ANTIBIOGRAM_RESULT.is_match(behind)
}
