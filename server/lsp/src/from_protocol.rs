//! Converts protocol types into ours. All position conversions are here and in
//! [`crate::to_protocol`].

use referee_features::code_action::ActionKind;
use referee_text::position::{offset, position};
use referee_text::{Encoding, Position, Rope, Span, TextEdit};
use tower_lsp::lsp_types::{self, CodeActionKind, Range, TextDocumentContentChangeEvent};

/// Returns the byte offset of a position. A position outside of the text is clamped to the nearest
/// one inside.
pub(crate) fn byte(text: &Rope, at: lsp_types::Position, encoding: Encoding) -> usize {
    offset(text, Position { line: at.line, column: at.character }, encoding)
}

/// Returns the span of a range. A reversed range is normalised.
pub(crate) fn span(text: &Rope, range: Range, encoding: Encoding) -> Span {
    let (a, b) = (byte(text, range.start, encoding), byte(text, range.end, encoding));
    Span::new(a.min(b), a.max(b))
}

/// Returns the edit of a change, and whether its range was within the text. A change without a
/// range replaces everything.
pub(crate) fn edit(
    text: &Rope,
    change: TextDocumentContentChangeEvent,
    encoding: Encoding,
) -> (TextEdit, bool) {
    let Some(range) = change.range else {
        return (TextEdit::new(Span::new(0, text.len_bytes()), change.text), true);
    };
    let span = span(text, range, encoding);
    let is_inside = |at: lsp_types::Position, byte: usize| {
        // Some editors use the line after the last one for the end of the text.
        (at.character == 0 && at.line as usize == text.len_lines())
            || position(text, byte, encoding) == Position { line: at.line, column: at.character }
    };
    let inside = range.start <= range.end
        && is_inside(range.start, span.start as usize)
        && is_inside(range.end, span.end as usize);
    (TextEdit::new(span, change.text), inside)
}

/// Returns whether an editor that requests `only` these kinds of actions accepts one of ours.
pub(crate) fn wants(only: Option<&[CodeActionKind]>, kind: ActionKind) -> bool {
    let Some(only) = only else {
        // Whole-file fixes and generated text are offered only on explicit request.
        let asked = [ActionKind::FixAll, ActionKind::Hypothesize, ActionKind::Report, ActionKind::Research];
        return !asked.contains(&kind);
    };
    let ours = crate::to_protocol::action_kind(kind);
    only.iter().any(|asked| {
        let asked = asked.as_str();
        asked.is_empty()
            || ours.as_str() == asked
            || ours.as_str().strip_prefix(asked).is_some_and(|rest| rest.starts_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn change(range: Option<(u32, u32, u32, u32)>, text: &str) -> TextDocumentContentChangeEvent {
        let at = lsp_types::Position::new;
        TextDocumentContentChangeEvent {
            range: range.map(|(a, b, c, d)| Range::new(at(a, b), at(c, d))),
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_range_behind_an_emoji_is_found_in_every_encoding() {
        let text = Rope::from_str("😀é x\n");
        for (encoding, column) in [(Encoding::Utf8, 7), (Encoding::Utf16, 4), (Encoding::Utf32, 3)] {
            let (edit, inside) = edit(&text, change(Some((0, column, 0, column + 1)), "y"), encoding);
            assert_eq!((edit.span, inside), (Span::new(7, 8), true), "{encoding:?}");
        }
    }

    #[test]
    fn the_end_of_the_text_may_be_named_by_the_line_behind_it() {
        let (edit, inside) = edit(&Rope::from_str("a\nb"), change(Some((0, 0, 2, 0)), ""), Encoding::Utf16);
        assert_eq!((edit.span, inside), (Span::new(0, 3), true));
    }

    #[test]
    fn a_file_is_fixed_as_a_whole_only_on_request() {
        let kinds = |name: &'static str| [CodeActionKind::from(name)];
        assert!(!wants(None, ActionKind::FixAll));
        assert!(wants(Some(&kinds("source")), ActionKind::FixAll));
        assert!(wants(Some(&kinds("source.fixAll")), ActionKind::FixAll));
        assert!(wants(Some(&kinds("source.fixAll.referee")), ActionKind::FixAll));
        assert!(!wants(Some(&kinds("source.fix")), ActionKind::FixAll));
        assert!(!wants(Some(&kinds("quickfix")), ActionKind::FixAll));
        assert!(wants(Some(&kinds("refactor")), ActionKind::Rewrite));
    }

    proptest! {
        #[test]
        fn no_range_can_do_harm(
            text in "[aé😀\r\n]{0,30}",
            a in 0u32..9, b in 0u32..40, c in 0u32..9, d in 0u32..40,
        ) {
            let mut rope = Rope::from_str(&text);
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let (edit, _) = edit(&rope, change(Some((a, b, c, d)), "z"), encoding);
                prop_assert!(edit.span.end as usize <= rope.len_bytes());
                prop_assert_eq!(edit.apply(&mut rope.clone()).span, edit.span);
            }
            let (edit, _) = edit(&rope, change(Some((c, d, u32::MAX, u32::MAX)), "z"), Encoding::Utf16);
            edit.apply(&mut rope);
        }
    }
}
