//! Comments that suppress findings, in Markdown and in plain text.

use crate::comments::html_comments;
use referee_findings::Suppression;
use referee_findings::suppression::{MARKER, scan};
use referee_text::Rope;

/// The silences in the HTML comments of `text`; `is_code` says whether a place is code, where nothing is a comment.
pub(crate) fn in_html(text: &str, is_code: impl Fn(usize) -> bool) -> Vec<Suppression> {
    if !text.contains(MARKER) {
        return Vec::new();
    }
    html_comments(text)
        .filter(|(span, _)| !is_code(span.start as usize))
        .filter_map(|(span, comment)| Suppression::parse(comment, span))
        .collect()
}

/// The silences in plain text, which has no comments: a line that begins with the words, behind a comment sign or not.
pub(crate) fn in_lines(text: &str) -> Vec<Suppression> {
    if text.contains(MARKER) { scan(&Rope::from_str(text)) } else { Vec::new() }
}
