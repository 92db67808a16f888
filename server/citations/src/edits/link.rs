//! Markdown links whose targets are identifiers.

use referee_bibliography::Identifier;
use referee_syntax::{Document, Format};
use referee_text::Span;

/// A Markdown link whose target is an identifier.
pub(super) struct Link {
    pub(super) whole: Span,
    /// The text of the link; empty if it repeats the identifier or is empty, as in MyST's
    /// `[](doi:10.1/x)`.
    pub(super) text: String,
}

/// Returns the link whose target is the identifier at `group`; its text may repeat the identifier.
pub(super) fn link_around(document: &Document, group: Span) -> Option<Link> {
    if !matches!(document.format(), Format::Markdown | Format::Quarto | Format::RMarkdown) {
        return None;
    }
    let text = document.text();
    let line = text.byte_to_line(group.start as usize);
    let (line_start, line_end) = (text.line_to_byte(line), text.line_to_byte(line + 1));
    let before = text.get_byte_slice(line_start..group.start as usize)?.to_string();
    let inside = text.get_byte_slice(group.range())?.to_string();
    let behind = text.get_byte_slice(group.end as usize..line_end.max(group.end as usize))?.to_string();
    let end = group.end as usize + behind.starts_with(')').then_some(1)?;
    if inside.contains("](") {
        let start = before.ends_with('[').then(|| group.start as usize - 1)?;
        return Some(Link { whole: Span::new(start, end), text: String::new() });
    }
    let label = before.get(..before.rfind("](")?)?;
    // The identifier ends the target; only the beginning of an address may precede it.
    let address = before.get(label.len() + 2..)?;
    if address.contains([')', '(', ' ']) {
        return None;
    }
    let start = label.rfind('[')?;
    let words = label.get(start + 1..)?;
    let text = if Identifier::parse(words).is_some() { String::new() } else { words.to_owned() };
    Some(Link { whole: Span::new(line_start + start, end), text })
}
