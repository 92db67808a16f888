//! The words in which notes write the conditions that forbid some drugs.

mod circulation;
mod organs;
mod pregnancy;

use super::condition::Condition;

/// How notes write each condition; where several forms begin at one place, the first that fits counts.
pub(super) fn all() -> impl Iterator<Item = &'static (Condition, &'static [&'static str])> {
    pregnancy::FORMS.iter().chain(circulation::FORMS).chain(organs::FORMS)
}
