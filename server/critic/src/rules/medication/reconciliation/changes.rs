//! Words of a dose that was changed on purpose.

use crate::pattern::{Pattern, any_case, forms};
use std::sync::LazyLock;

/// Whether a text says that something was changed, and not that nothing was.
pub(super) fn tells_of_change(text: &str) -> bool {
    static CHANGED: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"\b(?:{words})\b|[↑↓→]|->", words = forms("reconciliation/changed")))
    });
    static NO_CHANGES: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:no|without(?: any)?|sin)(?: \w+)? (?:changes?|cambios?|modificaciones)\b|\bunchanged\b",
        )
    });
    CHANGED.is_match(&NO_CHANGES.replace_all(text, " "))
}
