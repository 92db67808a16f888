//! The queue of the reader thread.

use crate::sync::lock;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// The interval at which the disk is checked without other triggers: another process may import
/// into a library, or write a bibliography that the editor does not watch.
const DISK_INTERVAL: Duration = Duration::from_secs(2);

/// The pending reads, shared with the reviewer.
#[derive(Default)]
pub(crate) struct ReadQueue {
    todo: Mutex<Todo>,
    changed: Condvar,
    /// Signals that no reading or judging is in progress.
    became_idle: Condvar,
    /// Notifies tasks that something was read or judged.
    progressed: Notify,
}

#[derive(Default)]
struct Todo {
    read: bool,
    check_disk: bool,
    /// Whether the author cancelled the judging: no further judging until they open or save
    /// something.
    stopped: bool,
    /// Whether reading or judging is in progress.
    busy: bool,
    over: bool,
}

impl ReadQueue {
    /// Schedules reading; the workspace may want files.
    pub(crate) fn read(&self) {
        self.change(|todo| todo.read = true);
    }

    /// Schedules a check for changes on disk.
    pub(crate) fn check_disk(&self) {
        self.change(|todo| todo.check_disk = true);
    }

    /// Resumes judging after the author opened or saved something.
    pub(crate) fn resume(&self) {
        self.change(|todo| todo.stopped = false);
    }

    /// Ends the queue with the session.
    pub(crate) fn end(&self) {
        self.change(|todo| todo.over = true);
        self.became_idle.notify_all();
    }

    /// Returns whether reading or judging is in progress or pending.
    pub(crate) fn is_busy(&self) -> bool {
        let todo = lock(&self.todo);
        todo.busy || todo.is_asked()
    }

    /// Waits until no reading or judging is in progress, for at most `limit`.
    pub(crate) fn wait_until_idle(&self, limit: Duration) {
        let is_busy = |todo: &mut Todo| (todo.busy || todo.is_asked()) && !todo.over;
        drop(self.became_idle.wait_timeout_while(lock(&self.todo), limit, is_busy));
    }

    /// Completes when something was read or judged; see [`Self::tell_progress`].
    pub(crate) fn progressed(&self) -> Notified<'_> {
        self.progressed.notified()
    }

    /// Wakes the tasks that wait for something to be read or judged.
    pub(crate) fn tell_progress(&self) {
        self.progressed.notify_waiters();
    }

    /// Returns whether the author cancelled the judging.
    pub(crate) fn is_stopped(&self) -> bool {
        lock(&self.todo).stopped
    }

    /// Records that the author cancelled the judging.
    pub(crate) fn stop(&self) {
        lock(&self.todo).stopped = true;
    }

    fn change(&self, change: impl FnOnce(&mut Todo)) {
        change(&mut lock(&self.todo));
        self.changed.notify_one();
    }

    /// Waits for the next step.
    pub(crate) fn next(&self) -> ReadStep {
        let mut todo = lock(&self.todo);
        todo.busy = false;
        if !todo.is_asked() {
            self.became_idle.notify_all();
            self.progressed.notify_waiters();
        }
        while !todo.is_asked() && !todo.over {
            let (now, waited) =
                self.changed.wait_timeout(todo, DISK_INTERVAL).unwrap_or_else(PoisonError::into_inner);
            todo = now;
            if waited.timed_out() && !todo.is_asked() && !todo.over {
                return ReadStep::CheckDisk;
            }
        }
        if todo.over {
            return ReadStep::End;
        }
        todo.busy = true;
        todo.read = false;
        ReadStep::Read { check_disk: std::mem::take(&mut todo.check_disk) }
    }

    /// Returns whether work arrived that takes precedence over judging.
    pub(crate) fn is_interrupted(&self) -> bool {
        let todo = lock(&self.todo);
        todo.over || todo.is_asked()
    }
}

/// The next step of the reader.
pub(crate) enum ReadStep {
    /// Read the files that the workspace wants; with `check_disk`, first check for changes on disk.
    Read { check_disk: bool },
    /// Check for changes on disk, and read only those.
    CheckDisk,
    /// The session is over.
    End,
}

impl Todo {
    fn is_asked(&self) -> bool {
        self.read || self.check_disk
    }
}
