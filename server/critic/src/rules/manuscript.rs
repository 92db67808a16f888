//! The `manuscript/` rules.

mod causal_language;
mod missing_section;
mod missing_statement;
pub(crate) mod paper;
mod trial_registration;

use crate::CriticRule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] =
    &[&missing_section::RULE, &missing_statement::RULE, &trial_registration::RULE, &causal_language::RULE];

/// `a`, `a and b`, `a, b and c`.
fn listed(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}
