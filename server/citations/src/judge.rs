//! Reference x Records -> Judgement.
//!
//! [`gather`](gather()) asks the sources, [`judge`](judge()) decides, [`plan`](plan()) says what is worth asking
//! online. Judging is pure and sees nothing but what was gathered.
//! One file for each thing that is compared: `titles` (with the words that matter in `words`), `names`,
//! `dates`, `journals`, `pages`, `identifiers`. `compare` puts them together for one record, `decide` for all.
//! Planning goes over an `inquiry` (what is known so far) in `stages`, and looks at the `found_records`.
//!
//! The principles, in the order in which they decide doubtful cases:
//!
//! 1. A true reference is not accused. What another source, another version or another spelling could explain
//!    is slight or nothing.
//! 2. Absence is evidence only in a source that is complete for the kind of work and answered in full.
//! 3. Similarity finds candidates; it never accepts one. A candidate is accepted by what agrees word by word,
//!    and refused by what must not differ (a number, a "not", a population), however similar the rest is.

mod answers;
mod compare;
mod dates;
mod decide;
mod found_records;
mod gather;
mod identifiers;
mod inquiry;
pub(crate) mod journals;
mod judge_and_plan;
mod names;
mod pages;
mod plan;
mod preprints;
mod printed;
mod questions;
mod stages;
mod tables;
#[cfg(test)]
mod tests;
mod titles;
mod trials;
mod words;

pub use answers::{Gathered, IdentifierAnswer, JournalStatus, ListedIdentifier, SourceAnswers, Unasked};
pub use decide::judge;
pub use gather::gather;
pub use inquiry::SourceQuestion;
pub use judge_and_plan::judge_and_plan;
pub use plan::{Disclosable, plan};
