//! Escapes foreign text for Typst.

use super::list_number::without_list_number;

/// Escapes `words` for Typst's markup mode.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    let mut before = ' ';
    for c in words.chars() {
        let joined = match c {
            // `//` and `/*` begin comments, `--` is a dash, `-?` a soft hyphen, `...` an ellipsis.
            '/' => matches!(before, '/' | '*'),
            '-' | '.' => before == c,
            '?' => before == '-',
            _ => false,
        };
        if joined || matches!(c, '\\' | '#' | '*' | '_' | '`' | '$' | '<' | '>' | '@' | '[' | ']' | '=' | '~')
        {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// Escapes the first characters of `written`, which is already Typst, so that they begin no list.
pub(super) fn at_line_start(written: &str) -> String {
    if let Some(numbered) = without_list_number(written) {
        return numbered;
    }
    if written.starts_with(['-', '+', '/']) { format!("\\{written}") } else { written.to_owned() }
}
