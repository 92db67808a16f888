//! Words of others in Markdown.

use super::list_number::without_list_number;

/// `words` in Pandoc's Markdown.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    for c in words.chars() {
        match c {
            // knitr finds inline code behind a backslash too, so no backtick may be left.
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

/// `written`, which is Markdown already, so that its first characters open no list, definition, div or example.
pub(super) fn at_line_start(written: &str) -> String {
    if let Some(numbered) = without_list_number(written) {
        return numbered;
    }
    // `:` opens a definition, `:::` a div, `(@)` an example.
    if written.starts_with(['-', '+', '=', ':', '%', '(']) {
        format!("\\{written}")
    } else {
        written.to_owned()
    }
}
