//! Lines and columns, as counted by editors and reports.

use crate::Span;
use ropey::{Rope, str_utils};

/// The unit of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16, which every editor supports.
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

/// Returns the position of the byte `offset`. An offset past the end is clamped to the end; one
/// within a character, to its start.
#[must_use]
pub fn position(rope: &Rope, offset: usize, encoding: Encoding) -> Position {
    // Hundreds of findings need their position after every keystroke: the rope's chunk with the
    // byte suffices, unless the line begins in an earlier chunk.
    let (piece, start, _, first_line) = rope.chunk_at_byte(offset.min(rope.len_bytes()));
    let mut local = offset.saturating_sub(start).min(piece.len());
    while !piece.is_char_boundary(local) {
        local -= 1;
    }
    // A position between the two bytes of a line break is still on the line.
    let between = piece.as_bytes().get(local.wrapping_sub(1)..=local) == Some(b"\r\n");
    let before = piece.get(..local - usize::from(between)).unwrap_or_default();
    let line = first_line + str_utils::byte_to_line_idx(before, before.len());
    let column = match before.rfind(['\n', '\r']) {
        Some(last) => width(piece.get(last + 1..local).unwrap_or_default(), encoding),
        None => {
            let line_start = rope.line_to_byte(line).min(start);
            let characters = |byte: usize| rope.byte_to_char(byte);
            let earlier = match encoding {
                Encoding::Utf8 => start - line_start,
                Encoding::Utf16 => {
                    rope.char_to_utf16_cu(characters(start)) - rope.char_to_utf16_cu(characters(line_start))
                }
                Encoding::Utf32 => characters(start) - characters(line_start),
            };
            earlier + width(piece.get(..local).unwrap_or_default(), encoding)
        }
    };
    Position { line: clamp(line), column: clamp(column) }
}

/// Returns the width of a text in units.
fn width(text: &str, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => text.len(),
        _ if text.is_ascii() => text.len(),
        Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        Encoding::Utf32 => text.chars().count(),
    }
}

/// Returns the byte offset of `position`. A line past the end is clamped to the end of the text; a
/// column past the end of its line, to the end of that line before its line break; a column within
/// a character, to its start.
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

/// Returns the positions of both ends of `span`.
#[must_use]
pub fn positions(rope: &Rope, span: Span, encoding: Encoding) -> (Position, Position) {
    (position(rope, span.start as usize, encoding), position(rope, span.end as usize, encoding))
}

/// Returns the number of characters of a line without its line break.
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

    proptest::proptest! {
        #[test]
        fn every_byte_has_the_position_that_counting_gives(
            parts in proptest::collection::vec("[ab\r\né😀 ]{0,3}", 0..1200)
        ) {
            let text = parts.concat();
            let rope = Rope::from_str(&text);
            let (mut line, mut start) = (0, 0);
            for offset in 0..=text.len() + 1 {
                let mut at = offset.min(text.len());
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                let before = text.as_bytes();
                let ends = |at: usize| match before.get(at.wrapping_sub(1)) {
                    Some(b'\n') => true,
                    Some(b'\r') => before.get(at) != Some(&b'\n'),
                    _ => false,
                };
                if at == offset && at > start && ends(at) {
                    (line, start) = (line + 1, at);
                }
                for (encoding, column) in [
                    (Encoding::Utf8, at - start),
                    (Encoding::Utf16, text[start..at].encode_utf16().count()),
                    (Encoding::Utf32, text[start..at].chars().count()),
                ] {
                    let wanted = Position { line, column: clamp(column) };
                    proptest::prop_assert_eq!(position(&rope, offset, encoding), wanted, "{:?} {}", encoding, offset);
                }
            }
        }
    }

    #[test]
    fn form_feeds_and_unicode_separators_do_not_end_a_line() {
        let rope = Rope::from_str("a\u{2028}b\u{000C}c\nd");
        assert_eq!(rope.len_lines(), 2);
    }
}
