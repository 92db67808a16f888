//! A name and where it stands.

use referee_text::Span;

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSpan {
    /// The name as it stands.
    pub name: String,
    /// Its place.
    pub span: Span,
}
