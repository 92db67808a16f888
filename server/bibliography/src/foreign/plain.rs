//! Makes foreign text safe in plain text, which cannot escape characters.

/// Replaces brackets that would cite a list item, a work by its key or a source by parentheses.
pub(super) fn without_citations(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(open) = rest.find('[') {
        let behind = &rest[open + 1..];
        let close = behind.find(']').unwrap_or(behind.len());
        let inside = &behind[..close];
        let lead = inside.trim_start_matches(['-', '^', ' ']);
        let cites = lead.starts_with(|c: char| c.is_ascii_digit() || c == '@')
            || ["source:", "fuente:", "ref"]
                .iter()
                .any(|word| lead.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)));
        out.push_str(&rest[..open]);
        if cites {
            out.push_str(&format!("({inside})"));
            rest = behind.get(close + 1..).unwrap_or_default();
        } else {
            out.push('[');
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}
