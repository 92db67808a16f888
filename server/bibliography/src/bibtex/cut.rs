//! Splits a BibTeX file into blocks: finds where one entry ends and the next begins.
//!
//! The split tolerates any input: an entry whose brace is never closed ends where the next line
//! starts with `@word{`. So a half-typed entry damages only itself, and an edit affects the text no
//! further than that line.

use referee_text::RopeSlice;
use referee_text::blocks::Cut;

/// Maximum length in bytes of a `@comment{…}`, which may hold whole entries, when searching for its
/// closing brace.
const COMMENT_MAX: usize = 64 * 1024;
/// Maximum length of an entry in bytes.
const ENTRY_MAX: usize = 4 * 1024 * 1024;
/// Text between entries is split at blank lines, or after this many bytes.
const JUNK_MAX: usize = 64 * 1024;
/// Maximum length in bytes of the entry type and key after an `@`.
const HEADER_MAX: usize = 512;

/// A cursor over the bytes of a rope.
#[derive(Clone)]
struct Bytes<'a> {
    rest: RopeSlice<'a>,
    chunk: &'a [u8],
    in_chunk: usize,
    before: usize,
}

impl<'a> Bytes<'a> {
    fn new(rest: RopeSlice<'a>) -> Self {
        Bytes { rest, chunk: &[], in_chunk: 0, before: 0 }
    }

    fn offset(&self) -> usize {
        self.before + self.in_chunk
    }

    fn peek(&mut self) -> Option<u8> {
        if self.in_chunk >= self.chunk.len() {
            let at = self.before + self.chunk.len();
            if at >= self.rest.len_bytes() {
                return None;
            }
            let (chunk, start, _, _) = self.rest.chunk_at_byte(at);
            self.before = start;
            self.in_chunk = at - start;
            self.chunk = chunk.as_bytes();
        }
        self.chunk.get(self.in_chunk).copied()
    }

    fn bump(&mut self) {
        self.in_chunk += 1;
    }

    fn skip_while(&mut self, limit: usize, wanted: impl Fn(u8) -> bool) {
        while self.offset() < limit && self.peek().is_some_and(&wanted) {
            self.bump();
        }
    }

    fn skip_space(&mut self) {
        self.skip_while(usize::MAX, |byte| byte.is_ascii_whitespace());
    }

    fn eat(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }
}

/// `@word{` and what follows it.
struct Header {
    comment: bool,
    paren: bool,
    /// What follows the opening brace: a key and a comma, or the end of the line, as in an entry.
    full: Full,
    /// The offset after the opening brace.
    end: usize,
}

#[derive(PartialEq, Eq)]
enum Full {
    KeyAndComma,
    EndOfLine,
    No,
}

/// Reads a header at the `@` under the cursor; also returns the offset up to which it looked.
fn header(mut bytes: Bytes<'_>) -> (Option<Header>, usize) {
    let limit = bytes.offset() + HEADER_MAX;
    bytes.bump();
    bytes.skip_while(limit, |byte| byte.is_ascii_whitespace());
    let mut word = Vec::new();
    while let Some(byte) =
        bytes.peek().filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+'))
    {
        if word.len() >= 64 {
            break;
        }
        word.push(byte.to_ascii_lowercase());
        bytes.bump();
    }
    bytes.skip_while(limit, |byte| byte.is_ascii_whitespace());
    let open = bytes.peek();
    if !word.first().is_some_and(u8::is_ascii_alphabetic) || !matches!(open, Some(b'{' | b'(')) {
        return (None, bytes.offset() + 1);
    }
    bytes.bump();
    let end = bytes.offset();
    let special = matches!(word.as_slice(), b"comment" | b"string" | b"preamble");
    bytes.skip_while(limit, |byte| matches!(byte, b' ' | b'\t'));
    let full = if special {
        Full::KeyAndComma
    } else if matches!(bytes.peek(), None | Some(b'\n' | b'\r')) {
        Full::EndOfLine
    } else {
        bytes.skip_while(limit, |byte| {
            !matches!(byte, b',' | b'\n' | b'\r' | b'{' | b'}' | b'"' | b'=' | b'#' | b'\\')
        });
        match bytes.peek() {
            Some(b',') => Full::KeyAndComma,
            None | Some(b'\n' | b'\r') => Full::EndOfLine,
            _ => Full::No,
        }
    };
    let header = Header { comment: word == b"comment", paren: open == Some(b'('), full, end };
    (Some(header), bytes.offset() + 1)
}

