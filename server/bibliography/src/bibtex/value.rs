//! The values of fields: what is inside their delimiters, and their pieces.

use referee_text::Span;

/// Whether a bare word (a number, a macro) may contain this byte.
pub(super) fn is_bare(byte: u8) -> bool {
    !byte.is_ascii_whitespace()
        && !matches!(byte, b'=' | b',' | b'{' | b'}' | b'"' | b'#' | b'%' | b'(' | b')')
}

/// One piece of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Text, without its braces or quotes.
    Text(&'a str),
    /// The name of an `@string`.
    Macro(&'a str),
}

/// Splits a value into its pieces: `{A} # jan # " B"`.
pub(super) fn pieces(value: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::with_capacity(1);
    let mut rest = value.trim();
    while let Some(first) = rest.bytes().next() {
        let (piece, len) = match first {
            b'{' | b'"' => {
                let (inner, len) = delimited(rest);
                (Piece::Text(inner), len)
            }
            b'#' => {
                rest = rest.get(1..).unwrap_or_default().trim_start();
                continue;
            }
            _ => {
                let len = rest.bytes().position(|byte| !is_bare(byte)).unwrap_or(rest.len()).max(1);
                let len = (len..=rest.len()).find(|end| rest.is_char_boundary(*end)).unwrap_or(rest.len());
                let word = rest.get(..len).unwrap_or_default();
                let number = word.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
                (if number { Piece::Text(word) } else { Piece::Macro(word) }, len)
            }
        };
        out.push(piece);
        rest = rest.get(len..).unwrap_or_default().trim_start();
    }
    out
}

/// Returns the span of the content of `value`, which is at `span`: without delimiters if it is one
/// piece, the whole span if pieces are joined.
pub(super) fn inside(value: &str, span: Span) -> Span {
    match pieces(value).as_slice() {
        [Piece::Text(text)] if value.starts_with(['{', '"']) => {
            let start = span.start as usize + 1;
            Span::new(start, start + text.len())
        }
        _ => span,
    }
}

/// Returns the content of the delimited piece at the start of `text`, and its whole length.
///
/// BibTeX counts every brace; some programs that write files escape braces. The first closing
/// delimiter that leaves a plausible rest is used.
fn delimited(text: &str) -> (&str, usize) {
    let makes_sense = |end: usize| {
        let behind = text.get(end..).unwrap_or_default().trim_start();
        behind.is_empty() || behind.starts_with('#')
    };
    for escapes in [false, true] {
        if let Some(end) = delimited_end(text.as_bytes(), escapes)
            && makes_sense(end)
        {
            return (text.get(1..end - 1).unwrap_or_default(), end);
        }
    }
    // Unclosed, or closed too early.
    let close = if text.starts_with('{') { '}' } else { '"' };
    let inner = text.get(1..).unwrap_or_default();
    let closed_too_early = delimited_end(text.as_bytes(), false).is_some();
    let inner = if closed_too_early { inner.strip_suffix(close).unwrap_or(inner) } else { inner };
    (inner, text.len())
}

fn delimited_end(bytes: &[u8], escapes: bool) -> Option<usize> {
    let quoted = bytes.first() == Some(&b'"');
    let mut depth = 0usize;
    let mut at = usize::from(quoted);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if escapes => at += 1,
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && !quoted {
                    return Some(at + 1);
                }
            }
            b'"' if quoted && depth == 0 => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fall_into_pieces() {
        assert_eq!(pieces("{a {b} c}"), [Piece::Text("a {b} c")]);
        assert_eq!(
            pieces("\"10~\" # jan # {, } # 1999"),
            [Piece::Text("10~"), Piece::Macro("jan"), Piece::Text(", "), Piece::Text("1999")]
        );
        assert_eq!(pieces(r"{a \{ b}"), [Piece::Text(r"a \{ b")]);
        assert_eq!(pieces(r"{C:\dir\}"), [Piece::Text(r"C:\dir\")]);
        assert_eq!(pieces("{never closed"), [Piece::Text("never closed")]);
        assert_eq!(pieces("{a {b}"), [Piece::Text("a {b}")]);
        assert_eq!(pieces("\"a {\"} b\""), [Piece::Text("a {\"} b")]);
        assert_eq!(pieces(""), []);
        assert_eq!(pieces("{"), [Piece::Text("")]);
    }
}
