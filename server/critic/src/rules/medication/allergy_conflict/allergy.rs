//! An allergy that a note lists, and a drug that the patient has tolerated.

use super::reactions::Reaction;
use crate::analysis::allergens::Substance;
use referee_text::Span;

/// A drug, or a group of drugs, to which an allergy is listed.
#[derive(Clone, Debug)]
pub(super) struct Allergy {
    pub(super) substance: Substance,
    /// The name as it stands, folded.
    pub(super) name: String,
    pub(super) span: Span,
    /// The sentence, in which a drug is an order only where a verb says so.
    pub(super) sentence: Span,
    pub(super) reaction: Reaction,
    /// Where the name is that of a disease, the drugs that it comes from, in English and in Spanish with the article.
    pub(super) comes_from: Option<(&'static str, &'static str)>,
    /// Whether the note tells how the reaction came about, so that what it says before is no order against it.
    pub(super) is_observed: bool,
    /// Whether the sentence says that it was some time ago.
    pub(super) is_of_the_past: bool,
}

/// A drug that the patient has tolerated, or an allergy that was tested and not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToleratedDrug {
    pub(super) substance: Substance,
    pub(super) name: String,
}
