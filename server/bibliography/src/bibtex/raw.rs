//! The places of the parts of an entry.

use referee_text::{Phrase, Span};

/// A field of an entry, by its places in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawField {
    /// The name of the field, as written.
    pub name: Span,
    /// The value with its braces or quotes; empty where it is missing.
    pub value: Span,
}

/// What a reader of entries gives; places are in the block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Scanned {
    pub span: Span,
    pub kind: Span,
    pub key: Span,
    pub fields: Vec<RawField>,
    pub damage: Option<(Span, Phrase)>,
}
