//! Locates arguments of LaTeX commands in the output of BibTeX and biber without decoding them.

use referee_text::Span;

/// Returns the number of blanks, line breaks and comment signs at `at`.
pub(crate) fn blanks(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '%']).len()
}

/// Returns the offset of the delimiter that closes the one at `at`.
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

/// Iterates over the arguments in braces after an offset.
pub(crate) struct Arguments<'a> {
    /// The LaTeX source.
    pub(crate) text: &'a str,
    /// The offset at which the next argument is expected.
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
