//! Limits and circuit breakers under a clock that the test moves.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::Clock;
use super::circuit_breaker::CircuitBreakers;
use super::clock::ManualClock;
use super::failure::Failure;
use super::limits::{RateLimits, Start, StartDecision, Window};
use super::options::Timeouts;
use futures::FutureExt;
use referee_records::source::SourceError;
use std::path::Path;
use std::time::Duration;

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

fn window(requests: u32, at_once: usize) -> Window {
    Window {
        service: "numbers http://localhost".to_owned(),
        class: "list",
        requests,
        per: Duration::from_secs(1),
        at_once,
        quickest: None,
    }
}

fn limits(folder: &Path, clock: &ManualClock) -> RateLimits {
    RateLimits::new(folder.join("limits.sqlite"), Clock::Manual(clock.clone()))
}

fn take(limits: &RateLimits, window: Window) -> Option<Start> {
    match block_on(limits.take(window, Duration::from_secs(15))) {
        StartDecision::Granted(start) => Some(start),
        StartDecision::WaitFor(_) | StartDecision::AtCapacity => None,
    }
}

#[test]
fn a_start_counts_for_its_window_whether_or_not_its_request_is_over() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), ManualClock::new());
    let limits = limits(folder.path(), &clock);
    for _ in 0..2 {
        let mut start = take(&limits, window(2, 9)).unwrap();
        assert!(start.departure().leave());
        start.answered(Duration::ZERO);
    }
    assert!(take(&limits, window(2, 9)).is_none());
    // Another process that shares the file is held to it as well.
    assert!(take(&self::limits(folder.path(), &clock), window(2, 9)).is_none());
    clock.advance(Duration::from_millis(1_300));
    assert!(take(&limits, window(2, 9)).is_some());
}

#[test]
fn a_start_that_was_not_used_is_given_back() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), ManualClock::new());
    let limits = limits(folder.path(), &clock);
    drop(take(&limits, window(1, 9)).unwrap());
    let used = take(&limits, window(1, 9)).unwrap();
    assert!(used.departure().leave());
    drop(used);
    assert!(take(&limits, window(1, 9)).is_none());
}

#[test]
fn a_start_counts_from_when_its_request_leaves() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), ManualClock::new());
    let limits = limits(folder.path(), &clock);
    let start = take(&limits, window(1, 9)).unwrap();
    // The machine is busy: the request leaves long after its start was taken.
    for _ in 0..3 {
        clock.advance(Duration::from_millis(2_000));
        assert!(take(&limits, window(1, 9)).is_none(), "it has not left, and may leave now");
    }
    assert!(start.departure().leave());
    clock.advance(Duration::from_millis(1_010));
    assert!(take(&limits, window(1, 9)).is_none());
    clock.advance(Duration::from_millis(300));
    assert!(take(&limits, window(1, 9)).is_some());
}

#[test]
fn a_request_whose_start_was_given_back_does_not_leave() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), ManualClock::new());
    let limits = limits(folder.path(), &clock);
    let start = take(&limits, window(1, 9)).unwrap();
    let departure = start.departure();
    drop(start);
    assert!(!departure.leave());
    assert!(take(&limits, window(1, 9)).is_some());
}

#[test]
fn so_many_are_under_way_as_the_service_allows_and_a_lost_one_only_for_its_lease() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), ManualClock::new());
    let limits = limits(folder.path(), &clock);
    let lost = take(&limits, window(9, 1)).unwrap();
    assert!(lost.departure().leave());
    assert!(take(&limits, window(9, 1)).is_none());
    clock.advance(Duration::from_secs(14));
    assert!(take(&limits, window(9, 1)).is_none());
    clock.advance(Duration::from_secs(2));
    assert!(take(&limits, window(9, 1)).is_some());
}

#[test]
fn the_file_of_the_limits_is_for_this_user_alone() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), ManualClock::new());
    let limits = limits(&folder.path().join("state"), &clock);
    let _start = take(&limits, window(1, 1)).unwrap();
    #[cfg(unix)]
    for file in std::fs::read_dir(folder.path().join("state")).unwrap().map(Result::unwrap) {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", file.path());
    }
}

#[test]
fn after_its_cool_down_one_request_finds_out_how_a_service_does_and_the_others_wait_for_it() {
    let clock = ManualClock::new();
    let breaker = CircuitBreakers::new(Clock::Manual(clock.clone())).of("numbers http://localhost");
    let timeouts = Timeouts::default();
    let failure = Failure::new(SourceError::Unavailable, "status 503");
    breaker.record_attempt();
    let began = Clock::Manual(clock.clone()).now();
    clock.advance(timeouts.first_response);
    assert!(breaker.record_failure(&timeouts, began, &failure, None, false));
    assert_eq!(block_on(breaker.admit()).err(), Some(failure.clone()));
    assert_eq!(breaker.cooling_down(), Some((failure, timeouts.cool_down)));
    clock.advance(timeouts.cool_down);
    let probe = block_on(breaker.admit()).ok().unwrap();
    assert!(breaker.admit().now_or_never().is_none(), "a second one is let through");
    breaker.record_response("list", Duration::from_millis(5));
    drop(probe);
    assert!(breaker.admit().now_or_never().is_some_and(|admitted| admitted.is_ok()));
    assert!(breaker.cooling_down().is_none());
}

#[test]
fn a_service_that_says_when_to_come_back_is_left_alone_for_as_long_and_ten_minutes_at_most() {
    for (wants, gets) in [(5, 5), (86_400, 600)] {
        let clock = ManualClock::new();
        let breaker = CircuitBreakers::new(Clock::Manual(clock.clone())).of("numbers http://localhost");
        let busy = Failure::new(SourceError::Busy, "status 429");
        breaker.record_attempt();
        let began = Clock::Manual(clock.clone()).now();
        let wait = Some(Duration::from_secs(wants));
        assert!(breaker.record_failure(&Timeouts::default(), began, &busy, wait, false));
        assert_eq!(breaker.cooling_down().map(|(_, left)| left), Some(Duration::from_secs(gets)));
    }
}
