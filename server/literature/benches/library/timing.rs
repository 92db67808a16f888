//! Measures repeated operations.

use std::time::{Duration, Instant};

/// The time of each round, shortest first.
pub struct Times(Vec<Duration>);

impl Times {
    /// Returns the time that this share of the rounds did not exceed; 1 returns the longest.
    pub fn at(&self, share: f64) -> Duration {
        let place = ((self.0.len() as f64 * share) as usize).min(self.0.len() - 1);
        self.0[place]
    }
}

/// Runs something `rounds` times, at least once, with the number of the round, after a few warm-up
/// rounds.
pub fn measure(rounds: usize, mut run: impl FnMut(usize)) -> Times {
    for number in 0..rounds / 20 + 1 {
        run(number);
    }
    let mut times: Vec<Duration> = (0..rounds.max(1))
        .map(|number| {
            let start = Instant::now();
            run(number);
            start.elapsed()
        })
        .collect();
    times.sort();
    Times(times)
}
