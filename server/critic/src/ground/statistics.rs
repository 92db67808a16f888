//! Results of statistical tests, as they are written in papers.

use crate::Part;
use referee_text::Span;

/// A result of a statistical test.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistic {
    /// Where.
    pub span: Span,
}

/// The results in a part.
pub(crate) fn read(_part: &Part) -> Vec<Statistic> {
    Vec::new()
}
