//! Pronouns and titles that tell the sex of the patient.

use super::claim::Claim;
use super::known::Claims;
use super::others::{speaks_of_others, speaks_of_relatives};
use crate::analysis::folding::fold;
use crate::{BlockContext, Sentence};
use referee_text::Span;

/// Words that stand for the patient and tell the sex, folded, where they begin a sentence.
const PRONOUNS: &[(&str, Claim)] = &[
    ("he ", Claim::He),
    ("his ", Claim::He),
    ("she ", Claim::She),
    ("her ", Claim::She),
    ("mr ", Claim::He),
    ("mrs ", Claim::She),
    ("ms ", Claim::She),
    ("mr. ", Claim::He),
    ("mrs. ", Claim::She),
    ("ms. ", Claim::She),
    ("ella ", Claim::She),
    ("la paciente ", Claim::She),
];

/// Up to how many bytes the label before a sentence has.
const MAX_LABEL_LEN: usize = 30;

/// A pronoun at the beginning of a sentence, behind its label, in a block that names nobody else.
pub(super) fn pronoun(block: &BlockContext<'_>, sentence: Sentence, out: &mut Claims) {
    // "Assessment: She is rate controlled."
    let shown = block.slice(sentence.span);
    let label = shown.find(": ").filter(|at| *at <= MAX_LABEL_LEN).map_or(0, |at| at + 2);
    let behind = fold(shown.get(label..).unwrap_or_default());
    let Some((words, claim)) = PRONOUNS.iter().find(|(words, _)| behind.starts_with(words)) else { return };
    // Who is named before the pronoun may be meant by it; who is named behind it is not.
    let before = block.slice(Span { start: 0, end: sentence.span.start });
    if speaks_of_others(&fold(before)) || speaks_of_relatives(&behind) {
        return;
    }
    let text = fold(block.text());
    if ["mr. and", "mrs. and", "mr and", "mrs and"].iter().any(|words| behind.starts_with(words))
        || text.contains("mr. and mrs")
        || text.contains("mr and mrs")
    {
        return;
    }
    let start = sentence.span.start as usize + label;
    out.add(*claim, Span::new(start, start + words.trim_end().len()));
}
