//! The drugs and groups of drugs that a place names.

use crate::BlockContext;
use crate::analysis::allergens::Substance;
use crate::analysis::meaning::Meaning;
use referee_text::Span;

/// The name of a drug or a group in a text.
#[derive(Clone, Copy)]
pub(super) struct Mention {
    pub(super) substance: Substance,
    pub(super) span: Span,
}

/// The drugs and groups that a place names, in order.
pub(super) fn mentions(block: &BlockContext<'_>, span: Span) -> Vec<Mention> {
    block
        .phrases_in(span)
        .filter_map(|found| {
            let substance = match found.meaning {
                Meaning::Drug(index) => Substance::Drug(index),
                Meaning::DrugGroup(index) => Substance::Label(index),
                _ => return None,
            };
            Some(Mention { substance, span: found.span })
        })
        .collect()
}
