//! Finds the parts of a text that also occur in an earlier version, without comparing characters.
//!
//! If one rope was derived from another by edits, both share the leaves that no edit touched. A
//! leaf never changes while two ropes refer to it, so identical leaves contain identical text.

use referee_text::{Rope, Span};

/// The common prefix and suffix of two texts, in whole leaves.
pub(super) struct UnchangedText {
    /// The length of the common prefix, in bytes.
    before: usize,
    end: Option<CommonEnd>,
}

/// The common lines at the end of two texts.
struct CommonEnd {
    /// The first byte of these lines in the newer text.
    start: usize,
    /// The byte offset of these lines relative to the earlier text.
    bytes: i64,
    /// The line offset of these lines relative to the earlier text.
    lines: i32,
}

impl UnchangedText {
    /// Compares an earlier text with a newer one.
    pub(super) fn between(earlier: &Rope, newer: &Rope) -> UnchangedText {
        let before = common(newer.chunks(), earlier.chunks());
        let most = newer.len_bytes().min(earlier.len_bytes()) - before;
        let behind = common(backwards(newer), backwards(earlier)).min(most);
        UnchangedText { before, end: CommonEnd::of(earlier, newer, behind) }
    }

    /// Returns the span in the earlier text of a span of the newer one, and the number of lines
    /// that it moved down; `None` if it may have changed, or may be at another column.
    pub(super) fn earlier(&self, span: Span) -> Option<(Span, i32)> {
        if (span.end as usize) < self.before {
            return Some((span, 0));
        }
        let end = self.end.as_ref().filter(|end| span.start as usize >= end.start)?;
        let moved = |at: u32| u32::try_from(i64::from(at) - end.bytes).ok();
        Some((Span { start: moved(span.start)?, end: moved(span.end)? }, end.lines))
    }
}

impl CommonEnd {
    /// Finds the lines that begin in the last `len` bytes of both texts.
    fn of(earlier: &Rope, newer: &Rope, len: usize) -> Option<CommonEnd> {
        // The line in which these bytes begin may have changed.
        let line = newer.byte_to_line(newer.len_bytes() - len) + 1;
        let start = (len > 0 && line < newer.len_lines()).then(|| newer.line_to_byte(line))?;
        let bytes = newer.len_bytes() as i64 - earlier.len_bytes() as i64;
        let line_then = earlier.byte_to_line(usize::try_from(start as i64 - bytes).ok()?);
        let lines = i32::try_from(line as i64 - line_then as i64).ok()?;
        Some(CommonEnd { start, bytes, lines })
    }
}

/// Returns the leaves of a text in reverse order.
fn backwards(rope: &Rope) -> impl Iterator<Item = &str> {
    rope.chunks_at_byte(rope.len_bytes()).0.reversed()
}

/// Returns the length of the common prefix of two sequences of leaves, in bytes.
fn common<'a>(one: impl Iterator<Item = &'a str>, other: impl Iterator<Item = &'a str>) -> usize {
    one.zip(other).take_while(|(one, other)| std::ptr::eq(*one, *other)).map(|(leaf, _)| leaf.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use referee_text::TextEdit;
    use referee_text::position::{Encoding, positions};

    /// Counts the spans whose positions are known from the earlier text, after comparing each with
    /// its real one.
    fn known_positions(earlier: &Rope, newer: &Rope) -> usize {
        let unchanged = UnchangedText::between(earlier, newer);
        let mut known = 0;
        for start in 0..=newer.len_bytes() {
            let span = Span::new(start, (start + 7).min(newer.len_bytes()));
            let Some((then, lines)) = unchanged.earlier(span) else { continue };
            known += 1;
            let (first, last) = positions(newer, span, Encoding::Utf16);
            let (first_then, last_then) = positions(earlier, then, Encoding::Utf16);
            for (now, then) in [(first, first_then), (last, last_then)] {
                assert_eq!(Some(now.line), then.line.checked_add_signed(lines), "{span:?}");
                assert_eq!(now.column, then.column, "{span:?}");
            }
        }
        known
    }

    #[test]
    fn after_a_letter_in_the_middle_of_a_long_text_most_positions_are_known() {
        let mut rope = Rope::from_str(&"A line of 40 letters, more or less so.\n".repeat(400));
        let earlier = rope.clone();
        let middle = rope.len_bytes() / 2;
        TextEdit::new(Span::at(middle), "x\n").apply(&mut rope);
        assert!(known_positions(&earlier, &rope) * 10 > rope.len_bytes() * 6);
    }

    #[test]
    fn nothing_is_known_of_a_text_that_came_from_elsewhere() {
        let rope = Rope::from_str("one\ntwo\n");
        assert_eq!(known_positions(&Rope::default(), &rope), 0);
        assert_eq!(known_positions(&Rope::from_str("one\ntwo\n"), &rope), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn a_position_known_from_an_earlier_text_is_the_real_one(
            lines in prop::collection::vec("[a-z𝄞é ]{0,60}(\r\n|\n|\r)", 20..120),
            edits in prop::collection::vec((0.0..1.0_f64, 0_usize..90, "[a\r\n]{0,6}"), 0..4),
        ) {
            let mut rope = Rope::from_str(&lines.concat());
            let earlier = rope.clone();
            for (at, removed, inserted) in edits {
                let boundary = |byte: usize| rope.char_to_byte(rope.byte_to_char(byte.min(rope.len_bytes())));
                let start = boundary((at * rope.len_bytes() as f64) as usize);
                let span = Span::new(start, boundary(start + removed));
                TextEdit::new(span, inserted).apply(&mut rope);
            }
            known_positions(&earlier, &rope);
        }
    }
}
