//! The `privacy/` rules: identifying information in clinical notes.

mod identifiers_leaving;

use crate::CriticRule;

/// All `privacy/` rules, in documentation order.
pub static RULES: &[&CriticRule] = &[&identifiers_leaving::RULE];
