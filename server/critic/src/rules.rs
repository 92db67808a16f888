//! The `medication/`, `note/`, `privacy/`, `statistics/`, `manuscript/` and `draft/` rules, one per file, and their
//! list.
//!
//! To add a rule, write its file and add it to the list of its family.

pub mod draft;
pub mod manuscript;
pub mod medication;
pub mod note;
mod notice;
pub mod privacy;
pub mod statistics;
#[cfg(test)]
pub(crate) mod testing;

use crate::CriticRule;
use std::sync::LazyLock;

/// All rules of the critic, in the order of the documentation.
pub static RULES: LazyLock<Vec<&'static CriticRule>> = LazyLock::new(|| {
    [medication::RULES, note::RULES, privacy::RULES, statistics::RULES, manuscript::RULES, draft::RULES]
        .concat()
});