/// Cuts the block at the start of `rest`.
pub(super) fn cut(rest: RopeSlice<'_>, first: bool) -> Cut {
    let mut bytes = Bytes::new(rest);
    if first {
        // Skip the byte order mark.
        bytes.skip_while(3, |byte| matches!(byte, 0xEF | 0xBB | 0xBF));
    }
    bytes.skip_space();
    match bytes.peek() {
        None => Cut { len: bytes.offset(), seen: bytes.offset() },
        Some(b'@') => match header(bytes.clone()) {
            (Some(header), seen) => {
                while bytes.offset() < header.end && bytes.peek().is_some() {
                    bytes.bump();
                }
                let cut = if header.comment {
                    cut_comment(bytes, header.paren)
                } else {
                    cut_entry(bytes, header.paren)
                };
                Cut { len: cut.len, seen: cut.seen.max(seen) }
            }
            (None, seen) => cut_junk(bytes, seen),
        },
        Some(_) => cut_junk(bytes, 0),
    }
}

/// Cuts text that is not an entry: up to a blank line, or to the next `@word{` outside of a line of
/// `%`.
fn cut_junk(mut bytes: Bytes<'_>, seen: usize) -> Cut {
    let start = bytes.offset();
    let mut seen = seen;
    let (mut commented, mut blank) = (false, false);
    let mut before = b'\n';
    // The caller has found that the block does not start with a header.
    if bytes.eat(b'@') {
        before = b'@';
    }
    while let Some(byte) = bytes.peek() {
        match byte {
            b'\n' => {
                if blank || bytes.offset() - start > JUNK_MAX {
                    bytes.skip_space();
                    break;
                }
                commented = false;
                blank = true;
            }
            b'%' if blank || before == b'\n' => {
                commented = true;
                blank = false;
            }
            b'@' if !commented && !before.is_ascii_alphanumeric() => {
                let (found, looked) = header(bytes.clone());
                seen = seen.max(looked);
                if found.is_some() {
                    return Cut { len: bytes.offset(), seen };
                }
                blank = false;
            }
            b' ' | b'\t' | b'\r' => {}
            _ => {
                blank = false;
                // A binary file lacks line breaks; cut it between two characters.
                if bytes.offset() - start > 2 * JUNK_MAX && byte < 0x80 {
                    break;
                }
            }
        }
        if !matches!(byte, b' ' | b'\t') || before != b'\n' {
            before = byte;
        }
        bytes.bump();
    }
    Cut { len: bytes.offset(), seen: seen.max(bytes.offset() + 1) }
}

/// Cuts a comment: up to its closing brace if that is near, otherwise up to the next line that
/// starts an entry.
fn cut_comment(mut bytes: Bytes<'_>, paren: bool) -> Cut {
    let start = bytes.offset();
    let (mut depth, mut parens) = (usize::from(!paren), usize::from(paren));
    let mut line_start = false;
    let mut next_entry = None;
    let mut looked = 0;
    while let Some(byte) = bytes.peek() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'(' if paren && depth == 0 => parens += 1,
            b')' if paren && depth == 0 => parens = parens.saturating_sub(1),
            b'@' if line_start && next_entry.is_none() => {
                let (found, seen) = header(bytes.clone());
                looked = looked.max(seen);
                if found.is_some_and(|header| header.full != Full::No) {
                    next_entry = Some(bytes.offset());
                }
            }
            _ => {}
        }
        line_start = byte == b'\n' || line_start && matches!(byte, b' ' | b'\t');
        bytes.bump();
        if matches!(byte, b'}' | b')') && depth == 0 && parens == 0 {
            bytes.skip_space();
            return Cut { len: bytes.offset(), seen: (bytes.offset() + 1).max(looked) };
        }
        if bytes.offset() - start > COMMENT_MAX && (next_entry.is_some() || byte == b'\n') {
            break;
        }
    }
    let seen = bytes.offset().max(looked) + 1;
    Cut { len: next_entry.unwrap_or(bytes.offset()), seen }
}

