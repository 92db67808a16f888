//! Words and numbers with their places.

use referee_text::Span;

/// A word, a number in digits, or a mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The place, in bytes of the file.
    pub span: Span,
    /// The text in lowercase, without accents.
    pub text: Box<str>,
    /// The text as it is written, if it has capitals or accents.
    pub written: Option<Box<str>>,
    /// The root; the text itself for a number or a mark.
    pub root: Box<str>,
    /// The kind.
    pub kind: WordKind,
}

/// The kind of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WordKind {
    /// Letters.
    Letters,
    /// Digits, possibly with a decimal point, and their value.
    Number(f64),
    /// Any other visible character.
    Mark(char),
    /// The end of a line.
    LineEnd,
}

impl Word {
    /// Whether it consists of letters.
    #[must_use]
    pub fn is_letters(&self) -> bool {
        self.kind == WordKind::Letters
    }

    /// Whether it is written with accents.
    #[must_use]
    pub fn is_accented(&self) -> bool {
        self.written.as_deref().is_some_and(|written| !written.is_ascii())
    }

    /// The text as a message shows it: in lowercase, with its accents.
    fn shown(&self) -> String {
        self.written.as_deref().map_or_else(|| self.text.to_string(), str::to_lowercase)
    }

    /// Whether it is this mark.
    #[must_use]
    pub fn is_mark(&self, mark: char) -> bool {
        self.kind == WordKind::Mark(mark)
    }
}

/// Returns words as a message shows them: in lowercase with their accents, a blank between two.
#[must_use]
pub fn shown(words: &[Word]) -> String {
    words.iter().map(Word::shown).collect::<Vec<_>>().join(" ")
}

/// Returns a name in a text as a message shows it: like [`shown`], but with its capitals if it has them
/// within a sentence: "Nolotil".
#[must_use]
pub fn shown_name(words: &[Word], (first, end): (usize, usize)) -> String {
    let is_inside = first.checked_sub(1).is_some_and(|before| words[before].is_letters());
    let as_written = |word: &Word| word.written.as_deref().unwrap_or(&word.text).to_owned();
    if is_inside {
        words[first..end].iter().map(as_written).collect::<Vec<_>>().join(" ")
    } else {
        shown(&words[first..end])
    }
}

/// A number in the text, in digits or in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The range of its words, by index: the first, and one past the last.
    pub words: (usize, usize),
    /// The most likely reading.
    pub value: f64,
    /// The other readings: "one twenty" is 120, but also 1 and 20.
    pub others: Vec<f64>,
}

impl Said {
    /// Whether one of the readings is this value.
    #[must_use]
    pub fn may_be(&self, value: f64) -> bool {
        same(self.value, value) || self.others.iter().any(|other| same(*other, value))
    }
}

/// Whether two values are the same number.
#[must_use]
pub fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6 * a.abs().max(b.abs()).max(1.0)
}
