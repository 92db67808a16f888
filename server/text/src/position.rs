//! Lines and columns, as editors and reports count them.

use crate::Span;
use ropey::Rope;

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16: what every editor understands.
    #[default]
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

/// A line and a column, both counted from 0. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in the units of an [`Encoding`].
    pub column: u32,
}

/// The position of the byte `offset`. An offset past the end is the end; one inside a character is its start.
#[must_use]
pub fn position(rope: &Rope, offset: usize, encoding: Encoding) -> Position {
    let offset = offset.min(rope.len_bytes());
    let character = rope.byte_to_char(offset);
    let line = rope.char_to_line(character);
    let line_start = rope.line_to_char(line);
    let column = match encoding {
        Encoding::Utf8 => rope.char_to_byte(character) - rope.char_to_byte(line_start),
        Encoding::Utf16 => rope.char_to_utf16_cu(character) - rope.char_to_utf16_cu(line_start),
        Encoding::Utf32 => character - line_start,
    };
    Position { line: clamp(line), column: clamp(column) }
}

/// The byte offset of `position`. A line past the end is the end of the text; a column past the end of its line
/// is the end of that line, before its line break; a column inside a character is that character's start.
#[must_use]
pub fn offset(rope: &Rope, position: Position, encoding: Encoding) -> usize {
    let line = position.line as usize;
    if line >= rope.len_lines() {
        return rope.len_bytes();
    }
    let start = rope.line_to_char(line);
    let end = start + visible_length(rope, line);
    let column = position.column as usize;
    let character = match encoding {
        Encoding::Utf8 => {
            let byte = (rope.char_to_byte(start) + column).min(rope.char_to_byte(end));
            rope.byte_to_char(byte)
        }
        Encoding::Utf16 => {
            let unit = (rope.char_to_utf16_cu(start) + column).min(rope.char_to_utf16_cu(end));
            rope.utf16_cu_to_char(unit)
        }
        Encoding::Utf32 => (start + column).min(end),
    };
    rope.char_to_byte(character)
}

/// The positions of both ends of `span`.
#[must_use]
pub fn positions(rope: &Rope, span: Span, encoding: Encoding) -> (Position, Position) {
    (position(rope, span.start as usize, encoding), position(rope, span.end as usize, encoding))
}

/// The characters of a line without its line break.
fn visible_length(rope: &Rope, line: usize) -> usize {
    let slice = rope.line(line);
    let mut length = slice.len_chars();
    while length > 0 && matches!(slice.char(length - 1), '\n' | '\r') {
        length -= 1;
    }
    length
}

fn clamp(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_past_the_line_is_the_end_of_the_line_before_its_break() {
        let rope = Rope::from_str("ab\r\ncd");
        assert_eq!(offset(&rope, Position { line: 0, column: 99 }, Encoding::Utf16), 2);
        assert_eq!(offset(&rope, Position { line: 9, column: 0 }, Encoding::Utf16), 6);
    }

    #[test]
    fn columns_count_what_the_client_counts() {
        let rope = Rope::from_str("aé😀b");
        let at_b = "aé😀".len();
        assert_eq!(position(&rope, at_b, Encoding::Utf8).column, 7);
        assert_eq!(position(&rope, at_b, Encoding::Utf16).column, 4);
        assert_eq!(position(&rope, at_b, Encoding::Utf32).column, 3);
    }

    #[test]
    fn a_column_inside_a_surrogate_pair_is_the_start_of_the_character() {
        let rope = Rope::from_str("😀b");
        assert_eq!(offset(&rope, Position { line: 0, column: 1 }, Encoding::Utf16), 0);
    }

    #[test]
    fn form_feeds_and_unicode_separators_do_not_end_a_line() {
        let rope = Rope::from_str("a\u{2028}b\u{000C}c\nd");
        assert_eq!(rope.len_lines(), 2);
    }
}
