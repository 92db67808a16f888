//! A clock of programs under test that is moved while they run.

use std::cell::Cell;
use std::time::Duration;
use tempfile::TempDir;

/// The clock by which programs reckon pauses and limits of online services; it is moved, and runs on by itself. Only debug
/// builds have it.
pub struct MovedClock {
    folder: TempDir,
    ahead: Cell<u64>,
}

impl MovedClock {
    /// A clock that shows the time of the machine.
    ///
    /// # Panics
    ///
    /// If no folder can be made for it.
    #[must_use]
    pub fn new() -> Self {
        MovedClock { folder: tempfile::tempdir().expect("a folder for the clock"), ahead: Cell::new(0) }
    }

    /// The variable that has a program go by this clock.
    #[must_use]
    pub fn variable(&self) -> (String, String) {
        let file = self.folder.path().join("ahead");
        ("TEST_CLOCK_OF_REFEREE".to_owned(), file.display().to_string())
    }

    /// Moves the clock on, for every program that goes by it.
    ///
    /// # Panics
    ///
    /// If the file of the clock cannot be written.
    pub fn advance(&self, by: Duration) {
        self.ahead.set(self.ahead.get() + by.as_secs());
        let next = self.folder.path().join("next");
        std::fs::write(&next, self.ahead.get().to_string()).expect("the clock can be set");
        // A program that reads meanwhile finds the old time or the new one, and no half of it.
        std::fs::rename(next, self.folder.path().join("ahead")).expect("the clock can be set");
    }
}

impl Default for MovedClock {
    fn default() -> Self {
        MovedClock::new()
    }
}
