//! Finds enumerators within sentences: `(1) … (2) …`, `(i) … (ii) …`, `a) … b) …`.

use std::borrow::Cow;
use std::ops::Range;

/// A potential enumerator.
struct Mark {
    /// Its bytes, including the brackets.
    range: Range<usize>,
    /// Whether it has an opening bracket.
    opened: bool,
    /// Whether it is within another bracket that its own bracket closes: `(n = 24)`.
    inside: bool,
}

/// Returns the enumerators of a text: at least two of the same kind that count up from the first.
#[must_use]
pub fn enumerators(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let all = marks(text);
    let inner = |mark: &Mark| {
        let inner = text.get(mark.range.clone()).unwrap_or_default();
        inner.trim_matches(['(', ')']).to_ascii_lowercase()
    };
    for kind in [decimal as fn(u32) -> String, letter, roman] {
        let mut run: Vec<Range<usize>> = Vec::new();
        let mut next = 1;
        for mark in all.iter().filter(|mark| !mark.inside) {
            let word = inner(mark);
            if word == kind(next) {
                run.push(mark.range.clone());
                next += 1;
            } else if word == kind(1) {
                // The next list begins.
                out.extend(std::mem::take(&mut run).into_iter().take(if next > 2 { usize::MAX } else { 0 }));
                run.push(mark.range.clone());
                next = 2;
            }
        }
        if next > 2 {
            out.extend(run);
        }
    }
    out.sort_by_key(|range| range.start);
    out.dedup();
    out
}

fn decimal(number: u32) -> String {
    number.to_string()
}

fn letter(number: u32) -> String {
    (b'a'..=b'z')
        .nth(usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1))
        .map_or(String::new(), |byte| char::from(byte).to_string())
}

fn roman(number: u32) -> String {
    const ROMAN_NUMERALS: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    let at = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
    ROMAN_NUMERALS.get(at).map_or(String::new(), |word| (*word).to_owned())
}

/// Returns everything with the shape of an enumerator: one or two digits, a letter or a small Roman
/// numeral before a closing bracket, surrounded by white space.
fn marks(text: &str) -> Vec<Mark> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => {
                if let Some((range, opened)) = mark_closed_at(bytes, at) {
                    out.push(Mark { range, opened, inside: depth > usize::from(opened) });
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    out
}

/// Returns the enumerator closed by the bracket at `close`, and whether it has an opening bracket.
fn mark_closed_at(bytes: &[u8], close: usize) -> Option<(Range<usize>, bool)> {
    const MAX_LETTERS: usize = 5;
    if bytes.get(close + 1).is_some_and(|byte| !byte.is_ascii_whitespace()) {
        return None;
    }
    let letters = bytes[..close].iter().rev().take(MAX_LETTERS + 1).take_while(|b| b.is_ascii_alphanumeric());
    let start = close - letters.count();
    let inner = bytes.get(start..close)?;
    let is_roman =
        |byte: &u8| matches!(byte.to_ascii_lowercase(), b'i' | b'v' | b'x' | b'l' | b'c' | b'd' | b'm');
    let is_mark = match inner {
        [] => false,
        [one] => one.is_ascii_alphanumeric(),
        [a, b] if a.is_ascii_digit() && b.is_ascii_digit() => true,
        _ => inner.len() <= MAX_LETTERS && inner.iter().all(is_roman),
    };
    let opened = start.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'(');
    let from = start - usize::from(opened);
    let is_apart =
        from == 0 || bytes.get(from - 1).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'(');
    (is_mark && is_apart).then_some((from..close + 1, opened))
}

/// Masks enumerators and comparison signs in `line`; the result has the same length.
///
/// The segmenter takes a line with two enumerators for a list: it splits at each of them, and
/// nowhere after the last. It takes `<` for a bracket within which no sentence ends:
/// `P < 0.05. The others (n = 3)`.
pub(super) fn masked(line: &str) -> Cow<'_, str> {
    if !line.bytes().any(|byte| matches!(byte, b')' | b'<' | b'>')) {
        return Cow::Borrowed(line);
    }
    let mut bytes = line.as_bytes().to_vec();
    for byte in &mut bytes {
        if matches!(byte, b'<' | b'>') {
            *byte = b'=';
        }
    }
    for Mark { range, opened, inside } in marks(line) {
        let Some(mark) = bytes.get_mut(range) else { continue };
        if inside && !opened {
            // The bracket belongs to the preceding text.
            let letters = mark.len() - 1;
            mark[..letters].fill(b'%');
        } else {
            // A capital, so that an enumerator can begin a sentence.
            mark.fill(b'q');
            mark[0] = b'Q';
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(line), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        enumerators(text).into_iter().filter_map(|range| text.get(range)).collect()
    }

    #[test]
    fn marks_that_count_up_number_the_parts_of_a_sentence() {
        assert_eq!(of("We saw (1) less A, (2) more B and (3) no C (n = 3)."), ["(1)", "(2)", "(3)"]);
        assert_eq!(of("Either i) A or ii) B."), ["i)", "ii)"]);
        assert_eq!(of("Groups (a) and (b) differ."), ["(a)", "(b)"]);
        assert!(of("Vitamin (D) and group (2) in 24 (1) men.").is_empty());
        assert!(of("Refs (12) and (13); controls (n = 1) and cases (n = 2) ate.").is_empty());
    }

    #[test]
    fn a_mask_is_as_long_as_its_line() {
        for line in ["(1) µg < 3 > 2) (n = 24) A (iv) B", "", ")", "(µ) )"] {
            assert_eq!(masked(line).len(), line.len(), "{line}");
        }
        assert_eq!(masked("(n = 24) Men"), "(n = %%) Men");
    }
}
