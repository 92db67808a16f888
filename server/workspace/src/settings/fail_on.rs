//! What fails `referee check`, and which of two such settings is stricter.

use referee_findings::Severity;
use serde_json::Value;
use std::cmp::Ordering;

/// What gives `referee check` an exit status other than 0. The order is by strictness; two settings of which each fails
/// what the other one lets pass have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailOn {
    /// The lowest severity that fails; `None`: no finding does.
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
    /// The meaning of a word of the setting `check.fail_on`; of any other word the default.
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

    /// How many severities fail.
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
