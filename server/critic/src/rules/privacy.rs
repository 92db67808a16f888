//! The `privacy/` rules: what a clinical note would tell about somebody.

mod identifiers_leaving;

use crate::CriticRule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[&identifiers_leaving::RULE];
