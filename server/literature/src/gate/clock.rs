//! The clock of the gate and the scheduler: the system clock, or one that a test controls, also
//! while the whole program runs.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Reads the time and waits for a time.
#[derive(Clone, Default)]
pub(crate) enum Clock {
    /// The system clock.
    #[default]
    System,
    /// The system clock plus an offset that a test of the whole program sets. Not available in
    /// release builds.
    #[cfg(debug_assertions)]
    Ahead(ClockAhead),
    /// A clock that advances only when a test moves it.
    #[cfg(test)]
    Manual(ManualClock),
}

impl Clock {
    /// Returns the clock of this program: the system clock. In debug builds, the number of seconds
    /// in the file at `TEST_CLOCK_OF_REFEREE` is added to it.
    pub(crate) fn of_program() -> Self {
        #[cfg(debug_assertions)]
        if let Some(file) = std::env::var_os("TEST_CLOCK_OF_REFEREE") {
            return Clock::Ahead(ClockAhead::new(file.into()));
        }
        Clock::System
    }

    /// Returns the current time on the monotonic clock of this process.
    pub(crate) fn now(&self) -> Instant {
        match self {
            Clock::System => Instant::now(),
            #[cfg(debug_assertions)]
            Clock::Ahead(clock) => Instant::now() + clock.ahead(),
            #[cfg(test)]
            Clock::Manual(clock) => clock.now(),
        }
    }

    /// Returns the time since `since`.
    pub(crate) fn elapsed(&self, since: Instant) -> Duration {
        self.now().saturating_duration_since(since)
    }

    /// Returns microseconds since 1970: the clock that processes share.
    pub(crate) fn unix_micros(&self) -> i64 {
        match self {
            Clock::System => micros(system_time()),
            #[cfg(debug_assertions)]
            Clock::Ahead(clock) => micros(system_time() + clock.ahead()),
            #[cfg(test)]
            Clock::Manual(clock) => micros(clock.since_1970()),
        }
    }

    /// Waits until `deadline`.
    pub(crate) async fn sleep_until(&self, deadline: Instant) {
        match self {
            Clock::System => tokio::time::sleep_until(deadline.into()).await,
            #[cfg(debug_assertions)]
            Clock::Ahead(clock) => clock.wait_for(deadline).await,
            #[cfg(test)]
            Clock::Manual(clock) => clock.wait_for(deadline).await,
        }
    }

    /// Waits for `duration` from now.
    pub(crate) async fn sleep(&self, duration: Duration) {
        self.sleep_until(self.now() + duration).await;
    }
}

/// Converts a duration to microseconds.
pub(crate) fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX / 4)
}

/// Returns the time since 1970 on the system clock.
fn system_time() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(debug_assertions)]
pub(crate) use ahead::ClockAhead;

#[cfg(debug_assertions)]
mod ahead {
    use std::path::PathBuf;
    use std::time::{Duration, Instant};

    /// How often a wait reads the file again: nothing notifies it when a test moves the clock.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);

    /// The system clock plus the number of seconds in a file.
    #[derive(Clone)]
    pub(crate) struct ClockAhead {
        file: PathBuf,
    }

    impl ClockAhead {
        pub(super) fn new(file: PathBuf) -> Self {
            ClockAhead { file }
        }

        /// Returns the offset; zero if the file does not exist.
        pub(super) fn ahead(&self) -> Duration {
            let text = std::fs::read_to_string(&self.file).unwrap_or_default();
            Duration::from_secs(u64::from(text.trim().parse::<u32>().unwrap_or(0)))
        }

        pub(super) async fn wait_for(&self, deadline: Instant) {
            loop {
                let left = deadline.saturating_duration_since(Instant::now() + self.ahead());
                if left.is_zero() {
                    return;
                }
                tokio::time::sleep(left.min(POLL_INTERVAL)).await;
            }
        }
    }
}

#[cfg(test)]
pub(crate) use manual::ManualClock;

#[cfg(test)]
mod manual {
    use std::sync::Arc;
    use std::time::{Duration, Instant};
    use tokio::sync::watch;

    /// A clock that advances only with [`ManualClock::advance`]. Clones share one clock.
    #[derive(Clone)]
    pub(crate) struct ManualClock(Arc<Inner>);

    struct Inner {
        started: Instant,
        passed: watch::Sender<Duration>,
    }

    impl ManualClock {
        pub(crate) fn new() -> Self {
            let (passed, _) = watch::channel(Duration::ZERO);
            ManualClock(Arc::new(Inner { started: Instant::now(), passed }))
        }

        /// Advances the clock, and wakes the tasks whose deadline has passed.
        pub(crate) fn advance(&self, by: Duration) {
            self.0.passed.send_modify(|passed| *passed += by);
        }

        /// Returns how far the clock has advanced.
        pub(crate) fn passed(&self) -> Duration {
            *self.0.passed.borrow()
        }

        /// Returns the number of waiting tasks.
        pub(crate) fn waiting(&self) -> usize {
            self.0.passed.receiver_count()
        }

        pub(super) fn now(&self) -> Instant {
            self.0.started + self.passed()
        }

        pub(super) fn since_1970(&self) -> Duration {
            Duration::from_secs(1_800_000_000) + self.passed()
        }

        pub(super) async fn wait_for(&self, deadline: Instant) {
            let mut passed = self.0.passed.subscribe();
            let started = self.0.started;
            // The sender lives as long as `self`, so this cannot fail.
            let _ = passed.wait_for(|passed| started + *passed >= deadline).await;
        }
    }
}
