//! What a phrase of the lexicon means.

use crate::analysis::{cues, terms};

/// What a phrase means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A cue of assertion.
    Cue(cues::Cue),
    /// A drug, by its index in `drugs::all`.
    Drug(usize),
    /// A group of drugs, by its index among the labels of `allergens`.
    DrugGroup(usize),
    /// A term of one of the lists of [`terms`].
    Term(terms::Term),
}
