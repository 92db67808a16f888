//! The drugs and groups of drugs that a place names.

use crate::BlockContext;
use crate::analysis::allergens::Substance;
use crate::analysis::meaning::Meaning;
use referee_text::Span;

/// The name of a drug or a group in a text.
#[derive(Clone, Copy)]
pub(crate) struct Mention {
    pub(crate) substance: Substance,
    pub(crate) span: Span,
}

/// The drugs and groups that a place names, in order.
pub(crate) fn mentions(block: &BlockContext<'_>, span: Span) -> Vec<Mention> {
    block
        .phrases_in(span)
        .filter_map(|found| {
            let substance = match found.meaning {
                Meaning::Drug(index) => Substance::Drug(index),
                Meaning::DrugGroup(index) => Substance::Label(index),
                _ => return None,
            };
            if is_injector(block, found.span) || is_aminosalicylate(block, found.span) {
                return None;
            }
            Some(Mention { substance, span: found.span })
        })
        .collect()
}

/// Whether `ASA` is the end of `5-ASA`, which is mesalazine and its kin.
fn is_aminosalicylate(block: &BlockContext<'_>, span: Span) -> bool {
    let before = block.prose().get(..span.start as usize).unwrap_or_default();
    block.slice(span).eq_ignore_ascii_case("asa") && before.trim_end_matches(['-', ' ']).ends_with('5')
}

/// Whether `pen`, the short name of penicillin, is that of a device: an adrenaline pen, an insulin pen.
fn is_injector(block: &BlockContext<'_>, span: Span) -> bool {
    let before = block.prose().get(..span.start as usize).unwrap_or_default();
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    block.slice(span).to_lowercase().starts_with("pen")
        && block.slice(span).len() <= "pens".len()
        && last.is_some_and(|word| {
            let word = word.to_lowercase();
            ["adrenalin", "epinephrin", "insulin", "injector", "autoinjector"]
                .iter()
                .any(|device| word.starts_with(device))
                || word == "epi"
        })
}
