//! Labels of an allergy or intolerance that a note explains as a side effect which the patient
//! would accept again.

use super::super::mentions::Mention;
use super::super::reported_reaction;
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, any_of, context, forms};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Common side effects of drugs that are not allergic, folded.
static SIDE_EFFECT: LazyLock<Pattern> = LazyLock::new(|| {
    let english = forms("allergy-conflict/note-allergies/side-effects/side-effect-english");
    let spanish = forms("allergy-conflict/note-allergies/side-effects/english-spanish");
    any_case(&format!(r"\b(?:{english}|{spanish})\b"))
});

/// Words that say that the patient would take the drug again or may take it, folded.
static WOULD_TAKE_AGAIN: LazyLock<Pattern> = LazyLock::new(|| {
    let again = any_of("allergy-conflict/note-allergies/side-effects/would-take-again-again");
    let english = format!(
        r"(?:{words})(?: to {again}\b| with (?:it|this|that|a)\b| for it\b)|accepts? (?:it|an?|the|re-?\w+|this)\b|not an? (?:true |real |genuine )?allerg\w+|can (?:have|take|be given) it\b|not a reason to avoid",
        words = forms("allergy-conflict/note-allergies/side-effects/english")
    );
    let spanish = forms("allergy-conflict/note-allergies/side-effects/english-spanish-2");
    any_case(&format!(r"\b(?:{english}|{spanish})"))
});

/// Words that say that the side effect was the only reaction, folded.
static NOTHING_ELSE: LazyLock<Pattern> =
    LazyLock::new(|| context("allergy-conflict/note-allergies/side-effects/nothing-else"));

/// Words that say that a treatment ended because of its side effects, folded.
static FAILED_BY_INTOLERANCE: LazyLock<Pattern> =
    LazyLock::new(|| context("allergy-conflict/note-allergies/side-effects/failed-by-intolerance"));

/// Returns the drugs of a line whose label the line or the next sentence explains as a side effect
/// that the patient accepts: `"codeine intolerance" = constipation only, no rash, happy to have it
/// again`.
pub(super) fn accepted_side_effects(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
) -> Vec<usize> {
    let Some(first) = named.first() else { return Vec::new() };
    let rest = block.slice(Span { start: first.span.end, end: sentence.span.end });
    let line_end = first.span.end + Span::at(rest.find('\n').unwrap_or(rest.len())).start;
    let own: Vec<usize> =
        (0..named.len()).filter(|nth| named.get(*nth).is_some_and(|one| one.span.end <= line_end)).collect();
    let is_of_one = own
        .iter()
        .filter_map(|nth| named.get(*nth))
        .all(|one| one.substance == first.substance || one.substance.is_of_family_of(first.substance));
    let line = Span { start: sentence.span.start, end: line_end };
    let mut told = reported_reaction::reported_reactions_in(block, sentence).into_iter();
    if !is_of_one || told.any(|one| line.contains(one.span)) {
        return Vec::new();
    }
    let text = fold(block.slice(line));
    // "Oral bisphosphonate failed by intolerance" means a side effect, not an allergy.
    if FAILED_BY_INTOLERANCE.is_match(&text) {
        return own;
    }
    let next = block.sentences().iter().find(|one| one.span.start >= line_end);
    let end = next.map_or(line_end, |next| next.span.end);
    let with_next = fold(block.slice(Span { start: sentence.span.start, end }));
    let is_label = ["allerg", "alergi", "intoler", "sensitiv", "label", "etiqueta"];
    let is_explained = is_label.iter().any(|word| text.contains(word))
        && SIDE_EFFECT.is_match(&text)
        && NOTHING_ELSE.is_match(&text)
        && WOULD_TAKE_AGAIN.is_match(&with_next);
    if is_explained { own } else { Vec::new() }
}
