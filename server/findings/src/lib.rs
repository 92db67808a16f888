//! What a reviewer says and how it is silenced.
//!
//! A newcomer starts at [`Finding`], then [`RuleDefinition`] and [`Remark`] (what rules are and say, in every
//! engine), then [`suppression`]. This crate knows places and words, not what a citation or a dose is.

pub mod finding;
pub mod pages;
pub mod remark;
pub mod rule;
pub mod suppression;

pub use finding::{Data, FileEdit, Finding, Fix, FixKind, Related, Tag};
pub use pages::{pages, rule_index, rule_page};
pub use remark::{RelatedPlace, Remark, RuleHit};
pub use rule::{DOCUMENTATION, Engine, FixProvider, Rule, RuleDefinition, Scope};
pub use suppression::Suppression;

/// How much a finding matters. Ordered: a hint is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Shown only where the author looks for it.
    Hint,
    /// Advice.
    Information,
    /// Probably wrong.
    Warning,
    /// Certainly wrong, and it matters.
    Error,
}

impl Severity {
    /// The word of the settings and reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Information => "information",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}
