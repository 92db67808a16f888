//! The date of today, for what is stored and printed.

use referee_bibliography::Date;
use std::time::{SystemTime, UNIX_EPOCH};

/// Today, in UTC.
#[must_use]
pub fn today() -> Date {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date_of(i64::try_from(seconds / 86_400).unwrap_or_default())
}

/// `2026-11-20`.
#[must_use]
pub fn iso(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year, date.month.unwrap_or(1), date.day.unwrap_or(1))
}

/// The date so many days after 1970-01-01 (Howard Hinnant's civil_from_days).
fn date_of(days: i64) -> Date {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Date {
        year: i32::try_from(year).unwrap_or_default(),
        month: u8::try_from(month).ok(),
        day: u8::try_from(day).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(iso(date_of(0)), "1970-01-01");
        assert_eq!(iso(date_of(11_016)), "2000-02-29");
        assert_eq!(iso(date_of(20_777)), "2026-11-20");
    }
}
