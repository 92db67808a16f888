//! When the thread that looks references up works, and on what.

use crate::sync::lock;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long it waits at least before it tries again what failed; doubled each time.
const RETRY_PAUSE: Duration = Duration::from_secs(30);

/// It does not wait longer than this.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(15 * 60);

/// What is to be looked up, shared with the handlers.
#[derive(Default)]
pub(crate) struct LookupQueue {
    todo: Mutex<Todo>,
    changed: Condvar,
}

/// A look-up that is due.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LookupOrder {
    /// Everything is looked up, what failed again as well.
    pub(crate) all: bool,
    /// The author asked for it and is told what came of it.
    pub(crate) reported: bool,
}

#[derive(Default)]
struct Todo {
    /// Something was opened or saved, or is allowed now.
    wanted: bool,
    /// What the next look-up is to be.
    order: LookupOrder,
    /// The author called it off: nothing more until they ask for it, or open or save something.
    stopped: bool,
    /// When to try again what failed.
    again: Option<Instant>,
    /// How often in a row something failed.
    failures: u32,
    /// What is going on.
    running: Option<CancellationToken>,
    /// The editor's settings, which may forbid it, are not known yet.
    held: bool,
    over: bool,
}

impl LookupQueue {
    /// Something was opened or saved, or is allowed now.
    pub(crate) fn want(&self) {
        self.change(|todo| {
            todo.wanted = true;
            todo.stopped = false;
        });
    }

    /// The author wants everything looked up.
    pub(crate) fn want_all(&self) {
        self.change(|todo| {
            todo.wanted = true;
            todo.order = LookupOrder { all: true, reported: true };
            todo.stopped = false;
            todo.failures = 0;
        });
    }

    /// The author has just allowed it, and is told what came of it.
    pub(crate) fn want_reported(&self) {
        self.change(|todo| {
            todo.wanted = true;
            todo.order.reported = true;
            todo.stopped = false;
        });
    }

    /// Nothing is looked up, and nobody asked, before the editor has told its settings.
    pub(crate) fn hold(&self) {
        self.change(|todo| todo.held = true);
    }

    /// The editor's settings are in force.
    pub(crate) fn release(&self) {
        self.change(|todo| todo.held = false);
    }

    /// The session is over.
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

    /// Waits for something to look up; `None` when the session is over.
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

    /// Cancels what is going on.
    pub(crate) fn running(&self) -> CancellationToken {
        lock(&self.todo).running.clone().unwrap_or_default()
    }

    /// Whether something new came during a run, which the run then takes in. An order of the author is not taken in: it
    /// covers more files and needs an answer, so it begins after this run.
    pub(crate) fn take_newer(&self) -> bool {
        let mut todo = lock(&self.todo);
        let is_ordered = todo.order.all || todo.order.reported;
        !is_ordered && std::mem::take(&mut todo.wanted)
    }

    /// The author called it off.
    pub(crate) fn stop(&self) {
        lock(&self.todo).stopped = true;
    }

    /// Plans another try where something failed: after `wait` at least, `None` where nothing failed.
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
