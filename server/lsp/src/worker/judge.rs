//! The judge: references that are not judged yet, asked of the sources on this machine.

use super::publish;
use crate::progress::Progress;
use crate::state::{State, lock};
use referee_citations::Reference;
use referee_workspace::FileKind;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often what was learned is shown while the work goes on.
const SHOW: Duration = Duration::from_millis(700);

/// Work that takes longer than this is announced.
const ANNOUNCE: Duration = Duration::from_millis(600);

/// Whether there may be something to judge, shared with the reviewer.
#[derive(Default)]
pub(super) struct Judge {
    todo: Mutex<Todo>,
    changed: Condvar,
}

#[derive(Default)]
struct Todo {
    look: bool,
    /// The author cancelled: nothing more until they open or save something.
    stopped: bool,
    /// It is at work.
    busy: bool,
    over: bool,
}

impl Judge {
    /// There may be something to judge.
    pub(super) fn look(&self) {
        lock(&self.todo).look = true;
        self.changed.notify_one();
    }

    /// The session is over.
    pub(super) fn end(&self) {
        lock(&self.todo).over = true;
        self.changed.notify_one();
    }

    /// Waits for something to do; false when the session is over.
    fn wait(&self) -> bool {
        let mut todo = lock(&self.todo);
        todo.busy = false;
        while (!todo.look || todo.stopped) && !todo.over {
            todo = self.changed.wait(todo).unwrap_or_else(PoisonError::into_inner);
        }
        todo.look = false;
        todo.busy = true;
        !todo.over
    }

    /// The author cancelled.
    fn stop(&self) {
        lock(&self.todo).stopped = true;
    }

    /// What the author cancelled may be tried again.
    pub(super) fn allow(&self) {
        lock(&self.todo).stopped = false;
    }

    /// Whether something is being judged or will be.
    pub(super) fn is_busy(&self) -> bool {
        let todo = lock(&self.todo);
        todo.busy || (todo.look && !todo.stopped)
    }

    fn is_over(&self) -> bool {
        lock(&self.todo).over
    }
}

/// The thread that judges.
pub(super) fn run(state: &Arc<State>) {
    while state.worker.judge.wait() {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| judge(state)));
        if done.is_err() {
            tracing::error!("references were left unjudged because of an internal error");
        }
    }
}

/// Judges what the open files cite or list. What an author sees first comes first: drafts before bibliographies.
fn judge(state: &Arc<State>) {
    let started = Instant::now();
    let mut progress: Option<Progress> = None;
    let mut done = 0;
    loop {
        // The newest text each time: what was judged is remembered, and what went is not judged.
        let snapshot = lock(&state.session).snapshot();
        let mut files = snapshot.open_files();
        files.sort_by_key(|file| matches!(snapshot.kind(file), Some(FileKind::Bibliography(_))));
        let pending: Vec<Reference> = files.iter().flat_map(|file| snapshot.pending(file)).collect();
        if pending.is_empty() {
            break;
        }
        let round = Instant::now();
        let before = done;
        for reference in &pending {
            if state.worker.judge.is_over() {
                return;
            }
            if progress.as_ref().is_some_and(Progress::is_cancelled) {
                state.worker.judge.stop();
                return;
            }
            if snapshot.judge(reference).is_none() {
                // Nothing to judge by: it would be pending for ever.
                return;
            }
            done += 1;
            if round.elapsed() > SHOW {
                break;
            }
        }
        if started.elapsed() > ANNOUNCE {
            let progress = progress.get_or_insert_with(|| Progress::begin(state, "Checking references"));
            progress.report(done, before + pending.len());
        }
        state.worker.everything();
    }
    if done > 0 {
        publish::refresh(state);
    }
}
