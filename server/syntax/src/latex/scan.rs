//! Finds the end of a line, a paragraph and a command name.

/// Returns the end of the line that contains byte `at`: its line break, or the end of the text.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes
        .get(at..)
        .and_then(|rest| memchr::memchr2(b'\n', b'\r', rest))
        .map_or(bytes.len(), |found| at + found)
}

/// Returns the byte after the line break at `at`.
pub(super) fn line_break(bytes: &[u8], at: usize) -> usize {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) => at + 2,
        (Some(b'\n' | b'\r'), _) => at + 1,
        _ => at,
    }
}

/// Returns whether the line break at `at` ends a paragraph: the next line is blank.
pub(super) fn is_break(bytes: &[u8], at: usize) -> bool {
    let mut next = line_break(bytes, at);
    while matches!(bytes.get(next), Some(b' ' | b'\t')) {
        next += 1;
    }
    matches!(bytes.get(next), Some(b'\n' | b'\r'))
}

/// Returns the end of the command whose backslash is at `start`.
pub(super) fn command_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start + 1;
    while matches!(bytes.get(end), Some(byte) if byte.is_ascii_alphabetic() || *byte == b'@') {
        end += 1;
    }
    if end > start + 1 {
        // In a sentence, the `@` of `\LaTeX@` is not followed by a letter, so it is not part of the
        // name.
        while end > start + 2 && bytes.get(end - 1) == Some(&b'@') {
            end -= 1;
        }
        return end;
    }
    text[end.min(text.len())..].chars().next().map_or(text.len(), |character| end + character.len_utf8())
}

/// Returns whether the command at `start` is `\end{document}`.
pub(super) fn ends_document(text: &str, start: usize) -> bool {
    text.get(start..).is_some_and(|rest| rest.starts_with("\\end{document}"))
}

/// Returns the word in braces that starts at `at`: `{verbatim*}`.
pub(super) fn braced_word(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?.strip_prefix('{')?;
    let limit = rest.len().min(64);
    let close = memchr::memchr(b'}', &rest.as_bytes()[..limit])?;
    rest.get(..close)
}
