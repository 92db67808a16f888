//! The prose of a draft, and the patterns that are searched for in it.

use crate::claims::Prose;
use referee_syntax::Document;
use regex::Regex;

/// The maximum number of bytes of prose that are read; the report of a trial is shorter.
const MAX_BYTES: usize = 400_000;

/// Compiles a case-insensitive pattern.
pub(super) fn any_case(text: &str) -> Regex {
    referee_text::pattern(&format!("(?i){text}")).expect("the pattern is valid")
}

/// Returns the prose of a draft outside its list of references, block by block.
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
