//! A value of the patient.

use referee_text::Span;

/// A value with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::rules::medication) struct Value {
    pub(in crate::rules::medication) number: f64,
    pub(in crate::rules::medication) place: Span,
}

/// A value with the id of what was measured.
pub(super) type NamedValue = (&'static str, Value);
