//! Today's date, as stored and printed.

use referee_bibliography::Date;

pub use referee_literature::cache::today;

/// Formats a date as `2026-11-20`; a missing month or day becomes 1.
#[must_use]
pub fn iso(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year, date.month.unwrap_or(1), date.day.unwrap_or(1))
}
