//! A value of the patient.

use referee_text::Span;

/// A value with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Value {
    pub(crate) number: f64,
    pub(crate) place: Span,
}

/// A value with the id of what was measured.
pub(super) type NamedValue = (&'static str, Value);
