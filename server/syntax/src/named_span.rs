//! A name with its span.

use referee_text::Span;

/// A name with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSpan {
    /// The name as written.
    pub name: String,
    /// The span of the name.
    pub span: Span,
}
