//! Escapes foreign text for BibTeX.

/// Escapes `words` as the value of a BibTeX field between braces.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut before = ' ';
    for c in words.chars() {
        match c {
            '&' | '%' | '#' | '_' | '$' => {
                out.push('\\');
                out.push(c);
            }
            // BibTeX counts escaped braces too, but not these commands.
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            // Two in a row would become a dash or a quotation mark.
            '-' | '\'' if c == before => {
                out.push_str("{}");
                out.push(c);
            }
            _ => out.push(c),
        }
        before = c;
    }
    out
}
