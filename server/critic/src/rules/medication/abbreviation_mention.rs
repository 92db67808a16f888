//! Abbreviations that a note mentions without using them: “never SO4Mg”, “the old chart read QOD”.

use crate::BlockContext;
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case};
use referee_text::Span;
use std::sync::LazyLock;

/// Words directly before an abbreviation that forbid or quote it, in folded text.
static MENTION_PREFIX: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r#"\b(?:never|(?:do not|don['’]t|not to) (?:write|use|abbreviate(?: as| to)?)|instead of|rather than|(?:chart|order|prescription|label|script|sheet|it) (?:read|said)|nunca|jamas|no (?:escrib\w+|us\w+|pon\w+|abrevi\w+)(?: como)?|en (?:lugar|vez) de|(?:receta|hoja|orden|etiqueta|indicacion|anterior|que) (?:decia|ponia)) ?["“«'‘]?$"#,
    )
});

/// The maximum number of bytes before the abbreviation that are searched.
const MAX_BYTES_BEFORE: u32 = 60;

/// Whether the abbreviation at `span` is only mentioned, not used.
pub(super) fn is_only_mentioned(block: &BlockContext<'_>, span: Span) -> bool {
    let mut start = span.start.saturating_sub(MAX_BYTES_BEFORE) as usize;
    let text = block.prose();
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..span.start as usize).is_some_and(|before| MENTION_PREFIX.is_match(&fold(before)))
}
