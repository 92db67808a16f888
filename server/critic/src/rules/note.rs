//! The `note/` rules: what a clinical note says about a patient, and whether it holds together.

mod contradiction;
mod follow_up;
mod impossible_stage;
mod impossible_value;
mod missing_section;
mod treatment_before_diagnosis;
mod undeclared;

pub use missing_section::{Expected, missing, missing_of};
pub use treatment_before_diagnosis::{Diagnosis, Treatments, diagnosis, treatments};

use crate::CriticRule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[
    &missing_section::RULE,
    &treatment_before_diagnosis::RULE,
    &impossible_stage::RULE,
    &impossible_value::RULE,
    &contradiction::RULE,
    &undeclared::RULE,
    &follow_up::RULE,
];
