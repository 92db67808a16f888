//! Whether two dates are of one publication.

use crate::Weight;
use referee_bibliography::Work;

/// The distance between the claimed year and the years of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct YearComparison {
    /// The claimed year minus the nearest year of the record.
    pub distance: i32,
    /// Whether one of the two is a preprint.
    versions: bool,
}

/// Compares the years; `None` where one side has none.
///
/// A record may know when the work was online and when it was in print; either is right, and so is what lies
/// between.
pub(super) fn compare(
    claimed: &Work,
    recorded: &Work,
    claimed_preprint: bool,
    recorded_preprint: bool,
) -> Option<YearComparison> {
    let claim = claimed.year()?;
    let years: Vec<i32> =
        [recorded.date, recorded.online_date].into_iter().flatten().map(|date| date.year).collect();
    let (first, last) = (*years.iter().min()?, *years.iter().max()?);
    let distance = if claim < first {
        claim.saturating_sub(first)
    } else if claim > last {
        claim.saturating_sub(last)
    } else {
        0
    };
    Some(YearComparison { distance, versions: claimed_preprint != recorded_preprint })
}

impl YearComparison {
    /// Whether nothing speaks against the same publication: online or in print, a conference and its
    /// proceedings.
    pub(super) fn is_near(self) -> bool {
        self.distance.abs() <= 1
    }

    /// How much the difference matters. From a preprint to its article up to three years pass (the range that
    /// Crossref's matching of preprints allows); else one year beside is a hint, since
    /// sources differ by that, and more is wrong.
    pub(super) fn weight(self) -> Option<Weight> {
        match self.distance.unsigned_abs() {
            0 => None,
            1..=3 if self.versions => None,
            1 => Some(Weight::Hint),
            _ => Some(Weight::Serious),
        }
    }

    /// The share of the year in the score of a candidate, as Crossref's matching of preprints and articles has
    /// it: up to two years count fully, three 0.9, four 0.8.
    pub(super) fn score(self) -> f64 {
        match self.distance.unsigned_abs() {
            0..=2 => 1.0,
            3 => 0.9,
            4 => 0.8,
            _ => 0.0,
        }
    }
}
