//! The prose of a draft, and the patterns that are looked for in it.

use crate::claims::Prose;
use referee_syntax::Document;
use regex::Regex;

/// The most bytes of prose that are read; a trial is told in less.
const MAX_BYTES: usize = 400_000;

/// A pattern for letters in either case.
pub(super) fn any_case(text: &str) -> Regex {
    referee_text::pattern(&format!("(?i){text}")).expect("the pattern is valid")
}

/// The prose of a draft outside of its list of references, block by block.
pub(super) fn prose(document: &Document) -> impl Iterator<Item = Prose> {
    let in_references = document.reference_blocks();
    let mut bytes = 0;
    (0..document.blocks().len())
        .filter(move |index| !in_references.contains(index))
        .filter_map(|index| Prose::of(document, index))
        .take_while(move |prose| {
            bytes += prose.text.len();
            bytes <= MAX_BYTES
        })
}
