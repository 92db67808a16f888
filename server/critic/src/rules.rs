//! The `medication/`, `note/`, `privacy/`, `statistics/`, `manuscript/` and `draft/` rules, one per file, and their
//! list.
//!
//! To add a rule in Rust, write its file and add it to the list of its family. A rule of words, drugs, orders and values
//! needs no Rust: it is a file of `referee-knowledge`, which [`from_file`] runs.

pub mod draft;
pub(crate) mod from_file;
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

/// All rules of the critic, in the order of the documentation: of each family those in Rust, then those in files. The
/// user's rules come last.
pub static RULES: LazyLock<Vec<&'static CriticRule>> = LazyLock::new(|| {
    let families =
        [medication::RULES, note::RULES, privacy::RULES, statistics::RULES, manuscript::RULES, draft::RULES];
    let mut of_files = from_file::rules();
    let mut out = Vec::new();
    for family in families {
        out.extend_from_slice(family);
        let name = family.first().map(|rule| rule.rule.family());
        let is_of_family = |rule: &mut &'static CriticRule| Some(rule.rule.family()) == name;
        out.extend(of_files.extract_if(.., is_of_family));
    }
    out.extend(of_files);
    out
});
