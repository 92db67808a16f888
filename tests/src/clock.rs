//! A clock that tests advance while the programs under test run.

use std::cell::Cell;
use std::time::Duration;
use tempfile::TempDir;

/// A clock for the pauses and limits of online services. It runs at the speed of the system clock,
/// and a test can advance it. Only debug builds read it.
pub struct MovedClock {
    folder: TempDir,
    ahead: Cell<u64>,
}

impl MovedClock {
    /// Returns a clock that shows the system time.
    ///
    /// # Panics
    ///
    /// If its folder cannot be created.
    #[must_use]
    pub fn new() -> Self {
        MovedClock { folder: tempfile::tempdir().expect("a folder for the clock"), ahead: Cell::new(0) }
    }

    /// Returns the environment variable that makes a program use this clock.
    #[must_use]
    pub fn variable(&self) -> (String, String) {
        let file = self.folder.path().join("ahead");
        ("TEST_CLOCK_OF_REFEREE".to_owned(), file.display().to_string())
    }

    /// Advances the clock for every program that uses it.
    ///
    /// # Panics
    ///
    /// If the file of the clock cannot be written.
    pub fn advance(&self, by: Duration) {
        self.ahead.set(self.ahead.get() + by.as_secs());
        let next = self.folder.path().join("next");
        std::fs::write(&next, self.ahead.get().to_string()).expect("the clock can be set");
        // The rename is atomic: a program reads either the old or the new time.
        std::fs::rename(next, self.folder.path().join("ahead")).expect("the clock can be set");
    }
}

impl Default for MovedClock {
    fn default() -> Self {
        MovedClock::new()
    }
}
