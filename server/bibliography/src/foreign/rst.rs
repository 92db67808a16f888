//! Escapes foreign text for reStructuredText, where a backslash makes any following character
//! literal
//! (<https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#escaping-mechanism>).

use super::list_number::without_list_number;

/// Escapes `words` for reStructuredText.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    let mut before = ' ';
    let mut rest = words.chars().peekable();
    while let Some(c) = rest.next() {
        // `word_` is a link, but not an underscore within a DOI.
        let is_link = c == '_' && !rest.peek().is_some_and(|next| next.is_alphanumeric());
        // `::` at the end of a paragraph begins a literal block.
        let is_literal = c == ':' && before == ':';
        if matches!(c, '\\' | '*' | '`' | '|') || is_link || is_literal {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// Escapes the first character of `written`, which is already reStructuredText, so that it begins
/// no directive, list, field, option or heading.
pub(super) fn at_line_start(written: &str) -> String {
    if let Some(numbered) = without_list_number(written) {
        return numbered;
    }
    // A backslash already escapes what follows, and a star marks strong emphasis.
    match written.chars().next() {
        Some('\\' | '*') => written.to_owned(),
        Some(first) if first.is_ascii_punctuation() || matches!(first, '•' | '‣' | '⁃') => {
            format!("\\{written}")
        }
        _ => written.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{at_line_start, escaped};

    #[test]
    fn what_docutils_would_include_or_link_is_shown() {
        assert_eq!(escaped(":raw:`<b>` |x| a_ *b*"), r":raw:\`<b>\` \|x\| a\_ \*b\*");
        assert_eq!(escaped("as follows::"), r"as follows:\:");
        assert_eq!(at_line_start(".. include:: x"), r"\.. include:: x");
        for words in ["IL-6: a role for β-cells", "10.1007/978-3-319-1_5"] {
            assert_eq!(escaped(words), words);
        }
    }
}
