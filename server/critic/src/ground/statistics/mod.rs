//! Statistics as they are written in papers, and what follows from them.
//!
//! [`Plain`] takes the markup away, the other files read one thing each from it, and [`distribution`] computes what
//! should stand there. A newcomer reads [`result`] first. All places in what is read are in the plain text;
//! [`Statistics::source`] leads back to the block.

pub mod consistency;
pub mod distribution;
mod equation;
pub mod interval;
pub mod number;
pub mod plain;
pub mod proportion;
pub mod result;
mod words;

pub use equation::Relation;
pub use interval::{Interval, Measure};
pub use number::Number;
pub use plain::Plain;
pub use proportion::Proportion;
pub use result::{Reported, Test, TestResult};

use crate::{Marks, Part};
use referee_text::Span;
use std::ops::Range;

/// What was read in a part.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    plain: Plain,
    /// Tests with their p.
    pub results: Vec<TestResult>,
    /// All p values, those of [`Statistics::results`] among them.
    pub ps: Vec<Reported>,
    /// Confidence intervals with their estimates.
    pub intervals: Vec<Interval>,
    /// Counts with percentages.
    pub proportions: Vec<Proportion>,
}

impl Statistics {
    /// Reads plain text.
    #[must_use]
    pub fn of(plain: Plain) -> Self {
        let text = plain.text();
        let (results, ps) = result::read(text, &equation::scan(text));
        let intervals = interval::read(text, &ps);
        let proportions = proportion::read(text);
        Statistics { plain, results, ps, intervals, proportions }
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

    /// The place in the block of a place in the text without markup.
    #[must_use]
    pub fn source(&self, place: &Range<usize>) -> Span {
        self.plain.source(place.clone())
    }

    /// The sentence around a place, as text without markup.
    #[must_use]
    pub fn sentence(&self, place: &Range<usize>) -> &str {
        words::sentence(self.plain.text(), place)
    }
}

/// Reads a part; nothing where it has no number or is the list of references.
pub(crate) fn read(part: &Part) -> Statistics {
    if !part.marks().any(Marks::DIGIT) {
        return Statistics::default();
    }
    let opaque: Vec<Span> = part.opaque().iter().map(|opaque| opaque.span).collect();
    Statistics::of(Plain::read(part.text(), part.format(), &opaque))
}

pub use words::{is_corrected, is_one_sided, is_special_interval};
