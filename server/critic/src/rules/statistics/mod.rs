//! The `statistics/` rules.

mod p_value;
mod wording;

use crate::CriticRule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[&p_value::RULE];
