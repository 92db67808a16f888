//! Comments that silence findings, in Markdown and in plain text.

use referee_findings::Silence;
use referee_findings::silence::{MARKER, scan};
use referee_text::{Rope, Span};

/// The silences in the HTML comments of `text`; `is_code` says whether a place is code, where nothing is a comment.
pub(crate) fn in_html(text: &str, is_code: impl Fn(usize) -> bool) -> Vec<Silence> {
    let mut out = Vec::new();
    if !text.contains(MARKER) {
        return out;
    }
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("<!--")) {
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        let len = rest.find("-->").map_or(rest.len(), |end| end + "-->".len());
        from = start + len;
        if !is_code(start) {
            out.extend(rest.get(..len).and_then(|comment| Silence::parse(comment, Span::new(start, from))));
        }
    }
    out
}

/// The silences in plain text, which has no comments: a line that begins with the words, behind a comment sign or not.
pub(crate) fn in_lines(text: &str) -> Vec<Silence> {
    if text.contains(MARKER) { scan(&Rope::from_str(text)) } else { Vec::new() }
}
