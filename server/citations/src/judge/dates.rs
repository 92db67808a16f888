//! Decides whether two dates belong to one publication.

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

/// Compares the years; `None` if one of them is missing.
///
/// A record may have the dates of publication online and in print; both are correct, and so is
/// every year between them.
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
    /// Returns whether both may be of one publication: online or in print, a conference and its
    /// proceedings.
    pub(super) fn is_near(self) -> bool {
        self.distance.abs() <= 1
    }

    /// Returns the weight of the difference. Up to three years may pass between a preprint and its
    /// article (the range that Crossref's matching of preprints allows). Otherwise one year is a
    /// hint, because sources differ by that much, and more is serious.
    pub(super) fn weight(self) -> Option<Weight> {
        match self.distance.unsigned_abs() {
            0 => None,
            1..=3 if self.versions => None,
            1 => Some(Weight::Hint),
            _ => Some(Weight::Serious),
        }
    }

    /// Returns the contribution of the year to the score of a candidate, as in Crossref's matching
    /// of preprints and articles: 1.0 up to two years, 0.9 for three, 0.8 for four.
    pub(super) fn score(self) -> f64 {
        match self.distance.unsigned_abs() {
            0..=2 => 1.0,
            3 => 0.9,
            4 => 0.8,
            _ => 0.0,
        }
    }
}
