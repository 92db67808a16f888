//! Finds the places where a title may be split into title and subtitle.

use super::super::words;
use referee_text::fold;

/// A part of a title: the title itself, a subtitle, a part in parentheses.
pub(super) struct Segment<'a> {
    pub(super) text: &'a str,
    pub(super) start: SegmentStart,
    pub(super) is_in_brackets: bool,
}

/// The punctuation that begins a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SegmentStart {
    /// The beginning of the title.
    Title,
    /// The end of a sentence: `.`, `?`, `!`, `…`.
    Sentence,
    /// A colon, a semicolon or a long dash.
    Colon,
    /// A dash between spaces.
    Dash,
    /// A vertical bar between spaces.
    Bar,
    /// An opening bracket.
    Bracket,
    /// A closing bracket.
    AfterBracket,
}

impl Segment<'_> {
    /// Returns whether the segment is what a database or a web page prints after a title, and not a
    /// part of it: the name of a site, an abbreviation in parentheses.
    pub(super) fn is_apart_from_title(&self) -> bool {
        match self.start {
            SegmentStart::Bar => true,
            SegmentStart::Dash => is_name(self.text),
            SegmentStart::Bracket => {
                let folded = fold::title(self.text);
                !folded
                    .split(' ')
                    .any(|word| words::is_decisive(word) && word.chars().all(char::is_alphabetic))
            }
            _ => self.text.trim().is_empty(),
        }
    }
}

/// Returns whether all words of a text have a capital, except small words inside of it: "Mayo
/// Clinic", "Journal of Testing". A subtitle begins with an article or has small nouns.
fn is_name(text: &str) -> bool {
    const MAX_WORDS: usize = 5;
    const SMALL_WORDS: &[&str] = &["of", "the", "and", "for", "in"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_capital = |word: &&str| word.starts_with(char::is_uppercase);
    words.len() <= MAX_WORDS
        && words.first().is_some_and(|first| is_capital(first) && !matches!(*first, "A" | "An"))
        && words.iter().all(|word| is_capital(word) || SMALL_WORDS.contains(word))
        && !words.iter().any(|word| words::is_decisive(&fold::title(word)))
}

/// Splits a title where a subtitle may begin.
pub(super) fn segments(text: &str) -> Vec<Segment<'_>> {
    let mut out = Vec::new();
    let (mut from, mut start, mut inside) = (0, SegmentStart::Title, false);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let spaced = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        let after_space = text[..at].ends_with(char::is_whitespace);
        let next = match c {
            ':' | ';' | '—' => SegmentStart::Colon,
            '?' | '!' | '.' | '…' if spaced => SegmentStart::Sentence,
            '-' | '–' | '−' if spaced && after_space => SegmentStart::Dash,
            // "Title | Journal | Publisher" is a common form of page titles.
            '|' if spaced && after_space => SegmentStart::Bar,
            // "CO(2)" and "(R)-" are not parentheses of a sentence.
            '(' | '[' if after_space => SegmentStart::Bracket,
            ')' | ']' if inside => SegmentStart::AfterBracket,
            _ => continue,
        };
        out.push(Segment { text: &text[from..at], start, is_in_brackets: inside });
        from = at + c.len_utf8();
        start = next;
        inside = match next {
            SegmentStart::Bracket => true,
            SegmentStart::AfterBracket => false,
            _ => inside,
        };
    }
    out.push(Segment { text: &text[from..], start, is_in_brackets: inside });
    out
}
