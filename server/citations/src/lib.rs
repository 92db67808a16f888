//! Judges references by records: verdicts, rules and fixes.
//!
//! Judging is pure: the same reference and the same records give the same verdict; it uses no
//! clock, no network and no model. Start reading at [`Reference`] and [`Judgement`], then
//! [`mod@judge`], then one rule in [`rules`]. [`support`] checks whether a work supports the
//! sentence that cites it.

pub mod claims;
pub mod edits;
pub mod evidence;
pub mod guideline;
pub mod identity;
pub mod json;
pub mod judge;
pub mod publication_status;
pub mod reference;
mod registration;
pub mod rules;
pub mod study;
pub mod support;
pub mod verdict;

pub use claims::Claim;
pub use evidence::EvidenceIndex;
pub use judge::{
    Disclosable, Gathered, IdentifierAnswer, SourceAnswers, SourceQuestion, Unasked, gather, judge,
    judge_and_plan, plan,
};
pub use reference::{Origin, Reference};
pub use verdict::{
    ArchivedCopy, AuthorChange, CitedPage, Consulted, Difference, Judgement, ListedRetraction, Outcome,
    Verdict, Weight,
};
