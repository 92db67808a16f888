//! The `note/` rules: statements about a patient, and whether they are consistent.

mod contradiction;
mod follow_up;
mod impossible_stage;
mod impossible_value;
mod missing_section;
mod treatment_before_diagnosis;
mod undeclared;

pub(crate) use contradiction::statement_readings;
pub use missing_section::{Expected, missing, missing_of};
pub use treatment_before_diagnosis::{Diagnosis, Treatments, diagnosis, treatments};

use crate::CriticRule;

/// All `note/` rules, in documentation order.
pub static RULES: &[&CriticRule] = &[
    &missing_section::RULE,
    &treatment_before_diagnosis::RULE,
    &impossible_stage::RULE,
    &impossible_value::RULE,
    &contradiction::RULE,
    &undeclared::RULE,
    &follow_up::RULE,
];
