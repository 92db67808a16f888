//! Finds comments that suppress findings, in Markdown and in plain text.

use crate::comments::html_comments;
use referee_findings::Suppression;
use referee_findings::suppression::{MARKER, scan};
use referee_text::Rope;

/// Returns the suppressions in the HTML comments of `text`; `is_code` returns whether an offset is
/// in code, which contains no comments.
pub(crate) fn in_html(text: &str, is_code: impl Fn(usize) -> bool) -> Vec<Suppression> {
    if !text.contains(MARKER) {
        return Vec::new();
    }
    html_comments(text)
        .filter(|(span, _)| !is_code(span.start as usize))
        .filter_map(|(span, comment)| Suppression::parse(comment, span))
        .collect()
}

/// Returns the suppressions in plain text, which lacks comments: lines that begin with the marker,
/// with or without a comment sign.
pub(crate) fn in_lines(text: &str) -> Vec<Suppression> {
    if text.contains(MARKER) { scan(&Rope::from_str(text)) } else { Vec::new() }
}
