//! What the thread that reads is to do next.

use crate::sync::lock;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// How often the disk is looked at, where nothing else gives reason to: another process may import into a library, or
/// write a bibliography that the editor does not watch.
const DISK_INTERVAL: Duration = Duration::from_secs(2);

/// What is to be read, shared with the reviewer.
#[derive(Default)]
pub(crate) struct ReadQueue {
    todo: Mutex<Todo>,
    changed: Condvar,
    /// Nothing is being read or judged any more.
    became_idle: Condvar,
    /// Something was read or judged, for tasks.
    progressed: Notify,
}

#[derive(Default)]
struct Todo {
    read: bool,
    check_disk: bool,
    /// The author cancelled the judging: nothing more until they open or save something.
    stopped: bool,
    /// Something is being read or judged.
    busy: bool,
    over: bool,
}

impl ReadQueue {
    /// The workspace may want something.
    pub(crate) fn read(&self) {
        self.change(|todo| todo.read = true);
    }

    /// A file on disk may have changed without anybody saying so.
    pub(crate) fn check_disk(&self) {
        self.change(|todo| todo.check_disk = true);
    }

    /// The author opened or saved something: what they called off before is judged again.
    pub(crate) fn resume(&self) {
        self.change(|todo| todo.stopped = false);
    }

    /// The session is over.
    pub(crate) fn end(&self) {
        self.change(|todo| todo.over = true);
        self.became_idle.notify_all();
    }

    /// Whether something is being read or judged, or will be.
    pub(crate) fn is_busy(&self) -> bool {
        let todo = lock(&self.todo);
        todo.busy || todo.is_asked()
    }

    /// Waits until nothing is being read or judged, for `limit` at most.
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

    /// Whether the author called the judging off.
    pub(crate) fn is_stopped(&self) -> bool {
        lock(&self.todo).stopped
    }

    /// The author called the judging off.
    pub(crate) fn stop(&self) {
        lock(&self.todo).stopped = true;
    }

    fn change(&self, change: impl FnOnce(&mut Todo)) {
        change(&mut lock(&self.todo));
        self.changed.notify_one();
    }

    /// Waits for the next thing to do.
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

    /// Whether something has come that goes before the judging.
    pub(crate) fn is_interrupted(&self) -> bool {
        let todo = lock(&self.todo);
        todo.over || todo.is_asked()
    }
}

/// What the reader does next.
pub(crate) enum ReadStep {
    /// Read what the workspace wants; with `check_disk`, look before what has changed on disk.
    Read { check_disk: bool },
    /// Look what has changed on disk, and read only that.
    CheckDisk,
    /// The session is over.
    End,
}

impl Todo {
    fn is_asked(&self) -> bool {
        self.read || self.check_disk
    }
}
