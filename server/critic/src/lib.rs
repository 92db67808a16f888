//! The rules for clinical notes and manuscripts, and what they stand on.
//!
//! What a careful reviewer would raise in a text, from the text alone: no source, no network, no model and no
//! clock is in it. A newcomer starts at [`CriticRule`], then [`BlockContext`] and [`Draft`] (what a rule is shown),
//! then one rule in [`rules`]. [`RuleCache`] runs the rules and remembers what they said about blocks that have not
//! changed; [`analysis`] reads what several rules rest on: sentences, sections, quantities, assertion, statistics.

pub mod analysis;
pub mod block_analysis;
mod block_context;
mod block_list;
pub mod block_text;
mod draft;
pub mod explain;
pub mod labelled;
mod parallel;
mod pattern;
mod pattern_table;
pub mod rule;
pub mod rule_cache;
pub mod rules;
pub mod setting;
pub mod verdict;

pub use analysis::sentences::{Sentence, Unit, UnitKind};
pub use block_analysis::{BlockAnalysis, BlockFlags};
pub use block_context::BlockContext;
pub use block_list::{GroupSummary, Scan};
pub use block_text::{BlockText, Opaque, OpaqueKind};
pub use draft::Draft;
pub use rule::{Applies, Check, Critic, CriticRule, FixContext, Subject};
pub use rule_cache::{DraftHits, HitsOfBlock, RuleCache};
pub use setting::{Journal, Profile, Region, Setting};
