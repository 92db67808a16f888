//! Counts of people and records, and the remarks if they do not add up.

use crate::BlockContext;
use crate::analysis::statistics::{Number, Statistics};
use referee_findings::{Data, Remark};
use std::ops::Range;

/// A count with its range in the plain text.
pub(super) type Count = (u64, Range<usize>);

/// A number of people or records.
pub(super) const COUNT: &str = r"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)";

/// The message in the language of the text.
pub(super) fn spanish_or(block: &BlockContext<'_>, spanish: String, english: String) -> String {
    if block.in_spanish() { spanish } else { english }
}

/// A remark with the stated number and the sum of the parts.
pub(super) fn remark(
    statistics: &Statistics,
    place: Range<usize>,
    message: String,
    stated: u64,
    sum: u64,
) -> Remark {
    let mut data = Data::default();
    data.more.insert("stated", stated.to_string());
    data.more.insert("sum", sum.to_string());
    Remark::new(statistics.source(&place), message).with_data(data)
}

/// The count in one of the groups of a match.
pub(super) fn count(found: &regex::Captures<'_>) -> Option<Count> {
    let group = found.iter().skip(1).flatten().next()?;
    let (number, length) = Number::read(group.as_str(), false)?;
    (length == group.as_str().len() && number.is_whole()).then(|| (number.digits, group.range()))
}
