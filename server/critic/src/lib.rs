//! The rules for clinical notes and manuscripts, and the analyses that they share.
//!
//! The rules report what a careful reviewer would raise, from the text alone: this crate uses no source, network, model
//! or clock. Start reading at [`CriticRule`], then [`BlockContext`] and [`Draft`] (the inputs of a rule), then one rule
//! in [`rules`]. [`RuleCache`] runs the rules and keeps their hits for unchanged blocks; [`analysis`] reads what
//! several rules need: sentences, sections, quantities, assertion, statistics.

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
pub use rule::{Applies, BlockRun, Check, Critic, CriticRule, DocumentRun, FixContext, Subject};
pub use rule_cache::{DraftHits, HitsOfBlock, RuleCache};
pub use setting::{Journal, Profile, Region, Setting};
