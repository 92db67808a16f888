//! Runs independent steps on the cores of this machine.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Builder;

/// The maximum number of threads that review one draft; more cores are left to other programs.
const MAX_THREADS: usize = 8;

/// Returns the result of `step` for each index in `0..count`, in order.
///
/// The calling thread takes part in the work and polls `cancelled` before each of its steps. If
/// threads cannot be started, it does all the work. A panic of a step ends the whole work with that
/// panic.
///
/// # Errors
///
/// If the work was cancelled: the results so far, with their indexes.
pub(crate) fn map<T: Send>(
    count: usize,
    cancelled: &dyn Fn() -> bool,
    step: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Vec<(usize, T)>> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    map_on(cores.min(MAX_THREADS), count, cancelled, step)
}

fn map_on<T: Send>(
    threads: usize,
    count: usize,
    cancelled: &dyn Fn() -> bool,
    step: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Vec<(usize, T)>> {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let take = |done: &mut Vec<(usize, T)>| {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let goes_on = index < count && !stopped.load(Ordering::Relaxed);
        if goes_on {
            done.push((index, step(index)));
        }
        goes_on
    };
    let work = || {
        let mut done = Vec::new();
        while take(&mut done) {}
        done
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(count))
            .map_while(|_| Builder::new().name("critic".to_owned()).spawn_scoped(scope, work).ok())
            .collect();
        let mut done = Vec::with_capacity(count);
        loop {
            if cancelled() {
                stopped.store(true, Ordering::Relaxed);
            }
            if !take(&mut done) {
                break;
            }
        }
        for other in others {
            match other.join() {
                Ok(part) => done.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    if done.len() < count {
        return Err(done);
    }
    done.sort_unstable_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        for threads in 0..5 {
            for count in [0, 1, 3, 100] {
                let squares = map_on(threads, count, &|| false, |index| index * index);
                assert_eq!(squares, Ok((0..count).map(|index| index * index).collect()));
            }
        }
    }

    #[test]
    fn cancelled_work_stops_and_returns_what_was_done() {
        let steps = AtomicUsize::new(0);
        let cancelled = || steps.load(Ordering::Relaxed) >= 3;
        let step = |_| steps.fetch_add(1, Ordering::Relaxed);
        assert_eq!(map_on(1, 1_000, &cancelled, step), Err(vec![(0, 0), (1, 1), (2, 2)]));
    }

    #[test]
    #[should_panic(expected = "in a step")]
    fn a_panic_is_passed_on() {
        let _ = map_on(3, 50, &|| false, |index| assert!(index != 20, "in a step"));
    }
}
