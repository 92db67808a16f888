//! The queue of the thread that looks up references.

use crate::sync::lock;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The initial pause before failed look-ups are retried; doubled each time.
const RETRY_PAUSE: Duration = Duration::from_secs(30);

/// The maximum pause before a retry.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(15 * 60);

/// The pending look-ups, shared with the handlers.
#[derive(Default)]
pub(crate) struct LookupQueue {
    todo: Mutex<Todo>,
    changed: Condvar,
}

/// A look-up that is due.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LookupOrder {
    /// Whether everything is looked up, including failed references.
    pub(crate) all: bool,
    /// Whether the author requested it and receives a report.
    pub(crate) reported: bool,
}

#[derive(Default)]
struct Todo {
    /// Whether something was opened, saved or allowed.
    wanted: bool,
    /// The options of the next look-up.
    order: LookupOrder,
    /// Whether the author cancelled: no further look-ups until they request them, or open or save
    /// something.
    stopped: bool,
    /// When to retry failed look-ups.
    again: Option<Instant>,
    /// The number of consecutive failures.
    failures: u32,
    /// The running look-up.
    running: Option<CancellationToken>,
    /// Whether the editor's settings, which may forbid look-ups, are not known yet.
    held: bool,
    over: bool,
}

impl LookupQueue {
    /// Schedules look-ups after something was opened, saved or allowed.
    pub(crate) fn want(&self) {
        self.change(|todo| {
            todo.wanted = true;
            todo.stopped = false;
        });
    }

    /// Schedules look-ups of everything, on the author's request.
    pub(crate) fn want_all(&self) {
        self.change(|todo| {
            todo.wanted = true;
            todo.order = LookupOrder { all: true, reported: true };
            todo.stopped = false;
            todo.failures = 0;
        });
    }

    /// Schedules look-ups that the author has just allowed, with a report.
    pub(crate) fn want_reported(&self) {
        self.change(|todo| {
            todo.wanted = true;
            todo.order.reported = true;
            todo.stopped = false;
        });
    }

    /// Blocks look-ups and questions to the author until the editor has sent its settings.
    pub(crate) fn hold(&self) {
        self.change(|todo| todo.held = true);
    }

    /// Releases look-ups: the editor's settings are applied.
    pub(crate) fn release(&self) {
        self.change(|todo| todo.held = false);
    }

    /// Ends the queue with the session.
    pub(crate) fn end(&self) {
        self.change(|todo| {
            todo.over = true;
            if let Some(running) = &todo.running {
                running.cancel();
            }
        });
    }

    fn change(&self, change: impl FnOnce(&mut Todo)) {
        change(&mut lock(&self.todo));
        self.changed.notify_all();
    }

    /// Waits for the next look-up; `None` if the session is over.
    pub(crate) fn next(&self) -> Option<LookupOrder> {
        let mut todo = lock(&self.todo);
        todo.running = None;
        loop {
            if todo.over {
                return None;
            }
            if todo.held {
                todo = self.changed.wait(todo).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let now = Instant::now();
            let due = todo.again.is_some_and(|at| at <= now) && !todo.stopped;
            if todo.wanted || due {
                todo.wanted = false;
                todo.again = None;
                todo.running = Some(CancellationToken::new());
                return Some(std::mem::take(&mut todo.order));
            }
            todo = match todo.again.filter(|_| !todo.stopped) {
                Some(at) => {
                    let pause = at.saturating_duration_since(now);
                    self.changed.wait_timeout(todo, pause).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(todo).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Returns the token that cancels the running look-up.
    pub(crate) fn running(&self) -> CancellationToken {
        lock(&self.todo).running.clone().unwrap_or_default()
    }

    /// Returns whether new work arrived during a run, which the run then includes. An order of the
    /// author is not included: it covers more files and needs a report, so it starts after this
    /// run.
    pub(crate) fn take_newer(&self) -> bool {
        let mut todo = lock(&self.todo);
        let is_ordered = todo.order.all || todo.order.reported;
        !is_ordered && std::mem::take(&mut todo.wanted)
    }

    /// Records that the author cancelled.
    pub(crate) fn stop(&self) {
        lock(&self.todo).stopped = true;
    }

    /// Plans a retry after failures, after at least `wait`; `None` if nothing failed.
    pub(crate) fn plan_retry(&self, wait: Option<Duration>) {
        self.change(|todo| match wait {
            None => todo.failures = 0,
            Some(least) => {
                let pause = RETRY_PAUSE.saturating_mul(1 << todo.failures.min(8)).min(MAX_RETRY_PAUSE);
                todo.failures = todo.failures.saturating_add(1);
                todo.again = Some(Instant::now() + pause.max(least));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn an_order_that_comes_during_a_run_is_carried_out_after_it() {
        let queue = LookupQueue::default();
        queue.want();
        let first = queue.next().unwrap();
        assert!(!first.reported);
        queue.want();
        assert!(queue.take_newer(), "a file that was opened meanwhile is taken in");
        queue.want_all();
        assert!(!queue.take_newer(), "the order would be forgotten");
        let second = queue.next().unwrap();
        assert!(second.all && second.reported);
    }
}
