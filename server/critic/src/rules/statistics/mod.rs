//! The `statistics/` rules.

mod abstract_number;
mod flow_total;
mod impossible_mean;
mod impossible_p;
mod interval;
mod interval_and_p;
mod p_value;
mod percentage;
mod wording;

use crate::CriticRule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[
    &p_value::RULE,
    &percentage::RULE,
    &interval::RULE,
    &interval_and_p::RULE,
    &impossible_p::RULE,
    &abstract_number::RULE,
    &flow_total::RULE,
    &impossible_mean::RULE,
];
