//! Checks `@preamble`, which Typst reads only as a single string in quotation marks.

use super::message;
use crate::bibtex::value::{self, Piece};
use crate::misreading::{Misreading, notation_rows as rows};
use referee_text::{Span, TextEdit};

/// Checks the `@preamble` whose sign @ is at `at`. Spans are relative to `source`.
pub(super) fn misread(source: &str, at: usize) -> Option<Misreading> {
    let open = at + source.get(at..)?.find('{')?;
    let close = source.rfind('}').filter(|close| *close > open)?;
    let whole = source.get(open + 1..close)?;
    let value = whole.trim();
    let start = open + 1 + (whole.len() - whole.trim_start().len());
    let span = Span::new(start, start + value.len());
    let name = Span::new(at, open);
    let pieces = value::pieces(value);
    let texts: Option<Vec<&str>> = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => Some(*text),
            Piece::Macro(_) => None,
        })
        .collect();
    let is_bare = !value.starts_with(['{', '"']) && !is_abbreviations(value, &pieces);
    match pieces.as_slice() {
        [] => return None,
        [Piece::Text(_)] if value.starts_with('"') => return None,
        _ => {}
    }
    let row = if is_bare { &rows::BARE_PREAMBLE } else { &rows::PREAMBLE };
    let misreading = Misreading::new(row, name, "@preamble");
    let joined = if is_bare { Some(value.to_owned()) } else { texts.map(|texts| texts.concat()) };
    let Some(text) = joined.filter(|text| !text.contains('"') && is_balanced(text)) else {
        return Some(misreading);
    };
    let title = message("Write one string in quotation marks", "Escribir una sola cadena entre comillas");
    Some(misreading.with(title, vec![TextEdit::new(span, format!("\"{text}\""))], true))
}

/// Whether a value that begins with a name consists of abbreviations and strings joined by `#`.
fn is_abbreviations(value: &str, pieces: &[Piece<'_>]) -> bool {
    let is_name = |name: &str| !name.is_empty() && !name.contains(['\\', ' ']);
    matches!(pieces.first(), Some(Piece::Macro(name)) if is_name(name))
        && value.matches('#').count() + 1 >= pieces.len()
}

/// Whether the braces are balanced.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    for byte in text.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies the first correction, or returns why the text stays as it is.
    fn written(source: &str) -> String {
        let Some(found) = misread(source, 0) else { return "as it is".to_owned() };
        let Some(correction) = found.corrections.first() else { return "no correction".to_owned() };
        let mut out = source.to_owned();
        for edit in &correction.edits {
            out.replace_range(edit.span.range(), &edit.text);
        }
        out
    }

    #[test]
    fn a_preamble_becomes_one_string() {
        for (source, expected) in [
            ("@preamble{\"\\newcommand{\\x}{y}\"}", "as it is"),
            ("@preamble{ \"\" }", "as it is"),
            ("@preamble{}", "as it is"),
            ("@preamble{{\\newcommand{\\x}{y}}}", "@preamble{\"\\newcommand{\\x}{y}\"}"),
            ("@preamble{ \"a\" # \"b\" }", "@preamble{ \"ab\" }"),
            ("@preamble{\"a\"\n # {b}}", "@preamble{\"ab\"}"),
            ("@preamble{\"a \" # foo}", "no correction"),
            ("@preamble{foo}", "no correction"),
            ("@preamble{{\\\"u} # {x}}", "no correction"),
            ("@preamble{\\newcommand{\\x}{y}}", "@preamble{\"\\newcommand{\\x}{y}\"}"),
        ] {
            assert_eq!(written(source), expected, "{source}");
        }
    }
}
