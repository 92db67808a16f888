//! Reference x Records -> Judgement.
//!
//! [`gather`] asks the sources, [`judge`] decides, [`plan`] says what is worth asking online; judging is pure and sees nothing but what was gathered.
//! One file for each thing that is compared: `titles` (with the words that matter in `words`), `names`,
//! `dates`, `journals`, `pages`, `identifiers`. `compare` puts them together for one record, `decide` for all.
//!
//! The principles, in the order in which they decide doubtful cases:
//!
//! 1. A true reference is not accused. What another source, another version or another spelling could explain
//!    is slight or nothing.
//! 2. Absence is evidence only in a source that is complete for the kind of work and answered in full.
//! 3. Similarity finds candidates; it never accepts one. A candidate is accepted by what agrees word by word,
//!    and refused by what must not differ (a number, a "not", a population), however similar the rest is.

mod compare;
mod dates;
mod decide;
mod gather;
mod identifiers;
mod journals;
mod names;
mod pages;
mod plan;
#[cfg(test)]
mod tests;
mod titles;
mod trials;
mod words;

pub use decide::judge;
pub use gather::{Answered, Gathered, Looked, Open, gather};
pub use plan::{Ask, Reach, look, plan};
