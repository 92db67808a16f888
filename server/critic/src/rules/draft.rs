//! The `draft/` rules: what no draft should hold, whether paper or note.

mod assistant_leftover;

use crate::CriticRule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[&assistant_leftover::RULE];
