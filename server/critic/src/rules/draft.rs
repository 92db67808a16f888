//! The `draft/` rules: what no draft should hold, whether paper or note.

mod assistant_leftover;

pub use assistant_leftover::{LeftoverMark, marks_in_field, without_mark};

use crate::CriticRule;
use referee_findings::Rule;

/// The rule about what a writing assistant left. Bibliographies are looked at too ([`marks_in_field`]).
pub static ASSISTANT_LEFTOVER: &Rule = &assistant_leftover::RULE.rule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[&assistant_leftover::RULE];
