//! The words for the conditions that forbid some drugs.

mod circulation;
mod organs;
mod pregnancy;

use super::condition::Condition;

/// Returns the forms of each condition in notes; if several forms match at one place, the first
/// counts.
pub(super) fn all() -> impl Iterator<Item = &'static (Condition, &'static [&'static str])> {
    pregnancy::FORMS.iter().chain(circulation::FORMS).chain(organs::FORMS)
}
