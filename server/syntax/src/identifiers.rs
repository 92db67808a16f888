//! Bare identifiers in prose: `PMID: 123`, a DOI, a trial registration.

use crate::{Citation, Mode, Target};
use referee_bibliography::identifier::find_identifiers;
use referee_text::Span;

/// The identifiers in `text` as citations, outside the `mute` parts, which are in order. A link that names the same
/// work in its text and in its target is one citation.
pub(crate) fn find(text: &str, mute: &[Span]) -> Vec<Citation> {
    let mut out: Vec<Citation> = Vec::new();
    for found in find_identifiers(text) {
        if mute
            .iter()
            .take_while(|span| span.start <= found.span.start)
            .any(|span| span.end > found.span.start)
        {
            continue;
        }
        let target = match found.result {
            Ok(identifier) => Target::Identifier(identifier),
            Err(malformed) => Target::Malformed(malformed.text, malformed.reason),
        };
        if let Some(last) = out.last_mut()
            && last.target == target
            && is_link_between(text, last.span, found.whole)
        {
            last.group = last.group.cover(found.whole);
            continue;
        }
        out.push(Citation { span: found.span, group: found.whole, target, mode: Mode::Textual });
    }
    out
}

/// Whether the second place is the target of the link in whose text the first stands.
fn is_link_between(text: &str, first: Span, second: Span) -> bool {
    let between = text.get(first.end as usize..second.start as usize).unwrap_or_default();
    between.len() <= 80 && between.contains("](") && !between.contains(char::is_whitespace)
}
