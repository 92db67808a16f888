//! The `manuscript/` rules.

mod causal_language;
mod cell_line;
pub(crate) mod chapter;
mod gene_date;
mod missing_section;
mod missing_statement;
pub(crate) mod paper;
mod trial_registration;
mod wording;

use crate::CriticRule;

/// All `manuscript/` rules, in documentation order.
pub static RULES: &[&CriticRule] = &[
    &missing_section::RULE,
    &missing_statement::RULE,
    &trial_registration::RULE,
    &causal_language::RULE,
    &gene_date::RULE,
    &cell_line::CELL_LINE,
    &cell_line::MISSING_RRID,
];
