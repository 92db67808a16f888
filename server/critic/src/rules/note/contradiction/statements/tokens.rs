//! Words, numbers and the gaps between them, folded.

use crate::analysis::folding::fold_into;
use referee_text::Span;
use referee_text::months::MONTHS;
use referee_text::number_words::value_of_word;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// The names of the months in English and Spanish, and their abbreviations.
pub(super) static MONTH_NAMES: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    let names = MONTHS.iter().flat_map(|month| month.english_forms.iter().chain(month.spanish));
    names.flat_map(|name| [*name, name.get(..3).unwrap_or(name)]).collect()
});

/// What separates a token from the one before it. A greater gap separates more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// A blank, a hyphen, a quotation mark, or a line break within a sentence.
    Blank,
    /// A colon, a slash or a bracket.
    Mark,
    /// A comma.
    Comma,
    /// A full stop, a semicolon, a question mark, an arrow or a new line.
    Stop,
}

/// A word or a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Its place in the block.
    pub(super) span: Span,
    /// Its folded text, as a range of [`Tokens::folded`].
    text: (u32, u32),
    /// What separates it from the token before it.
    pub(super) gap: Gap,
    /// Whether it is the first of its line.
    pub(super) begins_line: bool,
    /// Whether an arrow is before it: the value after a change.
    pub(super) follows_arrow: bool,
    /// Whether it begins with a digit or a minus.
    pub(super) is_number: bool,
    /// The number of the round bracket around it, from 1; 0 outside.
    pub(super) bracket: u32,
}

/// The tokens of a block.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    folded: String,
    all: Vec<Token>,
}

