//! One item of a list of references, in the style of any journal.

use crate::{FieldName, Identifier, Work, find_identifiers};
use referee_text::Span;

/// What an item of a list of references says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedItem {
    /// What it claims. A field that cannot be told apart surely is left out.
    pub work: Work,
    /// The places of the fields in the text, in its order.
    pub fields: Vec<(FieldName, Span)>,
}

/// Reads one item of a list of references, with or without its number; spans are offsets in `text`.
#[must_use]
pub fn read_item(text: &str) -> ParsedItem {
    let mut item = ParsedItem::default();
    for found in find_identifiers(text) {
        let Ok(identifier) = found.result else { continue };
        let field = match &identifier {
            Identifier::Doi(_) => Some(FieldName::Doi),
            Identifier::Pmid(_) => Some(FieldName::Pmid),
            Identifier::Pmcid(_) => Some(FieldName::Pmcid),
            Identifier::Arxiv(..) => Some(FieldName::Arxiv),
            Identifier::Isbn(_) => Some(FieldName::Isbn),
            Identifier::Trial(_) => None,
        };
        item.fields.extend(field.map(|field| (field, found.span)));
        item.work.identifiers.insert(identifier);
    }
    item
}
