//! The remark on two contradictory claims.

use crate::Draft;
use referee_findings::{Remark, Severity};
use referee_text::Span;

/// A remark with two locations, of one kind of the rule.
pub(super) fn remark(
    draft: &Draft<'_>,
    kind: &'static str,
    here: Span,
    there: Span,
    english: &str,
    spanish: &str,
    severity: Severity,
) -> Remark {
    let (this, that) = (draft.text(here).unwrap_or_default(), draft.text(there).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (format!("«{this}» y «{that}»: {spanish} Compruebe los dos lugares."), "el otro lugar")
    } else {
        (format!("“{this}” and “{that}”: {english} Check both places."), "the other place")
    };
    Remark::new(here, message).of_kind(Some(kind)).with_severity(severity).with_related(there, other)
}
