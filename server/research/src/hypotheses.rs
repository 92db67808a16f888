//! Hypotheses of the form drug, target, pathway, effect; each hop has the evidence for and against
//! it.
//!
//! Without a language model they are *extracted*: a chain of relations that single sentences of the
//! evidence state. They are not claimed to be new, and confidence ranks the amount of evidence; it
//! is not a probability. Start at [`extract`], then [`relations`].

mod abbreviations;
mod chains;
mod clause;
mod context;
mod estimate;
mod gaps;
mod graph;
mod hypothesis;
pub(crate) mod lexicon;
mod phrase;
mod present;
mod relation;
pub mod relations;
mod together;
mod tokens;

pub(crate) use chains::confidence as evidence_confidence;
pub use chains::{NO_EVIDENCE, NO_EVIDENCE_ID, extract};
pub(crate) use hypothesis::add_quote;
pub use hypothesis::{
    Confidence, Hop, HypothesisAssessment, MechanismHypothesis, NoConfidence, Quote, QuoteContext, Status,
    Tier,
};
pub use present::page;
pub(crate) use present::{capitalised, counted, first_of_each_work, of_most_works};
pub use relation::{Assertion, Relation, Sign};
