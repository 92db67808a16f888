//! Finds suppression comments in a text without a syntax tree: bibliographies, plain text,
//! referee.toml.

use super::{MARKER, Suppression};
use referee_text::{Rope, Span};

/// Returns the suppression comments in `text`: each from its comment sign (or the start of its
/// words) to the end of its line.
///
/// A comment sign counts at the start of a line or after text; the bare words count only at the
/// start of a line, so that a sentence that mentions them is not a comment. Without a comment,
/// the cost is one search through the text.
#[must_use]
pub fn scan(text: &Rope) -> Vec<Suppression> {
    let mut out = Vec::new();
    let mut last_line = None;
    for offset in occurrences(text) {
        let line = text.byte_to_line(offset);
        if last_line == Some(line) {
            continue;
        }
        last_line = Some(line);
        let start = text.line_to_byte(line);
        let content = text.line(line).to_string();
        let visible = content.trim_end();
        let Some(before) = visible.get(..offset - start) else { continue };
        let Some(sign) = sign(before) else { continue };
        if let Some(suppression) =
            Suppression::parse(&visible[sign..], Span::new(start + sign, start + visible.len()))
        {
            out.push(suppression);
        }
    }
    out
}

/// Returns the start of the comment whose words follow `before`; `None` if they are not in a
/// comment.
fn sign(before: &str) -> Option<usize> {
    let trimmed = before.trim_end();
    if trimmed.is_empty() {
        return Some(before.len());
    }
    for open in ["<!--", "//", "/*"] {
        if let Some(rest) = trimmed.strip_suffix(open) {
            return Some(rest.len());
        }
    }
    if trimmed == ".." {
        return Some(0);
    }
    let bare = trimmed.trim_end_matches(['%', '#']);
    if bare.len() < trimmed.len() {
        return Some(bare.len());
    }
    let brace = trimmed.strip_suffix(['{', '('])?.trim_end();
    let at = brace.len().checked_sub("@comment".len())?;
    brace.get(at..).filter(|word| word.eq_ignore_ascii_case("@comment")).map(|_| at)
}

/// Returns the byte offsets of [`MARKER`] in `text`.
fn occurrences(text: &Rope) -> Vec<usize> {
    let finder = memchr::memmem::Finder::new(MARKER);
    let mut out = Vec::new();
    // The end of the previous chunks, because a marker may span two chunks.
    let mut tail: Vec<u8> = Vec::new();
    let mut at = 0;
    for chunk in text.chunks() {
        let bytes = chunk.as_bytes();
        if !tail.is_empty() {
            let kept = tail.len();
            tail.extend_from_slice(&bytes[..bytes.len().min(MARKER.len() - 1)]);
            out.extend(finder.find_iter(&tail).map(|found| at - kept + found));
        }
        out.extend(finder.find_iter(bytes).map(|found| at + found));
        if tail.is_empty() || bytes.len() >= MARKER.len() - 1 {
            tail.clear();
            tail.extend_from_slice(&bytes[bytes.len().saturating_sub(MARKER.len() - 1)..]);
        } else {
            let from = tail.len().saturating_sub(MARKER.len() - 1);
            tail.drain(..from);
        }
        at += bytes.len();
    }
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suppression::Extent;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<(String, String)> {
        let rope = Rope::from_str(text);
        scan(&rope).into_iter().map(|s| (text[s.span.range()].to_owned(), s.rule)).collect()
    }

    #[test]
    fn a_bibliography_is_silenced_by_percent_and_by_comment_entries() {
        let text = "% referee:ignore citation/differs\n@article{a,}\n@comment{referee:ignore citation/retracted on purpose}\n@book{b,\n  doi = {10.1/x}, % referee:ignore citation/malformed-identifier\n}\n";
        let rules: Vec<_> = found(text).into_iter().map(|(_, rule)| rule).collect();
        assert_eq!(rules, ["citation/differs", "citation/retracted", "citation/malformed-identifier"]);
        assert_eq!(found(text)[0].0, "% referee:ignore citation/differs");
    }

    #[test]
    fn plain_text_is_silenced_by_the_words_at_the_start_of_a_line() {
        assert_eq!(found("  referee:ignore-file citation/*\n").len(), 1);
        assert!(found("write referee:ignore RULE to silence\n").is_empty());
    }

    #[test]
    fn the_extent_is_read() {
        let rope = Rope::from_str("# referee:ignore-start citation/*\nx\n# referee:ignore-end\n");
        let extents: Vec<_> = scan(&rope).iter().map(|s| s.extent).collect();
        assert_eq!(extents, [Extent::Start, Extent::End]);
    }

    proptest! {
        // Long fillers make the rope store the text in several chunks, so that a marker may span
        // two.
        #[test]
        fn every_marker_is_found_wherever_the_rope_is_cut(fillers in prop::collection::vec(0usize..1500, 1..8)) {
            let mut text = String::new();
            for filler in &fillers {
                text.push_str(&"é".repeat(*filler));
                text.push_str("\n% referee:ignore citation/differs\n");
            }
            prop_assert_eq!(scan(&Rope::from_str(&text)).len(), fillers.len());
        }

        #[test]
        fn scanning_never_fails(text in "(referee:ignore|%|@comment|[{}#/ \n]|é|citation/x|,){0,40}") {
            for suppression in scan(&Rope::from_str(&text)) {
                prop_assert!(text.get(suppression.span.range()).is_some());
            }
        }
    }
}
