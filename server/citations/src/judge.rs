//! Judges a reference by the records of the sources: `Reference` × `Record`s → `Judgement`.
//!
//! [`gather`](gather()) asks the sources, [`judge`](judge()) decides, [`plan`](plan()) chooses the
//! questions that are worth asking online. Judging is pure and depends only on what was gathered.
//! Each field that is compared has one file: `titles` (with the significant words in `words`),
//! `names`, `dates`, `journals`, `pages`, `identifiers`. `compare` combines them for one record,
//! `decide` for all records. Planning takes an `inquiry` (what is known so far) through `stages`
//! and looks at the `found_records`.
//!
//! The principles, in the order in which they settle doubtful cases:
//!
//! 1. A correct reference is not accused. A difference that another source, another version or
//!    another spelling could explain is slight or ignored.
//! 2. Absence is evidence only in a source that is complete for the kind of work and answered in
//!    full.
//! 3. Similarity finds candidates; it never accepts one. A candidate is accepted by what agrees
//!    word by word, and refused by what must not differ (a number, a "not", a population), however
//!    similar the rest is.

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
pub(crate) mod names;
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