impl Tokens {
    /// Reads the tokens of a text. Letters and digits that touch are two tokens: "58M" is 58 and m.
    pub(super) fn read(text: &str) -> Self {
        let mut out = Tokens { folded: String::with_capacity(text.len()), all: Vec::new() };
        let mut buffer = String::new();
        let bytes = text.as_bytes();
        let (mut gap, mut begins_line, mut follows_arrow) = (Gap::Stop, true, false);
        let (mut bracket, mut brackets) = (0, 0);
        let mut at = 0;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let is_minus = matches!(c, '-' | '−' | '–')
                && (at == 0 || matches!(bytes.get(at - 1), Some(b' ' | b'(' | b':' | b'=' | b'\n')))
                && text
                    .get(at + c.len_utf8()..)
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            let end = if c.is_ascii_digit() || is_minus {
                number_end(text, at + c.len_utf8())
            } else if is_letter(c) {
                let rest = text.get(at..).unwrap_or_default();
                at + rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len())
            } else {
                let (wider, is_arrow, is_line) = separates(text, at, c);
                gap = gap.max(wider);
                follows_arrow |= is_arrow;
                begins_line |= is_line;
                match c {
                    '(' => {
                        brackets += 1;
                        bracket = brackets;
                    }
                    ')' => bracket = 0,
                    _ => {}
                }
                at += c.len_utf8();
                continue;
            };
            fold_into(text.get(at..end).unwrap_or_default(), &mut buffer);
            let start = out.folded.len();
            if is_minus {
                out.folded.push('-');
                out.folded.push_str(buffer.trim_start_matches(['-', '−', '–']));
            } else {
                out.folded.push_str(&buffer);
            }
            let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            out.all.push(Token {
                span: Span::new(at, end),
                text: (place(start), place(out.folded.len())),
                gap,
                begins_line,
                follows_arrow,
                is_number: c.is_ascii_digit() || is_minus,
                bracket,
            });
            (gap, begins_line, follows_arrow) = (Gap::Blank, false, false);
            at = end;
        }
        out
    }

    /// The number of tokens.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The token at an index.
    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        self.all.get(at)
    }

    /// The folded text of the token at an index; empty past the end.
    pub(super) fn text(&self, at: usize) -> &str {
        self.all
            .get(at)
            .and_then(|token| self.folded.get(token.text.0 as usize..token.text.1 as usize))
            .unwrap_or_default()
    }

    /// The value of the number at an index. A comma is a decimal point unless three digits follow it.
    pub(super) fn number(&self, at: usize) -> Option<f64> {
        let token = self.all.get(at).filter(|token| token.is_number)?;
        let text = self.folded.get(token.text.0 as usize..token.text.1 as usize)?;
        match text.split_once([',', '.']) {
            Some((whole, part)) if part.len() == 3 && whole != "0" => format!("{whole}{part}").parse().ok(),
            Some((whole, part)) => format!("{whole}.{part}").parse().ok(),
            // "285 000": thousands with a blank.
            None if self.is_thousands(at) => format!("{text}{}", self.text(at + 1)).parse().ok(),
            None => text.parse().ok(),
        }
    }

    /// Whether the number at an index has up to three digits, and three more after one blank.
    fn is_thousands(&self, at: usize) -> bool {
        let Some((this, next)) = self.all.get(at).zip(self.all.get(at + 1)) else { return false };
        let digits = self.text(at + 1);
        this.span.len() <= 3
            && next.gap == Gap::Blank
            && next.span.start == this.span.end + 1
            && digits.len() == 3
            && digits.bytes().all(|digit| digit.is_ascii_digit())
    }

    /// The number of things at an index, in digits or as a word: "3", "three", "tres", "both".
    pub(super) fn count(&self, at: usize) -> Option<f64> {
        const MAX_COUNT: f64 = 60.0;
        match self.text(at) {
            "both" | "ambos" | "ambas" => Some(2.0),
            "once" | "half" | "third" | "quarter" => None,
            word => value_of_word(word).map(f64::from).or_else(|| self.number(at)),
        }
        .filter(|count| (1.0..=MAX_COUNT).contains(count) && count.fract() == 0.0)
    }

    /// Whether a day of a calendar begins at an index: "11 Feb", "February 11", "11 de febrero", "11/02/2026".
    pub(super) fn is_day(&self, prose: &str, at: usize) -> bool {
        let is_day = |at: usize| {
            self.all.get(at).is_some_and(|token| token.is_number)
                && self.text(at).parse().is_ok_and(|day: u32| (1..=31).contains(&day))
        };
        if MONTH_NAMES.contains(self.text(at)) {
            return is_day(at + 1);
        }
        if !is_day(at) {
            return false;
        }
        let skipped = usize::from(matches!(self.text(at + 1), "de" | "of" | "st" | "nd" | "rd" | "th"));
        // "11/08" and "11/08/2026"; "2/12" are months.
        let is_month = || {
            let (one, other) = (self.all.get(at)?, self.all.get(at + 1)?);
            let between = prose.get(one.span.end as usize..other.span.start as usize)?;
            let month: u32 = self.text(at + 1).parse().ok()?;
            let is_full = self.text(at).len() == 2 && self.text(at + 1).len() == 2;
            (is_full && matches!(between, "/" | "-" | ".") && (1..=12).contains(&month)).then_some(())
        };
        MONTH_NAMES.contains(self.text(at + 1 + skipped)) || is_month().is_some()
    }

    /// Whether a year without day and month is at an index: "2019".
    pub(super) fn is_year(&self, prose: &str, at: usize) -> bool {
        let Some(token) = self.all.get(at).filter(|token| token.is_number && token.span.len() == 4) else {
            return false;
        };
        let (from, to) = (token.span.start as usize, token.span.end as usize);
        let touches =
            |c: Option<char>| c.is_some_and(|c| matches!(c, '/' | '-' | '.' | '+') || c.is_alphanumeric());
        let after = prose.get(to..).unwrap_or_default();
        let is_date = touches(prose.get(..from).and_then(|before| before.chars().next_back()))
            || touches(after.chars().next()) && after.chars().nth(1).is_some_and(char::is_alphanumeric);
        !is_date && self.number(at).is_some_and(|year| (1930.0..2100.0).contains(&year))
    }

    /// The range of tokens around those from `first` to `last`, as far as no gap is wider than `widest`.
    pub(super) fn around(&self, first: usize, last: usize, widest: Gap) -> Range<usize> {
        let mut from = first;
        while from > 0 && self.all.get(from).is_some_and(|token| token.gap <= widest) {
            from -= 1;
        }
        let mut to = last + 1;
        while self.all.get(to).is_some_and(|token| token.gap <= widest) {
            to += 1;
        }
        from..to
    }
}

