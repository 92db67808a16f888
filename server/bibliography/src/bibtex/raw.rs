//! The spans of the parts of an entry.

use referee_text::{Phrase, Span};

/// The spans of a field, in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawField {
    /// The name of the field, as written.
    pub name: Span,
    /// The value with its braces or quotes; empty if it is missing.
    pub value: Span,
}

/// The result of parsing an entry; spans are in the block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Scanned {
    pub span: Span,
    pub kind: Span,
    pub key: Span,
    pub fields: Vec<RawField>,
    pub damage: Option<(Span, Phrase)>,
}
