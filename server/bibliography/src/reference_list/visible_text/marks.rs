//! Measures Markdown, HTML and LaTeX markup at a position.

/// Returns the length of the label if a Markdown link begins here.
pub(super) fn link_label(rest: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in rest.char_indices().take(1_000) {
        match c {
            '[' => depth += 1,
            ']' => {
                depth -= 1;
                if depth == 0 {
                    return rest.get(at + 1..).is_some_and(|behind| behind.starts_with('(')).then_some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the length of the HTML tag that begins here, if it is common in references.
pub(super) fn tag(rest: &str) -> Option<usize> {
    let end = rest.bytes().take(200).position(|b| b == b'>')?;
    let inner = rest.get(1..end)?.trim_start_matches('/');
    let name = inner.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    ["i", "b", "em", "strong", "sub", "sup", "span", "a", "u", "p", "br", "li", "div", "cite", "small"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
        .then_some(end + 1)
}

/// Returns the letter under an accent, in braces or bare, and its length in bytes.
pub(super) fn argument(rest: &str, named: bool) -> Option<(char, usize)> {
    let trimmed = if named { rest.trim_start_matches(' ') } else { rest };
    let blanks = rest.len() - trimmed.len();
    let (inner, braced) = match trimmed.strip_prefix('{') {
        Some(inner) => (inner, 1),
        None => (trimmed, 0),
    };
    if named && braced == 0 && blanks == 0 {
        return None;
    }
    let (letter, length) = match inner.strip_prefix("\\i").or_else(|| inner.strip_prefix("\\j")) {
        Some(behind) => {
            (if inner.starts_with("\\i") { 'i' } else { 'j' }, 2 + usize::from(behind.starts_with(' ')))
        }
        None => {
            let letter = inner.chars().next().filter(|c| c.is_alphabetic())?;
            (letter, letter.len_utf8())
        }
    };
    let closed = if braced == 1 { usize::from(inner.get(length..)?.starts_with('}')) } else { 0 };
    (braced == 0 || closed == 1).then_some((letter, blanks + braced + length + closed))
}
