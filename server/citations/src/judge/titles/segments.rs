//! Finds the places where a title may be split into title and subtitle.

/// Splits a title where a subtitle may begin; the flag says that the segment is in parentheses.
pub(super) fn segments(text: &str) -> Vec<(&str, bool)> {
    let mut out = Vec::new();
    let (mut start, mut inside) = (0, false);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let spaced = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        let (cut, now_inside) = match c {
            ':' | ';' | '—' => (true, inside),
            '?' | '!' | '.' | '…' => (spaced, inside),
            // "Title | Journal | Publisher" is a common form of page titles.
            '-' | '–' | '−' | '|' => (spaced && text[..at].ends_with(char::is_whitespace), inside),
            // "CO(2)" and "(R)-" are not parentheses of a sentence.
            '(' | '[' => (text[..at].ends_with(char::is_whitespace), true),
            ')' | ']' => (inside, false),
            _ => (false, inside),
        };
        if cut {
            out.push((&text[start..at], inside));
            start = at + c.len_utf8();
            inside = now_inside;
        }
    }
    out.push((&text[start..], inside));
    out
}
