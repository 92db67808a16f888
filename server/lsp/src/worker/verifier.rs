//! The verifier: looks up online what the sources on this machine leave open, once the author allows it.
//!
//! It works when a file is opened or saved, when the settings or the author's consent change, and on command;
//! never because of a keystroke. References that come while it works are taken in as it goes on. What failed is
//! tried again later by itself.

use crate::consent;
use crate::progress::Progress;
use crate::state::{State, lock};
use referee_text::FileId;
use referee_workspace::settings::Network;
use referee_workspace::verify::{Verified, VerifyObserver, verify};
use referee_workspace::{FileKind, Snapshot};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long the reading of files and the judging by what is on this machine may put it off.
const READING: Duration = Duration::from_secs(20);

/// How long it waits at least before it tries again what failed; doubled each time.
const RETRY: Duration = Duration::from_secs(30);

/// It does not wait longer than this.
const LONGEST_RETRY: Duration = Duration::from_secs(15 * 60);

/// What is to be looked up, shared with the handlers.
#[derive(Default)]
pub(super) struct Verifier {
    todo: Mutex<Todo>,
    changed: Condvar,
}

#[derive(Default)]
struct Todo {
    /// Something was opened or saved, or is allowed now.
    wanted: bool,
    /// The author wants everything looked up, what failed again as well.
    all: bool,
    /// The author called it off: nothing more until they ask for it, or open or save something.
    stopped: bool,
    /// When to try again what failed.
    again: Option<Instant>,
    /// How often in a row something failed.
    failures: u32,
    /// What is going on.
    running: Option<CancellationToken>,
    over: bool,
}

impl Verifier {
    /// Something was opened or saved, or is allowed now.
    pub(super) fn want(&self) {
        self.change(|todo| {
            todo.wanted = true;
            todo.stopped = false;
        });
    }

    /// The author wants everything looked up.
    pub(super) fn want_all(&self) {
        self.change(|todo| {
            (todo.wanted, todo.all) = (true, true);
            todo.stopped = false;
            todo.failures = 0;
        });
    }

    /// The session is over.
    pub(super) fn end(&self) {
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

    /// Waits for something to look up and says whether it is to be everything; `None` when the session is over.
    fn next(&self) -> Option<bool> {
        let mut todo = lock(&self.todo);
        todo.running = None;
        loop {
            if todo.over {
                return None;
            }
            let now = Instant::now();
            let due = todo.again.is_some_and(|at| at <= now) && !todo.stopped;
            if todo.wanted || due {
                todo.wanted = false;
                todo.again = None;
                todo.running = Some(CancellationToken::new());
                return Some(std::mem::take(&mut todo.all));
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

    fn running(&self) -> CancellationToken {
        lock(&self.todo).running.clone().unwrap_or_default()
    }

    /// Whether something new came while it works; it is taken in then.
    fn take_newer(&self) -> bool {
        std::mem::take(&mut lock(&self.todo).wanted)
    }
}

/// The thread that looks up.
pub(super) fn run(state: &Arc<State>) {
    while let Some(all) = state.worker.verifier.next() {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| look_up(state, all)));
        if done.is_err() {
            tracing::error!("references were not looked up because of an internal error");
        }
    }
}

fn look_up(state: &Arc<State>, all: bool) {
    // What is on this machine answers first: what it settles is not asked about.
    let end = Instant::now() + READING;
    while state.worker.reader.is_busy() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    let verifier = &state.worker.verifier;
    let cancel = verifier.running();
    let (snapshot, files) = view(state, all);
    let progress: Mutex<Option<Progress>> = Mutex::new(None);
    let watch = VerifyObserver {
        cancel: &cancel,
        learned: &|now| {
            if now.of > 0 {
                let mut progress = lock(&progress);
                let shown = progress
                    .get_or_insert_with(|| Progress::begin(state, "Looking references up", true, &cancel));
                shown.report_as(&format!("checking {} of {}", now.done, now.of), now.done, now.of);
            }
            state.worker.review_all();
        },
        newer: &|| verifier.take_newer().then(|| view(state, all)),
        leave: 1,
    };
    let verified = verify(&snapshot, &files, &watch);
    if cancel.is_cancelled() {
        lock(&verifier.todo).stopped = true;
    }
    drop(progress);
    state.worker.review_all();
    conclude(state, &snapshot, &files, verified, all);
}

/// What is open now, what an author sees first before the rest, with the consent that was given earlier.
fn view(state: &Arc<State>, all: bool) -> (Snapshot, Vec<FileId>) {
    let mut snapshot = lock(&state.session).snapshot();
    let mut files = snapshot.open_files();
    files.sort_by_key(|file| matches!(snapshot.kind(file), Some(FileKind::Bibliography(_))));
    if all {
        let more: Vec<FileId> =
            files.iter().flat_map(|file| snapshot.bibliographies(file)).map(|b| b.file).collect();
        for file in more {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    if consent::recall(state, &snapshot, &files) {
        snapshot = lock(&state.session).snapshot();
    }
    snapshot.sync_network_permission();
    (snapshot, files)
}

/// What follows: the question to the author, another try.
fn conclude(state: &Arc<State>, snapshot: &Snapshot, files: &[FileId], verified: Verified, all: bool) {
    for (workspace, count) in &verified.waiting {
        let file = files
            .iter()
            .find(|file| snapshot.workspace_of(file) == *workspace && snapshot.network(file) == Network::Ask);
        if let Some(file) = file {
            consent::ask(state, workspace, &snapshot.hosts(file), *count, all);
        }
    }
    for trouble in &verified.failures {
        tracing::info!("{} {}: {}", trouble.service, trouble.why, trouble.detail);
    }
    let again = verified.again_in();
    state.worker.verifier.change(|todo| match again {
        None => todo.failures = 0,
        Some(least) => {
            let patience = RETRY.saturating_mul(1 << todo.failures.min(8)).min(LONGEST_RETRY);
            todo.failures = todo.failures.saturating_add(1);
            todo.again = Some(Instant::now() + patience.max(least));
        }
    });
}
