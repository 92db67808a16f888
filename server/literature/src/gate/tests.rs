//! Tests of limits and circuit breakers, with a clock that the test moves.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::Clock;
use super::circuit_breaker::CircuitBreakers;
use super::clock::ManualClock;
use super::failure::Failure;
use super::limits::{RateLimits, Start, StartDecision, Window};
use super::options::Timeouts;
use super::service_state::{Closure, StoredBudget};
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
        cost: 0,
        leaves_reserve: false,
    }
}

fn limits(folder: &Path, clock: &ManualClock) -> RateLimits {
    RateLimits::new(folder.join("limits.sqlite"), Clock::Manual(clock.clone()))
}

fn take(limits: &RateLimits, window: Window) -> Option<Start> {
    match block_on(limits.take(window, Duration::from_secs(15))) {
        StartDecision::Granted(start) => Some(start),
        _ => None,
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
    // The limit also applies to another process that shares the file.
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
    // On a busy machine the request is sent long after its start was taken.
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
    let breaker = CircuitBreakers::new(Clock::Manual(clock.clone())).of("numbers http://localhost", false);
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
fn a_network_that_sends_errors_is_not_taken_for_a_dead_one() {
    let timeouts = Timeouts::default();
    let waits = |is_reply: bool| {
        let clock = ManualClock::new();
        let breakers = CircuitBreakers::new(Clock::Manual(clock.clone()));
        let (first, second) =
            (breakers.of("a http://localhost", false), breakers.of("b http://localhost", false));
        first.record_attempt();
        if is_reply {
            first.record_reply();
        }
        clock.advance(timeouts.first_response);
        second.record_attempt();
        let now = Clock::Manual(clock.clone()).now();
        second.response_deadline(&timeouts, "list", None, now) - now
    };
    assert_eq!(waits(true), timeouts.first_response);
    assert!(waits(false) < timeouts.first_response / 4, "nothing came back");
}

#[test]
fn a_pause_is_kept_for_as_long_as_it_was_asked_for_and_a_day_at_most() {
    const DAY: u64 = 24 * 3_600;
    let cases = [
        (SourceError::Busy, 5, 5),
        (SourceError::Busy, 54_000, 54_000),
        (SourceError::Busy, 7 * DAY, DAY),
        // After a server error, a short `Retry-After` does not shorten the cool-down.
        (SourceError::Unavailable, 5, 30),
        (SourceError::Unavailable, 3_600, 3_600),
    ];
    for (why, asked, kept) in cases {
        let clock = ManualClock::new();
        let breaker =
            CircuitBreakers::new(Clock::Manual(clock.clone())).of("numbers http://localhost", false);
        let failure = Failure::new(why, "status");
        breaker.record_attempt();
        let began = Clock::Manual(clock.clone()).now();
        let wait = Some(Duration::from_secs(asked));
        assert!(breaker.record_failure(&Timeouts::default(), began, &failure, wait, false));
        assert_eq!(breaker.cooling_down().map(|(_, left)| left), Some(Duration::from_secs(kept)), "{asked}");
    }
}

#[test]
fn a_pause_never_outlives_the_cool_down() {
    for answers_meanwhile in [false, true] {
        for (why, seconds) in [1, 3, 9, 11, 60, 3_600, 54_000, 604_800]
            .into_iter()
            .flat_map(|seconds| [(SourceError::Busy, seconds), (SourceError::Unavailable, seconds)])
        {
            let clock = ManualClock::new();
            let now = || Clock::Manual(clock.clone()).now();
            let breaker =
                CircuitBreakers::new(Clock::Manual(clock.clone())).of("numbers http://localhost", false);
            let timeouts = Timeouts::default();
            breaker.record_attempt();
            let began = now();
            clock.advance(Duration::from_millis(5));
            if answers_meanwhile {
                breaker.record_response("list", Duration::from_millis(5));
            }
            let wait = Some(Duration::from_secs(seconds));
            let given_up =
                breaker.record_failure(&timeouts, began, &Failure::new(why, "status"), wait, false);
            let paused = breaker.paused_until().map(|until| until - now());
            assert!(paused.is_none_or(|pause| pause <= timeouts.response), "{why:?} {seconds}: {paused:?}");
            let Some((_, left)) = breaker.cooling_down() else {
                assert!(!given_up && seconds <= 10, "{why:?} {seconds}");
                continue;
            };
            assert!(block_on(breaker.admit()).is_err());
            clock.advance(left);
            let probe = block_on(breaker.admit()).ok().unwrap();
            assert_eq!(breaker.paused_until(), None, "the probe of {why:?} {seconds} waits");
            drop(probe);
        }
    }
}

#[test]
fn a_spent_budget_is_known_to_every_process_and_leaves_a_reserve() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), ManualClock::new());
    let (one, other) = (limits(folder.path(), &clock), limits(folder.path(), &clock));
    let costly = |leaves_reserve| Window { cost: 10, leaves_reserve, ..window(100, 9) };
    let granted = |limits: &RateLimits, leaves_reserve| match block_on(
        limits.take(costly(leaves_reserve), Duration::from_secs(15)),
    ) {
        StartDecision::Granted(start) => start.departure().leave(),
        StartDecision::Spent(_) => false,
        _ => panic!("neither granted nor spent"),
    };
    let renewed_at = Clock::Manual(clock.clone()).unix_micros() + 3_600_000_000;
    let left = StoredBudget { remaining: 45, total: Some(100), renewed_at };
    one.set_budget("numbers http://localhost".to_owned(), left);
    one.flush();
    assert!(granted(&other, true), "45 are left, and a reserve of 25 stays");
    assert!(granted(&one, true));
    assert!(!granted(&one, true), "25 are left, which is the reserve");
    assert!(granted(&other, false) && granted(&one, false));
    assert!(!granted(&other, false), "5 are left, and it costs 10");
    // A request without a cost is still allowed.
    assert!(take(&other, window(100, 9)).is_some());
    clock.advance(Duration::from_secs(3_601));
    assert!(granted(&other, true), "it was renewed");
}

#[test]
fn a_service_that_is_given_up_is_given_up_for_every_process_until_its_time_has_come() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), ManualClock::new());
    let (one, other) = (limits(folder.path(), &clock), limits(folder.path(), &clock));
    let until = Clock::Manual(clock.clone()).unix_micros() + 3_600_000_000;
    let closure = Closure { until, why: Failure::new(SourceError::Busy, "status 429") };
    one.close("numbers http://localhost".to_owned(), closure.clone());
    one.flush();
    let decided = block_on(other.take(window(9, 9), Duration::from_secs(15)));
    assert!(matches!(decided, StartDecision::Closed(known) if known == closure));
    assert_eq!(block_on(other.closure("numbers http://localhost".to_owned())), Some(closure));
    clock.advance(Duration::from_secs(3_601));
    assert!(take(&other, window(9, 9)).is_some());
}

#[test]
fn a_service_with_a_key_is_asked_one_thing_until_it_has_accepted_the_key() {
    let clock = ManualClock::new();
    let breaker = CircuitBreakers::new(Clock::Manual(clock)).of("numbers http://localhost key 1", true);
    let first = breaker.start_request(9).unwrap();
    assert!(breaker.start_request(9).is_none());
    breaker.record_response("list", Duration::from_millis(5));
    assert!(breaker.start_request(9).is_some());
    drop(first);
}
