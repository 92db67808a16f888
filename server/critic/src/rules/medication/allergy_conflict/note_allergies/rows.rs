//! Rows of a table of allergies.

use crate::analysis::folding::fold;
use crate::{BlockContext, Sentence};

/// Whether a sentence is a row of a table whose first row names allergens and their reactions.
pub(super) fn is_row_of_allergies(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    let text = block.prose();
    let Some((head, _)) = text.split_once('\n').filter(|(head, _)| head.trim_start().starts_with('|')) else {
        return false;
    };
    let folded = fold(head);
    let has = |words: &[&str]| words.iter().any(|word| folded.contains(word));
    // "Substance | Reaction", "Fármaco | Manifestación": the drug and its reaction.
    let is_of_reactions = has(&[
        "reaction",
        "reaccion",
        "manifestation",
        "manifestacion",
        "what happened",
        "que paso",
        "efecto adverso",
        "symptom",
    ]) && has(&[
        "substance",
        "sustancia",
        "agent",
        "drug",
        "medic",
        "farmaco",
        "culprit",
        "causante",
        "producto",
    ]);
    sentence.span.start as usize > head.len()
        && (has(&[
            "allergen",
            "allergy",
            "allergies",
            "alergeno",
            "alergia",
            "adverse drug",
            "adr",
            "intoleran",
        ]) || is_of_reactions)
        && !has(&["treatment", "plan", "order", "tratamiento", "dose", "dosis"])
}
