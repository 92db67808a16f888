//! A reference of a list, as returned by the readers of the formats.

use crate::{FieldName, Work};
use referee_text::Span;

/// One reference of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListedReference {
    /// Its own key, or an empty string.
    pub(crate) key: String,
    pub(crate) key_span: Option<Span>,
    /// The span of the whole reference.
    pub(crate) span: Span,
    /// The name of its kind in the format.
    pub(crate) kind: String,
    pub(crate) work: Work,
    pub(crate) fields: Vec<(FieldName, Span)>,
}