/// Cuts an entry: up to its closing brace, or to the next line that starts an entry.
fn cut_entry(mut bytes: Bytes<'_>, paren: bool) -> Cut {
    let start = bytes.offset();
    let (mut depth, mut parens) = (usize::from(!paren), usize::from(paren));
    let mut line_start = false;
    let mut indented = false;
    let mut looked = 0;
    while let Some(byte) = bytes.peek() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'(' if paren && depth == 0 => parens += 1,
            b')' if paren && depth == 0 => parens = parens.saturating_sub(1),
            b'@' if line_start => {
                let (found, seen) = header(bytes.clone());
                looked = looked.max(seen);
                let starts = found.is_some_and(|header| match header.full {
                    Full::KeyAndComma => true,
                    Full::EndOfLine => !indented || depth <= 1,
                    Full::No => depth <= 1,
                });
                if starts {
                    return Cut { len: bytes.offset(), seen: looked };
                }
            }
            _ => {}
        }
        if byte == b'\n' {
            (line_start, indented) = (true, false);
        } else if matches!(byte, b' ' | b'\t') {
            indented = true;
        } else {
            line_start = false;
        }
        bytes.bump();
        if matches!(byte, b'}' | b')') && depth == 0 && parens == 0 {
            let (more, seen) = goes_on(bytes.clone(), paren);
            looked = looked.max(seen);
            if more {
                depth = 1;
                continue;
            }
            bytes.skip_space();
            return Cut { len: bytes.offset(), seen: (bytes.offset() + 1).max(looked) };
        }
        if bytes.offset() - start > ENTRY_MAX && byte == b'\n' {
            break;
        }
    }
    Cut { len: bytes.offset(), seen: (bytes.offset() + 1).max(looked) }
}

/// Whether fields follow the brace that closed the entry
/// (`title = {One brace too many}}, year = 2020}`); also returns the offset up to which it looked.
fn goes_on(mut bytes: Bytes<'_>, paren: bool) -> (bool, usize) {
    let limit = bytes.offset() + HEADER_MAX;
    if paren {
        return (false, bytes.offset());
    }
    let space = |byte: u8| byte.is_ascii_whitespace();
    bytes.skip_while(limit, space);
    let comma = bytes.eat(b',');
    bytes.skip_while(limit, space);
    let name = bytes.offset();
    bytes.skip_while(limit, |byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'+' | b'.')
    });
    let named = bytes.offset() > name;
    bytes.skip_while(limit, space);
    let equals = bytes.eat(b'=');
    bytes.skip_while(limit, space);
    let valued = bytes.peek().is_some_and(|byte| matches!(byte, b'{' | b'"') || byte.is_ascii_alphanumeric());
    (comma && named && equals && valued, bytes.offset() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_text::Rope;

    fn blocks(text: &str) -> Vec<String> {
        let rope = Rope::from_str(text);
        let mut at = 0;
        let mut out = Vec::new();
        while at < rope.len_bytes() {
            let cut = cut(rope.byte_slice(at..), at == 0);
            assert!(cut.len > 0 && cut.seen >= cut.len, "{cut:?} at {at} in {text:?}");
            out.push(rope.byte_slice(at..at + cut.len).to_string());
            at += cut.len;
        }
        out
    }

    #[test]
    fn every_entry_is_a_block() {
        assert_eq!(
            blocks(
                "% made by hand\n\n@article{a, title={x {y} z}}\n\n@book(b,\n title = \"(z)\")@misc{c}\n tail\n"
            ),
            [
                "% made by hand\n\n",
                "@article{a, title={x {y} z}}\n\n",
                "@book(b,\n title = \"(z)\")",
                "@misc{c}\n ",
                "tail\n"
            ]
        );
    }

    #[test]
    fn an_unclosed_brace_costs_one_entry() {
        assert_eq!(
            blocks("@article{a,\n title = {half typed\n year = 2020\n}\n\n@book{b,\n x={y}\n}\n@misc{c,}"),
            ["@article{a,\n title = {half typed\n year = 2020\n}\n\n", "@book{b,\n x={y}\n}\n", "@misc{c,}"]
        );
        assert_eq!(blocks("@article{a,\n@book{\n@misc{c,"), ["@article{a,\n", "@book{\n", "@misc{c,"]);
    }

    #[test]
    fn a_brace_too_many_does_not_end_the_entry() {
        assert_eq!(
            blocks("@article{a,\n title = {T}},\n year = {2020}\n}\n@misc{b,}"),
            ["@article{a,\n title = {T}},\n year = {2020}\n}\n", "@misc{b,}"]
        );
    }

    #[test]
    fn an_at_inside_a_value_starts_nothing() {
        let text = "@article{a,\n note = {write to\n@ me or\n  @you{now} or a@b.org},\n x = {1}}\n";
        assert_eq!(blocks(text), [text]);
    }

    #[test]
    fn comments_hide_entries() {
        assert_eq!(
            blocks("@comment{\n@article{a,\n x={1}\n}\n}\n@misc{b,}\n% @misc{c,}\nx@y{z"),
            ["@comment{\n@article{a,\n x={1}\n}\n}\n", "@misc{b,}\n", "% @misc{c,}\nx@y{z"]
        );
        assert_eq!(
            blocks("@comment{never closed\n\n@misc{b,\n}"),
            ["@comment{never closed\n\n", "@misc{b,\n}"]
        );
    }
}
