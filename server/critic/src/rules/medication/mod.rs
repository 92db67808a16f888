//! The `medication/` rules.

use crate::CriticRule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[];
