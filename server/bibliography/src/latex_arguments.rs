//! Arguments of LaTeX commands in what BibTeX and biber write: where they stand, without reading what is in them.

use referee_text::Span;

/// How many blanks, line breaks and signs of comments stand at `at`.
pub(crate) fn blanks(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '%']).len()
}

/// The mark that closes the one at `at`.
pub(crate) fn closing(text: &str, at: usize, open: u8, close: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut braces = 0_usize;
    let mut at = at;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            b'\\' => at += 1,
            byte if byte == open && (open == b'{' || braces == 0) => depth += 1,
            byte if byte == close && (close == b'}' || braces == 0) => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'{' => braces += 1,
            b'}' => braces = braces.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The arguments in braces behind a place.
pub(crate) struct Arguments<'a> {
    /// The LaTeX in which the arguments stand.
    pub(crate) text: &'a str,
    /// Where the next one is looked for.
    pub(crate) at: usize,
}

impl Iterator for Arguments<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        self.at += blanks(self.text, self.at);
        self.text.get(self.at..).filter(|rest| rest.starts_with('{'))?;
        let close = closing(self.text, self.at, b'{', b'}')?;
        let span = Span::new(self.at + 1, close);
        self.at = close + 1;
        Some(span)
    }
}
