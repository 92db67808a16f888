//! The allergies that a note lists, and the drugs that the patient has tolerated.

use super::reactions::Reaction;
use crate::analysis::allergens::Substance;
use referee_text::Span;

/// A drug, or a group of drugs, to which an allergy is listed.
#[derive(Clone, Debug)]
pub(super) struct Allergy {
    pub(super) substance: Substance,
    /// The name as the note writes it, folded.
    pub(super) name: String,
    pub(super) span: Span,
    /// The sentence, in which a drug is an order only if a verb orders it.
    pub(super) sentence: Span,
    pub(super) reaction: Reaction,
    /// If the name is that of a disease, the drugs that cause it, in English and in Spanish with
    /// the article.
    pub(super) comes_from: Option<(&'static str, &'static str)>,
    /// Whether the note describes how the reaction occurred; drugs mentioned before it are not
    /// orders against the allergy.
    pub(super) is_observed: bool,
    /// Whether the sentence places the allergy in the past.
    pub(super) is_of_the_past: bool,
}

/// A drug that the patient has tolerated, or an allergy that a test has excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToleratedDrug {
    pub(super) substance: Substance,
    pub(super) name: String,
}
