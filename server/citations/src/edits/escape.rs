//! Escaping plain words, so that a format shows them as they are.

/// Plain text for a LaTeX draft; in a BibTeX field other rules hold.
#[must_use]
pub fn in_latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '→' => out.push_str("$\\rightarrow$"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::in_latex;

    #[test]
    fn what_means_something_to_latex_is_shown_as_it_is() {
        assert_eq!(
            in_latex("p < .05 & 5% of $_1 {~^\\}"),
            "p \\textless{} .05 \\& 5\\% of \\$\\_1 \\{\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\}"
        );
        assert_eq!(in_latex("“a → b”"), "``a $\\rightarrow$ b''");
    }
}
