//! The `draft/` rules, for both papers and notes.

mod assistant_leftover;

pub use assistant_leftover::{LeftoverMark, marks_in_field, without_mark};

use crate::CriticRule;
use referee_findings::Rule;

/// The rule on text left by a writing assistant. It also covers bibliographies ([`marks_in_field`]).
pub static ASSISTANT_LEFTOVER: &Rule = &assistant_leftover::RULE.rule;

/// All `draft/` rules, in documentation order.
pub static RULES: &[&CriticRule] = &[&assistant_leftover::RULE];
