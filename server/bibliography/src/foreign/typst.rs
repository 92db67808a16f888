//! Words of others in Typst.

use super::list_number::without_list_number;

/// `words` in Typst's markup mode.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    let mut before = ' ';
    for c in words.chars() {
        let joined = match c {
            // `//` and `/*` open comments, `--` is a dash, `-?` a hyphen that is not shown, `...` an ellipsis.
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

/// `written`, which is Typst already, so that its first characters open no list.
pub(super) fn at_line_start(written: &str) -> String {
    if let Some(numbered) = without_list_number(written) {
        return numbered;
    }
    if written.starts_with(['-', '+', '/']) { format!("\\{written}") } else { written.to_owned() }
}