/// Letters and signs within a word. An apostrophe separates: "patient's" is patient and s.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}')
}

/// The end of the number that continues at `at`.
fn number_end(text: &str, at: usize) -> usize {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.bytes().take_while(u8::is_ascii_digit).count()
    };
    let end = digits(at);
    let rest = text.get(end..).unwrap_or_default();
    if rest.starts_with(['.', ',']) && digits(end + 1) > end + 1 { digits(end + 1) } else { end }
}

/// Whether the dot at an offset is one of at least three.
fn is_leader(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let is_dot = |at: &usize| bytes.get(*at) == Some(&b'.');
    let ahead = (at.saturating_sub(2)..at).rev().take_while(is_dot).count();
    let from_here = (at..at + 3).take_while(is_dot).count();
    ahead + from_here >= 3
}

/// The most bytes of a row before a bar, and after it.
const MAX_ROW_BYTES: usize = 400;

/// Whether the bar at an offset is the only one between the cells of its row: a label and its value.
fn is_between_two_cells(text: &str, at: usize) -> bool {
    let from = text.floor_char_boundary(at.saturating_sub(MAX_ROW_BYTES));
    let to = text.floor_char_boundary(at + 1 + MAX_ROW_BYTES);
    let (ahead, rest) = (text.get(from..at).unwrap_or_default(), text.get(at + 1..to).unwrap_or_default());
    let label = match ahead.rsplit_once('\n') {
        Some((_, label)) => label,
        None if from == 0 => ahead,
        None => return false,
    };
    let value = match rest.split_once('\n') {
        Some((value, _)) => value,
        None if to == text.len() => rest,
        None => return false,
    };
    let (label, value) = (label.trim(), value.trim());
    let has_bar = label.trim_start_matches('|').contains('|') || value.trim_end_matches('|').contains('|');
    !has_bar && !label.is_empty() && !value.is_empty()
}

/// How a character between tokens separates them, whether it ends an arrow, and whether it begins a line.
fn separates(text: &str, at: usize, c: char) -> (Gap, bool, bool) {
    let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
    match c {
        ':' | '/' | '(' | ')' | '[' | ']' => (Gap::Mark, false, false),
        ',' => (Gap::Comma, false, false),
        // "y.o.", "5.30": a dot inside.
        '.' if rest.starts_with(is_letter)
            && text.get(..at).is_some_and(|ahead| ahead.ends_with(is_letter)) =>
        {
            (Gap::Blank, false, false)
        }
        // "Anticoagulant ...... none", "| Smoking | never |": a label and its answer.
        '.' if is_leader(text, at) => (Gap::Mark, false, false),
        '|' if is_between_two_cells(text, at) => (Gap::Mark, false, false),
        '.' | ';' | '!' | '?' | '|' | '¿' | '¡' => (Gap::Stop, false, false),
        '→' => (Gap::Stop, true, false),
        '>' if text.get(..at).is_some_and(|ahead| ahead.ends_with(['-', '='])) => (Gap::Stop, true, false),
        '\n' => {
            let next = rest.trim_start_matches([' ', '\t', '\r']);
            let ahead = text.get(..at).unwrap_or_default();
            let line = ahead.rsplit('\n').next().unwrap_or_default().trim();
            // Items of a list are indented, and so are the further lines of an item that begins with a mark.
            let is_item = rest.starts_with("  ") || rest.starts_with('\t');
            let is_marked =
                line.starts_with(['-', '*', '•']) || line.starts_with(|c: char| c.is_ascii_digit());
            let goes_on = next.starts_with(char::is_lowercase)
                && !line.ends_with(':')
                && !(is_item && !is_marked && !line.is_empty());
            (if goes_on { Gap::Blank } else { Gap::Stop }, false, !goes_on)
        }
        _ => (Gap::Blank, false, false),
    }
}
