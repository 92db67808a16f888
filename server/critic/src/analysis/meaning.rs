//! The meanings of lexicon phrases.

use crate::analysis::{cues, terms};

/// The meaning of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A cue of assertion.
    Cue(cues::Cue),
    /// A drug, by its index in `drugs::all`.
    Drug(usize),
    /// A group of drugs, by its index among the `allergens` labels.
    DrugGroup(usize),
    /// A term from one of the [`terms`] lists.
    Term(terms::Term),
}
