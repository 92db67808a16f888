//! The rules for clinical notes and manuscripts, and what they stand on.
//!
//! What a careful reviewer would raise in a text, from the text alone: no source, no network, no model and no
//! clock is in it. A newcomer starts at [`CriticRule`], then [`Passage`] and [`Draft`] (what a rule is shown),
//! then one rule in [`rules`]. [`Memory`] runs the rules and remembers what they said about parts that have not
//! changed; [`ground`] reads what several rules rest on: sentences, sections, quantities, assertion, statistics.

pub mod draft;
pub mod ground;
pub mod memory;
pub mod part;
pub mod rule;
pub mod rules;
pub mod setting;
pub mod verdict;

pub use draft::{Draft, Passage};
pub use memory::{Memory, Said};
pub use part::{Marks, Opaque, OpaqueKind, Part, Sentence, Unit, UnitKind};
pub use rule::{Applies, Check, CriticRule, Remark};
pub use setting::{Profile, Region, Setting};
