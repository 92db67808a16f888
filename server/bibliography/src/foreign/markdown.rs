//! Escapes foreign text for Markdown.

use super::list_number::without_list_number;

/// Escapes `words` for Pandoc's Markdown.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    for c in words.chars() {
        match c {
            // knitr also finds inline code after a backslash, so no backtick may remain.
            '`' => out.push_str("&#96;"),
            '\\' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '$' | '&' | '!'
            | '@' | '^' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// Escapes the first characters of `written`, which is already Markdown, so that they begin no
/// list, definition, div or example.
pub(super) fn at_line_start(written: &str) -> String {
    if let Some(numbered) = without_list_number(written) {
        return numbered;
    }
    // `:` begins a definition, `:::` a div, `(@)` an example.
    if written.starts_with(['-', '+', '=', ':', '%', '(']) {
        format!("\\{written}")
    } else {
        written.to_owned()
    }
}
