//! The condition for `referee check` to fail, and the order of such conditions by strictness.

use referee_findings::Severity;
use serde_json::Value;
use std::cmp::Ordering;

/// The condition for a nonzero exit status of `referee check`. The partial order is by strictness;
/// two conditions are incomparable if each fails on something that the other accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailOn {
    /// The lowest severity that fails; with `None` no finding does.
    pub severity: Option<Severity>,
    /// Whether a reference that was not looked up fails.
    pub unchecked: bool,
}

impl Default for FailOn {
    fn default() -> Self {
        FailOn { severity: Some(Severity::Warning), unchecked: false }
    }
}

impl FailOn {
    /// Returns the condition for a value of the setting `check.fail_on`; the default for an unknown
    /// value.
    #[must_use]
    pub fn of(word: &str) -> Self {
        let severity = match word {
            "error" => Some(Severity::Error),
            "information" => Some(Severity::Information),
            "never" => None,
            _ => Some(Severity::Warning),
        };
        FailOn { severity, unchecked: word == "unchecked" }
    }

    pub(super) fn read(value: &Value) -> Self {
        FailOn::of(value.as_str().unwrap_or_default())
    }

    /// Counts the severities that fail.
    fn breadth(self) -> u8 {
        match self.severity {
            None => 0,
            Some(Severity::Error) => 1,
            Some(Severity::Warning) => 2,
            Some(Severity::Information) => 3,
            Some(Severity::Hint) => 4,
        }
    }
}

impl PartialOrd for FailOn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let by_severity = self.breadth().cmp(&other.breadth());
        match (by_severity, self.unchecked.cmp(&other.unchecked)) {
            (one, Ordering::Equal) => Some(one),
            (Ordering::Equal, other) => Some(other),
            (one, other) if one == other => Some(one),
            _ => None,
        }
    }
}
