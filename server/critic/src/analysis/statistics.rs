//! Statistics in papers, and what can be computed from them.
//!
//! [`PlainText`] removes the markup, the other files each read one thing from it, and [`distribution`] computes the
//! expected values. Start reading at [`result`]. All positions are in the plain text; [`Statistics::source`] maps them
//! to the block.

pub mod consistency;
pub mod distribution;
mod equation;
pub mod estimate;
pub mod grim;
pub mod interval;
pub mod number;
pub mod plain_text;
pub mod proportion;
pub mod result;
mod share_without_total;
mod words;

pub use equation::Relation;
pub use estimate::Measure;
pub use interval::Interval;
pub use number::Number;
pub use plain_text::PlainText;
pub use proportion::Proportion;
pub use result::{Reported, Test, TestResult};

use referee_syntax::Format;
use referee_text::Span;
use std::ops::Range;

/// The statistics of a block.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    plain: PlainText,
    /// Tests with their p.
    pub results: Vec<TestResult>,
    /// All p values, including those of [`Statistics::results`].
    pub ps: Vec<Reported>,
    /// Confidence intervals with their estimates.
    pub intervals: Vec<Interval>,
    /// Counts with percentages.
    pub proportions: Vec<Proportion>,
    /// Means with a label: `M = 5.19`.
    pub means: Vec<(Number, Range<usize>)>,
    /// Sample sizes: `n = 28`.
    pub counts: Vec<(Number, Range<usize>)>,
    /// All numbers that are not part of a name.
    pub numbers: Vec<(Number, Range<usize>)>,
}

impl Statistics {
    /// Reads plain text.
    #[must_use]
    pub fn of(plain: PlainText) -> Self {
        let text = plain.text();
        let comma = number::writes_decimal_comma(text);
        let equations = equation::scan(text, comma);
        let (results, ps) = result::read(text, &equations, comma);
        let intervals = interval::read(text, &ps, comma);
        let mut proportions = proportion::read(text);
        share_without_total::add(text, &mut proportions);
        let named = |names: &[&str]| {
            let hits = equations.iter().filter(|found| {
                found.relation == Relation::Equal
                    && found.group.is_none()
                    && text.get(found.label.clone()).is_some_and(|label| names.contains(&label))
            });
            hits.filter_map(|found| Some((found.number?, found.label.start..found.place.end))).collect()
        };
        let (means, counts) = (named(&["M", "mean", "Mean", "media", "Media"]), named(&["n", "N"]));
        let numbers = all_numbers(text);
        Statistics { plain, results, ps, intervals, proportions, means, counts, numbers }
    }

    /// The text without markup.
    #[must_use]
    pub fn text(&self) -> &str {
        self.plain.text()
    }

    /// A piece of the text without markup.
    #[must_use]
    pub fn slice(&self, place: &Range<usize>) -> &str {
        self.plain.text().get(place.clone()).unwrap_or_default()
    }

    /// Maps a range of the plain text to the block.
    #[must_use]
    pub fn source(&self, place: &Range<usize>) -> Span {
        self.plain.source(place.clone())
    }

    /// The sentence around a place, as text without markup.
    #[must_use]
    pub fn sentence(&self, place: &Range<usize>) -> &str {
        self.plain.text().get(self.sentence_range(place)).unwrap_or_default()
    }

    /// The range of that sentence in the plain text.
    #[must_use]
    pub fn sentence_range(&self, place: &Range<usize>) -> Range<usize> {
        words::sentence(self.plain.text(), place)
    }
}

/// The numbers of a text, without the 4 of `CD4` and the digits of identifiers and addresses.
fn all_numbers(text: &str) -> Vec<(Number, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(u8::is_ascii_digit)) {
        let mut start = at + found;
        if start > at && bytes.get(start - 1) == Some(&b'.') {
            let named = start >= 2
                && bytes
                    .get(start - 2)
                    .is_some_and(|byte| !byte.is_ascii_whitespace() && !b"=<>([,;".contains(byte));
            start -= usize::from(!named);
        }
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        let Some((number, length)) = text.get(start..).and_then(|rest| Number::read(rest, false)) else {
            at += found
                + bytes
                    .get(at + found..)
                    .unwrap_or_default()
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit())
                    .count();
            continue;
        };
        let end = start + length.max(1);
        at = end;
        let part_of_name = before
            .is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '^' | '@' | '#' | '.' | ':'))
            || (before == Some('-') && bytes.get(start.wrapping_sub(2)).is_some_and(u8::is_ascii_alphabetic))
            || (before == Some('/') && !bytes.get(start.wrapping_sub(2)).is_some_and(u8::is_ascii_digit));
        if !part_of_name {
            out.push((number, start..end));
        }
    }
    out
}

/// Reads a block; returns nothing for a block without numbers and for the reference list.
pub(crate) fn read(text: &str, format: Format, opaque: &[Span]) -> Statistics {
    Statistics::of(PlainText::read(text, format, opaque))
}

pub use words::{is_corrected, is_one_sided, is_special_interval};
