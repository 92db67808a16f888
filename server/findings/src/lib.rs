//! Findings of a reviewer, and how they are suppressed.
//!
//! To learn the crate, start at [`Finding`], then read [`RuleDefinition`] and [`Remark`] (what
//! rules are and report, in every engine), then [`suppression`]. This crate knows spans and
//! messages, not what a citation or a dose is.

pub mod finding;
pub mod pages;
pub mod remark;
pub mod rule;
pub mod suppression;

pub use finding::{Data, FileEdit, Finding, Fix, FixKind, Related, Tag};
pub use pages::{pages, rule_index, rule_page};
pub use remark::{RelatedPlace, Remark, RuleHit};
pub use rule::{DOCUMENTATION, Engine, FixProvider, Kind, Rule, RuleDefinition, Scope};
pub use suppression::Suppression;

/// The severity of a finding, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Shown unobtrusively, for authors who look for it.
    Hint,
    /// Advice.
    Information,
    /// Probably wrong.
    Warning,
    /// Certainly wrong, and it matters.
    Error,
}

impl Severity {
    /// Returns the word used in settings and reports.
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
