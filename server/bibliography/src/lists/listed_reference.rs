//! A reference of a list, as a reader of one of the formats gives it.

use crate::{FieldName, Work};
use referee_text::Span;

/// One reference of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListedReference {
    /// Its own key; empty where it has none.
    pub(crate) key: String,
    /// The place of its key.
    pub(crate) key_span: Option<Span>,
    /// The whole reference.
    pub(crate) span: Span,
    /// The name of its kind as the format has it.
    pub(crate) kind: String,
    pub(crate) work: Work,
    /// The places of the fields.
    pub(crate) fields: Vec<(FieldName, Span)>,
}
