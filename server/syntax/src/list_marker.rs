//! Recognizes list markers, in Markdown and in lists typed by hand.

/// The marker of a list item. Items of one list have the same kind of marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    /// `- `, `* `, `+ `.
    Bullet,
    /// `12. `, `12) `, `(12) `, `#. `.
    Number,
    /// `[12] `.
    Bracket,
    /// `(@label) `.
    Example,
    /// `[^label]:`.
    Footnote,
}

impl Marker {
    /// Returns the marker at the start of `text`.
    pub(crate) fn of(text: &str) -> Option<Marker> {
        Self::with_rest(text).map(|(marker, ..)| marker)
    }

    /// Returns the marker at the start of `text`, its number, and its length in bytes with the
    /// following blank.
    pub(crate) fn with_rest(text: &str) -> Option<(Marker, Option<u32>, usize)> {
        let blank = |at: usize| text.get(at..at + 1).is_some_and(|next| matches!(next, " " | "\t"));
        let ends = |at: usize| blank(at) || text.get(at..).is_some_and(|rest| rest.trim().is_empty());
        match text.as_bytes() {
            [b'-' | b'*' | b'+', ..] if blank(1) => Some((Marker::Bullet, None, 2)),
            [b'#', b'.', ..] if blank(2) => Some((Marker::Number, None, 3)),
            [b'(', b'@', ..] => {
                let close = text.find(')')?;
                let label = text.get(2..close)?;
                let plain = label.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
                (plain && ends(close + 1)).then_some((Marker::Example, None, close + 2))
            }
            [b'[', b'^', ..] => {
                let close = text.find("]:")?;
                Some((Marker::Footnote, None, close + 2))
            }
            [b'[', rest @ ..] => {
                let digits = digits(rest)?;
                let behind = text.get(1 + digits..)?.strip_prefix(']')?;
                if behind.starts_with([':', '(', '[']) || !ends(digits + 2) {
                    return None;
                }
                Some((Marker::Bracket, text.get(1..=digits)?.parse().ok(), digits + 3))
            }
            [b'(', rest @ ..] => {
                let digits = digits(rest)?;
                (text.get(1 + digits..)?.starts_with(')') && ends(digits + 2))
                    .then(|| (Marker::Number, text.get(1..=digits).and_then(|n| n.parse().ok()), digits + 3))
            }
            bytes => {
                let digits = digits(bytes)?;
                (text.get(digits..)?.starts_with(['.', ')']) && ends(digits + 1))
                    .then(|| (Marker::Number, text.get(..digits).and_then(|n| n.parse().ok()), digits + 2))
            }
        }
    }
}

/// The highest number of an item of a list of references; higher ones are years, in brackets or at
/// the start of lines.
pub(crate) const MAX_REFERENCE_NUMBER: u32 = 1_499;

/// Returns the number of digits at the start of `bytes`, if they may be the number of an item.
fn digits(bytes: &[u8]) -> Option<usize> {
    let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number =
        || bytes.get(..count).and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u32>().ok());
    match count {
        1..=3 => Some(count),
        4 => number().is_some_and(|number| (1_000..=MAX_REFERENCE_NUMBER).contains(&number)).then_some(count),
        _ => None,
    }
}
